//! Finds the accepted word that was probably meant, and shows a caller's own text safely.

use crate::visible::marked_and_cut;

/// The word nearest to what was given, if one is near enough to be meant.
///
/// Case does not count. Where two words are equally near, the first is taken.
pub(crate) fn nearest<'w>(given: &str, words: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    if given.is_empty() || given.len() > 100 {
        return None;
    }
    let folded = given.to_lowercase();
    let mut best: Option<(f64, &str)> = None;
    for word in words {
        let likeness = likeness(&folded, &word.to_lowercase());
        if likeness >= 0.6 && best.is_none_or(|(most, _)| likeness > most) {
            best = Some((likeness, word));
        }
    }
    best.map(|(_, word)| word)
}

/// Typing errors count first; a word that continues or ends with what was given is near too.
fn likeness(given: &str, word: &str) -> f64 {
    let typed = strsim::normalized_damerau_levenshtein(given, word);
    let part = given.chars().count() >= 3 && (word.starts_with(given) || word.ends_with(given));
    if part { typed.max(0.65) } else { typed }
}

/// A text of the caller in backticks, cut at 60 characters, control and invisible characters replaced.
pub(crate) fn shown(text: &str) -> String {
    format!("`{}`", marked_and_cut(text, 60).replace('`', "\u{fffd}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_meant() {
        let kinds = ["queues", "addresses", "consumers"];
        assert_eq!(nearest("queue", kinds), Some("queues"));
        assert_eq!(nearest("Addreses", kinds), Some("addresses"));
        assert_eq!(nearest("topics", kinds), None);
        assert_eq!(nearest("", kinds), None);
        assert_eq!(nearest("ids", ["messageIds", "filter"]), Some("messageIds"));
    }

    #[test]
    fn shows_nothing_that_hides() {
        assert_eq!(shown("a\n\u{202e}`b"), "`a\u{fffd}\u{fffd}\u{fffd}b`");
        assert_eq!(shown(&"ü".repeat(70)).chars().count(), 63);
    }
}
