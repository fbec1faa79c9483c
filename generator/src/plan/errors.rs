//! `errors` → rules with sentences in pieces, their placeholders checked against the declared errors.

use super::Planner;
use super::answers;
use super::hole::HoleKind;
use super::shape::Shape;
use super::surface::ToolPlan;
use crate::lower::curation::{ErrorEntry, Word};

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
pub(super) fn plan(planner: &mut Planner<'_>, tools: &[ToolPlan]) -> Vec<ErrorPlan> {
    let entries: Vec<ErrorEntry> = planner.curation.errors.iter().map(|entry| entry.value.clone()).collect();
    entries.into_iter().map(|entry| rule(planner, tools, entry)).collect()
}

fn rule(planner: &mut Planner<'_>, tools: &[ToolPlan], entry: ErrorEntry) -> ErrorPlan {
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
    let mut wanted: Vec<(Word, String)> = Vec::new();
    for piece in &say {
        if let Piece::Field(pointer) = piece {
            wanted.push((
                Word::new(pointer.trim_start_matches('/').to_owned(), entry.say.at.clone()),
                pointer.clone(),
            ));
        }
    }
    check_fields(planner, tools, &entry, &wanted);
    ErrorPlan { entry, code_at, operations, say }
}

/// A placeholder has to be a field of an error that some used operation declares for the status, unless none
/// declares a schema.
fn check_fields(
    planner: &mut Planner<'_>,
    tools: &[ToolPlan],
    entry: &ErrorEntry,
    wanted: &[(Word, String)],
) {
    if wanted.is_empty() {
        return;
    }
    let Some((from, to)) = entry.status else {
        for (word, _) in wanted {
            let detail = "there is no answer to take a field from";
            planner.holes.explain(HoleKind::ErrorField, word, "`network`", detail);
        }
        return;
    };
    let used = tools.iter().flat_map(|tool| &tool.variants).filter_map(|variant| variant.operation);
    let mut shapes = Vec::new();
    for operation in used.filter_map(|index| planner.api.operations.get(index)) {
        let schemas = answers::error_schemas(planner.api, operation, from, to).unwrap_or_default();
        shapes.extend(schemas.iter().filter_map(|schema| Shape::of(&planner.api.schemas, schema).ok()));
    }
    for (word, pointer) in wanted {
        let first = pointer.trim_start_matches('/').split('/').next().unwrap_or_default();
        let declared = |shape: &Shape| shape.properties.contains_key(first) || shape.properties.is_empty();
        if !shapes.is_empty() && !shapes.iter().any(declared) {
            let mut names: Vec<String> =
                shapes.iter().flat_map(|shape| shape.properties.keys().cloned()).collect();
            names.sort();
            names.dedup();
            planner.holes.mark(HoleKind::ErrorField, word, "the declared errors", names);
        }
    }
}

/// Text with placeholders in braces, `{affected}` or `{detail/count}`, in pieces.
fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some((before, from)) = rest.split_once('{') {
        let Some((name, after)) = from.split_once('}') else { break };
        if !before.is_empty() {
            pieces.push(Piece::Text(before.to_owned()));
        }
        pieces.push(match name {
            "retry_after" => Piece::RetryAfter,
            field => Piece::Field(format!("/{}", field.trim_start_matches('/'))),
        });
        rest = after;
    }
    if !rest.is_empty() {
        pieces.push(Piece::Text(rest.to_owned()));
    }
    pieces
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
    }
}
