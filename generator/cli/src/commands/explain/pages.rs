//! How the pages of a list follow each other → a line for people.

use fewtools_build::explain::{NextExplained, PagesExplained};

/// What answers with the pages: only a call has arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reads {
    Call,
    Resource,
}

/// `meta/next to query.cursor, on with `after`, at most 3 pages a call`; `None` for a single page that nothing follows and
/// nobody can ask more of.
pub(super) fn line(pages: &PagesExplained, reads: Reads) -> Option<String> {
    let is_over = !pages.goes_on && pages.follow == 1;
    match reads {
        Reads::Resource if is_over => return None,
        Reads::Call if is_over && pages.next.is_none() => return Some("no argument goes on".to_owned()),
        Reads::Resource | Reads::Call => {}
    }
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
    let on = match &pages.arg {
        Some(arg) => format!(", on with `{arg}`"),
        None if pages.goes_on || reads == Reads::Resource => String::new(),
        None => ", no argument goes on".to_owned(),
    };
    let most =
        if pages.follow > 1 { format!(", at most {} pages a call", pages.follow) } else { String::new() };
    Some(format!("{next}{set}{on}{most}"))
}
