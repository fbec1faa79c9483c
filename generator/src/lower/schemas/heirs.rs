//! The named schemas of a document → which of them extend which with `allOf`.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::diagnostics::{Place, Pointer};
use crate::load::Documents;
use crate::lower::reference;
use crate::lower::version::Dialect;

/// The schemas that extend another directly, by its place: name and place, in document order.
#[derive(Debug)]
pub(super) struct Heirs(BTreeMap<Place, Vec<(String, Place)>>);

impl Heirs {
    /// Looks through the names of the document.
    pub(super) fn of(documents: &Documents, dialect: Dialect) -> Self {
        let all = Place::new(Documents::DOCUMENT, Pointer::parse(dialect.definitions()));
        let named = documents.node(&all).and_then(Value::as_object).into_iter().flatten();
        let mut heirs: BTreeMap<Place, Vec<(String, Place)>> = BTreeMap::new();
        for (name, schema) in named {
            let parts = schema.get("allOf").and_then(Value::as_array).into_iter().flatten();
            for reference in parts.filter_map(|part| part.get("$ref")?.as_str()) {
                if let Some(parent) = reference::existing(documents, Documents::DOCUMENT, reference) {
                    heirs.entry(parent).or_default().push((name.clone(), all.key(name)));
                }
            }
        }
        Self(heirs)
    }

    /// The schemas that extend this one, directly or not.
    pub(super) fn of_schema(&self, place: &Place) -> Vec<(String, Place)> {
        let mut found = Vec::new();
        let mut seen = BTreeSet::from([place.clone()]);
        let mut open = vec![place];
        while let Some(parent) = open.pop() {
            for (name, heir) in self.0.get(parent).into_iter().flatten() {
                if seen.insert(heir.clone()) {
                    found.push((name.clone(), heir.clone()));
                    open.push(heir);
                }
            }
        }
        found
    }
}
