//! Puts a validation error into a sentence for a model: the path inside the argument, and what is accepted there.

use std::fmt;

use jsonschema::ValidationError;
use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use jsonschema::paths::LocationSegment;
use serde_json::Value;

use super::super::nearest::nearest;
use super::super::text;
use super::Named;
use crate::refusal::{Fault, reason};
use crate::visible::marked;

/// Alternatives inside alternatives are followed this far.
const DEPTH: usize = 4;

/// What places are called, by the keys that lead there.
type Names<'n> = dyn Fn(&[String]) -> Named + 'n;

/// The fault that an error of a value stands for, whose places are called by what `name` says of the keys that lead there.
pub(super) fn fault(name: &Names<'_>, error: &ValidationError<'_>) -> Fault {
    let mut keys = keys(error);
    let whole = name(&keys);
    let found = find(name, error, DEPTH);
    keys.extend(at_fault(error.kind()));
    let inner = name(&keys);
    let argument = match inner.parts.first().or(whole.parts.first()) {
        _ if inner.given => inner.name,
        Some(part) => (*part).to_owned(),
        None => whole.name,
    };
    let text: String = found.said.chars().take(400).collect();
    Fault::new(found.reason, &argument, text::sentence(&text))
        .accepting(found.accepted)
        .near(found.closest.as_deref())
}

/// The key that is absent, or one that should be.
fn at_fault(kind: &Kind) -> Option<String> {
    match kind {
        Kind::Required { property } => property.as_str().map(str::to_owned),
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            unexpected.first().cloned()
        }
        Kind::PropertyNames { error } => error.instance().as_str().map(str::to_owned),
        _ => None,
    }
}

/// The keys at the beginning of the way to what is wrong.
pub(super) fn keys(error: &ValidationError<'_>) -> Vec<String> {
    let key = |segment| match segment {
        LocationSegment::Property(key) => Some(key.to_string()),
        LocationSegment::Index(_) => None,
    };
    error.instance_path().segments().map_while(key).collect()
}

/// What is wrong at one place of the value.
struct Found {
    said: String,
    reason: &'static str,
    accepted: Vec<String>,
    closest: Option<String>,
}

fn find(name: &Names<'_>, error: &ValidationError<'_>, depth: usize) -> Found {
    let path = path(&name(&keys(error)), error);
    match error.kind() {
        Kind::Enum { options } => one_of(&path, options, error.instance()),
        Kind::Constant { expected_value } => {
            one_of(&path, &Value::Array(vec![(**expected_value).clone()]), error.instance())
        }
        Kind::AnyOf { context } | Kind::OneOfNotValid { context } if depth > 0 => {
            alternatives(name, &path, context, depth)
        }
        Kind::Type { kind } => {
            let types = type_names(kind);
            let words: Vec<&str> = types.iter().map(|name| text::type_name(name)).collect();
            let said = format!("{path} must be {}, not {}", words.join(" or "), text::kind(error.instance()));
            Found { said, reason: reason::TYPE, accepted: types, closest: None }
        }
        Kind::Required { property } => {
            let (reason, what) = absent(name, error, property);
            Found { said: format!("{path} needs {what}"), reason, accepted: Vec::new(), closest: None }
        }
        kind => {
            let (reason, rest) = plain(kind);
            Found { said: format!("{path} {rest}"), reason, accepted: Vec::new(), closest: None }
        }
    }
}

/// What a call has to say for a property that is absent, if it can.
fn absent(name: &Names<'_>, error: &ValidationError<'_>, property: &Value) -> (&'static str, String) {
    let word = plain_word(property);
    let mut keys = keys(error);
    keys.extend(property.as_str().map(str::to_owned));
    let inner = name(&keys);
    let what = match inner.parts.as_slice() {
        _ if inner.closed => return (reason::UNSENDABLE, format!("{word}, which no argument gives")),
        _ if inner.given && inner.skip == keys.len() => inner.name,
        [] => word,
        [part] => (*part).to_owned(),
        parts => format!("one of {}", text::list(parts)),
    };
    (reason::MISSING, what)
}

