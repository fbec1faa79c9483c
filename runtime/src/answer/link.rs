//! Finds the address of the next page in a `Link` header (RFC 8288, section 3).

use http::HeaderMap;
use http::header::LINK;

/// The target of the first link that has the relation `next`, as it is written.
pub(super) fn next(headers: &HeaderMap) -> Option<String> {
    let texts = headers.get_all(LINK).iter().map(|value| String::from_utf8_lossy(value.as_bytes()));
    texts.into_iter().find_map(|header| split(&header, ',').into_iter().find_map(next_target))
}

/// The target of a link, if it is the next page of what was asked for and not of something else (`anchor`).
fn next_target(link: &str) -> Option<String> {
    let mut pieces = split(link, ';').into_iter();
    let target = pieces.next()?.trim().strip_prefix('<')?.strip_suffix('>')?;
    let parameters: Vec<(String, &str)> = pieces
        .filter_map(|piece| piece.split_once('='))
        .map(|(name, value)| (name.trim().to_ascii_lowercase(), value.trim().trim_matches('"')))
        .collect();
    let value = |wanted: &str| parameters.iter().find(|(name, _)| name == wanted).map(|(_, value)| *value);
    let is_next =
        value("rel")?.split_ascii_whitespace().any(|relation| relation.eq_ignore_ascii_case("next"));
    (is_next && value("anchor").is_none()).then(|| target.to_owned())
}

/// The pieces between separators that stand outside of `<…>` and of quotes.
fn split(text: &str, separator: char) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut start, mut inside, mut escaped) = (0, None, false);
    for (at, c) in text.char_indices() {
        match (inside, c) {
            _ if escaped => escaped = false,
            (Some('"'), '\\') => escaped = true,
            (Some(end), c) if c == end => inside = None,
            (None, '<') => inside = Some('>'),
            (None, '"') => inside = Some('"'),
            (None, c) if c == separator => {
                pieces.push(text.get(start..at).unwrap_or_default());
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    pieces.push(text.get(start..).unwrap_or_default());
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;

    fn found(lines: &[&'static str]) -> Option<String> {
        next(&lines.iter().map(|line| (LINK, HeaderValue::from_static(line))).collect())
    }

    #[test]
    fn finds_the_relation() {
        for (lines, expected) in [
            (
                &[r#"<https://a.example/?page=1>; rel="prev", <https://a.example/?page=3>; rel="next""#][..],
                Some("https://a.example/?page=3"),
            ),
            (
                &[r#"</v3?cursor=a,b;c>; title="a, b; rel=prev"; rel="foo next", <x>; rel=prev"#],
                Some("/v3?cursor=a,b;c"),
            ),
            (&[r#"</v3?cursor=a,b;rel=next>; title="a, b; rel=next"; rel=prev"#], None),
            (&["<?page=1>; rel=prev", "<?page=3>; rel=next"], Some("?page=3")),
            (&["<x>; REL = Next"], Some("x")),
            (&[r#"<x>; title="\"; rel=next""#], None),
            (&["<x>; rel=prev; rel=next"], None),
            (&["<x>; rel=next; anchor=\"/other\""], None),
            (&["<x>; rel=nextish", "<x", "x; rel=next"], None),
        ] {
            assert_eq!(found(lines).as_deref(), expected, "{lines:?}");
        }
    }
}
