//! How the pages of a list follow each other → a line for people.

use fewtools_build::explain::{NextExplained, PagesExplained};

/// `meta/next to query.cursor, on with `after`, at most 3 pages a call`
pub(super) fn line(pages: &PagesExplained) -> String {
    let next = match &pages.next {
        None => "by a `Link` header alone".to_owned(),
        Some(NextExplained::Cursor { at, to: Some(to) }) => format!("{at} to {to}"),
        Some(NextExplained::Cursor { at, to: None }) => format!("the address at {at}"),
        Some(NextExplained::Offset { offset, first }) => format!("{offset} counts rows from {first}"),
        Some(NextExplained::Page { page, first }) => format!("{page} counts pages from {first}"),
    };
    let set = match pages.by_address.as_slice() {
        [] => String::new(),
        slots => format!(", addresses set {}", slots.join(" and ")),
    };
    let on = pages.arg.as_ref().map(|arg| format!(", on with `{arg}`")).unwrap_or_default();
    let most =
        if pages.follow > 1 { format!(", at most {} pages a call", pages.follow) } else { String::new() };
    format!("{next}{set}{on}{most}")
}
