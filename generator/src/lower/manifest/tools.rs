//! `tools` → tools, each with its variants or steps; a tool with `call` has one variant without a name.

use fewtools_contract::Effect;
use indexmap::IndexMap;
use serde_json::Value;

use super::cursor::{Cursor, Members};
use super::keys::Keys;
use super::{budget, coverage, expressions, gates, names, results, shaping, steps, variants};
use crate::lower::curation::{DiscriminatorEntry, Spot, ToolEntry, VariantEntry, Word};

const TOOL: Keys = Keys {
    expected: "a tool: a mapping with `about` and `call`, `steps`, or `discriminator` and `variants`",
    known: &[
        "about",
        "args",
        "notes",
        "call",
        "discriminator",
        "variants",
        "needs",
        "one_of",
        "any_of",
        "at_most_one",
        "bind",
        "defaults",
        "fixed",
        "not_offered",
        "effect",
        "gates",
        "ungated",
        "mixed_posture",
        "result",
        "rows",
        "schema",
        "expand",
        "output_schema",
        "merge_into",
        "keep_where",
        "flatten",
        "body_shape",
        "steps",
        "deadline",
        "concurrency",
        "budget",
    ],
    later: &[],
};

const DISCRIMINATOR: Keys = Keys {
    expected: "the name of an argument, or a mapping with `arg`",
    known: &["arg", "default", "aliases"],
    later: &[],
};

/// The words of `effect`.
pub(super) const EFFECTS: [(&str, Effect); 4] = [
    ("read", Effect::Read),
    ("additive", Effect::Additive),
    ("idempotent", Effect::Idempotent),
    ("destructive", Effect::Destructive),
];

/// Keys of a variant, which a tool has only where it is one itself.
const OF_VARIANTS: [&str; 6] = ["needs", "one_of", "any_of", "at_most_one", "merge_into", "keep_where"];

pub(super) fn of(at: &Cursor<'_>) -> IndexMap<String, Spot<ToolEntry>> {
    let entries = at.entries("a mapping of tools");
    entries.into_iter().filter_map(|(name, at)| Some((name.value, Spot::new(tool(&at)?, name.at)))).collect()
}

fn tool(at: &Cursor<'_>) -> Option<ToolEntry> {
    let members = at.members(&TOOL)?;
    let about = members.required("about", "one sentence on what the tool is for").and_then(|at| at.prose());
    let words = |key, expected: &str| members.get(key).map(|at| at.words(expected));
    let map = |key, expected| members.get(key).map(|at| names(&at, expected)).unwrap_or_default();
    let entry = ToolEntry {
        about: Spot::new(String::new(), at.at.clone()),
        args: words("args", "a list of names"),
        notes: members.get("notes").map(|at| notes(&at)).unwrap_or_default(),
        discriminator: members.get("discriminator").and_then(|at| discriminator(&at)),
        variants: variants_of(&members),
        bind: map("bind", "a mapping of arguments to slots"),
        defaults: values(members.get("defaults"), "a mapping of arguments to values"),
        fixed: values(members.get("fixed"), "a mapping of slots to values"),
        not_offered: words("not_offered", "a list of slots").unwrap_or_default(),
        effect: effect(&members),
        mixed_posture: members.get("mixed_posture").and_then(|at| at.prose()),
        gates: gates::of(&members),
        ungated: members.get("ungated").and_then(|at| at.prose()),
        expand: expand(&members),
        result: match members.get("steps") {
            Some(_) => results::plain(&members, "one projection: what steps found is one result"),
            None => results::of(&members),
        },
        schema: members.get("schema").map(|at| coverage::schema(&at)).unwrap_or_default(),
        steps: steps::of(&members),
        output_schema: members.get("output_schema").and_then(|at| Some(Spot::new(at.flag()?, at.at))),
        result_tokens: members.get("budget").and_then(|at| budget::of_tool(&at)),
        flatten: shaping::flatten(&members),
        lists_fields: shaping::lists_fields(&members),
    };
    Some(ToolEntry { about: about?, ..entry })
}

/// The variants, from exactly one of `call`, and `discriminator` with `variants`.
fn variants_of(members: &Members<'_>) -> Vec<VariantEntry> {
    if members.get("steps").is_some() {
        return Vec::new();
    }
    let family = ["discriminator", "variants"].into_iter().find(|key| members.get(key).is_some());
    match (members.get("call"), family) {
        (Some(_), Some(key)) => {
            members.conflict("call", key, "keep `call` for one operation, or `variants` for several")
        }
        (Some(call), None) => return variants::only(members, &call).into_iter().collect(),
        (None, Some(_)) => return several(members),
        (None, None) if members.has_later => {}
        (None, None) => members.missing(
            "it calls no operation",
            "`call` with an operationId, `steps`, or `discriminator` with `variants`",
        ),
    }
    Vec::new()
}

/// `expand`, which only a family has.
fn expand(members: &Members<'_>) -> bool {
    let Some(at) = members.get("expand") else { return false };
    if members.get("call").is_some() && members.get("steps").is_none() {
        members.conflict("call", "expand", "only `call`: one operation is one tool already");
    }
    at.flag().unwrap_or_default()
}

fn several(members: &Members<'_>) -> Vec<VariantEntry> {
    for key in OF_VARIANTS.into_iter().filter_map(|key| members.get(key)) {
        let what = format!("`{}` belongs to a variant", key.path());
        let fault = crate::diagnostics::Fault::error("unknown-key", key.at.at_key(), what);
        key.fault(fault.instead("the same key in each variant that is meant"));
    }
    members.required("discriminator", "the argument whose value chooses the variant");
    let variants = members.required("variants", "a mapping of values to `{ call: … }`");
    variants.map(|at| variants::of(&at)).unwrap_or_default()
}

fn discriminator(at: &Cursor<'_>) -> Option<DiscriminatorEntry> {
    if let Value::String(_) = at.value {
        let arg = at.word(DISCRIMINATOR.expected)?;
        return Some(DiscriminatorEntry { arg, default: None, aliases: IndexMap::new() });
    }
    let members = at.members(&DISCRIMINATOR)?;
    let default = members.get("default").and_then(|at| at.word("the name of a variant"));
    let aliases = members.get("aliases").map(|at| names(&at, "a mapping of other spellings to variants"));
    let arg = members.required("arg", "the name of the argument").and_then(|at| at.word("a name"))?;
    Some(DiscriminatorEntry { arg, default, aliases: aliases.unwrap_or_default() })
}

fn notes(at: &Cursor<'_>) -> IndexMap<String, Word> {
    let entries = at.entries("a mapping of arguments to short texts");
    entries.into_iter().filter_map(|(name, at)| Some((name.value, at.prose()?))).collect()
}

/// `effect` of a tool or a variant.
pub(super) fn effect(members: &Members<'_>) -> Option<Spot<Effect>> {
    members.get("effect").and_then(|at| Some(Spot::new(at.choice(&EFFECTS)?, at.at)))
}

/// A mapping of names to any values.
pub(super) fn values(at: Option<Cursor<'_>>, expected: &str) -> IndexMap<String, Spot<Value>> {
    let entries = at.map(|at| at.entries(expected)).unwrap_or_default();
    entries.into_iter().map(|(name, at)| (name.value, expressions::constant(&at))).collect()
}
