//! A name that is not known → the known one that was probably meant.

use strsim::damerau_levenshtein;

/// Names longer than this are not compared.
const MAX_LENGTH: usize = 200;

/// The candidate nearest to a name, where one is near enough to be meant.
///
/// Case, `-` and `_` do not count. Near enough is: a third of the letters wrong at most, and two wrong letters in a name
/// of four or more; or the one begins with the other (`queue` and `queues`, `list` and `listQueues`). The first
/// candidate wins among equals.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = folded(name)?;
    candidates
        .into_iter()
        .filter_map(|candidate| Some((distance(&wanted, &folded(candidate)?)?, candidate)))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// How far two names are apart; `None` for too far. Wrong letters come before shared beginnings.
fn distance(wanted: &str, candidate: &str) -> Option<(bool, usize)> {
    let edits = damerau_levenshtein(wanted, candidate);
    let length = wanted.chars().count().max(candidate.chars().count());
    let allowed = match length {
        0..=1 => 0,
        2..=3 => 1,
        _ => (length / 3).max(2),
    };
    if edits <= allowed {
        return Some((false, edits));
    }
    let shorter = wanted.len().min(candidate.len());
    let begins = wanted.starts_with(candidate) || candidate.starts_with(wanted);
    (begins && shorter >= 3).then_some((true, edits))
}

/// Lower case without `-` and `_`; `None` for a name that is too long or empty.
fn folded(name: &str) -> Option<String> {
    if name.is_empty() || name.len() > MAX_LENGTH {
        return None;
    }
    Some(name.chars().filter(|c| !matches!(c, '-' | '_')).flat_map(char::to_lowercase).collect())
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn the_nearest_name_is_the_one_that_was_meant() {
        let kinds = ["queues", "addresses", "consumers", "sessions", "connections"];
        for (name, meant) in [
            ("queue", Some("queues")),
            ("Queues", Some("queues")),
            ("qeues", Some("queues")),
            ("address", Some("addresses")),
            ("conection", Some("connections")),
            ("topics", None),
            ("", None),
            ("q", None),
        ] {
            assert_eq!(nearest(name, kinds), meant, "{name}");
        }
    }

    #[test]
    fn separators_and_case_do_not_count() {
        assert_eq!(nearest("per-tool", ["listing", "per_tool"]), Some("per_tool"));
        assert_eq!(nearest("messageid", ["messageId", "message"]), Some("messageId"));
    }

    #[test]
    fn a_wrong_letter_comes_before_a_shared_beginning() {
        assert_eq!(nearest("liat", ["listQueuesOfCluster", "list"]), Some("list"));
        assert_eq!(nearest("list", ["listQueuesOfCluster", "alist"]), Some("alist"));
    }

    #[test]
    fn short_names_are_not_confused() {
        assert_eq!(nearest("to", ["at", "by"]), None);
        assert_eq!(nearest("op", ["ops"]), Some("ops"));
    }

    #[test]
    fn a_long_name_costs_nothing() {
        assert_eq!(nearest(&"a".repeat(100_000), ["a"]), None);
    }
}
