//! Holds replies to the output schema that their tool lists: what misses it is logged, and an error never looks like an
//! answer.

use std::sync::Arc;

use fewtools_contract::Tool;
use serde_json::{Map, Value};

use crate::Reply;
use crate::arguments::schema::Schema;

/// What a tool lists of its answers.
pub(crate) struct Output {
    tool: &'static str,
    /// The names that the schema says something of.
    properties: Vec<String>,
    /// Not every object fits.
    demanding: bool,
    /// The compiled schema, where answers are held to it.
    schema: Option<Arc<Schema>>,
}

impl Output {
    /// What is listed of the answers of a tool; `None` for nothing.
    pub(super) fn of(tool: &Tool<'static>, schema: Option<Arc<Schema>>) -> Option<Self> {
        let listed: Map<String, Value> = serde_json::from_str(tool.output_schema).ok()?;
        let properties = match listed.get("properties") {
            Some(Value::Object(properties)) => properties.keys().cloned().collect(),
            _ => Vec::new(),
        };
        let known = ["type", "properties", "title", "description", "$schema", "$defs"];
        let demanding = listed.keys().any(|key| !known.contains(&key.as_str()));
        Some(Self { tool: tool.name, properties, demanding, schema })
    }

    /// The reply as it leaves. Clients hold the data of errors to the schema too, and of answers that have none: what could
    /// miss it there is left out, and the text says all of it.
    pub(super) fn hold(&self, mut reply: Reply) -> Reply {
        if reply.is_error {
            reply.structured = reply.structured.filter(|data| self.takes(data));
        } else if let (Some(schema), Some(data)) = (&self.schema, &reply.structured) {
            self.judge(schema, data);
        } else if reply.structured.is_none() && !self.demanding {
            reply.structured = Some(Map::new());
        }
        reply
    }

    /// Whether data that the schema was not made for fits it all the same.
    fn takes(&self, data: &Map<String, Value>) -> bool {
        !self.demanding && !data.keys().any(|name| self.properties.contains(name))
    }

    fn judge(&self, schema: &Schema, data: &Map<String, Value>) {
        if let Err(faults) = schema.judge("result", &Value::Object(data.clone())) {
            let faults: Vec<&str> = faults.iter().map(|fault| fault.text.as_str()).collect();
            let (tool, faults) = (self.tool, faults.join(" "));
            tracing::warn!(tool, faults, "an answer misses the output schema that is listed for it");
        }
    }
}
