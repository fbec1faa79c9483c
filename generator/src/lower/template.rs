//! A path template → its pieces of text and its variables.

use crate::diagnostics::{Fault, Place};
use crate::lower::api::TemplatePart;

/// The pieces of a template. A fragment (`/a#variant`) is left out, as it never travels, and so are characters that nobody
/// sees, by which some tell two operations of one address apart; a missing first slash is put there.
///
/// # Errors
/// `bad-path-template`: braces that do not pair, or nothing between them; a segment that is `.` or `..`, which would
/// lead out of the server's base path.
pub(super) fn pieces(path: &str, at: &Place) -> Result<Vec<TemplatePart>, Fault> {
    let seen: String = path.chars().filter(|character| !is_unseen(*character)).collect();
    let seen = if seen.contains('%') { with_braces(&seen) } else { seen };
    let travels = seen.split('#').next().unwrap_or_default();
    if travels.split(['?']).next().unwrap_or_default().split(['/', '\\']).any(is_dots) {
        let what = format!("the path `{path}` has a segment that leads upwards");
        return Err(
            Fault::error("bad-path-template", at.at_key(), what).instead("the path without `.` and `..`")
        );
    }
    let mut text = String::new();
    if !travels.starts_with('/') {
        text.push('/');
    }
    let mut parts = Vec::new();
    let mut rest = travels;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, tail) = enclosed(after).ok_or_else(|| unpaired(path, at))?;
        // Two braces are what templates of other tools have.
        let name = name.strip_prefix('{').and_then(|name| name.strip_suffix('}')).unwrap_or(name);
        if before.contains('}')
            || name.split(':').next().is_none_or(|name| name.is_empty() || name.contains('{'))
        {
            return Err(unpaired(path, at));
        }
        text.push_str(before);
        if !text.is_empty() {
            parts.push(TemplatePart::Text(std::mem::take(&mut text)));
        }
        parts.push(TemplatePart::Parameter(name.to_owned()));
        rest = tail;
    }
    if rest.contains('}') {
        return Err(unpaired(path, at));
    }
    text.push_str(rest);
    if !text.is_empty() {
        parts.push(TemplatePart::Text(text));
    }
    Ok(parts)
}

/// The path with its braces as they are: some generators encode them.
fn with_braces(path: &str) -> String {
    let opened = path.replace("%7B", "{").replace("%7b", "{");
    opened.replace("%7D", "}").replace("%7d", "}")
}

/// What stands before the brace that closes, and behind it. A router's pattern may hold braces: `{id:[0-9]{4}}`.
fn enclosed(text: &str) -> Option<(&str, &str)> {
    let mut open = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '{' => open += 1,
            '}' if open == 0 => return Some((text.get(..at)?, text.get(at + 1..)?)),
            '}' => open -= 1,
            _ => {}
        }
    }
    None
}

/// The names of the variables, each once, in the order of their first use.
pub(super) fn variables(parts: &[TemplatePart]) -> Vec<&str> {
    let mut names = Vec::new();
    for part in parts {
        if let TemplatePart::Parameter(name) = part
            && !names.contains(&name.as_str())
        {
            names.push(name.as_str());
        }
    }
    names
}

/// Whether a character has no width: marks of direction and joining, and the one of byte order.
fn is_unseen(character: char) -> bool {
    matches!(character, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

/// Whether a segment is `.` or `..`, percent-encoded or not.
fn is_dots(segment: &str) -> bool {
    matches!(segment.to_ascii_lowercase().replace("%2e", ".").as_str(), "." | "..")
}

fn unpaired(path: &str, at: &Place) -> Fault {
    let what = format!("the braces of the path `{path}` do not enclose names");
    Fault::error("bad-path-template", at.at_key(), what).instead("write each variable as `{name}`")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::{FileId, Pointer};

    fn written(path: &str) -> Option<String> {
        let parts = pieces(path, &Place::new(FileId(1), Pointer::root())).ok()?;
        let show = |part: &TemplatePart| match part {
            TemplatePart::Text(text) => text.clone(),
            TemplatePart::Parameter(name) => format!("<{name}>"),
        };
        Some(parts.iter().map(show).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn variables_stand_anywhere_in_a_segment() {
        assert_eq!(written("/reports/{id}.json").as_deref(), Some("/reports/ <id> .json"));
        assert_eq!(written("/compare/{base}...{head}").as_deref(), Some("/compare/ <base> ... <head>"));
        assert_eq!(written("/x/{a}{ab}").as_deref(), Some("/x/ <a> <ab>"));
        assert_eq!(written("/{t}/users/{t}").as_deref(), Some("/ <t> /users/ <t>"));
        assert_eq!(written("/").as_deref(), Some("/"));
    }

    #[test]
    fn a_fragment_does_not_travel_and_a_slash_comes_first() {
        assert_eq!(written("/users\u{200e}").as_deref(), Some("/users"));
        assert_eq!(written("/token#refresh").as_deref(), Some("/token"));
        assert_eq!(written("users/{id}").as_deref(), Some("/users/ <id>"));
    }

    #[test]
    fn braces_that_do_not_pair_are_refused() {
        for path in ["/{", "/}", "/{}", "/{a{b}}", "/a}b{c}", "/{a}}"] {
            assert_eq!(written(path), None, "{path}");
        }
    }

    #[test]
    fn a_name_used_twice_is_one_variable() {
        let parts = pieces("/{t}/{u}/{t}", &Place::new(FileId(1), Pointer::root())).unwrap();
        assert_eq!(variables(&parts), ["t", "u"]);
    }
}
