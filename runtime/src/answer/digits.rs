//! Keeps the digits of numbers that neither a 64-bit integer nor a float holds: they become texts.

use std::borrow::Cow;
use std::cmp::Ordering;

use crate::arguments::decimal;

/// A number of fewer characters is always held exactly.
const SHORT: usize = 16;

/// The JSON text with every number that would be rounded put in quotes.
pub(super) fn kept(json: &[u8]) -> Cow<'_, [u8]> {
    let mut rounded = numbers(json).filter(|(start, end)| is_rounded(json.get(*start..*end))).peekable();
    if rounded.peek().is_none() {
        return Cow::Borrowed(json);
    }
    let mut kept = Vec::with_capacity(json.len() + 16);
    let mut copied = 0;
    for (start, end) in rounded {
        kept.extend_from_slice(json.get(copied..start).unwrap_or_default());
        kept.push(b'"');
        kept.extend_from_slice(json.get(start..end).unwrap_or_default());
        kept.push(b'"');
        copied = end;
    }
    kept.extend_from_slice(json.get(copied..).unwrap_or_default());
    Cow::Owned(kept)
}

/// The long numbers outside of texts, as ranges.
fn numbers(json: &[u8]) -> impl Iterator<Item = (usize, usize)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while let Some(byte) = json.get(at) {
            match byte {
                b'"' => at = after_text(json, at + 1),
                b'-' | b'0'..=b'9' => {
                    let start = at;
                    let rest = json.get(at..).unwrap_or_default();
                    at += rest.iter().take_while(|byte| is_of_number(**byte)).count();
                    if at - start >= SHORT {
                        return Some((start, at));
                    }
                }
                _ => at += 1,
            }
        }
        None
    })
}

fn after_text(json: &[u8], mut at: usize) -> usize {
    while let Some(byte) = json.get(at) {
        match byte {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    at
}

fn is_of_number(byte: u8) -> bool {
    byte.is_ascii_digit() || matches!(byte, b'-' | b'+' | b'.' | b'e' | b'E')
}

fn is_rounded(number: Option<&[u8]>) -> bool {
    let Some(text) = number.and_then(|bytes| std::str::from_utf8(bytes).ok()) else { return false };
    if text.parse::<i64>().is_ok() || text.parse::<u64>().is_ok() {
        return false;
    }
    let Ok(float) = text.parse::<f64>() else { return false };
    decimal::compare(text, &format!("{float:e}")).is_some_and(|order| order != Ordering::Equal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_digits() {
        for (given, expected) in [
            (r#"{"id":9223372036854775807}"#, r#"{"id":9223372036854775807}"#),
            (r#"{"id":18446744073709551616}"#, r#"{"id":"18446744073709551616"}"#),
            (r#"[-92233720368547758090,1]"#, r#"["-92233720368547758090",1]"#),
            (r#"[0.1000000000000000055]"#, r#"["0.1000000000000000055"]"#),
            (r#"[3.141592653589793]"#, r#"[3.141592653589793]"#),
            (
                r#"["18446744073709551616\"18446744073709551616"]"#,
                r#"["18446744073709551616\"18446744073709551616"]"#,
            ),
            (r#"[1.00000000000000000000]"#, r#"[1.00000000000000000000]"#),
        ] {
            assert_eq!(String::from_utf8_lossy(&kept(given.as_bytes())), expected);
        }
    }
}
