//! `discriminator` of any dialect → the property, and which schema each of its values means.

use serde_json::{Map, Value};

use crate::diagnostics::{Place, Pointer};
use crate::load::Documents;
use crate::lower::reference;
use crate::lower::schemas::lowering::Lowering;

/// `propertyName`, and of `mapping` and `defaultMapping` what leads somewhere: by the name of a schema or by reference.
/// OpenAPI 2.0 writes the name of the property alone.
pub(super) fn lowered(lowering: &mut Lowering<'_>, value: &Value) -> Option<Value> {
    let property = value.as_str().or_else(|| value.get("propertyName")?.as_str())?;
    let mut lowered = Map::new();
    lowered.insert("propertyName".to_owned(), Value::from(property));
    let mut mapping = Map::new();
    for (name, target) in value.get("mapping").and_then(Value::as_object).into_iter().flatten() {
        match target.as_str().and_then(|target| mapped(lowering, target)) {
            Some(reference) => drop(mapping.insert(name.clone(), reference)),
            None => lowering.note(format!("the mapping of `{name}` leads nowhere and is left out")),
        }
    }
    add_heirs(lowering, &mut mapping);
    if !mapping.is_empty() {
        lowered.insert("mapping".to_owned(), Value::Object(mapping));
    }
    if let Some(default) = value.get("defaultMapping").and_then(Value::as_str) {
        match mapped(lowering, default) {
            Some(reference) => drop(lowered.insert("defaultMapping".to_owned(), reference)),
            None => lowering.note(format!("the default mapping `{default}` leads nowhere and is left out")),
        }
    }
    Some(Value::Object(lowered))
}

/// Where nothing is listed beside a discriminator, it chooses between the schemas that extend this one, by their names
/// where `mapping` gives them no other.
fn add_heirs(lowering: &mut Lowering<'_>, mapping: &mut Map<String, Value>) {
    let schema = lowering.around();
    let listed = |keyword: &str| lowering.scope.documents.node(&schema.key(keyword)).is_some();
    if listed("oneOf") || listed("anyOf") {
        return;
    }
    for (name, place) in lowering.scope.heirs(&schema) {
        let reference = lowering.reference_to(&place);
        if !mapping.contains_key(&name) && !mapping.values().any(|known| *known == reference) {
            mapping.insert(name, reference);
        }
    }
}

fn mapped(lowering: &mut Lowering<'_>, target: &str) -> Option<Value> {
    let (documents, file) = (&lowering.scope.documents, lowering.root.file);
    let by_name = Pointer::parse(lowering.scope.dialect.definitions()).key(target);
    let mut named = [file, Documents::DOCUMENT].into_iter().map(|file| Place::new(file, by_name.clone()));
    let place = match named.find(|place| documents.node(place).is_some()) {
        Some(place) => place,
        None => reference::existing(documents, file, target)?,
    };
    Some(lowering.reference_to(&place))
}
