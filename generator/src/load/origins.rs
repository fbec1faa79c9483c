//! Nodes that overlays put or moved → where they are written.

use std::collections::BTreeMap;
use std::ops::Bound;

use super::Documents;
use crate::diagnostics::{Place, Pointer};

/// Where the nodes of the document are written that do not stand in its text at their own pointer.
#[derive(Debug, Default)]
pub(crate) struct Origins {
    /// The highest nodes of which this holds; those below follow from them.
    places: BTreeMap<Pointer, Place>,
}

impl Origins {
    /// Where a node is written.
    pub(super) fn of(&self, pointer: &Pointer) -> Place {
        let own = || Place::new(Documents::DOCUMENT, pointer.clone());
        if self.places.is_empty() {
            return own();
        }
        let mut around = Some(pointer.clone());
        while let Some(above) = around {
            if let Some(place) = self.places.get(&above) {
                let rest = pointer.as_str().strip_prefix(above.as_str()).unwrap_or_default();
                return Place::new(place.file, Pointer::parse(format!("{}{rest}", place.pointer)));
            }
            around = above.parent();
        }
        own()
    }

    /// Notes where a node is written that was put or replaced.
    pub(super) fn put(&mut self, pointer: Pointer, place: Place) {
        self.forget(&pointer);
        self.places.insert(pointer, place);
    }

    /// Forgets a node that was removed, and what lies below it.
    pub(super) fn forget(&mut self, pointer: &Pointer) {
        self.places.remove(pointer);
        for below in self.below(pointer) {
            self.places.remove(&below);
        }
    }

    /// Notes that of a list's items those of some indexes, in order, are kept.
    pub(super) fn keep(&mut self, list: &Pointer, kept: &[usize]) {
        let moved = kept.iter().enumerate().filter(|(new, old)| new != *old);
        let items: Vec<_> = moved.map(|(new, old)| (list.index(new), list.index(*old))).collect();
        let mut places = Vec::new();
        for (new, old) in &items {
            places.push((new.clone(), self.of(old)));
            for below in self.below(old) {
                let rest = below.as_str().strip_prefix(old.as_str()).unwrap_or_default();
                places.push((Pointer::parse(format!("{new}{rest}")), self.of(&below)));
            }
        }
        for stale in self.below(list) {
            let index = stale
                .as_str()
                .get(list.as_str().len()..)
                .and_then(|rest| rest.split('/').nth(1)?.parse().ok());
            if index.is_some_and(|index: usize| kept.get(index) != Some(&index)) {
                self.places.remove(&stale);
            }
        }
        self.places.extend(places);
    }

    /// The noted nodes below a node.
    fn below(&self, pointer: &Pointer) -> Vec<Pointer> {
        let start = Pointer::parse(format!("{pointer}/"));
        let from = (Bound::Included(&start), Bound::Unbounded);
        let below = self.places.range::<Pointer, _>(from).map(|(below, _)| below);
        below.take_while(|below| below.as_str().starts_with(start.as_str())).cloned().collect()
    }
}
