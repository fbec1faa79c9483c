//! A variant of a tool → a call of it that a model might make.

use broker_console::{demo, tools};
use fewtools::contract::{GroupKind, Tool, Variant};
use serde_json::{Map, Value, json};

/// A call of every variant of every tool: what it is called, the tool's name, the arguments it needs.
pub(crate) fn calls() -> impl Iterator<Item = (String, &'static str, Map<String, Value>)> {
    let pairs = tools::CATALOGUE
        .tools
        .iter()
        .flat_map(|tool| tool.variants.iter().map(move |variant| (*tool, variant)));
    pairs.map(|(tool, variant)| {
        (format!("{} {}", tool.name, variant.name), tool.name, arguments(tool, variant))
    })
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
        "messageId" => json!(4117),
        "messageIds" => json!("4117,4118"),
        "metric" => json!("depth"),
        "ruleId" => json!("r-101"),
        "body" => json!("{\"order\": 7}"),
        other => panic!("no plausible value for `{other}`"),
    }
}
