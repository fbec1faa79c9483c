//! A prompt's template → its text with marks for what callers fill in, or what keeps it from being filled in.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use minijinja::value::{Kwargs, Value, ValueKind};
use minijinja::{Environment, Error, ErrorKind, OutputSpan, OutputSpanKind, UndefinedBehavior};

use super::TextPiece;
use crate::plan::hole::HoleKind;
use crate::plan::mentions::{Lexicon, NAMED, Unknown, sentences};

/// How much a template may do: many times what the largest text needs.
const FUEL: u64 = 200_000;
/// The most faults of one file that are looked for.
const MAX_TROUBLES: usize = 20;

/// The mark of the first argument, in a plane of characters that no text may hold. Each further argument has the next.
const FIRST_ARGUMENT: u32 = 0xF_0000;
/// The most arguments that are marked.
const MAX_ARGUMENTS: u32 = 0x1000;
/// Stands before what is never to be done.
const NEVER: char = '\u{FF000}';
/// Stands behind it.
const END_NEVER: char = '\u{FF001}';

/// A filled-in text.
#[derive(Debug)]
pub(super) struct Rendered {
    /// The text, with a mark for each argument and around what is never to be done.
    pub text: String,
    spans: Vec<OutputSpan>,
}

/// What keeps a template from being filled in, at bytes of its source.
#[derive(Debug)]
pub(super) enum Trouble {
    /// A tool or a resource that does not exist.
    Unknown(Unknown),
    /// A name that is no argument.
    Undefined {
        /// Where.
        at: Range<usize>,
        /// The name.
        name: String,
    },
    /// Anything else.
    Template {
        /// Where.
        at: Range<usize>,
        /// Why.
        why: String,
        /// What to write instead.
        instead: &'static str,
    },
}

impl Rendered {
    /// The bytes of the source that became these bytes of the text.
    pub fn source(&self, at: &Range<usize>) -> Range<usize> {
        let span = self.spans.iter().find(|span| span.output_range().contains(&at.start));
        let Some(span) = span else { return 0..0 };
        let source = span.source_range();
        match span.kind() {
            OutputSpanKind::Raw => {
                let start = source.start + (at.start - span.output_range().start);
                start..start + at.len()
            }
            _ => source,
        }
    }

    /// The parts of the text that say what is never to be done.
    pub fn never(&self) -> Vec<Range<usize>> {
        let starts = self.text.match_indices(NEVER).map(|(at, _)| at);
        starts
            .map(|start| {
                let rest = self.text.get(start..).unwrap_or_default();
                start..start + rest.find(END_NEVER).unwrap_or(rest.len())
            })
            .collect()
    }

    /// The text in pieces, without marks and without the white space around it.
    pub fn pieces(&self) -> Vec<TextPiece> {
        let mut pieces = Vec::new();
        let mut text = String::new();
        for character in self.text.trim().chars() {
            match argument(character) {
                Some(index) => {
                    if !text.is_empty() {
                        pieces.push(TextPiece::Text(std::mem::take(&mut text)));
                    }
                    pieces.push(TextPiece::Argument(index));
                }
                None if matches!(character, NEVER | END_NEVER | NAMED) => {}
                None => text.push(character),
            }
        }
        if !text.is_empty() {
            pieces.push(TextPiece::Text(text));
        }
        pieces
    }
}

/// Fills in a template. Names that do not exist are told, each once, and the text is there all the same; anything else
/// that is wrong ends it.
pub(super) fn render(
    lexicon: &Lexicon<'_>,
    source: &str,
    arguments: &[&str],
) -> (Option<Rendered>, Vec<Trouble>) {
    let known = Known {
        tools: lexicon.tool_names(),
        addresses: lexicon.addresses(),
        told: Arc::new(Mutex::new(BTreeSet::new())),
    };
    let told = Arc::clone(&known.told);
    let environment = environment(lexicon, known);
    let marks = arguments.iter().zip(0..MAX_ARGUMENTS).filter_map(|(name, index)| {
        Some(((*name).to_owned(), Value::from(char::from_u32(FIRST_ARGUMENT + index)?.to_string())))
    });
    let marks: BTreeMap<String, Value> = marks.collect();
    let mut troubles = Vec::new();
    while troubles.len() < MAX_TROUBLES {
        let rendered = environment.template_from_named_str("prompt", source);
        let error = match rendered.and_then(|template| template.render_with_spans(Value::from(marks.clone())))
        {
            Ok((text, spans)) => return (Some(Rendered { text, spans }), troubles),
            Err(error) => error,
        };
        let at = error.range().unwrap_or_default();
        let Some(unknown) =
            std::error::Error::source(&error).and_then(|source| source.downcast_ref::<NoSuch>())
        else {
            troubles.push(trouble(&error, source, at));
            break;
        };
        told.lock().unwrap_or_else(PoisonError::into_inner).insert(unknown.name.clone());
        troubles.push(Trouble::Unknown(unknown.at(at)));
    }
    (None, troubles)
}

