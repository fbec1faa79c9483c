//! `$steps.row.body#/p` and the like → where a value comes from; any other text is a path.

use serde_json::Value;

use super::super::cursor::Cursor;
use super::gates::is_pointer;
use crate::diagnostics::{Fault, nearest};
use crate::lower::curation::{Expression, Spot, WayEntry};

/// What can be written behind a step.
const OF_A_STEP: &str =
    "`'$steps.<step>.body#/<field>'`, `$steps.<step>.status` or `$steps.<step>.headers.<name>`";

/// Reads a path or an expression. Whether what it names is there is not asked.
pub(in super::super) fn way(at: &Cursor<'_>) -> Option<WayEntry> {
    let word = at.word("a path or an expression")?;
    if !word.value.starts_with('$') {
        return Some(Spot::new(Expression::Path(word.value), word.at));
    }
    match expression(&word.value) {
        Ok(expression) => Some(Spot::new(expression, word.at)),
        Err(instead) => {
            let what = format!("`{}`: `{}` is no expression", at.path(), word.value);
            at.fault(Fault::error("bad-value", word.at, what).instead(instead));
            None
        }
    }
}

/// Reads a constant. One that holds an expression is a fault: it would be sent as it is written.
pub(in super::super) fn constant(at: &Cursor<'_>) -> Spot<Value> {
    if let Some(stray) = stray(at.value) {
        let what = format!("`{}`: the expression in `{stray}` would be sent as it is written", at.path());
        let instead = "an expression alone, as a value under `with` of a step";
        at.fault(Fault::error("bad-value", at.at.clone(), what).instead(instead));
    }
    Spot::new(at.value.clone(), at.at.clone())
}

/// The first text that names what only expressions name.
fn stray(value: &Value) -> Option<&str> {
    let is_expression = |text: &&str| {
        let named = ["$inputs.", "$steps.", "$item#"].iter().any(|root| text.contains(root));
        named || matches!(*text, "$item" | "$now")
    };
    match value {
        Value::String(text) => Some(text.as_str()).filter(is_expression),
        Value::Array(items) => items.iter().find_map(stray),
        Value::Object(members) => members.values().find_map(stray),
        _ => None,
    }
}

/// A text that begins with `$`; the error says what was probably meant.
pub(in super::super) fn expression(written: &str) -> Result<Expression, String> {
    let (root, rest) = root(written);
    match (root, rest) {
        ("$now", "") => Ok(Expression::Now),
        ("$now", _) => Err("`$now`".to_owned()),
        ("$inputs", rest) => input(rest),
        ("$item", rest) => pointer(rest)
            .map(|pointer| Expression::Item(pointer.to_owned()))
            .ok_or_else(|| format!("`'$item{}'`", corrected(rest))),
        ("$steps", rest) => step(rest),
        ("$request", rest) => {
            Err(format!("`$inputs.{}`", named(rest.rsplit('.').next().unwrap_or_default())))
        }
        ("$response", rest) => Err(format!("`'$steps.<step>.{}'`", of_step(rest.trim_start_matches('.')))),
        (root, _) => {
            let near = nearest(root, ["$inputs", "$steps", "$item", "$now"]);
            Err(near.map_or_else(
                || format!("`$inputs.<argument>`, `'$item#/<field>'`, `$now`, {OF_A_STEP}"),
                |near| format!("`{near}`"),
            ))
        }
    }
}

/// `$steps` and what follows it.
fn root(written: &str) -> (&str, &str) {
    written.split_at(written.find(['.', '#', '/']).unwrap_or(written.len()))
}

/// `.<argument>`
fn input(rest: &str) -> Result<Expression, String> {
    match rest.strip_prefix('.').filter(|name| is_name(name)) {
        Some(name) => Ok(Expression::Input(name.to_owned())),
        None => {
            let name = rest.trim_start_matches(['.', '#', '/']);
            let first = name.split(['.', '#', '/']).next().unwrap_or_default();
            Err(format!("`$inputs.{}`", named(first)))
        }
    }
}

/// `.<step>.body#/p`, `.<step>.status`, `.<step>.headers.<name>`
fn step(rest: &str) -> Result<Expression, String> {
    let Some(rest) = rest.strip_prefix('.') else { return Err(OF_A_STEP.to_owned()) };
    let (step, rest) = rest.split_at(rest.find(['.', '#', '/']).unwrap_or(rest.len()));
    if !is_name(step) {
        return Err(OF_A_STEP.to_owned());
    }
    let (step, part) = (step.to_owned(), rest.strip_prefix('.').unwrap_or_default());
    if part == "status" {
        return Ok(Expression::Status(step));
    }
    if let Some(pointer) = part.strip_prefix("body").and_then(pointer) {
        return Ok(Expression::Body { step, pointer: pointer.to_owned() });
    }
    if let Some(name) = part.strip_prefix("headers.").filter(|name| is_header(name)) {
        return Ok(Expression::Header { step, name: name.to_ascii_lowercase() });
    }
    Err(match rest {
        "" => OF_A_STEP.replace("<step>", &step),
        rest => format!("`'$steps.{step}.{}'`", of_step(rest.trim_start_matches('.'))),
    })
}

/// What was probably meant behind a step.
fn of_step(part: &str) -> String {
    let (word, rest) = part.split_at(part.find(['.', '#', '/']).unwrap_or(part.len()));
    match nearest(word, ["body", "status", "headers", "header"]) {
        Some("status") => "status".to_owned(),
        Some("headers" | "header") => format!("headers.{}", named(rest.trim_start_matches(['.', '#', '/']))),
        Some(_) => format!("body{}", corrected(rest)),
        None if word == "outputs" || word.is_empty() => format!("body{}", corrected(rest)),
        None => format!("body{}", corrected(&format!(".{part}"))),
    }
}

/// A pointer as it should have been written: `#/a/b` for `.a.b`.
fn corrected(rest: &str) -> String {
    let field = rest.trim_start_matches(['.', '#', '/']);
    if field.is_empty() { "#/<field>".to_owned() } else { format!("#/{}", field.replace('.', "/")) }
}

/// The pointer in what follows a value: nothing, `#` or `#/a/b`.
fn pointer(rest: &str) -> Option<&str> {
    match rest.strip_prefix('#') {
        None => rest.is_empty().then_some(""),
        Some(pointer) => (pointer.is_empty() || is_pointer(pointer)).then_some(pointer),
    }
}

fn named(name: &str) -> &str {
    if name.is_empty() { "<name>" } else { name }
}

/// Whether a text can be the name of an argument or a step.
pub(in super::super) fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
}

/// Whether a text is a header's name (RFC 9110, section 5.6.2).
fn is_header(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c))
}
