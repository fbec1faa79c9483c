//! A variant of a tool → a call of it that a model might make.

use broker_console::{demo, tools};
use fewtools::contract::{Expected, Gates, GroupKind, Preview, Tool, Variant};
use serde_json::{Map, Value, json};

/// A call of every variant of every tool: what it is called, the tool's name, the arguments it needs.
pub(crate) fn calls() -> impl Iterator<Item = (String, &'static str, Map<String, Value>)> {
    calls_of(|_| true)
}

/// The same of some variants.
pub(crate) fn calls_of(
    wanted: impl Fn(&Variant<'static>) -> bool,
) -> impl Iterator<Item = (String, &'static str, Map<String, Value>)> {
    let pairs = tools::CATALOGUE
        .tools
        .iter()
        .flat_map(|tool| tool.variants.iter().map(move |variant| (*tool, variant)));
    pairs.filter(move |(_, variant)| wanted(variant)).map(|(tool, variant)| {
        (format!("{} {}", tool.name, variant.name), tool.name, arguments(tool, variant))
    })
}

/// Whether a call without any gate's argument changes nothing.
pub(crate) fn changes_nothing(variant: &Variant<'_>) -> bool {
    !variant.effect.is_mutation() || variant.gates.dry_run.is_some()
}

/// The gates of the variant that a call chooses.
pub(crate) fn gates(tool: &str, arguments: &Map<String, Value>) -> Gates<'static> {
    let tool = tools::CATALOGUE.tools.iter().find(|listed| listed.name == tool).expect("a tool");
    let chosen = tool.discriminator.and_then(|chooser| arguments.get(tool.arguments[chooser.argument].name));
    let chosen = chosen.and_then(Value::as_str).unwrap_or_default();
    tool.variants.iter().find(|variant| variant.name == chosen).expect("a variant").gates
}

/// Whether a call is a dry run that no request is sent for: then the API is not asked, and has nothing to hide.
pub(crate) fn asks_nobody(tool: &str, arguments: &Map<String, Value>) -> bool {
    let gates = gates(tool, arguments);
    let local = gates.dry_run.is_some_and(|gate| gate.preview == Preview::Local);
    let looks = gates.confirm.is_some_and(|gate| matches!(gate.equals, Expected::Lookup { .. }));
    local && !looks && arguments.get("dryRun") != Some(&json!(false))
}

fn arguments(tool: &Tool<'_>, variant: &Variant<'_>) -> Map<String, Value> {
    let required = variant.inputs.iter().filter(|input| input.required).map(|input| input.argument);
    let of_groups = variant.groups.iter().filter(|group| group.kind != GroupKind::AtMostOne);
    let first = of_groups.filter_map(|group| group.arguments.first().copied());
    let mut arguments: Map<String, Value> = required
        .chain(first)
        .map(|index| tool.arguments[index].name)
        .map(|name| (name.to_owned(), value(name)))
        .collect();
    if let Some(discriminator) = tool.discriminator {
        arguments.insert(tool.arguments[discriminator.argument].name.to_owned(), variant.name.into());
    }
    arguments
}

fn value(argument: &str) -> Value {
    match argument {
        "clusterId" => json!(demo::ORDERS),
        "queue" => json!("orders.in"),
        "targetQueue" => json!("orders.retry"),
        "messageId" => json!("4117"),
        "messageIds" => json!("4117,4118"),
        "metric" => json!("depth"),
        "ruleId" => json!("r-101"),
        "rule" => json!({
            "name": "lag", "kind": "threshold", "metric": "depth", "operator": "above", "threshold": 5,
            "severity": "warning",
        }),
        "key" => json!("polling.timeoutMs"),
        "value" => json!("4000"),
        "body" => json!("{\"order\": 7}"),
        other => panic!("no plausible value for `{other}`"),
    }
}
