//! Judges a tool that is written in Rust by what the manifest asks of any: its names, its gates, its profiles.

use fewtools_contract::{Catalogue, Effect};
use serde_json::{Map, Value};

use super::HandTool;
use crate::arguments::nearest::nearest;

/// The longest name of a tool.
const LONGEST: usize = 48;

/// Tells everything that is wrong with a tool.
pub(super) fn tool(tool: &HandTool, catalogue: &Catalogue<'_>, problems: &mut Vec<String>) {
    let mut problem = |what: String| problems.push(format!("tool `{}`: {what}", tool.name));
    names(tool, &mut problem);
    gates(tool, &mut problem);
    let schema = serde_json::from_str::<Map<String, Value>>(&tool.output_schema);
    let object = schema.is_ok_and(|schema| schema.get("type").is_some_and(|is| is == "object"));
    if !tool.output_schema.is_empty() && !object {
        problem("its output schema is no schema of an object: give it `\"type\": \"object\"`".to_owned());
    }
    let profiles: Vec<&str> = catalogue.profiles.iter().map(|profile| profile.name).collect();
    for unknown in tool.profiles.iter().filter(|name| !profiles.contains(&name.as_str())) {
        problem(format!("there is no profile `{unknown}`{}", instead(unknown, &profiles)));
    }
}

fn names(tool: &HandTool, problem: &mut impl FnMut(String)) {
    if !is_name(&tool.name, |c| c.is_ascii_alphabetic()) || tool.name.len() > LONGEST {
        problem(format!("its name is letters, digits and `_`, a letter first, at most {LONGEST} of them"));
    }
    let gates = tool.dry_run.iter().chain(tool.confirm.iter().map(|(name, _)| name)).map(String::as_str);
    let mut names: Vec<&str> = tool.fields.iter().map(|field| field.name).chain(gates).collect();
    for name in names.iter().filter(|name| !is_name(name, |c| c.is_ascii_alphabetic())) {
        problem(format!("the argument `{name}` is to be letters, digits and `_`, a letter first"));
    }
    names.sort_unstable();
    for twins in names.windows(2) {
        if let [first, second] = twins
            && first == second
        {
            problem(format!("two of its arguments are named `{first}`"));
        }
    }
}

fn is_name(name: &str, first: impl Fn(char) -> bool) -> bool {
    name.starts_with(first) && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn gates(tool: &HandTool, problem: &mut impl FnMut(String)) {
    let missing = match (tool.effect, &tool.dry_run, &tool.confirm) {
        (Effect::Read, None, None) => None,
        (Effect::Read, ..) => {
            Some("it only reads and has gates: say with `.effect(…)` what it does, or leave them out")
        }
        (Effect::Destructive, Some(_), Some(_)) => None,
        (Effect::Destructive, ..) => {
            Some("what may destroy needs `.dry_run(\"dryRun\")` and `.confirm(\"confirm\", \"<argument>\")`")
        }
        (_, None, _) if tool.ungated.is_none() => {
            Some("what changes something needs `.dry_run(\"dryRun\")`, or `.ungated(\"<why not>\")`")
        }
        _ => None,
    };
    missing.into_iter().for_each(|what| problem(what.to_owned()));
    let needless = tool.dry_run.is_some() || matches!(tool.effect, Effect::Read | Effect::Destructive);
    if tool.ungated.is_some() && needless {
        problem("`.ungated(…)` says nothing here: leave it out".to_owned());
    }
    if tool.receipt && (tool.dry_run.is_none() || tool.confirm.is_none()) {
        problem("`.receipt()` needs `.dry_run(…)` and `.confirm(…)`".to_owned());
    }
    let known: Vec<&str> = tool.fields.iter().map(|field| field.name).collect();
    match &tool.confirm {
        Some((_, equals)) if !known.contains(&equals.as_str()) => {
            problem(format!(
                "what `.confirm(…)` repeats is no argument: `{equals}`{}",
                instead(equals, &known)
            ));
        }
        Some((_, equals)) if tool.fields.iter().any(|field| field.name == equals && !field.required) => {
            problem(format!("what `.confirm(…)` repeats has to be required: `{equals}`"));
        }
        _ => {}
    }
}

fn instead(name: &str, known: &[&str]) -> String {
    nearest(name, known.iter().copied()).map_or(String::new(), |near| format!("; instead: `{near}`"))
}
