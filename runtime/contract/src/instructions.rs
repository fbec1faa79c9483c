//! Turns tools into the lines of the instructions that name them.

use crate::{Effect, Tool, Variant};

/// What the effects are called, in the order they are told.
const EFFECTS: [(Effect, &str); 4] = [
    (Effect::Read, "These only read"),
    (Effect::Additive, "These add"),
    (Effect::Idempotent, "These set"),
    (Effect::Destructive, "These may destroy"),
];

/// What the tools do to the API, a line for each effect that one of them has.
pub fn by_effect(tools: &[&Tool<'_>]) -> Vec<String> {
    let line = |(effect, words): &(Effect, &str)| {
        let names = names(tools, |_, variant| variant.effect == *effect);
        (!names.is_empty()).then(|| format!("{words}: {}.", names.join(", ")))
    };
    EFFECTS.iter().filter_map(line).collect()
}

/// What stands before a change, a line for each argument that lifts it.
pub fn gates(tools: &[&Tool<'_>]) -> Vec<String> {
    let dry_run = |variant: &Variant<'_>| variant.gates.dry_run.map(|gate| gate.input);
    let confirm = |variant: &Variant<'_>| variant.gates.confirm.map(|gate| gate.input);
    let cap = |variant: &Variant<'_>| variant.gates.cap.map(|gate| gate.input);
    let dry_runs = of_gate(tools, dry_run, |name| format!("a dry run unless {name}=false"));
    let confirms = of_gate(tools, confirm, |name| {
        format!("a real run needs {name} too; a call without it says what it has to be")
    });
    let caps = of_gate(tools, cap, |name| format!("refused above a cap that {name} lifts"));
    [dry_runs, confirms, caps].into_iter().flatten().collect()
}

/// The lines of one gate: tools whose arguments for it have the same name share one.
fn of_gate(
    tools: &[&Tool<'_>],
    input: impl Fn(&Variant<'_>) -> Option<usize>,
    say: impl Fn(&str) -> String,
) -> Vec<String> {
    let argument = |tool: &Tool<'_>, variant: &Variant<'_>| {
        let argument = variant.inputs.get(input(variant)?)?.argument;
        tool.arguments.get(argument).map(|argument| argument.name.to_owned())
    };
    let mut arguments: Vec<String> = Vec::new();
    for name in tools.iter().flat_map(|tool| tool.variants.iter().filter_map(|one| argument(tool, one))) {
        if !arguments.contains(&name) {
            arguments.push(name);
        }
    }
    let line = |name: &String| {
        let names = names(tools, |tool, variant| argument(tool, variant).as_ref() == Some(name));
        format!("{}: {}.", names.join(", "), say(name))
    };
    arguments.iter().map(line).collect()
}

/// The tools some of whose variants are meant: `queue_action`, or `alert_rule op=create|delete` where others are not.
fn names(tools: &[&Tool<'_>], is_meant: impl Fn(&Tool<'_>, &Variant<'_>) -> bool) -> Vec<String> {
    let name = |tool: &&Tool<'_>| {
        let meant = tool.variants.iter().filter(|variant| is_meant(tool, variant));
        let meant: Vec<&str> = meant.map(|variant| variant.name).collect();
        let chooser = tool.discriminator.and_then(|chooser| tool.arguments.get(chooser.argument));
        match (meant.len(), chooser) {
            (0, _) => None,
            (some, Some(chooser)) if some < tool.variants.len() => {
                Some(format!("{} {}={}", tool.name, chooser.name, meant.join("|")))
            }
            _ => Some(tool.name.to_owned()),
        }
    };
    tools.iter().filter_map(name).collect()
}
