//! A path through a response schema → the schemas it ends at, or the names it could have gone on with.

use std::rc::Rc;

use fewtools_contract::Types;
use serde_json::Value;

use crate::diagnostics::Fault;
use crate::lower::Schemas;
use crate::plan::shape::{Additional, Shape};
use crate::plan::surface::SegmentPlan;

/// How many alternatives are followed side by side.
const MAX_BRANCHES: usize = 64;

/// The schemas one value of an answer may have.
#[derive(Debug, Clone)]
pub struct Node {
    shapes: Vec<Rc<Shape>>,
    made: Option<Rc<Made>>,
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
        Ok(Self { shapes, made: None })
    }

    /// The answers of a step that runs for each row: an array of `{item, body}`.
    pub fn of_rows(item: Self, body: Self) -> Self {
        let made = |made| Self { shapes: Vec::new(), made: Some(Rc::new(made)) };
        made(Made::List(made(Made::Record([("item", item), ("body", body)]))))
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
        let mut array = false;
        for shape in self.shapes.iter().filter(|shape| shape.types.meets(Types::ARRAY)) {
            array = true;
            spread(schemas, shape.items.as_ref().unwrap_or(&Value::Bool(true)), &mut shapes)?;
        }
        Ok(array.then_some(Self { shapes, made: None }))
    }

    /// Every type that the value may have.
    pub fn types(&self) -> Types {
        let own = match self.made.as_deref() {
            Some(Made::List(_)) => Types::ARRAY,
            Some(Made::Record(_)) => Types::OBJECT,
            None => Types(0),
        };
        self.shapes.iter().fold(own, |types, shape| types.with(shape.types))
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
            return Ok(property.or_else(|| Some((SegmentPlan::Index(index?), made.items()?))));
        }
        let mut found = Vec::new();
        let mut segment = None;
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
                (None, _) => {}
            }
        }
        Ok(segment.map(|segment| (segment, Self { shapes: found, made: None })))
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
