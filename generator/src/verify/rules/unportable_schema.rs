//! A listed schema outside the portable profile, which some client would refuse.

use std::rc::Rc;

use serde_json::{Map, Value};

use crate::diagnostics::Fault;
use crate::plan::{Slot, Surface, ToolPlan, is_portable};
use crate::verify::Rule;
use crate::verify::check::{Check, Made};

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A listed schema outside the portable profile, which some client would refuse.",
    check: Check::tools(check),
};

const CODE: &str = "unportable-schema";
const KEYWORDS: [&str; 6] = ["type", "description", "properties", "required", "items", "enum"];
const TYPES: [&str; 6] = ["string", "integer", "number", "boolean", "array", "object"];

/// Judges the JSON that is served, not what it was made from.
fn check(_: &Surface<'_>, made: Made<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (tool, listed) in made.tools.iter().zip(made.listed) {
        let properties = listed.get("inputSchema").and_then(|schema| schema.get("properties"));
        let properties = properties.and_then(Value::as_object);
        // A tool's properties are listed in the order of its arguments.
        for (index, (argument, schema)) in
            tool.arguments.iter().zip(properties.into_iter().flat_map(Map::values)).enumerate()
        {
            if let Some(why) = outside(schema) {
                let what = format!(
                    "`{}` of `{}` cannot be listed for every client: {why}",
                    argument.name, tool.name.value
                );
                let instead = "a `fixed` value, or its slot in `not_offered`";
                let fault = Fault::error(CODE, argument.at.clone(), what).instead(instead);
                faults.push(match declared(tool, index) {
                    Some(slot) => fault.also(slot.at.clone(), "declared here"),
                    None => fault,
                });
            }
        }
    }
    faults
}

/// The first slot that an argument goes to.
fn declared(tool: &ToolPlan, argument: usize) -> Option<&Rc<Slot>> {
    tool.requests().find_map(|variant| {
        let input = variant.inputs.iter().find(|input| input.argument == argument)?;
        variant.slots.list.iter().find(|slot| slot.name == input.slot.name)
    })
}

/// Why a schema is outside the profile; `None` where it is inside.
fn outside(schema: &Value) -> Option<String> {
    let Value::Object(keywords) = schema else { return Some("it is no object".to_owned()) };
    if keywords.contains_key("not") {
        return Some("no value but `null` could be given".to_owned());
    }
    if let Some(keyword) = keywords.keys().find(|keyword| !KEYWORDS.contains(&keyword.as_str())) {
        return Some(format!("it has the keyword `{keyword}`"));
    }
    let word = keywords.get("type").and_then(Value::as_str);
    match word.filter(|word| TYPES.contains(word)) {
        None => Some("no value has its type".to_owned()),
        Some("array") => match keywords.get("items") {
            Some(items) => outside(items),
            None => Some("its items have no type".to_owned()),
        },
        Some(word) => outside_enum(word, keywords).or_else(|| outside_properties(keywords)),
    }
}

fn outside_enum(word: &str, keywords: &Map<String, Value>) -> Option<String> {
    let values = keywords.get("enum")?.as_array();
    let texts = values.is_some_and(|values| !values.is_empty() && values.iter().all(Value::is_string));
    (word != "string" || !texts).then(|| "its `enum` is no list of texts".to_owned())
}

fn outside_properties(keywords: &Map<String, Value>) -> Option<String> {
    let properties = keywords.get("properties")?.as_object()?;
    properties.iter().find_map(|(name, schema)| {
        if is_portable(name) {
            outside(schema)
        } else {
            Some(format!("it has a property `{}`", name.escape_default()))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::outside;
    use serde_json::json;

    #[test]
    fn the_profile_is_one_type_a_node_and_few_keywords() {
        for inside in [
            json!({"type": "string", "enum": ["a"], "description": "x"}),
            json!({"type": "array", "items": {"type": "object"}}),
            json!({"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}),
        ] {
            assert_eq!(outside(&inside), None, "{inside}");
        }
        for outlier in [
            json!({}),
            json!(true),
            json!({"type": ["string", "null"]}),
            json!({"type": "null"}),
            json!({"type": "string", "pattern": "x"}),
            json!({"type": "array"}),
            json!({"type": "array", "items": {}}),
            json!({"type": "integer", "enum": [1]}),
            json!({"type": "string", "enum": []}),
            json!({"type": "object", "properties": {"a b": {"type": "string"}}}),
            json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/x"}}}),
        ] {
            assert!(outside(&outlier).is_some(), "{outlier}");
        }
    }
}
