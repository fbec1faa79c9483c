//! `instructions`, `help` and `profiles` → what frames the tools, and narrower surfaces of them.

use indexmap::IndexMap;

use super::cursor::Cursor;
use super::keys::Keys;
use super::tools::EFFECTS;
use crate::diagnostics::Fault;
use crate::lower::curation::{InstructionPart, InstructionsEntry, ProfileEntry, Spot, Word};

const INSTRUCTIONS: Keys =
    Keys { expected: "a mapping with `preface` or `generate`", known: &["preface", "generate"], later: &[] };

const HELP: Keys = Keys { expected: "`{ tool: <name> }`", known: &["tool"], later: &[] };

const PROFILE: Keys = Keys {
    expected: "a profile: a mapping with `effects`, `tools`, `resources` or `prompts`",
    known: &["effects", "tools", "resources", "prompts"],
    later: &[],
};

/// The generated parts of the instructions, in the order they stand in when `generate` says nothing.
const PARTS: [(&str, InstructionPart); 3] = [
    ("tools-by-effect", InstructionPart::ToolsByEffect),
    ("gates", InstructionPart::Gates),
    ("resources", InstructionPart::Resources),
];

pub(super) fn instructions(at: &Cursor<'_>) -> Option<InstructionsEntry> {
    let members = at.members(&INSTRUCTIONS)?;
    let generate = match members.get("generate") {
        None => PARTS.iter().map(|(_, part)| *part).collect(),
        Some(list) => {
            let items = list.items("a list of generated parts");
            list.once(
                &items
                    .iter()
                    .filter_map(|item| item.value.as_str().map(|name| spot(item, name)))
                    .collect::<Vec<_>>(),
            );
            items.iter().filter_map(|item| item.choice(&PARTS)).collect()
        }
    };
    let preface = members.get("preface").and_then(|at| at.prose());
    Some(InstructionsEntry { preface, generate, at: at.at.clone() })
}

fn spot(at: &Cursor<'_>, name: &str) -> Word {
    Spot::new(name.to_owned(), at.at.clone())
}

/// The name of the help tool.
pub(super) fn help(at: &Cursor<'_>) -> Option<Word> {
    let members = at.members(&HELP)?;
    members.required("tool", "the name of the tool that explains the others").and_then(|at| at.word("a name"))
}

pub(super) fn profiles(at: &Cursor<'_>) -> IndexMap<String, Spot<ProfileEntry>> {
    let entries = at.entries("a mapping of profiles").into_iter();
    entries.filter_map(|(name, at)| Some((name.value, Spot::new(profile(&at)?, name.at)))).collect()
}

fn profile(at: &Cursor<'_>) -> Option<ProfileEntry> {
    let members = at.members(&PROFILE)?;
    if at.value.as_object().is_some_and(serde_json::Map::is_empty) {
        let what = format!("`{}` narrows nothing", at.path());
        at.fault(Fault::error("empty-list", at.at.clone(), what).instead(PROFILE.expected));
    }
    let words = |key, expected: &str| members.get(key).map(|at| at.words(expected));
    let effects = members.get("effects").map(|at| {
        let items = at.items("a list of effects");
        items.iter().filter_map(|item| Some(Spot::new(item.choice(&EFFECTS)?, item.at.clone()))).collect()
    });
    Some(ProfileEntry {
        effects,
        tools: words("tools", "a list of tools, `tool` or `tool.variant`"),
        resources: words("resources", "a list of addresses"),
        prompts: words("prompts", "a list of prompts"),
    })
}
