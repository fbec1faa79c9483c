//! Operation names as a manifest writes them → operations, and what was decided about each.

use std::collections::BTreeMap;

use super::hole::{Hole, HoleKind, Holes};
use super::surface::Decision;
use crate::diagnostics::{Place, Pointer};
use crate::load::Documents;
use crate::lower::api::Operation;
use crate::lower::curation::Word;
use crate::lower::{Api, Curation};

/// Finds operations by operationId or `GET /path`, and records who uses them.
#[derive(Debug)]
pub struct Operations<'a> {
    api: &'a Api,
    routes: BTreeMap<String, usize>,
    /// Readable operations first, in document order, then the unreadable ones.
    decisions: Vec<Decision>,
    unreadable: BTreeMap<&'a str, usize>,
}

/// What an operation's name points at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// An index in [`Api::operations`].
    Usable(usize),
    /// An operation that could not be read.
    Unreadable(usize),
}

impl<'a> Operations<'a> {
    /// The operations of a document, nothing decided yet.
    pub fn new(api: &'a Api) -> Self {
        let mut routes = BTreeMap::new();
        let mut decisions = Vec::new();
        for (index, operation) in api.operations.iter().enumerate() {
            let route = format!("{} {}", operation.method, operation.path);
            routes.entry(route.clone()).or_insert(index);
            decisions.push(Decision {
                id: operation.id.clone(),
                at: operation.at.clone(),
                route,
                used: Vec::new(),
                excluded: Vec::new(),
            });
        }
        let mut unreadable = BTreeMap::new();
        for (index, broken) in api.unreadable.iter().enumerate() {
            unreadable.insert(broken.id.as_str(), index);
            decisions.push(Decision {
                id: broken.id.clone(),
                at: broken.fault.place.clone().unwrap_or_else(root),
                route: format!("{} {}", broken.method, broken.path),
                used: Vec::new(),
                excluded: Vec::new(),
            });
        }
        Self { api, routes, decisions, unreadable }
    }

    /// What a name points at.
    pub fn find(&self, name: &str) -> Option<Found> {
        let usable = self.api.by_id.get(name).or_else(|| self.routes.get(name)).copied().map(Found::Usable);
        usable.or_else(|| self.unreadable.get(name).copied().map(Found::Unreadable))
    }

    /// The operation a tool or variant calls; marks a hole where there is none.
    pub fn call(&mut self, holes: &mut Holes, call: &Word, user: &str) -> Option<usize> {
        match self.find(&call.value) {
            Some(Found::Usable(index)) => {
                self.decision(Found::Usable(index)).used.push(user.to_owned());
                Some(index)
            }
            Some(Found::Unreadable(index)) => {
                self.decision(Found::Unreadable(index)).used.push(user.to_owned());
                if let Some(broken) = self.api.unreadable.get(index) {
                    holes.unusable(call, format!("`{user}`"), &broken.fault);
                }
                None
            }
            None => {
                holes.add(self.unknown(call, format!("`{user}`")));
                None
            }
        }
    }

    /// A hole for a name that no operation has, or more than one.
    fn unknown(&self, word: &Word, inside: String) -> Hole {
        let hole = Hole::new(HoleKind::Operation, word, inside);
        let same = |operation: &&Operation| operation.operation_id.as_ref() == Some(&word.value);
        let twins = self.api.operations.iter().filter(same);
        let routes: Vec<String> =
            twins.map(|operation| format!("`{} {}`", operation.method, operation.path)).collect();
        match routes.as_slice() {
            [] | [_] => hole.among(self.names()),
            several => hole.because("several have this id").instead(several.join(" or ")),
        }
    }

    /// Records the exclusions.
    pub fn exclude(&mut self, holes: &mut Holes, curation: &Curation) {
        for word in curation.exclude.iter().flat_map(|entry| &entry.ops) {
            match self.find(&word.value) {
                Some(found) => self.decision(found).excluded.push(word.at.clone()),
                None => holes.add(self.unknown(word, "`exclude`".to_owned())),
            }
        }
    }

    /// Whether a tool or a resource uses an operation.
    pub fn is_used(&self, index: usize) -> bool {
        self.decisions.get(index).is_some_and(|decision| !decision.used.is_empty())
    }

    /// What was decided.
    pub fn into_decisions(self) -> Vec<Decision> {
        self.decisions
    }

    /// Every name that can be written.
    pub fn names(&self) -> Vec<String> {
        self.decisions.iter().map(|decision| decision.id.clone()).collect()
    }

    fn decision(&mut self, found: Found) -> &mut Decision {
        let index = match found {
            Found::Usable(index) => index,
            Found::Unreadable(index) => self.api.operations.len() + index,
        };
        &mut self.decisions[index]
    }
}

fn root() -> Place {
    Place::new(Documents::DOCUMENT, Pointer::root())
}
