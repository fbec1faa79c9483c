//! A wrong name and the right ones → what to write instead.

use crate::diagnostics::nearest;

/// How many names are listed where none is near.
const MAX_NAMES: usize = 12;

/// The nearest name, else the first names there are.
pub(super) fn name(wrong: &str, candidates: &[String]) -> String {
    if let Some(near) = nearest(wrong, candidates.iter().map(String::as_str)) {
        return format!("`{near}`");
    }
    match candidates.len() {
        0 => String::new(),
        1 => format!("there is only {}", quoted(candidates)),
        count => {
            let listed = quoted(candidates.iter().take(MAX_NAMES));
            let more = count.saturating_sub(MAX_NAMES);
            if more == 0 { format!("one of {listed}") } else { format!("one of {listed} and {more} more") }
        }
    }
}

/// Names in backticks, with commas.
pub(super) fn quoted<'n>(names: impl IntoIterator<Item = &'n String>) -> String {
    names.into_iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
