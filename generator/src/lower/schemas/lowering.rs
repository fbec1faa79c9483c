//! One schema node → the same in JSON Schema 2020-12, references as keys of `$defs`.

use std::cell::{Cell, OnceCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::{Map, Value, json};

use crate::diagnostics::{Fault, Level, Place};
use crate::load::Documents;
use crate::lower::node::kind;
use crate::lower::reference;
use crate::lower::schemas::dynamic::{self, Bindings};
use crate::lower::schemas::heirs::Heirs;
use crate::lower::schemas::joined::{self, Declared};
use crate::lower::schemas::keywords::{self, Shape};
use crate::lower::schemas::names::Names;
use crate::lower::schemas::repaired::{self, Delimited};
use crate::lower::schemas::{discriminator, nullable};
use crate::lower::version::Dialect;

/// A schema nested deeper than so many keys and indexes is refused.
const DEEPEST: usize = 200;

/// So many notes are kept.
const MOST_NOTES: usize = 1000;

/// What the schemas of a run stand in.
#[derive(Debug)]
pub(super) struct Scope {
    pub(super) documents: Rc<Documents>,
    pub(super) dialect: Dialect,
    /// Looked for when the first schema needs them.
    pub(super) heirs: OnceCell<Heirs>,
}

impl Scope {
    /// The schemas that extend the one at a place.
    pub(super) fn heirs(&self, place: &Place) -> Vec<(String, Place)> {
        self.heirs.get_or_init(|| Heirs::of(&self.documents, self.dialect)).of_schema(place)
    }
}

/// A walk down one schema.
pub(super) struct Lowering<'a> {
    pub(super) scope: &'a Scope,
    pub(super) root: &'a Place,
    /// What dynamic references mean here.
    pub(super) bindings: Rc<Bindings>,
    /// What is declared beside the part that comes next.
    pub(super) beside: Option<Declared>,
    /// How many more parts may stand in the place of their references.
    pub(super) parts_left: Rc<Cell<usize>>,
    pub(super) path: Vec<Step<'a>>,
    pub(super) names: &'a mut Names,
    pub(super) notes: &'a mut BTreeMap<Place, Fault>,
}

/// A step from a node to one of its children.
pub(super) enum Step<'a> {
    Key(&'a str),
    Index(usize),
}

impl<'a> Lowering<'a> {
    pub(super) fn new(
        scope: &'a Scope,
        root: &'a Place,
        bindings: Rc<Bindings>,
        names: &'a mut Names,
        notes: &'a mut BTreeMap<Place, Fault>,
    ) -> Self {
        Self {
            scope,
            root,
            bindings,
            beside: None,
            parts_left: Rc::new(Cell::new(joined::MOST_PARTS)),
            path: Vec::new(),
            names,
            notes,
        }
    }

    /// Lowers the node at the root of the walk.
    pub(super) fn run(mut self, node: &'a Value) -> Result<Value, Fault> {
        if is_schema(node) {
            return self.schema(node);
        }
        let what = format!("a schema is an object, `true` or `false`, not {}", kind(node));
        Err(Fault::error("no-schema", self.here(), what).instead("write a schema, such as `type: string`"))
    }

    /// A schema below the root. What is none accepts anything, like a schema that says nothing.
    pub(super) fn schema(&mut self, node: &'a Value) -> Result<Value, Fault> {
        match node {
            Value::Object(_) if self.path.len() > DEEPEST => Err(self.too_deep()),
            Value::Object(map) => self.object(map),
            Value::Bool(_) => Ok(node.clone()),
            other => {
                self.note(format!("{} is no schema; anything is accepted here", kind(other)));
                Ok(json!({}))
            }
        }
    }

    fn object(&mut self, map: &'a Map<String, Value>) -> Result<Value, Fault> {
        let alone = !self.scope.dialect.has_json_schema() && map.get("$ref").is_some_and(Value::is_string);
        let parameter = self.path.is_empty() && is_parameter(map);
        let mut lowered = Map::with_capacity(map.len());
        let around = dynamic::enter(self, map);
        let beside = self.beside.take();
        let declared = match beside.is_some() || map.keys().any(|keyword| keyword == "allOf") {
            true => joined::declared(&self.scope.documents, map, &self.here(), beside.as_ref()),
            false => None,
        };
        for (keyword, value) in map {
            if (alone && !counts_beside_reference(keyword)) || (parameter && counts_for_parameter(keyword)) {
                continue;
            }
            self.path.push(Step::Key(keyword));
            match (declared.as_ref(), value) {
                (Some(declared), Value::Array(parts)) if keyword == "allOf" => {
                    let parts = joined::parts(self, parts, declared)?;
                    lowered.insert(keyword.clone(), parts);
                }
                _ => self.keyword(keyword, value, &mut lowered)?,
            }
            self.path.pop();
        }
        if !alone {
            self.finish(map, &mut lowered)?;
        }
        if declared.is_some() {
            joined::admit(&mut lowered, declared.as_ref(), beside.as_ref());
        }
        if let Some(around) = around {
            self.bindings = around;
        }
        Ok(Value::Object(lowered))
    }

