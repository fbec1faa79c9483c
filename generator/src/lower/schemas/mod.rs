//! Schema nodes of any dialect → JSON Schema 2020-12, when they are asked for.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use indexmap::IndexMap;
use serde_json::Value;

use crate::diagnostics::{Fault, Level, Place};
use crate::load::Documents;
use crate::lower::version::Dialect;

mod discriminator;
mod dynamic;
mod files;
mod heirs;
mod joined;
mod keywords;
mod lowering;
mod made;
mod names;
mod nullable;
mod properties;
mod repaired;
#[cfg(test)]
mod tests;

pub(super) use made::{FormField, Made, MadeSchemas};
pub use properties::{PropertySearch, WrittenProperties};

use dynamic::Bindings;
use lowering::{Lowering, Scope};
use names::Names;

/// Every schema of a run.
///
/// A lowered schema is JSON Schema 2020-12 whose references read `#/$defs/<key>`; [`Schemas::definition`] gives what
/// a key stands for. Cycles stay references, nothing is ever put in place of one. The only keyword that is none of
/// JSON Schema is `discriminator`, whose `mapping` and `defaultMapping` read `#/$defs/<key>` too; validators pass it
/// over. What is chosen between is what `oneOf` or `anyOf` beside it lists; without these, the schemas that extend this
/// one with `allOf`, which its `mapping` names all.
#[derive(Debug)]
pub struct Schemas {
    scope: Scope,
    made: MadeSchemas,
    store: RefCell<Store>,
}

/// What was lowered so far.
#[derive(Debug, Default)]
struct Store {
    lowered: IndexMap<Place, Rc<Value>>,
    /// The definitions in which dynamic references have another meaning, by key.
    bound: BTreeMap<String, Rc<Value>>,
    names: Names,
    notes: BTreeMap<Place, Fault>,
}

impl Schemas {
    pub(super) fn of(documents: Rc<Documents>, dialect: Dialect, made: MadeSchemas) -> Self {
        let store = Store { names: Names::over(&documents, dialect), ..Store::default() };
        let scope = Scope { documents, dialect, heirs: OnceCell::new() };
        Self { scope, made, store: RefCell::new(store) }
    }

    /// The lowered schema at a place.
    ///
    /// # Errors
    /// A reference that leads nowhere or outside, or a node that is no schema.
    pub fn at(&self, place: &Place) -> Result<Rc<Value>, Fault> {
        if let Some(lowered) = self.store.borrow().lowered.get(place) {
            return Ok(Rc::clone(lowered));
        }
        let lowered = Rc::new(match self.made.get(place) {
            Some(made) => made.lowered(self)?,
            None => self.lowered(place, Rc::default())?,
        });
        self.store.borrow_mut().lowered.insert(place.clone(), Rc::clone(&lowered));
        Ok(lowered)
    }

    fn lowered(&self, place: &Place, bindings: Rc<Bindings>) -> Result<Value, Fault> {
        let store = &mut *self.store.borrow_mut();
        let node = self.scope.documents.node(place).ok_or_else(|| nothing(place))?;
        Lowering::new(&self.scope, place, bindings, &mut store.names, &mut store.notes).run(node)
    }

    /// What `#/$defs/<key>` stands for, lowered.
    ///
    /// # Errors
    /// As [`Schemas::at`]; also a key that no reference produced.
    pub fn definition(&self, key: &str) -> Result<Rc<Value>, Fault> {
        let (place, bindings) = self.store.borrow().names.place(key).cloned().ok_or_else(|| unknown(key))?;
        if bindings.is_empty() {
            return self.at(&place);
        }
        if let Some(known) = self.store.borrow().bound.get(key) {
            return Ok(Rc::clone(known));
        }
        let lowered = Rc::new(self.lowered(&place, bindings)?);
        self.store.borrow_mut().bound.insert(key.to_owned(), Rc::clone(&lowered));
        Ok(lowered)
    }

    /// The names of the components that references led to so far.
    pub fn names(&self) -> Vec<String> {
        self.store.borrow().names.components()
    }

    /// Where the definition of a key stands.
    pub fn place_of(&self, key: &str) -> Option<Place> {
        self.store.borrow().names.place(key).map(|(place, _)| place.clone())
    }

    /// Where the properties of the schema at a place stand.
    pub fn properties_at(&self, place: &Place) -> WrittenProperties<'_> {
        WrittenProperties::of(self, place)
    }

    /// What was left out of the schemas lowered so far because it means nothing there, by place.
    pub fn notes(&self) -> Vec<Fault> {
        self.store.borrow().notes.values().cloned().collect()
    }
}

fn nothing(place: &Place) -> Fault {
    Fault::error("no-schema", place.clone(), "there is no schema at this place")
}

fn unknown(key: &str) -> Fault {
    Fault::new("no-schema", Level::Error, None, format!("no reference leads to a definition `{key}`"))
}
