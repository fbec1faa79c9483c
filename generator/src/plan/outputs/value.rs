//! What is known of a value → the schema that is listed for it: one type, `null` beside it, properties, items, texts.

use fewtools_contract::Types;
use serde_json::{Map, Value, json};

use super::Refused;
use crate::lower::Schemas;
use crate::lower::curation::HookReturn;
use crate::plan::answers::Node;
use crate::plan::listed::MAX_VALUES;
use crate::plan::surface::{FieldPlan, FromPlan, ItemsPlan, OriginPlan, WayPlan};
use crate::plan::types::Overrides;
use crate::plan::{Planner, texts};

/// How deep objects are listed with their properties.
const MAX_DEPTH: usize = 3;
/// The most characters of a listed text: the ends of longer ones may be cut to keep an answer below its cap.
const MAX_TEXT: usize = 40;

/// Derives the schemas of values.
pub(super) struct Values<'s> {
    /// Those of the document.
    pub schemas: &'s Schemas,
    /// What stands for some of them.
    pub types: &'s Overrides,
    /// For each step of a composite whether there may be no answer of it.
    pub absent: Vec<bool>,
}

/// A schema that is only a type.
pub(super) fn only(word: &str) -> Map<String, Value> {
    typed(word, false)
}

/// A type, and `null` beside it.
pub(super) fn typed(word: &str, null: bool) -> Map<String, Value> {
    let types = if null { json!([word, "null"]) } else { json!(word) };
    Map::from_iter([("type".to_owned(), types)])
}

/// An object with these properties.
pub(super) fn object(properties: Map<String, Value>) -> Map<String, Value> {
    let mut schema = only("object");
    schema.insert("properties".into(), Value::Object(properties));
    schema
}

/// A list of such items.
pub(super) fn list(item: Map<String, Value>) -> Value {
    let mut schema = only("array");
    schema.insert("items".into(), Value::Object(item));
    Value::Object(schema)
}

/// The same, or `null`.
fn or_null(mut schema: Map<String, Value>, null: bool) -> Map<String, Value> {
    if let (true, Some(Value::String(word))) = (null, schema.get("type")) {
        let types = json!([word, "null"]);
        schema.insert("type".into(), types);
        if let Some(Value::Array(values)) = schema.get_mut("enum") {
            values.push(Value::Null);
        }
    }
    schema
}

impl<'s> Values<'s> {
    /// Those of answers that are there.
    pub(super) fn of_planner(planner: &Planner<'s>) -> Self {
        Self { schemas: &planner.api.schemas, types: planner.types, absent: Vec::new() }
    }

    /// What stands for a value of an answer: anything that leaves as it is, and numbers that leave as text.
    fn said(&self, node: &Node, as_text: bool) -> Option<Map<String, Value>> {
        let [shape] = node.shapes() else { return None };
        let (found, _) = self.types.find(self.schemas, shape)?;
        (as_text == self.types.is_text_of_number(self.schemas, shape))
            .then(|| found.schema.as_object().cloned().unwrap_or_default())
    }

    /// The fields of a result that stands so deep.
    pub(super) fn fields(&self, fields: &[FieldPlan], depth: usize) -> Result<Map<String, Value>, Refused> {
        let field =
            |field: &FieldPlan| Ok((field.name.clone(), Value::Object(self.field(field, depth + 1)?)));
        fields.iter().map(field).collect()
    }

    fn field(&self, field: &FieldPlan, depth: usize) -> Result<Map<String, Value>, Refused> {
        let absent = |way: &WayPlan, optional: bool| optional || self.is_absent(way);
        Ok(match &field.from {
            FromPlan::At { at: way, node, .. } => {
                let value = match self.said(node, true) {
                    Some(said) => said,
                    None => self.of(node, depth)?,
                };
                let null = absent(way, node.is_optional()) || node.declared_types().meets(Types::NULL);
                or_null(value, null)
            }
            FromPlan::Text { at, optional, .. } => typed("string", absent(at, *optional)),
            FromPlan::Object { at, pick, optional } => {
                or_null(object(self.fields(pick, depth)?), absent(at, *optional))
            }
            FromPlan::Each { of, pick, .. } => self.each(of, pick, depth)?,
            FromPlan::Count(of) => typed("integer", absent(&of.at, of.optional)),
            FromPlan::Sum { of, whole, optional, .. } => {
                let null = absent(&of.at, of.optional || *optional);
                typed(if *whole { "integer" } else { "number" }, null)
            }
            FromPlan::Constant(value) => only(match value {
                Value::Null => "null",
                Value::Bool(_) => "boolean",
                Value::Number(number) if number.is_f64() => "number",
                Value::Number(_) => "integer",
                Value::String(_) => "string",
                Value::Array(_) => "array",
                Value::Object(_) => "object",
            }),
            FromPlan::Now => only("string"),
            FromPlan::Hook { returns: Some(returns), .. } => typed(
                match returns {
                    HookReturn::Text => "string",
                    HookReturn::Integer => "integer",
                    HookReturn::Number => "number",
                    HookReturn::Boolean => "boolean",
                },
                true,
            ),
            FromPlan::Hook { returns: None, .. } => {
                let why = format!("`{}` is made by a function that does not say what it returns", field.name);
                return Err(Refused::new(
                    why,
                    "`returns: text`, `integer`, `number` or `boolean` beside `fn`",
                ));
            }
            FromPlan::Findings(_) => {
                let mut schema = only("array");
                schema.insert("items".into(), Value::Object(only("string")));
                schema
            }
        })
    }

