//! Values of a catalogue → pieces of Rust that a template may print.

use fewtools_contract::Types;
use minijinja::value::{Value, ValueKind};
use minijinja::{Error, ErrorKind};

use super::escape;

/// Words that are no identifier without `r#`, in any edition up to 2024.
const KEYWORDS: [&str; 49] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro",
    "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "static", "struct", "trait",
    "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield", "_",
];

/// Words that are no identifier even with `r#`.
const PATH_WORDS: [&str; 4] = ["self", "Self", "super", "crate"];

/// A text as a Rust string literal.
pub(super) fn lit(value: &Value) -> Result<Value, Error> {
    let text = value.as_str().ok_or_else(|| wrong("lit", "a text", value))?;
    Ok(Value::from_safe_string(escape::literal(text)))
}

/// A name as a Rust identifier. Names that differ give identifiers that differ.
pub(super) fn ident(value: &Value) -> Result<Value, Error> {
    let name = value.as_str().filter(|name| is_name(name)).ok_or_else(|| wrong("ident", "a name", value))?;
    let identifier = match name {
        keyword if KEYWORDS.contains(&keyword) => format!("r#{keyword}"),
        word if PATH_WORDS.contains(&word.trim_end_matches('_')) => format!("{word}_"),
        free => free.to_owned(),
    };
    Ok(Value::from_safe_string(identifier))
}

/// A number or none as an `Option`.
pub(super) fn optional(value: &Value) -> Result<Value, Error> {
    match value.kind() {
        ValueKind::None => Ok(Value::from_safe_string("None".to_owned())),
        ValueKind::Number if value.is_integer() => Ok(Value::from_safe_string(format!("Some({value})"))),
        _ => Err(wrong("optional", "an integer or none", value)),
    }
}

/// The number that stands for a set of JSON types as the constants that make it.
pub(super) fn types(value: &Value) -> Result<Value, Error> {
    let bits = value.as_usize().and_then(|bits| u8::try_from(bits).ok());
    let types = Types(bits.ok_or_else(|| wrong("types", "a set of types", value))?);
    let names: Vec<String> = types.names().map(|name| format!("Types::{}", name.to_uppercase())).collect();
    let known = Types::NAMES.iter().fold(Types(0), |all, (_, one)| all.with(*one));
    let text = match names.split_first() {
        _ if types == Types::ANY => "Types::ANY".to_owned(),
        Some((first, rest)) if types.without(known).is_empty() => {
            rest.iter().fold(first.clone(), |text, name| format!("{text}.with({name})"))
        }
        _ => format!("Types({})", types.0),
    };
    Ok(Value::from_safe_string(text))
}

fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn wrong(filter: &str, wanted: &str, found: &Value) -> Error {
    Error::new(ErrorKind::InvalidOperation, format!("`{filter}` takes {wanted}, not {found:?}"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn text(result: Result<Value, Error>) -> String {
        let value = result.unwrap();
        assert!(value.is_safe());
        value.as_str().unwrap().to_owned()
    }

    #[test]
    fn every_keyword_becomes_an_identifier() {
        for word in KEYWORDS.iter().filter(|word| **word != "_").chain(&PATH_WORDS) {
            let identifier = text(ident(&Value::from(*word)));
            syn::parse_str::<syn::Ident>(&identifier).unwrap_or_else(|error| panic!("{identifier}: {error}"));
        }
    }

    #[test]
    fn every_word_that_is_no_plain_identifier_is_known() {
        for word in ["auto", "default", "macro_rules", "raw", "safe", "union", "queue_action", "Tool"] {
            assert_eq!(text(ident(&Value::from(word))), word);
        }
    }

    #[test]
    fn names_that_differ_stay_different() {
        let names = ["self", "self_", "self__", "Self", "Self_", "crate", "crate_", "super", "type", "type_"];
        let identifiers: BTreeSet<String> =
            names.iter().map(|name| text(ident(&Value::from(*name)))).collect();
        assert_eq!(identifiers.len(), names.len());
    }

    #[test]
    fn what_is_no_name_is_refused() {
        for name in ["", "_", "9lives", "a-b", "a b", "é", "a\n", "r#type", "x::y"] {
            assert!(ident(&Value::from(name)).is_err(), "{name:?}");
        }
        assert!(ident(&Value::from(1)).is_err());
    }

    #[test]
    fn types_are_written_as_their_constants() {
        assert_eq!(text(types(&Value::from(Types::STRING.0))), "Types::STRING");
        assert_eq!(
            text(types(&Value::from(Types::STRING.with(Types::NULL).0))),
            "Types::NULL.with(Types::STRING)"
        );
        assert_eq!(text(types(&Value::from(Types::ANY.0))), "Types::ANY");
        assert_eq!(text(types(&Value::from(0))), "Types(0)");
        assert_eq!(text(types(&Value::from(255))), "Types(255)");
        assert!(types(&Value::from(256)).is_err());
    }

    #[test]
    fn an_index_is_optional() {
        assert_eq!(text(optional(&Value::from(3))), "Some(3)");
        assert_eq!(text(optional(&Value::from(()))), "None");
        assert!(optional(&Value::from("3")).is_err());
        assert!(optional(&Value::from(1.5)).is_err());
    }

    #[test]
    fn only_a_text_is_a_literal() {
        assert_eq!(text(lit(&Value::from("a"))), "\"a\"");
        assert!(lit(&Value::from(1)).is_err());
        assert!(lit(&Value::UNDEFINED).is_err());
    }
}