/// What the functions of a template know.
#[derive(Clone)]
struct Known {
    tools: Vec<String>,
    addresses: Vec<String>,
    /// Names that do not exist and were told.
    told: Arc<Mutex<BTreeSet<String>>>,
}

/// A tool or a resource that does not exist.
#[derive(Debug, Clone)]
struct NoSuch {
    kind: HoleKind,
    name: String,
    candidates: Vec<String>,
}

impl std::fmt::Display for NoSuch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "there is no `{}`", self.name)
    }
}

impl std::error::Error for NoSuch {}

impl NoSuch {
    fn at(&self, at: Range<usize>) -> Unknown {
        let what = if self.kind == HoleKind::Reference { "no tool" } else { "" };
        Unknown {
            kind: self.kind,
            at,
            name: self.name.clone(),
            what: what.to_owned(),
            candidates: self.candidates.clone(),
            instead: String::new(),
        }
    }
}

/// Nothing of the engine's own: no filter, test or function but ours.
fn environment(lexicon: &Lexicon<'_>, known: Known) -> Environment<'static> {
    let mut environment = Environment::empty();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_debug(true);
    environment.set_fuel(Some(FUEL));
    let tools = known.clone();
    environment.add_function("tool", move |name: &str, settings: Kwargs| {
        tools.expect(HoleKind::Reference, name, &tools.tools, tools.tools.iter().any(|tool| tool == name))?;
        with_settings(name, &settings)
    });
    let resources = lexicon.matcher();
    environment.add_function("resource", move |address: &str| {
        let exists = resources.find(address).is_some();
        known.expect(HoleKind::Resource, address, &known.addresses, exists)?;
        Ok(address.to_owned())
    });
    environment.add_function("never", |text: &str| {
        if sentences(text).len() > 1 {
            let what = "`never` takes one sentence: what comes after its end would not be a \"do not\"";
            return Err(Error::new(ErrorKind::InvalidOperation, what));
        }
        Ok(format!("{NEVER}Do not {}{END_NEVER}", ended(text)))
    });
    environment
}

impl Known {
    /// An error where a name does not exist and nobody said so yet.
    fn expect(&self, kind: HoleKind, name: &str, candidates: &[String], exists: bool) -> Result<(), Error> {
        let told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if exists || told.contains(name) {
            return Ok(());
        }
        let unknown = NoSuch { kind, name: name.to_owned(), candidates: candidates.to_vec() };
        Err(Error::new(ErrorKind::InvalidOperation, unknown.to_string()).with_source(unknown))
    }
}

/// `queue_action action=purge filter="a b"`, with a mark before it.
fn with_settings(name: &str, settings: &Kwargs) -> Result<String, Error> {
    let mut text = format!("{NAMED}{name}");
    for key in settings.args() {
        let value: Value = settings.peek(key)?;
        if !matches!(value.kind(), ValueKind::String | ValueKind::Number | ValueKind::Bool) {
            let what = format!("`{key}` is no text, number or boolean");
            return Err(Error::new(ErrorKind::InvalidOperation, what));
        }
        let value = value.to_string();
        let is_plain =
            !value.is_empty() && value.chars().all(|c| c.is_alphanumeric() || "_-.:#/*@".contains(c));
        let quoted = if is_plain { value } else { format!("\"{}\"", value.replace('"', "'")) };
        text.push_str(&format!(" {key}={quoted}"));
    }
    Ok(text)
}

fn ended(text: &str) -> String {
    let text = text.trim();
    if text.ends_with(['.', '!', '?']) { text.to_owned() } else { format!("{text}.") }
}

fn trouble(error: &Error, source: &str, at: Range<usize>) -> Trouble {
    let written = source.get(at.clone()).unwrap_or_default().trim();
    let is_name = !written.is_empty() && written.chars().all(|c| c == '_' || c.is_ascii_alphanumeric());
    if error.kind() == ErrorKind::UndefinedError && is_name {
        return Trouble::Undefined { at, name: written.to_owned() };
    }
    let (why, instead) = match (error.kind(), error.detail()) {
        (ErrorKind::OutOfFuel, _) => ("does too much to be filled in".to_owned(), "a text without loops"),
        (_, Some(detail)) => (format!("cannot be filled in: {detail}"), OFFERED),
        (kind, None) => (format!("cannot be filled in: {kind}"), OFFERED),
    };
    Trouble::Template { at, why, instead }
}

/// What a template may use.
const OFFERED: &str = "`{{ argument }}`, `{{ tool(\"name\", argument=\"value\") }}`, `{{ resource(\"address\") }}` and \
                       `{{ never(\"text\") }}`";

fn argument(character: char) -> Option<usize> {
    let index = u32::from(character).checked_sub(FIRST_ARGUMENT).filter(|index| *index < MAX_ARGUMENTS)?;
    usize::try_from(index).ok()
}