    /// Writes what a keyword says into the lowered schema.
    fn keyword(
        &mut self,
        keyword: &'a str,
        value: &'a Value,
        lowered: &mut Map<String, Value>,
    ) -> Result<(), Fault> {
        let kept = match keywords::shape(keyword) {
            Shape::Reference => self.reference(value)?,
            Shape::DynamicReference => {
                dynamic::lowered(self, keyword, value, lowered);
                return Ok(());
            }
            Shape::Type => keywords::types(value),
            Shape::Schema if is_schema(value) => Some(self.schema(value)?),
            Shape::Schema => None,
            Shape::Items => return self.items(value, lowered),
            Shape::SchemaList if keyword == "oneOf" && !all_schemas(value) => None,
            Shape::SchemaList => self.list(value)?,
            Shape::SchemaMap => self.map(value)?,
            Shape::Exclusive if value.is_boolean() => return Ok(()),
            Shape::Exclusive => keywords::fitting(keywords::Plain::Number, value),
            Shape::Discriminator => discriminator::lowered(self, value),
            Shape::Plain(plain) => keywords::fitting(plain, value),
            Shape::AdditionalItems | Shape::Dropped => return Ok(()),
            Shape::Unknown => None,
        };
        match kept {
            Some(kept) => drop(lowered.insert(keyword.to_owned(), kept)),
            None => self.note(format!("`{keyword}` means nothing here and is left out")),
        }
        Ok(())
    }

    /// What takes more than one keyword to say.
    fn finish(&mut self, map: &'a Map<String, Value>, lowered: &mut Map<String, Value>) -> Result<(), Fault> {
        if let Some(rest) = map.get("additionalItems")
            && lowered.contains_key("prefixItems")
            && !lowered.contains_key("items")
        {
            self.path.push(Step::Key("additionalItems"));
            lowered.insert("items".to_owned(), self.schema(rest)?);
            self.path.pop();
        }
        for (switch, bound) in [("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")] {
            if map.get(switch) == Some(&Value::Bool(true))
                && let Some(value) = lowered.shift_remove(bound)
            {
                lowered.insert(switch.to_owned(), value);
            }
        }
        if map.get("type").and_then(Value::as_str).is_some_and(|word| word.eq_ignore_ascii_case("file")) {
            lowered.entry("format").or_insert_with(|| Value::from("binary"));
        }
        self.repair(lowered);
        self.nullable(map, lowered);
        Ok(())
    }

    /// Reads keywords that contradict each other as they were meant.
    fn repair(&mut self, lowered: &mut Map<String, Value>) {
        if repaired::enumeration(lowered) {
            self.note(
                "no value of the `enum` is of the `type` beside it; they are read as if they were".to_owned(),
            );
        }
        if repaired::closed(lowered) {
            self.note(
                "`additionalProperties: false` is read of what the parts beside it describe".to_owned(),
            );
        }
        let delimited = lowered.get("pattern").and_then(Value::as_str).and_then(repaired::pattern);
        match delimited {
            None => return,
            Some(Delimited::Plain(inner)) => {
                let inner = Value::from(inner);
                lowered.insert("pattern".to_owned(), inner);
            }
            Some(Delimited::Flagged) => drop(lowered.shift_remove("pattern")),
        }
        self.note(
            "the `pattern` stands in slashes, with which it matches nothing; it is read without them"
                .to_owned(),
        );
    }

    /// 2.0 has no word for null; those who need one write `x-nullable`, or 3.0's. Since 3.1 null is a type.
    fn nullable(&mut self, map: &Map<String, Value>, lowered: &mut Map<String, Value>) {
        let says = |word| map.get(word) == Some(&Value::Bool(true));
        match self.scope.dialect {
            Dialect::V20 if says("x-nullable") || says("nullable") => nullable::admit(lowered),
            Dialect::V30 if says("nullable") => nullable::admit(lowered),
            Dialect::V31 | Dialect::V32 if says("nullable") => {
                self.note("`nullable` means nothing since OpenAPI 3.1; null is a type there".to_owned());
            }
            _ => {}
        }
    }

