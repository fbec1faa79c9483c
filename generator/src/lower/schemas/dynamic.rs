//! `$dynamicRef`, and `$recursiveRef` of an older draft → references to what they mean where they are reached from.
//!
//! A dynamic reference means the outermost schema on the way to it that has its anchor (JSON Schema 2020-12 core, section
//! 8.2.3.2). Documents without `$id` are read as if each schema had one, which is how templates are written in them: a
//! schema binds its own anchor and those of its `$defs` for all that it refers to.

use std::collections::BTreeSet;
use std::fmt;
use std::rc::Rc;

use serde_json::{Map, Value};

use crate::diagnostics::Place;
use crate::load::Documents;
use crate::lower::reference;
use crate::lower::schemas::lowering::Lowering;

/// So many anchors are bound at once.
const MOST_BOUND: usize = 16;

/// So many nodes are looked through for dynamic references.
const MOST_NODES: usize = 2000;

/// Which schema an anchor means, by its name; the empty name is that of the recursive one.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Bindings(Vec<(String, Place)>);

impl Bindings {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn get(&self, name: &str) -> Option<&Place> {
        self.0.iter().find(|(bound, _)| bound == name).map(|(_, place)| place)
    }
}

impl fmt::Display for Bindings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(name, place)| write!(f, "{name}={place:?};"))
    }
}

/// Binds the anchors of the schema that the walk has reached. What was bound before, where that has changed.
pub(super) fn enter(lowering: &mut Lowering<'_>, schema: &Map<String, Value>) -> Option<Rc<Bindings>> {
    let speaks = schema.keys().any(|key| key.starts_with('$') && key != "$ref");
    let found = if speaks { anchors(schema, &lowering.here()) } else { Vec::new() };
    let new = found.into_iter().filter(|(name, _)| lowering.bindings.get(name).is_none());
    let new: Vec<_> = new.take(MOST_BOUND.saturating_sub(lowering.bindings.0.len())).collect();
    if new.is_empty() {
        return None;
    }
    let mut bindings = (*lowering.bindings).clone();
    bindings.0.extend(new);
    Some(std::mem::replace(&mut lowering.bindings, Rc::new(bindings)))
}

/// The anchors of a schema: its own, and those of its definitions.
fn anchors(schema: &Map<String, Value>, here: &Place) -> Vec<(String, Place)> {
    let anchor = |schema: &Map<String, Value>| Some(schema.get("$dynamicAnchor")?.as_str()?.to_owned());
    let mut found: Vec<(String, Place)> =
        anchor(schema).map(|name| (name, here.clone())).into_iter().collect();
    if schema.get("$recursiveAnchor") == Some(&Value::Bool(true)) {
        found.push((String::new(), here.clone()));
    }
    let definitions = schema.get("$defs").and_then(Value::as_object).into_iter().flatten();
    found.extend(definitions.filter_map(|(key, definition)| {
        Some((anchor(definition.as_object()?)?, here.key("$defs").key(key)))
    }));
    found
}

/// Writes what a dynamic reference means as a reference. One that leads nowhere accepts anything.
pub(super) fn lowered(
    lowering: &mut Lowering<'_>,
    keyword: &str,
    value: &Value,
    lowered: &mut Map<String, Value>,
) {
    let target = value.as_str().and_then(|text| meant(lowering, text));
    match target.filter(|_| !lowered.contains_key("$ref")) {
        Some(place) => {
            let reference = lowering.reference_to(&place);
            lowered.insert("$ref".to_owned(), reference);
        }
        None => lowering.note(format!("`{keyword}` is not read here; anything is accepted")),
    }
}

/// The schema that is bound, else the one that is there without any.
fn meant(lowering: &Lowering<'_>, text: &str) -> Option<Place> {
    let documents = &lowering.scope.documents;
    let (_, name) = text.split_once('#')?;
    if name.starts_with('/') {
        return reference::existing(documents, lowering.root.file, text);
    }
    let bound = lowering.bindings.get(name).cloned();
    bound.or_else(|| surrounding(documents, lowering.here(), name)).or_else(|| {
        let named = documents.identified(&lowering.around(), text);
        named.filter(|place| documents.node(place).is_some())
    })
}

/// The schema of this anchor that the nearest schema around a place has.
fn surrounding(documents: &Documents, mut place: Place, name: &str) -> Option<Place> {
    loop {
        place = Place::new(place.file, place.pointer.parent()?);
        let schema = documents.node(&place).and_then(Value::as_object);
        let found = schema.map(|schema| anchors(schema, &place)).unwrap_or_default();
        if let Some((_, place)) = found.into_iter().find(|(anchor, _)| anchor == name) {
            return Some(place);
        }
    }
}

/// The bindings that make a difference to the schema at a place: none where it has no dynamic reference, or would bind the
/// same by itself.
pub(super) fn needed(documents: &Documents, bindings: &Rc<Bindings>, place: &Place) -> Rc<Bindings> {
    if bindings.is_empty() {
        return Rc::clone(bindings);
    }
    let schema = documents.node(place).and_then(Value::as_object);
    let own = schema.map(|schema| anchors(schema, place)).unwrap_or_default();
    let same = bindings.0 == own || !is_dynamic(documents, place);
    if same { Rc::default() } else { Rc::clone(bindings) }
}

/// Whether the schema at a place has a dynamic reference, or one that it refers to; true where there is too much to look at.
fn is_dynamic(documents: &Documents, place: &Place) -> bool {
    let mut seen = BTreeSet::from([place.clone()]);
    let mut places = vec![place.clone()];
    let mut looked = 0;
    while let Some(place) = places.pop() {
        let mut open: Vec<&Value> = documents.node(&place).into_iter().collect();
        while let Some(node) = open.pop() {
            looked += 1;
            if looked > MOST_NODES {
                return true;
            }
            match node {
                Value::Object(members) => {
                    if members.contains_key("$dynamicRef") || members.contains_key("$recursiveRef") {
                        return true;
                    }
                    let reference = members.get("$ref").and_then(Value::as_str);
                    let target =
                        reference.and_then(|to| reference::target_of_schema(documents, &place, to).ok());
                    places.extend(target.filter(|target| seen.insert(target.clone())));
                    open.extend(members.values());
                }
                Value::Array(items) => open.extend(items),
                _ => {}
            }
        }
    }
    false
}
