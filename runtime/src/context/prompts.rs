//! Turns a prompt and the caller's arguments into its text.

use std::fmt;

use fewtools_contract::{Prompt, PromptArgument, PromptPart};
use serde_json::{Map, Value};

use super::fence;
use crate::arguments::nearest::{nearest, shown};
use crate::visible::is_invisible;
use crate::{Caller, Dispatcher};

/// The most characters of one argument.
const LONGEST: usize = 4_000;

/// Stands where an argument is not given.
const ABSENT: &str = "(not given)";

/// Why a prompt is not given.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PromptError {
    /// No prompt of this name is offered to the caller.
    Unknown,
    /// The arguments are refused, in a sentence.
    Refused(String),
}

impl fmt::Display for PromptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("Unknown prompt."),
            Self::Refused(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for PromptError {}

impl Dispatcher {
    /// Every prompt that this caller is offered, as `prompts/list` shows it, in listing order.
    pub fn prompts(&self, caller: &Caller) -> &[Map<String, Value>] {
        self.surfaces().of(caller).prompt_list()
    }

    /// The text of a prompt. What the caller gives is fenced and read by nothing: it is data to the model, too.
    ///
    /// # Errors
    /// [`PromptError`] for an unknown prompt, and for arguments that are missing, unknown, no text, over 4,000
    /// characters, or hold invisible characters, or control characters other than tabs and line breaks.
    pub fn prompt(
        &self,
        caller: &Caller,
        name: &str,
        arguments: &Map<String, Value>,
    ) -> Result<String, PromptError> {
        let index = self.surfaces().of(caller).prompt(name);
        let prompt =
            index.and_then(|index| self.catalogue().prompts.get(index)).ok_or(PromptError::Unknown)?;
        let given = judged(prompt, arguments).map_err(PromptError::Refused)?;
        Ok(filled(prompt, &given))
    }
}

fn filled(prompt: &Prompt<'_>, given: &[Option<&str>]) -> String {
    let mut text = String::new();
    for part in prompt.text {
        match part {
            PromptPart::Text(own) => text.push_str(own),
            PromptPart::Argument(index) => match given.get(*index).copied().flatten() {
                Some(value) => fence::push(value, &mut text),
                None => text.push_str(ABSENT),
            },
        }
    }
    text
}

/// One value for each argument of the prompt. An empty text is none.
fn judged<'v>(prompt: &Prompt<'_>, given: &'v Map<String, Value>) -> Result<Vec<Option<&'v str>>, String> {
    let names = || prompt.arguments.iter().map(|argument| argument.name);
    if let Some(unknown) = given.keys().find(|name| !names().any(|known| known == *name)) {
        let closest =
            nearest(unknown, names()).map_or(String::new(), |word| format!(" Did you mean {word}?"));
        return Err(format!("{} is no argument of {}.{closest}", shown(unknown), prompt.name));
    }
    prompt.arguments.iter().map(|argument| value(prompt, argument, given.get(argument.name))).collect()
}

fn value<'v>(
    prompt: &Prompt<'_>,
    argument: &PromptArgument<'_>,
    given: Option<&'v Value>,
) -> Result<Option<&'v str>, String> {
    let name = argument.name;
    match given {
        None | Some(Value::Null) if argument.required => Err(format!("{} needs {name}.", prompt.name)),
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) if text.is_empty() && argument.required => {
            Err(format!("{} needs {name}, and it is empty.", prompt.name))
        }
        Some(Value::String(text)) if text.chars().nth(LONGEST).is_some() => {
            Err(format!("{name} is longer than {LONGEST} characters."))
        }
        Some(Value::String(text)) if text.chars().any(is_unfit) => {
            Err(format!("{name} holds control characters; only tabs and line breaks are taken."))
        }
        Some(Value::String(text)) => match text.chars().find(|c| is_invisible(*c)) {
            Some(hidden) => Err(format!(
                "{name} holds the invisible character U+{:04X}; leave it out.",
                u32::from(hidden)
            )),
            None => Ok(Some(text.as_str()).filter(|text| !text.is_empty())),
        },
        Some(_) => Err(format!("{name} must be text.")),
    }
}

fn is_unfit(character: char) -> bool {
    character.is_control() && !matches!(character, '\t' | '\n' | '\r')
}