/// The errors that need nothing but their own numbers and names.
fn plain(kind: &Kind) -> (&'static str, String) {
    match kind {
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            (reason::UNKNOWN, format!("takes no {}", text::list(&cleaned(unexpected))))
        }
        Kind::Minimum { limit } => (reason::RANGE, format!("must be at least {limit}")),
        Kind::Maximum { limit } => (reason::RANGE, format!("must be at most {limit}")),
        Kind::ExclusiveMinimum { limit } => (reason::RANGE, format!("must be more than {limit}")),
        Kind::ExclusiveMaximum { limit } => (reason::RANGE, format!("must be less than {limit}")),
        Kind::MultipleOf { multiple_of } => (reason::RANGE, format!("must be a multiple of {multiple_of}")),
        Kind::MinLength { limit } => {
            (reason::LENGTH, format!("must have at least {}", counted(limit, "character")))
        }
        Kind::MaxLength { limit } => {
            (reason::LENGTH, format!("must have at most {}", counted(limit, "character")))
        }
        Kind::MinItems { limit } => {
            (reason::LENGTH, format!("must have at least {}", counted(limit, "item")))
        }
        Kind::MaxItems { limit } => (reason::LENGTH, format!("must have at most {}", counted(limit, "item"))),
        Kind::AdditionalItems { limit } => {
            (reason::LENGTH, format!("must have at most {}", counted(limit, "item")))
        }
        Kind::UnevaluatedItems { .. } => (reason::LENGTH, "has more items than it may".to_owned()),
        Kind::MinProperties { limit } => {
            (reason::LENGTH, format!("must have at least {}", counted(limit, "key")))
        }
        Kind::MaxProperties { limit } => {
            (reason::LENGTH, format!("must have at most {}", counted(limit, "key")))
        }
        Kind::UniqueItems => (reason::VALUE, "must not hold the same item twice".to_owned()),
        Kind::Contains => (reason::VALUE, "lacks an item that it must have".to_owned()),
        Kind::Pattern { pattern } => {
            (reason::FORMAT, format!("must match the pattern {}", marked(pattern, 120)))
        }
        Kind::Format { format } => (reason::FORMAT, format!("must be of the format {}", marked(format, 60))),
        Kind::PropertyNames { error } => match error.instance().as_str() {
            Some(key) => (reason::UNKNOWN, format!("takes no {}", text::list(&cleaned(&[key.to_owned()])))),
            None => (reason::UNKNOWN, "has a key that is not accepted".to_owned()),
        },
        Kind::OneOfMultipleValid { .. } => {
            (reason::VALUE, "fits more than one of its alternatives; it must fit exactly one".to_owned())
        }
        Kind::FalseSchema => (reason::UNKNOWN, "is not accepted here".to_owned()),
        Kind::BacktrackLimitExceeded { .. } | Kind::RegexEngineFailure { .. } => {
            (reason::FORMAT, "could not be compared with its pattern; a shorter value may do".to_owned())
        }
        _ => (reason::VALUE, "does not fit what is accepted here".to_owned()),
    }
}

/// `1 key`, `2 keys`
fn counted(number: impl fmt::Display, of: &str) -> String {
    let number = number.to_string();
    format!("{number} {of}{}", if number == "1" { "" } else { "s" })
}

fn one_of(path: &str, options: &Value, given: &Value) -> Found {
    let texts: Vec<String> = options.as_array().into_iter().flatten().map(Value::to_string).collect();
    let accepted = text::words(&texts.iter().map(String::as_str).collect::<Vec<_>>());
    let closest = given.as_str().and_then(|given| nearest(given, accepted.iter().map(String::as_str)));
    let closest = closest.map(str::to_owned);
    let said = match accepted.as_slice() {
        [only] => format!("{path} must be {only}"),
        _ => {
            let meant = text::did_you_mean(closest.as_deref());
            format!("{path} must be one of: {}.{meant}", text::list(&accepted))
        }
    };
    Found { said, reason: reason::VALUE, accepted, closest }
}

/// Of several alternatives the one that was probably meant: the one with the fewest faults, where a wrong type or
/// a wrong fixed value counts most.
fn alternatives(
    name: &Names<'_>,
    path: &str,
    context: &[Vec<ValidationError<'static>>],
    depth: usize,
) -> Found {
    let distance = |errors: &Vec<ValidationError<'static>>| {
        let heavy = errors.iter().filter(|error| is_heavy(error)).count();
        (heavy, errors.len())
    };
    let nearest = context.iter().filter(|errors| !errors.is_empty()).min_by_key(|errors| distance(errors));
    let inner = nearest.and_then(|errors| errors.first()).map(|error| find(name, error, depth - 1));
    let Some(inner) = inner else {
        let said = format!("{path} fits none of its alternatives");
        return Found { said, reason: reason::VALUE, accepted: Vec::new(), closest: None };
    };
    Found {
        said: format!(
            "{path} fits none of its {} alternatives; for the nearest, {}",
            context.len(),
            inner.said
        ),
        ..inner
    }
}

fn is_heavy(error: &ValidationError<'_>) -> bool {
    matches!(error.kind(), Kind::Type { .. } | Kind::Constant { .. } | Kind::Enum { .. } | Kind::FalseSchema)
}

/// The argument's name and the way into its value: `rule.items[3].severity`.
fn path(name: &Named, error: &ValidationError<'_>) -> String {
    let mut path = name.name.clone();
    for segment in error.instance_path().segments().skip(name.skip) {
        match segment {
            LocationSegment::Property(key) => {
                path.push('.');
                path.push_str(&marked(&key, 60));
            }
            LocationSegment::Index(index) => path.push_str(&format!("[{index}]")),
        }
    }
    marked(&path, 200)
}

fn type_names(kind: &TypeKind) -> Vec<String> {
    match kind {
        TypeKind::Single(one) => vec![one.to_string()],
        TypeKind::Multiple(several) => several.iter().map(|one| one.to_string()).collect(),
    }
}

fn plain_word(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), |word| marked(word, 60))
}

fn cleaned(words: &[String]) -> Vec<String> {
    words.iter().take(10).map(|word| marked(word, 60)).collect()
}
