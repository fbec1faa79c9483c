//! A document → every schema of it, lowered.

use std::collections::BTreeSet;
use std::rc::Rc;

use fewtools_build::diagnostics::{Fault, Place};
use fewtools_build::lower::Api;
use serde_json::Value;

/// Lowers every schema of every operation and all they refer to: how many there are, and those that cannot be read.
pub fn lower_all(api: &Api) -> (usize, Vec<Fault>) {
    let mut lowered = 0;
    let mut faults = Vec::new();
    let mut names = BTreeSet::new();
    let mut pending = Vec::new();
    let mut take = |schema: Result<Rc<Value>, Fault>, pending: &mut Vec<String>| match schema {
        Ok(schema) => {
            lowered += 1;
            references(&schema, pending);
        }
        Err(fault) => faults.push(fault),
    };
    for place in places(api) {
        take(api.schemas.at(place), &mut pending);
    }
    while let Some(name) = pending.pop() {
        if names.insert(name.clone()) {
            take(api.schemas.definition(&name), &mut pending);
        }
    }
    (lowered, faults)
}

fn places(api: &Api) -> impl Iterator<Item = &Place> {
    api.operations.iter().flat_map(|operation| {
        let bodies = operation.body.iter().flat_map(|body| &body.media);
        let answers = operation.responses.iter().flat_map(|response| &response.media);
        let parameters = operation.parameters.iter().filter_map(|parameter| parameter.schema.as_ref());
        parameters.chain(bodies.chain(answers).filter_map(|media| media.schema.as_ref()))
    })
}

/// The names of the definitions that a schema refers to.
fn references(schema: &Value, names: &mut Vec<String>) {
    match schema {
        Value::Object(members) => {
            let target = members.get("$ref").and_then(Value::as_str);
            names.extend(target.and_then(|target| target.strip_prefix("#/$defs/")).map(str::to_owned));
            members.values().for_each(|value| references(value, names));
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, names)),
        _ => {}
    }
}
