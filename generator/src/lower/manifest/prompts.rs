//! `prompts` → what a person gives to the model, each with its arguments and the text of its file.

use indexmap::IndexMap;
use serde_json::Value;

use super::cursor::Cursor;
use super::keys::Keys;
use crate::load::Documents;
use crate::lower::curation::{PromptArgumentEntry, PromptEntry, Spot, Word};

const PROMPT: Keys = Keys {
    expected: "a prompt: a mapping with `about` and `text`",
    known: &["about", "args", "text"],
    later: &[],
};

const ARGUMENT: Keys = Keys {
    expected: "the name of an argument, or a mapping with `name`, `about` or `optional`",
    known: &["name", "about", "optional"],
    later: &[],
};

pub(super) fn of(documents: &Documents, at: &Cursor<'_>) -> IndexMap<String, Spot<PromptEntry>> {
    let entries = at.entries("a mapping of prompts").into_iter();
    let entry =
        |(name, at): (Word, Cursor<'_>)| Some((name.value, Spot::new(prompt(documents, &at)?, name.at)));
    entries.filter_map(entry).collect()
}

/// A prompt; `None` too where its file could not be read, which the loader has told.
fn prompt(documents: &Documents, at: &Cursor<'_>) -> Option<PromptEntry> {
    let members = at.members(&PROMPT)?;
    let about = members.required("about", "one sentence on what it is for").and_then(|at| at.prose());
    let file = members.required("text", "the path of its text").and_then(|at| at.word("a path"));
    let args = members.get("args").map(|at| arguments(&at)).unwrap_or_default();
    let file = file?;
    let source = documents.prompt(&file.value)?;
    let text = documents.source(source)?.text.clone();
    Some(PromptEntry { about: about?, args, file, text, source })
}

fn arguments(at: &Cursor<'_>) -> Vec<PromptArgumentEntry> {
    let items = at.items("a list of arguments");
    let arguments: Vec<_> = items.iter().filter_map(argument).collect();
    at.once(&arguments.iter().map(|argument| argument.name.clone()).collect::<Vec<_>>());
    arguments
}

fn argument(at: &Cursor<'_>) -> Option<PromptArgumentEntry> {
    if at.value.is_string() {
        return Some(PromptArgumentEntry { name: at.word("a name")?, about: String::new(), required: true });
    }
    let members = at.members(&ARGUMENT)?;
    let name = members.required("name", "the name of the argument").and_then(|at| at.word("a name"));
    let about = members.get("about").and_then(|at| at.prose());
    let optional = members.get("optional").and_then(|at| match at.value {
        Value::Bool(optional) => Some(*optional),
        _ => at.expected("`true` or `false`"),
    });
    Some(PromptArgumentEntry {
        name: name?,
        about: about.map(|about| about.value).unwrap_or_default(),
        required: !optional.unwrap_or_default(),
    })
}
