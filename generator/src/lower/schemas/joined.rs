//! `allOf` of parts that close themselves → the same parts, each of which lets through what the others declare.
//!
//! Strictly, `additionalProperties` of a part forbids what its siblings declare (JSON Schema 2020-12 core, section 10.3.2.3).
//! Where each of two parts does that, or one forbids what another requires, they would leave nothing to say: what generators
//! mean that write a base schema and one that extends it so is closed as a whole.

use std::collections::BTreeSet;
use std::rc::Rc;

use serde_json::{Map, Value};

use crate::diagnostics::{Fault, Place};
use crate::load::Documents;
use crate::lower::reference::target_of_schema;
use crate::lower::schemas::lowering::{Lowering, Step};

/// So many parts of one schema stand in the place of their references.
pub(super) const MOST_PARTS: usize = 50;
/// So many schemas are looked at for one; one with more parts is read as it is written.
const MOST_SCHEMAS: usize = 500;
/// So many names are let through.
const MOST_NAMES: usize = 1000;

/// Names that are declared beside a part.
pub(super) type Declared = Rc<BTreeSet<String>>;

/// The names that the parts of a schema, its own keywords among them, let through, where they contradict each other; the
/// names that come from around it otherwise.
pub(super) fn declared(
    documents: &Documents,
    map: &Map<String, Value>,
    at: &Place,
    around: Option<&Declared>,
) -> Option<Declared> {
    if !map.get("allOf").is_some_and(Value::is_array) {
        return around.cloned();
    }
    let Some(parts) = Parts::of(documents, map, at).filter(Parts::contradict) else {
        return around.cloned();
    };
    let mut names = parts.names;
    names.extend(around.iter().flat_map(|around| around.iter().cloned()));
    Some(Rc::new(names))
}

/// The lowered parts of a schema, each with what is declared beside it.
pub(super) fn parts<'a>(
    lowering: &mut Lowering<'a>,
    parts: &'a [Value],
    declared: &Declared,
) -> Result<Value, Fault> {
    let mut lowered = Vec::with_capacity(parts.len());
    for (index, part) in parts.iter().enumerate() {
        lowering.path.push(Step::Index(index));
        lowered.push(self::part(lowering, part, declared)?);
        lowering.path.pop();
    }
    Ok(Value::Array(lowered))
}

/// A part; one that closes itself and is referred to stands in the place of its reference, as elsewhere it stays closed.
fn part<'a>(lowering: &mut Lowering<'a>, part: &'a Value, declared: &Declared) -> Result<Value, Fault> {
    let documents = &lowering.scope.documents;
    let alone = part.as_object().filter(|map| map.len() == 1);
    let reference = alone.and_then(|map| map.get("$ref")?.as_str());
    let place = reference.and_then(|text| target_of_schema(documents, &lowering.here(), text).ok());
    let target = place.as_ref().and_then(|place| Some((place, documents.node(place)?)));
    let left = lowering.parts_left.get();
    match target.filter(|(place, node)| left > 0 && lacks(documents, node, place, declared)) {
        Some((place, node)) => {
            lowering.parts_left.set(left - 1);
            let (names, notes) = (&mut *lowering.names, &mut *lowering.notes);
            let mut part = Lowering::new(lowering.scope, place, Rc::clone(&lowering.bindings), names, notes);
            part.beside = Some(Rc::clone(declared));
            part.parts_left = Rc::clone(&lowering.parts_left);
            part.run(node)
        }
        None => {
            lowering.beside = Some(Rc::clone(declared));
            let lowered = lowering.schema(part);
            lowering.beside = None;
            lowered
        }
    }
}

/// Whether a schema closes itself, by its own keywords or those of its parts, and lacks one of these names.
fn lacks(documents: &Documents, schema: &Value, at: &Place, names: &BTreeSet<String>) -> bool {
    let parts = schema.as_object().and_then(|map| Parts::of(documents, map, at));
    parts.is_some_and(|parts| !parts.closed.is_empty() && !names.is_subset(&parts.names))
}

