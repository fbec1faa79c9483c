//! What the broker console's tools promise of their answers → whether an answer keeps it.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::Value;

/// The listing of the broker console with an output schema for every tool.
const LISTING: &str = include_str!(concat!(env!("OUT_DIR"), "/output-schemas/listing.json"));

static PROMISED: LazyLock<BTreeMap<String, Validator>> = LazyLock::new(|| {
    let tools: Vec<Value> = serde_json::from_str(LISTING).expect("a listing");
    let promised = tools.into_iter().map(|tool| {
        let schema = tool.get("outputSchema").expect("a schema");
        (
            tool["name"].as_str().expect("a name").to_owned(),
            jsonschema::validator_for(schema).expect("a schema"),
        )
    });
    promised.collect()
});

/// The tools that promise something.
pub fn tools() -> impl Iterator<Item = &'static str> {
    PROMISED.keys().map(String::as_str)
}

/// Panics where a successful answer of a tool is not what its output schema says.
pub fn keeps(tool: &str, answer: &Value) {
    let Some(promised) = PROMISED.get(tool) else { return };
    if let Err(error) = promised.validate(answer) {
        panic!("`{tool}` answers {answer}, which is not what it promises: {error}");
    }
}