    fn each(&self, of: &ItemsPlan, pick: &[FieldPlan], depth: usize) -> Result<Map<String, Value>, Refused> {
        let item = match pick {
            [] => self.of(&of.item, depth + 1)?,
            pick => object(self.fields(pick, depth + 1)?),
        };
        let mut schema = typed("array", of.optional || self.is_absent(&of.at));
        schema.insert("items".into(), Value::Object(item));
        Ok(schema)
    }

    /// Whether a way may lead nowhere because a step has no answer.
    fn is_absent(&self, way: &WayPlan) -> bool {
        match way.from {
            OriginPlan::Here => false,
            OriginPlan::Input(_) | OriginPlan::Header(..) => true,
            OriginPlan::Body(step) | OriginPlan::Status(step) => self.absent.get(step) == Some(&true),
        }
    }

    /// A value of an answer as it is. Nothing is said of one that may be of several types.
    pub(super) fn of(&self, node: &Node, depth: usize) -> Result<Map<String, Value>, Refused> {
        let types = node.declared_types();
        if let Some(said) = self.said(node, false) {
            return Ok(or_null(said, types.meets(Types::NULL)));
        }
        let solid = types.without(Types::NULL);
        let words = [
            (Types::STRING, "string"),
            (Types::INTEGER, "integer"),
            (Types::NUMBER.with(Types::INTEGER), "number"),
            (Types::BOOLEAN, "boolean"),
            (Types::ARRAY, "array"),
            (Types::OBJECT, "object"),
        ];
        let word = words.into_iter().find(|(kind, _)| solid.without(*kind).is_empty());
        let Some((_, word)) = word.filter(|_| !solid.is_empty()) else { return Ok(Map::new()) };
        let mut schema = only(word);
        match word {
            "string" => {
                let fits = |texts: &Vec<&str>| {
                    let short =
                        |text: &&str| text.chars().count() <= MAX_TEXT && !texts::hides_something(text);
                    (1..=MAX_VALUES).contains(&texts.len()) && texts.iter().all(short)
                };
                if let [shape] = node.shapes()
                    && let Some(texts) = shape.texts().filter(fits)
                {
                    schema.insert("enum".into(), texts.into());
                }
            }
            "array" => {
                let items =
                    node.items(self.schemas).map_err(|fault| Refused::new(fault.what, super::WITHOUT))?;
                if let Some(item) = items.filter(|_| depth < MAX_DEPTH) {
                    schema.insert("items".into(), Value::Object(self.of(&item, depth + 1)?));
                }
            }
            "object" if depth < MAX_DEPTH => {
                let properties = self.properties(node, depth)?;
                if !properties.is_empty() {
                    schema.insert("properties".into(), Value::Object(properties));
                }
            }
            _ => {}
        }
        Ok(or_null(schema, types.meets(Types::NULL)))
    }

    /// The properties of an object that stands so deep.
    pub(super) fn properties(&self, node: &Node, depth: usize) -> Result<Map<String, Value>, Refused> {
        let mut properties = Map::new();
        for name in node.names() {
            let property = node.property(self.schemas, &name);
            let property = property.map_err(|fault| Refused::new(fault.what, super::WITHOUT))?;
            if let Some(property) = property.filter(|_| !texts::hides_something(&name)) {
                properties.insert(name, Value::Object(self.of(&property, depth + 1)?));
            }
        }
        Ok(properties)
    }
}
