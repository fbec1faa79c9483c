//! `$id` and `$anchor` in the files of a run → the schemas that they name.

use std::collections::BTreeMap;

use percent_encoding::percent_decode_str;
use serde_json::Value;
use url::Url;

use super::Documents;
use super::references::{self, Keys};
use crate::diagnostics::{FileId, Place, Pointer};

/// What relative addresses are resolved against where no schema around has one of its own; nothing is fetched.
const NOWHERE: &str = "file:///";

/// The schemas that have names of their own (JSON Schema 2020-12, section 8.2). Of two with one name the first counts.
#[derive(Debug, Default)]
pub(crate) struct Identified {
    by_address: BTreeMap<String, Place>,
    addresses: BTreeMap<Place, Url>,
    /// By the schema with an address around it, or the root of the file.
    anchors: BTreeMap<(Place, String), Place>,
}

impl Identified {
    /// Goes through every file.
    pub(super) fn of(documents: &Documents) -> Self {
        let mut identified = Self::default();
        let Ok(nowhere) = Url::parse(NOWHERE) else { return identified };
        let files = (Documents::DOCUMENT.0..).map(FileId).zip(documents.sources.iter().skip(1));
        for (file, source) in files {
            let root = Place::new(file, Pointer::root());
            let mut around = Around { resource: root.clone(), base: nowhere.clone() };
            identified.scan(&source.tree, root, Keys::Words, &mut around);
        }
        identified
    }

    fn scan(&mut self, node: &Value, place: Place, keys: Keys, around: &mut Around) {
        match node {
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.scan(item, place.index(index), Keys::Words, around);
                }
            }
            Value::Object(members) => {
                let text = |key| members.get(key).and_then(Value::as_str).filter(|_| keys == Keys::Words);
                // Until draft 7, `$id: '#name'` was what is `$anchor` now.
                let own = text("$id").filter(|id| !id.starts_with('#'));
                let own = own.and_then(|id| around.base.join(id).ok());
                let mut inner = own.map(|base| Around { resource: place.clone(), base });
                if let Some(inner) = &inner {
                    self.by_address.entry(bare(&inner.base)).or_insert_with(|| place.clone());
                    self.addresses.insert(place.clone(), inner.base.clone());
                }
                let around = inner.as_mut().unwrap_or(around);
                for name in ["$anchor", "$dynamicAnchor"].into_iter().filter_map(text) {
                    let key = (around.resource.clone(), name.to_owned());
                    self.anchors.entry(key).or_insert_with(|| place.clone());
                }
                for (key, member) in members {
                    if let Some(keys) = references::below(key, keys) {
                        self.scan(member, place.key(key), keys, around);
                    }
                }
            }
            _ => {}
        }
    }

    /// The place that a reference in the schema at `from` names.
    pub(super) fn find(&self, from: &Place, reference: &str) -> Option<Place> {
        let (path, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let around = self.around(from);
        let resource = match path {
            "" => around,
            path => {
                let base = self.addresses.get(&around).cloned().or_else(|| Url::parse(NOWHERE).ok())?;
                self.by_address.get(&bare(&base.join(path).ok()?))?.clone()
            }
        };
        let fragment = percent_decode_str(fragment).decode_utf8_lossy();
        if fragment.is_empty() || fragment.starts_with('/') {
            let pointer = Pointer::parse(format!("{}{fragment}", resource.pointer));
            return Some(Place::new(resource.file, pointer));
        }
        self.anchors.get(&(resource, fragment.into_owned())).cloned()
    }

    /// The nearest schema around a place that has an address, else the root of the file.
    fn around(&self, from: &Place) -> Place {
        let mut place = Place::new(from.file, from.pointer.clone());
        while !self.addresses.contains_key(&place) {
            match place.pointer.parent() {
                Some(parent) => place = Place::new(from.file, parent),
                None => break,
            }
        }
        place
    }
}

/// What stands around a node.
struct Around {
    /// The schema with an address, or the root of the file.
    resource: Place,
    base: Url,
}

/// An address without its fragment.
fn bare(address: &Url) -> String {
    let text = address.as_str();
    text.split('#').next().unwrap_or(text).to_owned()
}
