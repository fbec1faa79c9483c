//! A text → the places in it that look like addresses of some schemes.

use std::ops::Range;

/// Every place that begins with one of the schemes and a `:`, without the signs that end a sentence.
pub(super) fn find(text: &str, schemes: &[&str]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for (at, _) in text.match_indices(':') {
        let before = text.get(..at).unwrap_or_default();
        let is_scheme = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
        let start = before.rfind(|c| !is_scheme(c)).map_or(0, |last| next(text, last));
        let scheme = text.get(start..at).unwrap_or_default();
        let is_inside = found.last().is_some_and(|last| start < last.end);
        if is_inside || !schemes.contains(&scheme) {
            continue;
        }
        let rest = text.get(at + 1..).unwrap_or_default();
        let rest = rest.get(..rest.find(|c| !is_of_address(c)).unwrap_or(rest.len())).unwrap_or_default();
        let rest = rest.trim_end_matches(['.', ',', ';', ':', '!', '?', ')', '\'']);
        if !rest.trim_matches('/').is_empty() {
            found.push(start..at + 1 + rest.len());
        }
    }
    found
}

/// A character of an address, of a variable, or one that stands for what the caller fills in.
fn is_of_address(character: char) -> bool {
    character.is_ascii_alphanumeric()
        || "-._~:/?#@!$&'()*+,;=%{}".contains(character)
        || super::super::texts::is_invisible(character)
}

fn next(text: &str, at: usize) -> usize {
    at + text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_ends_before_the_end_of_its_sentence() {
        let text = "See console://clusters. Then `a:b/{id}`, http://x.example and (console://x).";
        let found: Vec<_> =
            find(text, &["console", "a"]).into_iter().map(|at| text.get(at).unwrap()).collect();
        assert_eq!(found, ["console://clusters", "a:b/{id}", "console://x"]);
    }

    #[test]
    fn a_word_before_a_colon_is_no_address() {
        assert!(find("The cluster: it waits. cluster:// or xcluster://a", &["cluster"]).is_empty());
    }
}
