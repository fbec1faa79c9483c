//! Reads an argument that is bytes: base64 text, or an object that holds it with a file name and a media type.

use std::borrow::Cow;

use base64::Engine;
use base64::alphabet::{STANDARD, URL_SAFE};
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use serde_json::Value;

/// What an argument that is bytes must be: the rest of a sentence that starts with its name.
pub(crate) const FORM: &str =
    "must be bytes as base64 text, or {data, filename, media_type} with base64 text as data";

/// Bytes, and what is said of them.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Bytes<'v> {
    /// The bytes.
    pub(crate) data: Vec<u8>,
    /// The name of the file.
    pub(crate) filename: Option<Cow<'v, str>>,
    /// The media type.
    pub(crate) media_type: Option<Cow<'v, str>>,
}

/// Reads bytes. An object may have become JSON text on its way, and a text may be a `data:` address (RFC 2397).
///
/// # Errors
/// What is wrong with the value: the rest of a sentence that starts with its name.
pub(crate) fn read(value: &Value) -> Result<Bytes<'_>, String> {
    match value {
        Value::Object(_) => object(value),
        Value::String(text) if text.trim_start().starts_with('{') => {
            let parsed = serde_json::from_str(text).map_err(|_| FORM.to_owned())?;
            if let Some(key) = crate::twice::key(text.as_bytes(), 1) {
                return Err(format!("has the key {} twice", super::nearest::shown(&key)));
            }
            object(&parsed).map(Bytes::owned)
        }
        Value::String(text) => self::text(text),
        _ => Err(FORM.to_owned()),
    }
}

impl Bytes<'_> {
    fn owned(self) -> Bytes<'static> {
        let own = |text: Option<Cow<'_, str>>| text.map(|text| Cow::Owned(text.into_owned()));
        Bytes { data: self.data, filename: own(self.filename), media_type: own(self.media_type) }
    }
}

fn object(value: &Value) -> Result<Bytes<'_>, String> {
    let members = value.as_object().ok_or_else(|| FORM.to_owned())?;
    if let Some(other) =
        members.keys().find(|key| !matches!(key.as_str(), "data" | "filename" | "media_type"))
    {
        return Err(format!("takes no {}: it {FORM}", super::nearest::shown(other)));
    }
    let word = |name: &str| match members.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.as_str())),
        Some(_) => Err(format!("must have text as its {name}")),
    };
    let mut bytes = text(word("data")?.ok_or_else(|| FORM.to_owned())?)?;
    bytes.filename = word("filename")?.map(Cow::Borrowed);
    if let Some(media_type) = word("media_type")? {
        bytes.media_type = Some(Cow::Borrowed(checked(media_type)?));
    }
    Ok(bytes)
}

fn text(text: &str) -> Result<Bytes<'_>, String> {
    let address = text.strip_prefix("data:").and_then(|rest| rest.split_once(";base64,"));
    let (media_type, text) = address.map_or((None, text), |(media_type, data)| (Some(media_type), data));
    let media_type = media_type.filter(|media_type| !media_type.is_empty()).map(checked).transpose()?;
    let data = decode(text).ok_or_else(|| format!("holds text that is not base64: it {FORM}"))?;
    Ok(Bytes { data, filename: None, media_type: media_type.map(Cow::Borrowed) })
}

/// Base64 in either alphabet (RFC 4648, sections 4 and 5), white space left out, padded or not.
fn decode(text: &str) -> Option<Vec<u8>> {
    let dense: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let url_safe = dense.iter().any(|byte| matches!(byte, b'-' | b'_'));
    let alphabet = if url_safe { &URL_SAFE } else { &STANDARD };
    let padding = GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    GeneralPurpose::new(alphabet, padding).decode(dense).ok()
}

/// A media type that can stand in a header: two names, and parameters without line breaks.
fn checked(media_type: &str) -> Result<&str, String> {
    let essence = media_type.split(';').next().unwrap_or_default().trim_end();
    let is_token = |name: &str| {
        !name.is_empty()
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$&^_.+-".contains(&byte))
    };
    let sound = essence.split_once('/').is_some_and(|(kind, name)| is_token(kind) && is_token(name))
        && media_type.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ');
    if sound {
        Ok(media_type)
    } else {
        Err("must have a media type like image/png as its media_type".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn reads_every_form() {
        for (value, data, filename, media_type) in [
            (json!("AP/+gA=="), &b"\x00\xff\xfe\x80"[..], None, None),
            (json!("AP/+gA"), b"\x00\xff\xfe\x80", None, None),
            (json!("AP_-gA"), b"\x00\xff\xfe\x80", None, None),
            (json!("aGVs\r\nbG8=\n"), b"hello", None, None),
            (json!(""), b"", None, None),
            (json!("data:image/png;base64,aGk="), b"hi", None, Some("image/png")),
            (json!({"data": "aGk="}), b"hi", None, None),
            (
                json!({"data": "aGk=", "filename": "a.txt", "media_type": "text/plain; charset=utf-8"}),
                b"hi",
                Some("a.txt"),
                Some("text/plain; charset=utf-8"),
            ),
            (json!({"data": "aGk=", "filename": null}), b"hi", None, None),
            (json!("{\"data\":\"aGk=\",\"filename\":\"a\"}"), b"hi", Some("a"), None),
        ] {
            let bytes = read(&value).expect("bytes");
            assert_eq!(bytes.data, data, "{value}");
            assert_eq!(
                (bytes.filename.as_deref(), bytes.media_type.as_deref()),
                (filename, media_type),
                "{value}"
            );
        }
    }

    #[test]
    fn refuses_what_is_no_base64() {
        for (value, said) in [
            (json!("not base64!"), "holds text that is not base64"),
            (json!("a"), "holds text that is not base64"),
            (json!({"filename": "x"}), FORM),
            (json!({"data": 5}), "must have text as its data"),
            (json!({"data": "", "name": "x"}), "takes no `name`: it must be"),
            (json!({"data": "", "media_type": "png"}), "must have a media type"),
            (json!({"data": "", "media_type": "image/png\r\nX-Evil: 1"}), "must have a media type"),
            (json!("{\"data\""), FORM),
            (json!(5), FORM),
        ] {
            let error = read(&value).expect_err("refused");
            assert!(error.starts_with(said), "{value}: {error}");
        }
    }
}
