//! Finds out whether an answer names a next page in its `Link` header (RFC 8288, section 3).

use http::HeaderMap;
use http::header::LINK;

/// Whether one of the links has the relation `next`.
pub(super) fn has_next(headers: &HeaderMap) -> bool {
    headers.get_all(LINK).iter().filter_map(|value| value.to_str().ok()).any(names_next)
}

fn names_next(header: &str) -> bool {
    split(header, ',').iter().any(|link| {
        let mut parameters = split(link, ';').into_iter().skip(1);
        parameters.any(is_next)
    })
}

fn is_next(parameter: &str) -> bool {
    let Some((name, value)) = parameter.split_once('=') else { return false };
    let relations = value.trim().trim_matches('"');
    name.trim().eq_ignore_ascii_case("rel")
        && relations.split_ascii_whitespace().any(|relation| relation.eq_ignore_ascii_case("next"))
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

    #[test]
    fn finds_the_relation() {
        for (header, expected) in [
            (r#"<https://a.example/?page=1>; rel="prev", <https://a.example/?page=3>; rel="next""#, true),
            (r#"</v3/repos?cursor=a,b;rel=next>; title="a, b; rel=next"; rel="foo next""#, true),
            (r#"</v3/repos?cursor=a,b;rel=next>; title="a, b; rel=next"; rel=prev"#, false),
            ("<x>; REL=Next", true),
            ("<x>; rel=nextish", false),
            ("<x", false),
        ] {
            assert_eq!(names_next(header), expected, "{header}");
        }
    }
}
