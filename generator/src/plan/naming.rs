//! Wire names → argument names that every client accepts.

use std::collections::BTreeMap;

/// The most characters of an argument's name.
pub const MAX_NAME: usize = 48;

/// Whether a tool's or an argument's name is one that every client accepts: `^[a-zA-Z][a-zA-Z0-9_]{0,47}$`.
pub fn is_portable(name: &str) -> bool {
    let mut characters = name.chars();
    characters.next().is_some_and(|first| first.is_ascii_alphabetic())
        && name.len() <= MAX_NAME
        && characters.all(|character| character.is_ascii_alphanumeric() || character == '_')
}

/// A wire name with every character outside `[A-Za-z0-9_]` made `_`, and a letter in front.
pub fn sanitised(wire: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if wire.starts_with(|first: char| first.is_ascii_alphabetic()) && wire.chars().all(is_plain) {
        return wire.to_owned();
    }
    let mapped: String = wire.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
    let trimmed = mapped.trim_start_matches('_');
    match trimmed.chars().next() {
        None => "arg".to_owned(),
        Some(first) if first.is_ascii_alphabetic() => trimmed.to_owned(),
        Some(_) => format!("arg_{trimmed}"),
    }
}

/// The argument names of an operation's slots, given as (location word, wire name) in slot order.
///
/// Where one name stands in several locations, the path keeps it and the others end in their location. A name that
/// is too long, or still not unique, is cut and ends in six hex digits of its slot's hash.
pub fn argument_names(slots: &[(&str, &str)]) -> Vec<String> {
    let mut names: Vec<String> = slots.iter().map(|(_, wire)| sanitised(wire)).collect();
    let shared = marked(&names, |index| slots.get(index).map(|(location, _)| *location));
    for ((name, (location, _)), shared) in names.iter_mut().zip(slots).zip(shared) {
        if shared && *location != "path" {
            *name = format!("{name}_{location}");
        }
    }
    let repeated = marked(&names, Some);
    for ((name, (location, wire)), repeated) in names.iter_mut().zip(slots).zip(repeated) {
        if repeated || name.len() > MAX_NAME {
            *name = cut(name, location, wire);
        }
    }
    names
}

/// Marks the names that stand for more than one thing, given what each stands for by its index.
fn marked<T: PartialEq>(names: &[String], stands_for: impl Fn(usize) -> T) -> Vec<bool> {
    let mut seen: BTreeMap<&str, (usize, bool)> = BTreeMap::new();
    for (index, name) in names.iter().enumerate() {
        let (first, several) = seen.entry(name).or_insert((index, false));
        *several |= stands_for(*first) != stands_for(index);
    }
    names.iter().map(|name| seen.get(name.as_str()).is_some_and(|(_, several)| *several)).collect()
}

/// Tool names for operation ids, each portable and none twice.
pub fn tool_names(ids: &[&str]) -> Vec<String> {
    let slots: Vec<(&str, &str)> = ids.iter().map(|id| ("tool", *id)).collect();
    argument_names(&slots)
}

fn cut(name: &str, location: &str, wire: &str) -> String {
    let kept: String = name.chars().take(MAX_NAME - 7).collect();
    format!("{kept}_{:06x}", hash(&[location, ".", wire]) & 0xff_ffff)
}

/// FNV-1a, 64 bits: the same on every machine and in every version.
fn hash(texts: &[&str]) -> u64 {
    let bytes = texts.iter().flat_map(|text| text.bytes());
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    hash ^ (hash >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_keeps_a_shared_name() {
        let names = argument_names(&[("path", "id"), ("query", "id"), ("body", "id"), ("body", "name")]);
        assert_eq!(names, ["id", "id_query", "id_body", "name"]);
    }

    #[test]
    fn names_that_fall_together_end_in_a_hash() {
        let names = argument_names(&[("query", "a-b"), ("query", "a.b"), ("query", "filter[x]")]);
        assert_ne!(names[0], names[1]);
        assert!(names[0].starts_with("a_b_") && names[0].len() == 10, "{}", names[0]);
        assert_eq!(names[2], "filter_x_");
        assert!(names.iter().all(|name| is_portable(name)));
    }

    #[test]
    fn long_and_odd_names_become_portable() {
        let long = "x".repeat(70);
        for wire in [long.as_str(), "$filter", "2fa", "", "ÄÖ", "@type"] {
            assert!(argument_names(&[("query", wire)]).iter().all(|name| is_portable(name)), "{wire}");
        }
    }
}