    fn reference(&mut self, value: &'a Value) -> Result<Option<Value>, Fault> {
        let Some(text) = value.as_str() else { return Ok(None) };
        let target = match reference::existing(&self.scope.documents, self.root.file, text) {
            Some(target) => target,
            None => reference::target_of_schema(&self.scope.documents, &self.around(), text)?,
        };
        Ok(Some(self.reference_to(&target)))
    }

    /// `items`; a list of schemas is what older drafts have for `prefixItems`.
    fn items(&mut self, value: &'a Value, lowered: &mut Map<String, Value>) -> Result<(), Fault> {
        if !value.is_array() {
            if !value.is_null() {
                let items = self.schema(value)?;
                lowered.insert("items".to_owned(), items);
            }
            return Ok(());
        }
        if let Some(list) = self.list(value)? {
            lowered.insert("prefixItems".to_owned(), list);
        }
        Ok(())
    }

    fn list(&mut self, value: &'a Value) -> Result<Option<Value>, Fault> {
        let Some(items) = value.as_array().filter(|items| !items.is_empty()) else { return Ok(None) };
        let mut lowered = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            self.path.push(Step::Index(index));
            lowered.push(self.schema(item)?);
            self.path.pop();
        }
        Ok(Some(Value::Array(lowered)))
    }

    fn map(&mut self, value: &'a Value) -> Result<Option<Value>, Fault> {
        let Some(members) = value.as_object() else { return Ok(None) };
        let mut lowered = Map::with_capacity(members.len());
        for (name, member) in members {
            self.path.push(Step::Key(name));
            lowered.insert(name.clone(), self.schema(member)?);
            self.path.pop();
        }
        Ok(Some(Value::Object(lowered)))
    }

    /// A reference to the schema at a place.
    pub(super) fn reference_to(&mut self, place: &Place) -> Value {
        let bindings = dynamic::needed(&self.scope.documents, &self.bindings, place);
        Value::from(format!("#/$defs/{}", self.names.of(place, &bindings)))
    }

    /// The place the walk has reached.
    pub(super) fn here(&self) -> Place {
        self.place(&self.path)
    }

    /// The schema that has the keyword the walk has reached.
    pub(super) fn around(&self) -> Place {
        self.place(self.path.split_last().map_or(&[], |(_, path)| path))
    }

    fn place(&self, path: &[Step]) -> Place {
        path.iter().fold(self.root.clone(), |place, step| match step {
            Step::Key(key) => place.key(key),
            Step::Index(index) => place.index(*index),
        })
    }

    pub(super) fn note(&mut self, what: String) {
        if self.notes.len() < MOST_NOTES {
            let here = self.here();
            self.notes.insert(here.clone(), Fault::new("schema-keyword", Level::Note, Some(here), what));
        }
    }

    fn too_deep(&self) -> Fault {
        Fault::error("too-deep", self.here(), "the schema is nested too deep").instead(format!(
            "move an inner schema to `#{}` and refer to it",
            self.scope.dialect.definitions()
        ))
    }
}

fn is_schema(value: &Value) -> bool {
    value.is_object() || value.is_boolean()
}

/// Whether a list holds nothing but schemas. What is none counts as a schema that accepts anything, which in `oneOf`
/// would refuse what the others accept.
fn all_schemas(value: &Value) -> bool {
    value.as_array().is_some_and(|items| items.iter().all(is_schema))
}

/// Whether a schema is a parameter whose type stands beside its name.
fn is_parameter(map: &Map<String, Value>) -> bool {
    ["name", "in"].iter().all(|key| map.get(*key).is_some_and(Value::is_string))
}

/// The keys of a parameter that say nothing of its values.
fn counts_for_parameter(key: &str) -> bool {
    matches!(
        key,
        "name"
            | "in"
            | "required"
            | "collectionFormat"
            | "allowEmptyValue"
            | "style"
            | "explode"
            | "allowReserved"
            | "schema"
            | "content"
    )
}

/// Before 3.1 the keywords beside `$ref` are ignored; texts change nothing of what is accepted and are worth keeping.
fn counts_beside_reference(keyword: &str) -> bool {
    matches!(keyword, "$ref" | "title" | "description" | "deprecated")
}
