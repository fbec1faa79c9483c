//! `confirm.equals` → a runtime expression (OpenAPI 3.1, section 4.8.20.3), as far as one can name what a caller repeats.

use super::super::cursor::Cursor;
use crate::lower::curation::ExpectedEntry;

/// What can be written.
pub(in super::super) const FORMS: &str =
    "`$request.path.<parameter>`, `'$lookup.body#/<field>'` or `'$preview.body#/<field>'`";

/// Reads an expression; everything but the three forms is a fault that names the nearest of them.
pub(in super::super) fn of(at: &Cursor<'_>) -> Option<ExpectedEntry> {
    let word = at.word(FORMS)?;
    let written = word.value.as_str();
    if let Some(name) = written.strip_prefix("$request.path.").filter(|name| !name.is_empty()) {
        return Some(ExpectedEntry::Path(name.to_owned()));
    }
    let pointer = |root: &str| written.strip_prefix(root).filter(|pointer| is_pointer(pointer));
    if let Some(pointer) = pointer("$lookup.body#") {
        return Some(ExpectedEntry::Lookup(pointer.to_owned()));
    }
    if let Some(pointer) = pointer("$preview.body#") {
        return Some(ExpectedEntry::Preview(pointer.to_owned()));
    }
    at.unknown("an expression that a gate can compare with", instead(written))
}

/// Reads an expression that can only name a field of the preview; its pointer.
pub(in super::super) fn preview(at: &Cursor<'_>) -> Option<String> {
    const FORM: &str = "`'$preview.body#/<field>'`";
    match of(at)? {
        ExpectedEntry::Preview(pointer) => Some(pointer),
        ExpectedEntry::Path(_) | ExpectedEntry::Lookup(_) => {
            at.unknown("a field of the preview", FORM.to_owned())
        }
    }
}

/// A JSON Pointer (RFC 6901) that leads somewhere.
pub(super) fn is_pointer(text: &str) -> bool {
    let is_escaped = |segment: &str| segment.split('~').skip(1).all(|rest| rest.starts_with(['0', '1']));
    text.len() > 1 && text.starts_with('/') && is_escaped(text)
}

/// What was probably meant.
fn instead(written: &str) -> String {
    let field = |root: &str| {
        let rest = written.strip_prefix(root)?.trim_start_matches(['.', '#', '/']);
        let field = rest.strip_prefix("body").unwrap_or(rest).trim_start_matches(['.', '#', '/']);
        let field = if field.is_empty() { "<field>".to_owned() } else { field.replace('.', "/") };
        Some(format!("`'{root}.body#/{field}'`"))
    };
    let word = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') && !text.is_empty();
    match written.strip_prefix("$inputs.").or_else(|| written.strip_prefix("$path.")).unwrap_or(written) {
        name if word(name) => format!("`$request.path.{name}`, where that is a path parameter"),
        _ => field("$lookup").or_else(|| field("$preview")).unwrap_or_else(|| FORMS.to_owned()),
    }
}
