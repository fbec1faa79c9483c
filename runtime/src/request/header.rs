//! Writes header and cookie parameters. A value cannot break out of its line.

use fewtools_contract::{Encoding, Parameter, Style};
use http::header::{HeaderName, HeaderValue};
use serde_json::Value;

use super::encode::{Kept, encode};
use super::style::{Shape, content, delimiter, is_json};
use super::unsendable;
use crate::refusal::Fault;

/// Whether a parameter of this name can be sent as a header.
pub(crate) fn is_sendable(name: &str) -> bool {
    HeaderName::from_bytes(name.as_bytes()).is_ok_and(|name| !is_framing(name.as_str()))
}

/// Headers that belong to the connection or frame the message.
fn is_framing(name: &str) -> bool {
    let hop =
        matches!(name, "connection" | "keep-alive" | "te" | "trailer" | "transfer-encoding" | "upgrade");
    hop || matches!(name, "host" | "content-length" | "expect" | "proxy-authorization" | "proxy-connection")
}

/// The header of a parameter; `None` for an undefined value.
pub(super) fn pair(
    argument: &str,
    parameter: &Parameter<'_>,
    value: &Value,
) -> Result<Option<(HeaderName, HeaderValue)>, Fault> {
    let text = match parameter.encoding {
        Encoding::Content(media_type) if is_json(media_type) => Some(in_ascii(&content(media_type, value))),
        Encoding::Content(media_type) => Some(content(media_type, value).into_owned()),
        Encoding::Styled { style, explode, .. } => {
            Shape::of(value).map(|shape| simple(&shape, explode, delimiter(style)))
        }
    };
    let Some(text) = text else { return Ok(None) };
    // A tab may stand inside of a value (RFC 9110, section 5.5).
    if text.chars().any(|c| c.is_control() && c != '\t') || text.trim() != text {
        let why = "is sent as a header and cannot hold line breaks, control characters or outer spaces";
        return Err(unsendable(argument, why));
    }
    let name = HeaderName::from_bytes(parameter.name.as_bytes());
    let value = HeaderValue::from_bytes(text.as_bytes());
    match (name, value) {
        (Ok(name), Ok(value)) => Ok(Some((name, value))),
        _ => Err(unsendable(argument, "cannot be sent as a header")),
    }
}

/// JSON text in the characters that every server reads in a header (RFC 9110, section 5.5).
fn in_ascii(json: &str) -> String {
    let mut written = String::with_capacity(json.len());
    for c in json.chars() {
        if c.is_ascii() && c != '\u{7f}' {
            written.push(c);
            continue;
        }
        for unit in c.encode_utf16(&mut [0; 2]) {
            written.push_str(&format!("\\u{unit:04x}"));
        }
    }
    written
}

/// Style `simple`, in plain characters as headers are read; only what would split an item is encoded.
fn simple(shape: &Shape<'_>, explode: bool, (encoded, plain): (&str, &str)) -> String {
    let encoded = if encoded == plain { "%2C" } else { encoded };
    let item = |text: &str| text.replace(plain, encoded);
    match shape {
        Shape::One(text) => text.clone().into_owned(),
        Shape::Pairs(pairs) if explode => {
            let pairs = pairs.iter().map(|(key, value)| format!("{}={}", item(key), item(value)));
            pairs.collect::<Vec<_>>().join(plain)
        }
        shape => shape.flat().into_iter().map(item).collect::<Vec<_>>().join(plain),
    }
}

/// The cookies of a parameter: `name=value`, none for an undefined value.
pub(super) fn cookies(
    argument: &str,
    parameter: &Parameter<'_>,
    value: &Value,
) -> Result<Vec<String>, Fault> {
    let name = encode(parameter.name, Kept::Unreserved);
    let (explode, raw) = match parameter.encoding {
        Encoding::Content(media_type) => {
            return Ok(vec![format!("{name}={}", encode(&content(media_type, value), Kept::Unreserved))]);
        }
        Encoding::Styled { style, explode, .. } => (explode, style == Style::Cookie),
    };
    let Some(shape) = Shape::of(value) else { return Ok(Vec::new()) };
    let names_hold = match (&shape, explode) {
        (Shape::Pairs(pairs), true) => pairs.iter().all(|(key, _)| !key.is_empty() && !key.contains('=')),
        _ => true,
    };
    if raw && (!names_hold || shape.flat().iter().any(|text| !text.chars().all(is_cookie_octet))) {
        return Err(unsendable(
            argument,
            "is sent as a cookie and cannot hold spaces, quotes, commas, semicolons or letters outside ASCII, \
             nor a name with `=`",
        ));
    }
    let written = |text: &str| if raw { text.to_owned() } else { encode(text, Kept::Unreserved) };
    Ok(match (&shape, explode) {
        (Shape::Many(items), true) => items.iter().map(|item| format!("{name}={}", written(item))).collect(),
        (Shape::Pairs(pairs), true) => {
            pairs.iter().map(|(key, value)| format!("{}={}", written(key), written(value))).collect()
        }
        _ => vec![format!("{name}={}", shape.flat().into_iter().map(written).collect::<Vec<_>>().join(","))],
    })
}

/// RFC 6265, section 4.1.1.
fn is_cookie_octet(c: char) -> bool {
    c.is_ascii_graphic() && !matches!(c, '"' | ',' | ';' | '\\')
}
