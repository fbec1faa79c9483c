//! Keywords → what their values must be, and whether a value is that.

use serde_json::{Map, Number, Value};

/// What stands under a keyword.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// A reference.
    Reference,
    /// A reference that depends on where evaluation came from.
    DynamicReference,
    /// A type, or a list of types.
    Type,
    /// A schema.
    Schema,
    /// `items`: a schema, or in older drafts a list of them.
    Items,
    /// `additionalItems` of older drafts: what `items` is beside `prefixItems` now.
    AdditionalItems,
    /// A list of schemas.
    SchemaList,
    /// Schemas by name.
    SchemaMap,
    /// `exclusiveMinimum` and its like: a number, or in 3.0 a switch.
    Exclusive,
    /// `discriminator`.
    Discriminator,
    /// A value that is kept when it fits.
    Plain(Plain),
    /// Says nothing about values, or is read elsewhere.
    Dropped,
    /// No keyword.
    Unknown,
}

/// What a plain value must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Plain {
    /// Anything.
    Any,
    /// A list.
    List,
    /// Text.
    Text,
    /// `true` or `false`.
    Flag,
    /// A number.
    Number,
    /// A number above 0.
    Positive,
    /// A whole number from 0.
    Count,
    /// A list of words.
    Words,
    /// Lists of words by name.
    WordsMap,
}

/// The shape of a keyword's value.
pub(super) fn shape(keyword: &str) -> Shape {
    match keyword {
        "$ref" => Shape::Reference,
        "$dynamicRef" | "$recursiveRef" => Shape::DynamicReference,
        "type" => Shape::Type,
        "not"
        | "if"
        | "then"
        | "else"
        | "contains"
        | "propertyNames"
        | "additionalProperties"
        | "unevaluatedItems"
        | "unevaluatedProperties"
        | "contentSchema" => Shape::Schema,
        "items" => Shape::Items,
        "additionalItems" => Shape::AdditionalItems,
        "allOf" | "anyOf" | "oneOf" | "prefixItems" => Shape::SchemaList,
        "properties" | "patternProperties" | "dependentSchemas" => Shape::SchemaMap,
        "exclusiveMinimum" | "exclusiveMaximum" => Shape::Exclusive,
        "discriminator" => Shape::Discriminator,
        "example" | "examples" | "nullable" | "xml" | "externalDocs" | "$schema" | "$id" | "id"
        | "$anchor" | "$dynamicAnchor" | "$recursiveAnchor" | "$vocabulary" | "$comment" | "$defs"
        | "definitions" | "collectionFormat" => Shape::Dropped,
        _ if keyword.starts_with("x-") => Shape::Dropped,
        _ => plain(keyword).map_or(Shape::Unknown, Shape::Plain),
    }
}

fn plain(keyword: &str) -> Option<Plain> {
    Some(match keyword {
        "const" | "default" => Plain::Any,
        "enum" => Plain::List,
        "title" | "description" | "format" | "pattern" | "contentEncoding" | "contentMediaType" => {
            Plain::Text
        }
        "readOnly" | "writeOnly" | "deprecated" | "uniqueItems" => Plain::Flag,
        "minimum" | "maximum" => Plain::Number,
        "multipleOf" => Plain::Positive,
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties"
        | "minContains" | "maxContains" => Plain::Count,
        "required" => Plain::Words,
        "dependentRequired" => Plain::WordsMap,
        _ => return None,
    })
}

/// The value as it is kept; `None` when it is not what the keyword takes.
pub(super) fn fitting(plain: Plain, value: &Value) -> Option<Value> {
    let fits = match plain {
        Plain::Any => true,
        Plain::List => value.is_array(),
        Plain::Text => value.is_string(),
        Plain::Flag => value.is_boolean(),
        Plain::Number => value.is_number(),
        Plain::Positive => value.as_f64().is_some_and(|number| number > 0.0),
        Plain::Count => return count(value),
        Plain::Words => return words(value),
        Plain::WordsMap => return words_map(value),
    };
    fits.then(|| value.clone())
}

/// A whole number, also when written `5.0`.
fn count(value: &Value) -> Option<Value> {
    if value.is_u64() {
        return Some(value.clone());
    }
    let number = value.as_f64().filter(|number| *number >= 0.0 && number.fract() == 0.0 && *number < 1e15)?;
    Some(Value::Number(Number::from(number as u64)))
}

/// The words of a list, each once; other items are left out.
fn words(value: &Value) -> Option<Value> {
    let mut words: Vec<Value> = value.as_array()?.iter().filter(|item| item.is_string()).cloned().collect();
    let mut seen = std::collections::BTreeSet::new();
    words.retain(|word| seen.insert(word.as_str().unwrap_or_default().to_owned()));
    Some(Value::Array(words))
}

fn words_map(value: &Value) -> Option<Value> {
    let members = value.as_object()?.iter();
    let lists = members.filter_map(|(name, list)| Some((name.clone(), words(list)?)));
    Some(Value::Object(lists.collect::<Map<String, Value>>()))
}

/// The JSON types a `type` names, as it is kept: a word or a list of several. Words that name none are left out.
pub(super) fn types(value: &Value) -> Option<Value> {
    let mut words = Vec::new();
    match value {
        Value::Array(items) => items.iter().filter_map(type_word).for_each(|word| {
            if !words.contains(&word) {
                words.push(word);
            }
        }),
        one => words.extend(type_word(one)),
    }
    match words.as_slice() {
        [] => None,
        [word] => Some(Value::from(*word)),
        words => Some(Value::from(words)),
    }
}

/// The name of a JSON type. YAML reads an unquoted `null` as no text, `file` is OpenAPI 2.0's word for bytes, and
/// some write names large.
fn type_word(value: &Value) -> Option<&'static str> {
    let Some(text) = value.as_str() else { return value.is_null().then_some("null") };
    let word = if text.eq_ignore_ascii_case("file") { "string" } else { text };
    let names = fewtools_contract::Types::NAMES.iter();
    names.map(|(name, _)| *name).find(|name| name.eq_ignore_ascii_case(word))
}
