//! One schema node → the same in JSON Schema 2020-12, references as keys of `$defs`.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::diagnostics::{Fault, Level, Place, Pointer};
use crate::load::Documents;
use crate::lower::node::kind;
use crate::lower::reference;
use crate::lower::schemas::keywords::{self, Shape};
use crate::lower::schemas::names::Names;
use crate::lower::schemas::nullable;
use crate::lower::version::Dialect;

/// A schema nested deeper than so many keys and indexes is refused.
const DEEPEST: usize = 200;

/// So many notes are kept.
const MOST_NOTES: usize = 1000;

/// A walk down one schema.
pub(super) struct Lowering<'a> {
    documents: &'a Documents,
    dialect: Dialect,
    root: &'a Place,
    path: Vec<Step<'a>>,
    names: &'a mut Names,
    notes: &'a mut BTreeMap<Place, Fault>,
}

/// A step from a node to one of its children.
enum Step<'a> {
    Key(&'a str),
    Index(usize),
}

impl<'a> Lowering<'a> {
    pub(super) fn new(
        documents: &'a Documents,
        dialect: Dialect,
        root: &'a Place,
        names: &'a mut Names,
        notes: &'a mut BTreeMap<Place, Fault>,
    ) -> Self {
        Self { documents, dialect, root, path: Vec::new(), names, notes }
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
    fn schema(&mut self, node: &'a Value) -> Result<Value, Fault> {
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
        let alone = self.dialect == Dialect::V30 && map.get("$ref").is_some_and(Value::is_string);
        let mut lowered = Map::with_capacity(map.len());
        for (keyword, value) in map {
            if alone && !counts_beside_reference(keyword) {
                continue;
            }
            self.path.push(Step::Key(keyword));
            self.keyword(keyword, value, &mut lowered)?;
            self.path.pop();
        }
        if !alone {
            self.finish(map, &mut lowered)?;
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
            Shape::Reference if lowered.contains_key("$ref") => return Err(self.unanchored(keyword)),
            Shape::Reference => self.reference(value)?,
            Shape::DynamicReference => return self.dynamic(keyword, value, lowered),
            Shape::Type => keywords::types(value),
            Shape::Schema if is_schema(value) => Some(self.schema(value)?),
            Shape::Schema => None,
            Shape::Items => return self.items(value, lowered),
            Shape::SchemaList if keyword == "oneOf" && !all_schemas(value) => None,
            Shape::SchemaList => self.list(value)?,
            Shape::SchemaMap => self.map(value)?,
            Shape::Exclusive if value.is_boolean() => return Ok(()),
            Shape::Exclusive => keywords::fitting(keywords::Plain::Number, value),
            Shape::Discriminator => self.discriminator(value),
            Shape::Plain(plain) => keywords::fitting(plain, value),
            Shape::Example | Shape::AdditionalItems | Shape::Dropped => return Ok(()),
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
        if let Some(example) = map.get("example")
            && !lowered.contains_key("examples")
        {
            lowered.insert("examples".to_owned(), json!([example]));
        }
        if map.get("type").and_then(Value::as_str).is_some_and(|word| word.eq_ignore_ascii_case("file")) {
            lowered.entry("format").or_insert_with(|| Value::from("binary"));
        }
        if map.get("nullable") == Some(&Value::Bool(true)) {
            self.nullable(lowered);
        }
        Ok(())
    }

    /// In 3.1 `nullable` is no keyword any more: null is a type.
    fn nullable(&mut self, lowered: &mut Map<String, Value>) {
        match self.dialect {
            Dialect::V30 => nullable::admit(lowered),
            Dialect::V31 => {
                self.note("`nullable` means nothing in OpenAPI 3.1; null is a type there".to_owned())
            }
        }
    }

    fn reference(&mut self, value: &'a Value) -> Result<Option<Value>, Fault> {
        let Some(text) = value.as_str() else { return Ok(None) };
        let target = match reference::existing(self.documents, self.root.file, text) {
            Some(target) => target,
            None => reference::target_of_schema(self.documents, &self.around(), text)?,
        };
        Ok(Some(Value::from(format!("#/$defs/{}", self.names.of(&target)))))
    }

    /// `$dynamicRef` and the older `$recursiveRef` mean the schema around them that carries the anchor, unless another
    /// schema extends that one and carries the same anchor. The first is read; the second is not told from it.
    fn dynamic(
        &mut self,
        keyword: &str,
        value: &Value,
        lowered: &mut Map<String, Value>,
    ) -> Result<(), Fault> {
        let anchored = value.as_str().and_then(|text| self.anchored(text.strip_prefix('#')?));
        let Some(place) = anchored.filter(|_| !lowered.contains_key("$ref")) else {
            return Err(self.unanchored(keyword));
        };
        self.note(format!("`{keyword}` is read as a reference to the schema around it"));
        lowered.insert("$ref".to_owned(), Value::from(format!("#/$defs/{}", self.names.of(&place))));
        Ok(())
    }

    fn unanchored(&self, keyword: &str) -> Fault {
        let what = format!("`{keyword}` is read only alone, and to the anchor of a schema around it");
        Fault::error("unsupported-reference", self.here(), what)
            .instead("refer to the definition with `$ref`")
    }

    /// The nearest schema around the walk's place that carries an anchor; the empty name is that of the recursive one.
    fn anchored(&self, name: &str) -> Option<Place> {
        let mut place = self.here();
        loop {
            place = Place::new(place.file, place.pointer.parent()?);
            let node = self.documents.node(&place)?;
            let carries = match name {
                "" => node.get("$recursiveAnchor") == Some(&Value::Bool(true)),
                name => node.get("$dynamicAnchor").and_then(Value::as_str) == Some(name),
            };
            if carries {
                return Some(place);
            }
        }
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

    /// `propertyName`, and of `mapping` what leads somewhere: by the name of a component or by reference.
    fn discriminator(&mut self, value: &'a Value) -> Option<Value> {
        let property = value.get("propertyName")?.as_str()?;
        let mut lowered = Map::new();
        lowered.insert("propertyName".to_owned(), Value::from(property));
        let mut mapping = Map::new();
        for (name, target) in value.get("mapping").and_then(Value::as_object).into_iter().flatten() {
            match target.as_str().and_then(|target| self.mapped(target)) {
                Some(reference) => drop(mapping.insert(name.clone(), reference)),
                None => self.note(format!("the mapping of `{name}` leads nowhere and is left out")),
            }
        }
        if !mapping.is_empty() {
            lowered.insert("mapping".to_owned(), Value::Object(mapping));
        }
        Some(Value::Object(lowered))
    }

    fn mapped(&mut self, target: &str) -> Option<Value> {
        let by_name = Pointer::parse("/components/schemas").key(target);
        let files = [self.root.file, Documents::DOCUMENT];
        let mut named = files.into_iter().map(|file| Place::new(file, by_name.clone()));
        let place = match named.find(|place| self.documents.node(place).is_some()) {
            Some(place) => place,
            None => reference::existing(self.documents, self.root.file, target)?,
        };
        Some(Value::from(format!("#/$defs/{}", self.names.of(&place))))
    }

    /// The place the walk has reached.
    fn here(&self) -> Place {
        self.place(&self.path)
    }

    /// The schema that has the keyword the walk has reached.
    fn around(&self) -> Place {
        self.place(self.path.split_last().map_or(&[], |(_, path)| path))
    }

    fn place(&self, path: &[Step]) -> Place {
        path.iter().fold(self.root.clone(), |place, step| match step {
            Step::Key(key) => place.key(key),
            Step::Index(index) => place.index(*index),
        })
    }

    fn note(&mut self, what: String) {
        if self.notes.len() < MOST_NOTES {
            let here = self.here();
            self.notes.insert(here.clone(), Fault::new("schema-keyword", Level::Note, Some(here), what));
        }
    }

    fn too_deep(&self) -> Fault {
        Fault::error("too-deep", self.here(), "the schema is nested too deep")
            .instead("move an inner schema to `components/schemas` and refer to it")
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

/// In 3.0 the keywords beside `$ref` are ignored; texts change nothing of what is accepted and are worth keeping.
fn counts_beside_reference(keyword: &str) -> bool {
    matches!(keyword, "$ref" | "title" | "description" | "deprecated")
}