/// Lets names through a lowered schema that closes itself: those that are declared in it and around it. What is closed
/// together with its parts, by `unevaluatedProperties`, sees what they declare, and needs those from around it alone.
pub(super) fn admit(
    lowered: &mut Map<String, Value>,
    declared: Option<&Declared>,
    around: Option<&Declared>,
) {
    let together = lowered.get("unevaluatedProperties") == Some(&Value::Bool(false));
    let names = match closes_itself(lowered) {
        true => declared,
        false => around.filter(|_| together),
    };
    let Some(names) = names else { return };
    if let Value::Object(properties) = lowered.entry("properties").or_insert_with(|| Map::new().into()) {
        for name in names.iter() {
            properties.entry(name.clone()).or_insert(Value::Bool(true));
        }
    }
}

/// Whether `additionalProperties` of a schema forbids what its siblings declare. Where it has no properties of its own,
/// `false` is read of it and its parts together.
fn closes_itself(map: &Map<String, Value>) -> bool {
    match map.get("additionalProperties") {
        Some(Value::Object(schema)) => !schema.is_empty(),
        Some(Value::Bool(false)) => own(map).next().is_some(),
        _ => false,
    }
}

/// What a schema and its parts say of the names of members.
#[derive(Default)]
struct Parts {
    /// Those that are declared, in alternatives too.
    names: BTreeSet<String>,
    /// Those that are required.
    required: BTreeSet<String>,
    /// For each part that always holds and closes itself the names that it declares.
    closed: Vec<BTreeSet<String>>,
    /// Whether one of these lets other names through with values of its own kind alone.
    typed: bool,
}

impl Parts {
    /// `None` where there are too many of them.
    fn of(documents: &Documents, map: &Map<String, Value>, at: &Place) -> Option<Self> {
        let mut found = Self::default();
        let mut seen = BTreeSet::new();
        let mut open = vec![(map, at.clone(), true)];
        let mut looked = 0;
        while let Some((map, at, holds)) = open.pop() {
            looked += 1;
            if looked > MOST_SCHEMAS || found.names.len() > MOST_NAMES {
                return None;
            }
            if holds {
                found.hold(map);
            }
            found.names.extend(own(map).cloned());
            for (keyword, always) in [("allOf", true), ("anyOf", false), ("oneOf", false)] {
                let parts = map.get(keyword).and_then(Value::as_array).into_iter().flatten().enumerate();
                let parts = parts.filter_map(|(index, part)| Some((index, part.as_object()?)));
                open.extend(parts.map(|(index, part)| (part, at.key(keyword).index(index), holds && always)));
            }
            if let Some((map, at)) =
                target(documents, map, &at).filter(|(_, at)| seen.insert((at.clone(), holds)))
            {
                open.push((map, at, holds));
            }
        }
        Some(found)
    }

    /// Adds what a part says that always holds.
    fn hold(&mut self, map: &Map<String, Value>) {
        let required = map.get("required").and_then(Value::as_array).into_iter().flatten();
        self.required.extend(required.filter_map(Value::as_str).map(str::to_owned));
        if closes_itself(map) {
            self.closed.push(own(map).cloned().collect());
            self.typed |= map.get("additionalProperties").is_some_and(Value::is_object);
        }
    }

    /// Whether the parts leave nothing to say that is meant: two of them are closed, or one forbids what is required.
    fn contradict(&self) -> bool {
        let forbids = |own: &BTreeSet<String>| !self.required.is_subset(own);
        self.typed || self.closed.len() > 1 || self.closed.iter().any(forbids)
    }
}

/// The names that a schema declares itself.
fn own(map: &Map<String, Value>) -> impl Iterator<Item = &String> {
    map.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::keys)
}

/// What a schema refers to.
fn target<'d>(
    documents: &'d Documents,
    map: &Map<String, Value>,
    at: &Place,
) -> Option<(&'d Map<String, Value>, Place)> {
    let text = map.get("$ref")?.as_str()?;
    let place = target_of_schema(documents, at, text).ok()?;
    Some((documents.node(&place)?.as_object()?, place))
}
