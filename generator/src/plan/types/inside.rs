//! A schema of the document → the ways inside of a value to texts that are sent as numbers.

use fewtools_contract::{Conversion, Types};
use serde_json::Value;

use super::Overrides;
use crate::diagnostics::Fault;
use crate::lower::Schemas;
use crate::plan::shape::Shape;

/// How deep such texts are looked for.
const MAX_DEPTH: usize = 8;
/// How many schemas are looked at for them.
const MAX_SCHEMAS: usize = 5_000;

/// One step of a way inside of a value; see [`fewtools_contract::Inside`].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum InsidePlan {
    /// To a property.
    Key(String),
    /// To every item.
    Items,
}

impl Overrides {
    /// The ways inside of a value to texts that are sent as numbers, sorted. Where an alternative has a text of its own at
    /// the same place, it stays one.
    ///
    /// # Errors
    /// A schema that cannot be read.
    pub fn digits_inside(&self, schemas: &Schemas, schema: &Value) -> Result<Vec<Vec<InsidePlan>>, Fault> {
        if self.is_empty() {
            return Ok(Vec::new());
        }
        let mut walk =
            Walk { overrides: self, schemas, digits: Vec::new(), texts: Vec::new(), left: MAX_SCHEMAS };
        walk.look(schema, &mut Vec::new())?;
        let Walk { mut digits, texts, .. } = walk;
        digits.retain(|way| !way.is_empty() && !texts.contains(way));
        digits.sort();
        digits.dedup();
        Ok(digits)
    }
}

struct Walk<'a> {
    overrides: &'a Overrides,
    schemas: &'a Schemas,
    digits: Vec<Vec<InsidePlan>>,
    texts: Vec<Vec<InsidePlan>>,
    left: usize,
}

impl Walk<'_> {
    fn look(&mut self, schema: &Value, way: &mut Vec<InsidePlan>) -> Result<(), Fault> {
        let Some(left) = self.left.checked_sub(1).filter(|_| way.len() <= MAX_DEPTH) else { return Ok(()) };
        self.left = left;
        let shape = Shape::of(self.schemas, schema)?;
        if let Some((found, _)) = self.overrides.find(self.schemas, &shape) {
            match found.conversion(self.schemas, &shape) {
                Ok(Conversion::Digits { .. }) => self.digits.push(way.clone()),
                _ if shape.types.meets(Types::STRING) => self.texts.push(way.clone()),
                _ => {}
            }
            return Ok(());
        }
        if shape.alternatives.is_empty() && shape.types.meets(Types::STRING) {
            self.texts.push(way.clone());
        }
        for (name, property) in &shape.properties {
            self.step(InsidePlan::Key(name.clone()), property, way)?;
        }
        if let Some(items) = &shape.items {
            self.step(InsidePlan::Items, items, way)?;
        }
        for alternative in shape.alternatives.iter().flatten() {
            self.look(alternative, way)?;
        }
        Ok(())
    }

    fn step(&mut self, step: InsidePlan, schema: &Value, way: &mut Vec<InsidePlan>) -> Result<(), Fault> {
        way.push(step);
        let looked = self.look(schema, way);
        way.pop();
        looked
    }
}
