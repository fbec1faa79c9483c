//! Writes a value in a serialisation style (OpenAPI 3.1, section 4.8.12.3; RFC 6570, section 3.2).

use std::borrow::Cow;

use fewtools_contract::{Encoding, Style};
use serde_json::Value;

use super::encode::{Kept, encode, text};
use crate::number;

/// A value as the styles see it. Members and items that are `null` are undefined and left out; what is nested
/// deeper than a style goes is JSON text.
pub(super) enum Shape<'v> {
    One(Cow<'v, str>),
    Many(Vec<Cow<'v, str>>),
    Pairs(Vec<(&'v str, Cow<'v, str>)>),
}

impl<'v> Shape<'v> {
    /// The shape of a value; `None` for one that is undefined: `null`, an empty list, an empty object.
    pub(super) fn of(value: &'v Value) -> Option<Self> {
        match value {
            Value::Null => None,
            Value::Array(items) => {
                let items: Vec<_> = items.iter().filter(|item| !item.is_null()).map(text).collect();
                (!items.is_empty()).then_some(Self::Many(items))
            }
            Value::Object(members) => {
                let members = members.iter().filter(|(_, member)| !member.is_null());
                let pairs: Vec<_> = members.map(|(key, member)| (key.as_str(), text(member))).collect();
                (!pairs.is_empty()).then_some(Self::Pairs(pairs))
            }
            scalar => Some(Self::One(text(scalar))),
        }
    }

    /// The texts one after the other, keys of an object included: `R,100,G,200`.
    pub(super) fn flat(&self) -> Vec<&str> {
        match self {
            Self::One(text) => vec![text],
            Self::Many(items) => items.iter().map(AsRef::as_ref).collect(),
            Self::Pairs(pairs) => pairs.iter().flat_map(|(key, value)| [*key, value.as_ref()]).collect(),
        }
    }
}

/// What stands in the path for a value; `None` for an undefined one.
pub(super) fn path(name: &str, encoding: Encoding<'_>, value: &Value) -> Option<String> {
    let (style, explode, kept) = match encoding {
        Encoding::Content(media_type) => return Some(encode(&content(media_type, value), Kept::Unreserved)),
        Encoding::Styled { style, explode, allow_reserved: true } => (style, explode, Kept::Segment),
        Encoding::Styled { style, explode, allow_reserved: false } => (style, explode, Kept::Unreserved),
    };
    let shape = Shape::of(value)?;
    let (first, separator) = match style {
        Style::Label => (".", "."),
        Style::Matrix => (";", ";"),
        _ => ("", ","),
    };
    let encoded = |text: &str| encode(text, kept);
    let parts: Vec<String> = match (&shape, explode) {
        (Shape::Pairs(pairs), true) => {
            pairs.iter().map(|(key, value)| format!("{}={}", encoded(key), encoded(value))).collect()
        }
        (Shape::Many(items), true) => items.iter().map(|item| encoded(item)).collect(),
        _ => vec![shape.flat().into_iter().map(encoded).collect::<Vec<_>>().join(delimiter(style).0)],
    };
    let named = style == Style::Matrix && !(explode && matches!(shape, Shape::Pairs(_)));
    let parts = parts.into_iter().map(|part| match (named, part.is_empty()) {
        (false, _) => part,
        (true, true) => encoded(name),
        (true, false) => format!("{}={part}", encoded(name)),
    });
    Some(format!("{first}{}", parts.collect::<Vec<_>>().join(separator)))
}

/// The pairs of the query for a value: `color=blue`, each encoded; none for an undefined one.
pub(super) fn query(name: &str, encoding: Encoding<'_>, value: &Value) -> Vec<String> {
    let name = encode(name, Kept::Unreserved);
    let (style, explode, kept) = match encoding {
        Encoding::Content(media_type) => {
            return vec![format!("{name}={}", encode(&content(media_type, value), Kept::Unreserved))];
        }
        Encoding::Styled { style, explode, allow_reserved: true } => (style, explode, Kept::Query),
        Encoding::Styled { style, explode, allow_reserved: false } => (style, explode, Kept::Unreserved),
    };
    if style == Style::DeepObject && matches!(value, Value::Array(_) | Value::Object(_)) {
        let mut pairs = Vec::new();
        deep(&name, kept, value, &mut pairs);
        return pairs;
    }
    let encoded = |text: &str| encode(text, kept);
    if let (Value::Object(members), true) = (value, explode) {
        let pairs = members.iter().flat_map(|(key, member)| {
            let key = encode(key, Kept::Unreserved);
            repeated(member).into_iter().map(move |text| format!("{key}={}", encode(&text, kept)))
        });
        return pairs.collect();
    }
    let Some(shape) = Shape::of(value) else { return Vec::new() };
    match (&shape, explode) {
        (Shape::Many(items), true) => items.iter().map(|item| format!("{name}={}", encoded(item))).collect(),
        _ => {
            let joined: Vec<String> = shape.flat().into_iter().map(encoded).collect();
            vec![format!("{name}={}", joined.join(delimiter(style).0))]
        }
    }
}

/// What stands between the items of a list: percent-encoded, and as it is.
pub(super) fn delimiter(style: Style) -> (&'static str, &'static str) {
    match style {
        Style::SpaceDelimited => ("%20", " "),
        Style::PipeDelimited => ("%7C", "|"),
        Style::TabDelimited => ("%09", "\t"),
        _ => (",", ","),
    }
}

/// `filter[a][b]=1`, brackets encoded. The specification ends at one level; documents and servers in the wild
/// nest, and write the items of an array as `filter[tags][]=x`, those that are objects as `filter[or][0][name]=x`.
fn deep(name: &str, kept: Kept, value: &Value, pairs: &mut Vec<String>) {
    match value {
        Value::Null => {}
        Value::Object(members) => members.iter().for_each(|(key, member)| {
            deep(&format!("{name}%5B{}%5D", encode(key, Kept::Unreserved)), kept, member, pairs);
        }),
        Value::Array(items) => {
            numbered(items).for_each(|(step, item)| deep(&format!("{name}%5B{step}%5D"), kept, item, pairs));
        }
        scalar => pairs.push(format!("{name}={}", encode(&text(scalar), kept))),
    }
}

/// The items of a list in a `deepObject`, each with what stands between its brackets: nothing, or a number where one of
/// them has members, which servers would put together with those of the others.
pub(super) fn numbered(items: &[Value]) -> impl Iterator<Item = (String, &Value)> {
    let parted = items.iter().any(is_nested);
    let present = items.iter().filter(|item| !item.is_null()).enumerate();
    present.map(move |(index, item)| (if parted { index.to_string() } else { String::new() }, item))
}

fn is_nested(value: &Value) -> bool {
    value.is_array() || value.is_object()
}

/// The texts of a member that becomes a pair of its own: a list in it repeats the key, what is nested deeper is JSON text.
pub(super) fn repeated(member: &Value) -> Vec<Cow<'_, str>> {
    match member {
        Value::Array(items) if !items.iter().any(is_nested) => {
            items.iter().filter(|item| !item.is_null()).map(text).collect()
        }
        Value::Null => Vec::new(),
        one => vec![text(one)],
    }
}

/// A value by its media type: JSON where that is asked for, else text.
pub(super) fn content<'v>(media_type: &str, value: &'v Value) -> Cow<'v, str> {
    if is_json(media_type) { Cow::Owned(number::to_json(value)) } else { text(value) }
}

/// Whether a media type is JSON by its name or by its suffix (RFC 6839, section 3.1).
pub(crate) fn is_json(media_type: &str) -> bool {
    let name = media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    name == "application/json" || name == "text/json" || name.ends_with("+json")
}
