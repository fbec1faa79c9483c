//! The source of a template → the places where an argument is used for anything but being printed.

use std::ops::Range;

/// Every use of an argument's name in a block, or in an expression that is more than the name.
pub(super) fn misused(source: &str, arguments: &[&str]) -> Vec<(Range<usize>, String)> {
    let mut found = Vec::new();
    for region in regions(source) {
        let inner = source.get(region.inner.clone()).unwrap_or_default();
        let printed = inner.trim_matches(['-', '+']).trim();
        if region.kind == Kind::Expression && arguments.contains(&printed) {
            continue;
        }
        for at in identifiers(inner, region.kind) {
            let name = inner.get(at.clone()).unwrap_or_default();
            if arguments.contains(&name) {
                let start = region.inner.start;
                found.push((start + at.start..start + at.end, name.to_owned()));
            }
        }
    }
    found
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// `{{ … }}`
    Expression,
    /// `{% … %}`
    Block,
}

struct Region {
    kind: Kind,
    /// What stands between the marks.
    inner: Range<usize>,
}

/// The expressions and blocks of a template; comments and raw text left out.
fn regions(source: &str) -> Vec<Region> {
    let mut regions = Vec::new();
    let mut at = 0;
    while let Some(found) = source.get(at..).and_then(|rest| rest.find(['{']).map(|found| at + found)) {
        let rest = source.get(found..).unwrap_or_default();
        let (kind, end) = match rest.as_bytes() {
            [b'{', b'{', ..] => (Some(Kind::Expression), "}}"),
            [b'{', b'%', ..] => (Some(Kind::Block), "%}"),
            [b'{', b'#', ..] => (None, "#}"),
            _ => {
                at = found + 1;
                continue;
            }
        };
        let start = found + 2;
        let close = match kind {
            None => source.get(start..).and_then(|rest| rest.find(end)),
            Some(_) => closing(source.get(start..).unwrap_or_default(), end),
        };
        let Some(length) = close else { return regions };
        at = start + length + end.len();
        let Some(kind) = kind else { continue };
        let inner = source.get(start..start + length).unwrap_or_default();
        if kind == Kind::Block && inner.trim_matches(['-', '+']).trim() == "raw" {
            at = source.get(at..).and_then(end_of_raw).map_or(source.len(), |length| at + length);
            continue;
        }
        regions.push(Region { kind, inner: start..start + length });
    }
    regions
}

/// Where raw text ends.
fn end_of_raw(rest: &str) -> Option<usize> {
    let blocks = rest.match_indices("{%").map(|(at, _)| at);
    blocks.into_iter().find(|at| {
        let inner = rest.get(at + 2..).unwrap_or_default().trim_start_matches(['-', '+']).trim_start();
        inner.starts_with("endraw")
    })
}

/// Where an expression ends: at its mark, texts in quotes passed over.
fn closing(rest: &str, end: &str) -> Option<usize> {
    unquoted(rest).map(|(at, _)| at).find(|at| rest.get(*at..).is_some_and(|rest| rest.starts_with(end)))
}

/// The names in an expression: no texts in quotes, no members, and no names of a call's arguments.
fn identifiers(inner: &str, kind: Kind) -> Vec<Range<usize>> {
    let mut names: Vec<Range<usize>> = Vec::new();
    let characters = unquoted(inner).filter(|(_, c)| *c == '_' || c.is_ascii_alphanumeric());
    for (at, _) in characters {
        match names.last_mut().filter(|last| last.end == at) {
            Some(last) => last.end = at + 1,
            None => names.push(at..at + 1),
        }
    }
    names.retain(|name| {
        let is_key = kind == Kind::Expression && is_named(inner, name.end);
        !is_key && !is_member(inner, name.start)
    });
    names
}

/// The characters of an expression outside texts in quotes.
fn unquoted(text: &str) -> impl Iterator<Item = (usize, char)> {
    let mut quote: Option<char> = None;
    let mut is_escaped = false;
    text.char_indices().filter(move |(_, character)| match quote {
        Some(open) => {
            if !is_escaped && *character == open {
                quote = None;
            }
            is_escaped = !is_escaped && *character == '\\';
            false
        }
        None => {
            quote = Some(*character).filter(|c| matches!(c, '"' | '\''));
            quote.is_none()
        }
    })
}

fn is_member(inner: &str, from: usize) -> bool {
    inner.get(..from).is_some_and(|before| before.trim_end().ends_with('.'))
}

/// Whether `=`, and not `==`, follows.
fn is_named(inner: &str, end: usize) -> bool {
    let rest = inner.get(end..).unwrap_or_default().trim_start();
    rest.starts_with('=') && !rest.starts_with("==")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(source: &str) -> Vec<&str> {
        misused(source, &["id", "why"]).into_iter().map(|(at, _)| source.get(at).unwrap()).collect()
    }

    #[test]
    fn printing_is_no_misuse() {
        for fine in [
            "{{ id }} {{id}} {{- why -}} id",
            "{{ tool(\"x\", id=\"a\") }}",
            "{{ 'id' ~ \"}} id\" }}",
            "{# if id #} {% raw %}{{ id ~ why }}{% endraw %}",
            "{{ never(\"set \\\"id\\\" = 1\") }}",
        ] {
            assert!(found(fine).is_empty(), "{fine}");
        }
    }

    #[test]
    fn every_other_use_is() {
        assert_eq!(found("{% if id %}{{ why|upper }}{% endif %}"), ["id", "why"]);
        assert_eq!(found("{{ tool(\"x\", a=id) }} {% set id = 1 %}"), ["id", "id"]);
        assert_eq!(found("{{ id == why }}"), ["id", "why"]);
        assert_eq!(found("{% raw %}{{ id ~ 1 }}{% endraw %}{{ id ~ 1 }}"), ["id"]);
    }
}
