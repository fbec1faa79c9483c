//! Finds a key that JSON text gives twice in one object: what is read is the last of the two, and what another reader
//! saw may be the first.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::number::after_text;

/// The first such key in an object that is nested at least `depth` deep; the outermost is 1 deep. Text that is not JSON
/// may have any or none.
pub(crate) fn key(json: &[u8], depth: usize) -> Option<String> {
    let mut open: Vec<BTreeSet<Cow<'_, [u8]>>> = Vec::new();
    let mut at = 0;
    while let Some(byte) = json.get(at) {
        match byte {
            b'{' | b'[' => open.push(BTreeSet::new()),
            b'}' | b']' => drop(open.pop()),
            b'"' => {
                let end = after_text(json, at + 1);
                let text = json.get(at..end).unwrap_or_default();
                at = end;
                if open.len() < depth || !is_key(json, end) {
                    continue;
                }
                let key = read(text);
                let Some(keys) = open.last_mut() else { continue };
                if keys.contains(&key) {
                    return Some(String::from_utf8_lossy(&key).into_owned());
                }
                keys.insert(key);
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// Whether a colon comes next.
fn is_key(json: &[u8], end: usize) -> bool {
    let rest = json.get(end..).unwrap_or_default();
    rest.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b':')
}

/// A key without its quotes and escapes.
fn read(text: &[u8]) -> Cow<'_, [u8]> {
    if text.contains(&b'\\')
        && let Ok(key) = serde_json::from_slice::<String>(text)
    {
        return Cow::Owned(key.into_bytes());
    }
    let inner = text.strip_prefix(b"\"").unwrap_or(text);
    Cow::Borrowed(inner.strip_suffix(b"\"").unwrap_or(inner))
}

#[cfg(test)]
mod tests {
    use super::key;

    #[test]
    fn keys_are_told_apart_as_they_are_read() {
        for (json, depth, found) in [
            (r#"{"a":1,"a":2}"#, 1, Some("a")),
            (r#"{"a":1, "\u0061" : 2}"#, 1, Some("a")),
            (r#"{"a":[{"b":{"c":1,"c":1}}]}"#, 1, Some("c")),
            (r#"{"a":{"b":1},"b":{"b":2},"c":["b","b","a:"]}"#, 1, None),
            (r#"{"a":"\"a\":1,\"a\":2"}"#, 1, None),
            (r#"{"a\"":1,"a":2}"#, 1, None),
            (r#"{"id":1,"id":2,"params":{"a":1}}"#, 2, None),
            (r#"{"id":1,"params":{"a":1,"a":1}}"#, 2, Some("a")),
            ("}}{\"", 1, None),
        ] {
            assert_eq!(key(json.as_bytes(), depth).as_deref(), found, "{json}");
        }
    }
}
