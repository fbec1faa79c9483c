//! Percent-encodes text for a place of an address (RFC 3986, RFC 6570).

use std::borrow::Cow;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;

use crate::number;

/// Which characters are sent as they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kept {
    /// Only unreserved ones (RFC 6570, section 3.2.2).
    Unreserved,
    /// Also reserved ones that cannot end or split a pair of the query, and encoded triples (`allowReserved`).
    Query,
    /// Also reserved ones that cannot end a segment of the path, and encoded triples.
    Segment,
}

const UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
const RESERVED: &AsciiSet = &UNRESERVED
    .remove(b':')
    .remove(b'@')
    .remove(b'!')
    .remove(b'$')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b',')
    .remove(b';');
// An apostrophe in a query is encoded by every client that follows the URL standard of browsers.
const QUERY: &AsciiSet = &RESERVED.add(b'\'').remove(b'/').remove(b'?');
const SEGMENT: &AsciiSet = &RESERVED.remove(b'&').remove(b'+').remove(b'=');

/// Encodes a text.
pub(crate) fn encode(text: &str, kept: Kept) -> String {
    let set = match kept {
        Kept::Unreserved => return utf8_percent_encode(text, UNRESERVED).to_string(),
        Kept::Query => QUERY,
        Kept::Segment => SEGMENT,
    };
    let mut pieces = text.split('%');
    let mut encoded = utf8_percent_encode(pieces.next().unwrap_or_default(), set).to_string();
    for piece in pieces {
        encoded.push_str(if begins_with_triple(piece) { "%" } else { "%25" });
        encoded.extend(utf8_percent_encode(piece, set));
    }
    encoded
}

fn begins_with_triple(text: &str) -> bool {
    text.as_bytes().get(..2).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
}

/// A value as text: texts as they are, all else as JSON writes it, without the plus that an exponent needs not.
pub(crate) fn text(value: &Value) -> Cow<'_, str> {
    match (value, number::written(value)) {
        (_, Some(number)) => Cow::Owned(number.replace("e+", "e")),
        (Value::String(text), None) => Cow::Borrowed(text),
        (other, None) => Cow::Owned(number::to_json(other)),
    }
}
