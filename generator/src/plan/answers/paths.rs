//! A path through a response schema → the schemas it ends at, or the names it could have gone on with.

use std::rc::Rc;

use fewtools_contract::Types;
use serde_json::Value;

use crate::diagnostics::Fault;
use crate::lower::Schemas;
use crate::plan::shape::{Additional, Shape};
use crate::plan::surface::SegmentPlan;
use crate::plan::types::Overrides;

/// How many alternatives are followed side by side.
const MAX_BRANCHES: usize = 64;

/// The schemas one value of an answer may have.
#[derive(Debug, Clone)]
pub struct Node {
    shapes: Vec<Rc<Shape>>,
    /// How many of the shapes are no alternatives of others; the first of these comes first.
    roots: usize,
    made: Option<Rc<Made>>,
    /// Whether the way to it may lead nowhere.
    optional: bool,
    /// Whether it is looked into only where it is no `null`.
    present: bool,
}

/// A value that is no answer, but made of answers.
#[derive(Debug)]
enum Made {
    /// An array of such items.
    List(Node),
    /// An object of these properties.
    Record([(&'static str, Node); 2]),
}

/// Where a path ends.
#[derive(Debug)]
pub enum End {
    /// At these schemas.
    Found(Vec<SegmentPlan>, Node),
    /// At this segment there is no such name; the names there are, each with the way to it.
    Missing(Vec<String>),
}

impl Node {
    /// The root of an answer that has one of these schemas.
    ///
    /// # Errors
    /// A schema that cannot be read.
    pub fn root(schemas: &Schemas, answers: &[Rc<Value>]) -> Result<Self, Fault> {
        let mut shapes = Vec::new();
        for schema in answers {
            spread(schemas, schema, &mut shapes)?;
        }
        Ok(Self { shapes, roots: answers.len(), made: None, optional: false, present: false })
    }

    /// The answers of a step that runs for each row: an array of `{item, body}`.
    pub fn of_rows(item: Self, body: Self) -> Self {
        let made = |made| Self {
            shapes: Vec::new(),
            roots: 0,
            made: Some(Rc::new(made)),
            optional: false,
            present: false,
        };
        made(Made::List(made(Made::Record([("item", item), ("body", body.or_nothing())]))))
    }

    /// The same value, or none at all.
    #[must_use]
    pub fn or_nothing(self) -> Self {
        Self { optional: true, ..self }
    }

    /// The same value, where it is there.
    #[must_use]
    pub fn where_present(self) -> Self {
        Self { optional: false, present: true, ..self }
    }

    /// Whether the value may be `null`, or not be there.
    pub fn is_optional(&self) -> bool {
        self.types().meets(Types::NULL)
    }

    /// The schemas of the value, with those of alternatives; none where it is made.
    pub fn shapes(&self) -> &[Rc<Shape>] {
        &self.shapes
    }

    /// The properties of a value that is made of answers.
    pub fn made_properties(&self) -> &[(&'static str, Self)] {
        self.made.as_deref().map_or(&[], Made::properties)
    }

    /// Follows a path of segments separated by `/`, with `~0` and `~1` as in JSON Pointer. The empty path stays.
    ///
    /// # Errors
    /// A schema that cannot be read.
    pub fn follow(&self, schemas: &Schemas, path: &str) -> Result<End, Fault> {
        let mut node = self.clone();
        let mut segments = Vec::new();
        let mut way = String::new();
        for raw in path.split('/').filter(|raw| !raw.is_empty()) {
            let name = raw.replace("~1", "/").replace("~0", "~");
            match node.step(schemas, &name)? {
                Some((segment, next)) => {
                    segments.push(segment);
                    node = next;
                }
                None => {
                    return Ok(End::Missing(
                        node.names().iter().map(|name| format!("{way}{name}")).collect(),
                    ));
                }
            }
            way = format!("{way}{raw}/");
        }
        Ok(End::Found(segments, node))
    }

    /// The items, where the value may be an array.
    ///
    /// # Errors
    /// A schema that cannot be read.
    pub fn items(&self, schemas: &Schemas) -> Result<Option<Self>, Fault> {
        if let Some(made) = &self.made {
            return Ok(made.items());
        }
        let mut shapes = Vec::new();
        let mut roots = 0;
        for shape in self.shapes.iter().filter(|shape| shape.types.meets(Types::ARRAY)) {
            let is_branch = shape.items.is_none() && !shape.alternatives.is_empty();
            if !is_branch {
                roots += 1;
                spread(schemas, shape.items.as_ref().unwrap_or(&Value::Bool(true)), &mut shapes)?;
            }
        }
        Ok((roots > 0).then_some(Self { shapes, roots, made: None, optional: false, present: false }))
    }

    /// Every type that the value may have, `null` where it may not be there.
    pub fn types(&self) -> Types {
        let declared = self.declared_types();
        if self.optional { declared.with(Types::NULL) } else { declared }
    }

    /// Every type that the value has where it is there.
    pub fn declared_types(&self) -> Types {
        let made = match self.made.as_deref() {
            Some(Made::List(_)) => Types::ARRAY,
            Some(Made::Record(_)) => Types::OBJECT,
            None => Types(0),
        };
        // What a schema says of types holds for its alternatives too.
        let shapes = if self.roots == 1 { self.shapes.get(..1) } else { self.shapes.get(..) };
        shapes.unwrap_or_default().iter().fold(made, |types, shape| types.with(shape.meant()))
    }

    /// Whether the value may have one of these types.
    pub fn may_be(&self, types: Types) -> bool {
        self.types().meets(types)
    }

    /// Whether every alternative is an array (null aside).
    pub fn is_array(&self) -> bool {
        let is_made = self.made.as_ref().is_some_and(|made| made.items().is_some());
        is_made || (!self.shapes.is_empty() && self.shapes.iter().all(|shape| shape.solid() == Types::ARRAY))
    }

    /// The properties that are arrays (null aside), by name.
    ///
    /// # Errors
    /// A schema that cannot be read.
    pub fn arrays(&self, schemas: &Schemas) -> Result<Vec<String>, Fault> {
        let mut arrays: Vec<String> = Vec::new();
        for (name, schema) in self.shapes.iter().flat_map(|shape| &shape.properties) {
            if !arrays.contains(name) && Shape::of(schemas, schema)?.solid() == Types::ARRAY {
                arrays.push(name.clone());
            }
        }
        Ok(arrays)
    }

    /// The values that it may have, where every alternative lists some; else none.
    pub fn values(&self) -> Vec<Value> {
        let mut values: Vec<Value> = Vec::new();
        for shape in &self.shapes {
            let Some(listed) = &shape.values else { return Vec::new() };
            values.extend(listed.iter().filter(|value| !value.is_null()).cloned());
        }
        values
    }

    /// The format that it has in every alternative; empty for none.
    pub fn format(&self) -> &str {
        let first = self.shapes.first().map_or("", |shape| shape.format.as_str());
        if self.shapes.iter().all(|shape| shape.format == first) { first } else { "" }
    }

    /// Whether a number of the document leaves as the text of its digits.
    pub fn is_text_of_number(&self, schemas: &Schemas, types: &Overrides) -> bool {
        self.shapes.iter().any(|shape| types.is_text_of_number(schemas, shape))
    }

    /// A property by its name.
    ///
    /// # Errors
    /// A schema that cannot be read.
    pub fn property(&self, schemas: &Schemas, name: &str) -> Result<Option<Self>, Fault> {
        Ok(self.step(schemas, name)?.map(|(_, property)| property))
    }

    /// The names of its properties.
    pub fn names(&self) -> Vec<String> {
        let made = self.made.iter().flat_map(|made| made.properties());
        let mut names: Vec<String> = made.map(|(name, _)| (*name).to_owned()).collect();
        for name in self.shapes.iter().flat_map(|shape| shape.properties.keys()) {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        names
    }

    fn step(&self, schemas: &Schemas, name: &str) -> Result<Option<(SegmentPlan, Self)>, Fault> {
        let index: Option<usize> = name.parse().ok();
        if let Some(made) = &self.made {
            let property = made.properties().iter().find(|(known, _)| *known == name);
            let property = property.map(|(_, node)| (SegmentPlan::Key(name.to_owned()), node.clone()));
            let item = || Some((SegmentPlan::Index(index?), made.items()?.or_nothing()));
            let found = property.or_else(item);
            return Ok(found.map(|(segment, node)| {
                (segment, Self { optional: self.optional || node.optional, ..node })
            }));
        }
        let mut found = Vec::new();
        let mut segment = None;
        let mut roots = 0;
        for shape in &self.shapes {
            match (property(shape, name), index) {
                (Some(schema), _) => {
                    spread(schemas, schema, &mut found)?;
                    segment.get_or_insert(SegmentPlan::Key(name.to_owned()));
                }
                (None, Some(index)) if shape.types.meets(Types::ARRAY) => {
                    spread(schemas, shape.items.as_ref().unwrap_or(&Value::Bool(true)), &mut found)?;
                    segment.get_or_insert(SegmentPlan::Index(index));
                }
                (None, _) => continue,
            }
            roots += 1;
        }
        let may_lack = self.is_optional() && !self.present;
        let optional = may_lack || !self.always_has(name);
        let found = Self { shapes: found, roots, made: None, optional, present: false };
        Ok(segment.map(|segment| (segment, found)))
    }

    /// Whether the value always is an object with this property: the one schema that it has requires it, or each of its
    /// alternatives does.
    fn always_has(&self, name: &str) -> bool {
        let requires = |shape: &Shape| {
            shape.required.contains(name) && shape.meant().without(Types::NULL) == Types::OBJECT
        };
        let root = self.shapes.first().filter(|_| self.roots == 1);
        let mut leaves = self.shapes.iter().filter(|shape| shape.alternatives.is_empty());
        root.is_some_and(|root| requires(root)) || leaves.all(|leaf| requires(leaf))
    }
}

impl Shape {
    /// The types, where one that says none and has properties means an object.
    fn meant(&self) -> Types {
        let is_object = self.types == Types::ANY && !self.properties.is_empty() && self.values.is_none();
        if is_object { Types::OBJECT } else { self.types }
    }
}

impl Made {
    fn items(&self) -> Option<Node> {
        match self {
            Self::List(item) => Some(item.clone()),
            Self::Record(_) => None,
        }
    }

    fn properties(&self) -> &[(&'static str, Node)] {
        match self {
            Self::List(_) => &[],
            Self::Record(properties) => properties,
        }
    }
}

/// The schema of a property. A schema that lists no properties and closes nothing may have any.
fn property<'s>(shape: &'s Shape, name: &str) -> Option<&'s Value> {
    static ANYTHING: Value = Value::Bool(true);
    if !shape.types.meets(Types::OBJECT) {
        return None;
    }
    if let Some(schema) = shape.properties.get(name) {
        return Some(schema);
    }
    match &shape.additional {
        Additional::Schema(schema) => Some(schema),
        Additional::Unsaid if shape.properties.is_empty() && shape.alternatives.is_empty() => Some(&ANYTHING),
        Additional::Unsaid | Additional::Closed => None,
    }
}

/// The shape of a schema and those of its alternatives, nested ones included.
fn spread(schemas: &Schemas, schema: &Value, shapes: &mut Vec<Rc<Shape>>) -> Result<(), Fault> {
    let mut open = vec![schema.clone()];
    while let Some(schema) = open.pop() {
        if shapes.len() >= MAX_BRANCHES {
            break;
        }
        let shape = Shape::of(schemas, &schema)?;
        open.extend(shape.alternatives.iter().flatten().rev().cloned());
        shapes.push(Rc::new(shape));
    }
    Ok(())
}
