//! `{ fn, of, returns }` → a function of the host program, the types of its arguments read from the answers.

use super::fields::{Fields, NUMBER};
use super::paths::Node;
use crate::diagnostics::Fault;
use crate::lower::Schemas;
use crate::lower::curation::HookEntry;
use crate::plan::hole::{Hole, HoleKind};
use crate::plan::surface::{FromPlan, HookPlan, HookType};
use fewtools_contract::Types;

/// How deep objects are typed.
const MAX_DEPTH: usize = 3;
/// The most properties of one object that is typed.
const MAX_FIELDS: usize = 64;

impl Fields<'_, '_, '_> {
    /// A field that a function makes. The same function has the same types wherever it is named.
    pub(super) fn function(
        &mut self,
        field: String,
        from: Option<&Node>,
        entry: &HookEntry,
    ) -> Result<Option<FromPlan>, Fault> {
        let mut of = Vec::new();
        let mut arguments = Vec::new();
        for (name, way) in &entry.of {
            let Some((way, node)) = self.way(from, way)? else { continue };
            of.push(way);
            arguments.push((name.clone(), typed(&self.planner.api.schemas, &node, 0)?));
        }
        if of.len() < entry.of.len() {
            return Ok(None);
        }
        let returns = entry.returns.as_ref().map(|returns| returns.value);
        let known = self.planner.hooks.iter().position(|hook| hook.name == entry.name.value);
        let hook = known.unwrap_or_else(|| {
            let (name, at) = (entry.name.value.clone(), entry.name.at.clone());
            self.planner.hooks.push(HookPlan {
                name,
                makes: Vec::new(),
                arguments: arguments.clone(),
                returns,
                at,
            });
            self.planner.hooks.len() - 1
        });
        let Some(plan) = self.planner.hooks.get_mut(hook) else { return Ok(None) };
        if plan.arguments != arguments || plan.returns != returns {
            let why = if plan.returns != returns {
                "another `returns`".to_owned()
            } else if plan.arguments.len() != arguments.len() {
                "another number of arguments".to_owned()
            } else {
                let differs = plan.arguments.iter().zip(&arguments).find(|(one, other)| one != other);
                format!("another `{}`", differs.map_or("of", |((name, _), _)| name))
            };
            let also = plan.at.clone();
            let hole = Hole::new(HoleKind::Function, &entry.name, &self.through).because(why);
            let hole = hole.instead("a name of its own for each function");
            self.planner.holes.add(Hole { also: Some(also), ..hole });
            return Ok(None);
        }
        if !plan.makes.contains(&field) {
            plan.makes.push(field);
        }
        Ok(Some(FromPlan::Hook { hook, of, returns }))
    }
}

/// The type of a value, read from its schemas.
fn typed(schemas: &Schemas, node: &Node, depth: usize) -> Result<HookType, Fault> {
    let solid = node.types().without(Types::NULL);
    let is = |types: Types| !solid.is_empty() && solid.without(types).is_empty();
    Ok(if is(Types::STRING) {
        HookType::Text
    } else if is(Types::INTEGER) {
        HookType::Integer
    } else if is(NUMBER) {
        HookType::Number
    } else if is(Types::BOOLEAN) {
        HookType::Boolean
    } else if is(Types::ARRAY) {
        match node.items(schemas)? {
            Some(item) => HookType::List(Box::new(typed(schemas, &item, depth)?), item.is_optional()),
            None => HookType::Any,
        }
    } else if is(Types::OBJECT) && depth < MAX_DEPTH {
        object(schemas, node, depth)?
    } else {
        HookType::Any
    })
}

fn object(schemas: &Schemas, node: &Node, depth: usize) -> Result<HookType, Fault> {
    let names = node.names();
    if names.is_empty() || names.len() > MAX_FIELDS {
        return Ok(HookType::Any);
    }
    let mut properties = Vec::new();
    for name in names {
        if let Some(property) = node.property(schemas, &name)? {
            let of = typed(schemas, &property, depth + 1)?;
            properties.push((name, of));
        }
    }
    Ok(HookType::Object(properties))
}
