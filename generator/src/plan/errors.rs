//! `errors` → rules with sentences in pieces, their placeholders checked against the declared errors.

use super::Planner;
use super::answers;
use super::hole::{Hole, HoleKind};
use super::shape::Shape;
use super::surface::ToolPlan;
use crate::diagnostics::{Place, Pointer};
use crate::lower::api::Operation;
use crate::lower::curation::{ErrorEntry, Spot, Word};

/// One rule, its sentence in pieces.
#[derive(Debug)]
pub(super) struct ErrorPlan {
    /// The entry it comes from.
    pub entry: ErrorEntry,
    /// The pointer of the code.
    pub code_at: String,
    /// The ids of the operations it is for; empty for all.
    pub operations: Vec<String>,
    /// The sentence.
    pub say: Vec<Piece>,
}

/// A piece of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    /// Text.
    Text(String),
    /// A field of the error body: its pointer.
    Field(String),
    /// When to try again.
    RetryAfter,
}

/// Plans every rule.
pub(super) fn plan(planner: &mut Planner<'_>, tools: &[&ToolPlan]) -> Vec<ErrorPlan> {
    let curation = planner.curation;
    curation.errors.iter().map(|entry| rule(planner, tools, entry)).collect()
}

fn rule(planner: &mut Planner<'_>, tools: &[&ToolPlan], entry: &Spot<ErrorEntry>) -> ErrorPlan {
    let Spot { value: entry, at } = entry;
    let mut operations = Vec::new();
    for word in &entry.ops {
        match planner.operations.find(&word.value) {
            Some(super::operations::Found::Usable(index)) => {
                operations.extend(planner.api.operations.get(index).map(|operation| operation.id.clone()));
            }
            _ => planner.holes.mark(HoleKind::Operation, word, "`errors`", planner.operations.names()),
        }
    }
    let say = pieces(&entry.say.value);
    let code_at = entry.error_code.as_ref().unwrap_or(&planner.curation.error_code).value.clone();
    let rule = ErrorPlan { entry: entry.clone(), code_at, operations, say };
    let wanted = wanted(planner, &rule, at);
    check_fields(planner, tools, &rule, wanted);
    rule
}

/// The fields of an error body that a rule reads, as holes in case they are none: its placeholders, and its code.
fn wanted(planner: &Planner<'_>, rule: &ErrorPlan, at: &Place) -> Vec<Hole> {
    let hole = |pointer: &str, at: &Place| {
        let word = Word::new(pointer.trim_start_matches('/').to_owned(), at.clone());
        Hole::new(HoleKind::ErrorField, &word, "the declared errors")
    };
    let fields = rule.say.iter().filter_map(|piece| match piece {
        Piece::Field(pointer) => Some(hole(pointer, &rule.entry.say.at)),
        Piece::Text(_) | Piece::RetryAfter => None,
    });
    let mut wanted: Vec<Hole> = fields.collect();
    if !rule.entry.code.is_empty() {
        let shared = &planner.curation.error_code.at;
        let written = rule.entry.error_code.as_ref().map(|own| &own.at);
        let written = written.or(Some(shared).filter(|shared| **shared != planner.curation.at));
        let hole = hole(&rule.code_at, written.unwrap_or(at));
        wanted.push(hole.because("`error_code` says that the code stands there"));
    }
    wanted
}

/// What a rule reads has to be a field of an error that some used operation declares for the status, unless none
/// declares a schema.
fn check_fields(planner: &mut Planner<'_>, tools: &[&ToolPlan], rule: &ErrorPlan, wanted: Vec<Hole>) {
    let Some((from, to)) = rule.entry.status else {
        let no_answer = wanted.into_iter().map(|hole| {
            let hole = hole.because("without an answer there is nothing to take it from");
            hole.instead("a sentence without it")
        });
        planner.holes.list.extend(no_answer);
        return;
    };
    if wanted.is_empty() {
        return;
    }
    let used = tools.iter().flat_map(|tool| tool.requests()).filter_map(|request| request.operation);
    let used = used.filter_map(|index| planner.api.operations.get(index));
    let meant =
        |operation: &&Operation| rule.operations.is_empty() || rule.operations.contains(&operation.id);
    let mut shapes = Vec::new();
    for operation in used.filter(meant) {
        let schemas = answers::error_schemas(planner.api, operation, from, to).unwrap_or_default();
        shapes.extend(schemas.iter().filter_map(|schema| Shape::of(&planner.api.schemas, schema).ok()));
    }
    let mut names: Vec<String> = shapes.iter().flat_map(|shape| shape.properties.keys().cloned()).collect();
    names.sort();
    names.dedup();
    for hole in wanted {
        let first = Pointer::parse(format!("/{}", hole.name)).segments().next().unwrap_or_default();
        let declared = |shape: &Shape| shape.properties.contains_key(&first) || shape.properties.is_empty();
        if !shapes.is_empty() && !shapes.iter().any(declared) {
            planner.holes.add(hole.among(names.clone()));
        }
    }
}

/// Text with placeholders in braces, `{affected}` or `{detail/count}`, in pieces. Braces around nothing are text.
fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, from)) = rest.split_once('{') {
        let Some((name, after)) = from.split_once('}') else { break };
        plain.push_str(before);
        rest = after;
        let piece = match name.trim_matches('/') {
            blank if blank.trim().is_empty() => {
                plain.push_str(&format!("{{{name}}}"));
                continue;
            }
            "retry_after" => Piece::RetryAfter,
            field => Piece::Field(format!("/{field}")),
        };
        pieces.extend(written(&mut plain));
        pieces.push(piece);
    }
    plain.push_str(rest);
    pieces.extend(written(&mut plain));
    pieces
}

/// The text so far, where there is some.
fn written(plain: &mut String) -> Option<Piece> {
    (!plain.is_empty()).then(|| Piece::Text(std::mem::take(plain)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_cut_at_its_placeholders() {
        let text = |text: &str| Piece::Text(text.to_owned());
        let expected =
            vec![text("over "), Piece::Field("/cap".into()), text("; in "), Piece::RetryAfter, text(".")];
        assert_eq!(pieces("over {cap}; in {retry_after}."), expected);
        assert_eq!(pieces("a { b"), vec![text("a { b")]);
        assert_eq!(pieces("{a/b}"), vec![Piece::Field("/a/b".into())]);
        assert_eq!(pieces("{} { } {/}"), vec![text("{} { } {/}")]);
    }
}
