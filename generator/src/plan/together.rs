//! The arguments that go into a body → its whole schema, where its fields, each by itself, do not say all of it.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::Planner;
use super::shape::Shape;
use super::slots::{Slot, SlotKind};
use super::surface::InputPlan;
use super::variants::Member;
use crate::diagnostics::Fault;
use crate::lower::Schemas;

/// The schema of a body that is written as it is given, where its fields alone do not say all of it; empty otherwise.
pub(super) fn schema(planner: &mut Planner<'_>, member: &Member<'_>, inputs: &[InputPlan]) -> String {
    let Some(body) = &member.slots.body else { return String::new() };
    let given = inputs.iter().map(|input| (&input.slot.kind, input.required));
    let sent = given.chain(member.fixed.iter().map(|fixed| (&fixed.slot.kind, true)));
    let parts = sent.filter_map(|(kind, certain)| match kind {
        SlotKind::Field(keys) => Some(Part { keys, certain }),
        _ => None,
    });
    // A schema that cannot be read has marked its hole where the fields were looked for.
    let says_more = says_more(&planner.api.schemas, body, parts.collect()).unwrap_or_default();
    let shape = Shape::of(&planner.api.schemas, &body.schema).ok().filter(|_| says_more);
    shape.and_then(|shape| planner.typings.definitions.sent(&body.schema, &shape).ok()).unwrap_or_default()
}

/// A field that is filled by itself.
#[derive(Clone, Copy)]
struct Part<'k> {
    /// The keys that lead to it from the object that is looked at.
    keys: &'k [String],
    /// Every call sends it.
    certain: bool,
}

/// Whether an object that is put together, the body or one inside of it, says something of several of its properties, or
/// has to be there though none of its own is sent by every call.
fn says_more(schemas: &Schemas, body: &Slot, parts: Vec<Part<'_>>) -> Result<bool, Fault> {
    let mut objects = vec![(Rc::clone(&body.schema), parts)];
    while let Some((schema, parts)) = objects.pop() {
        let shape = Shape::of(schemas, &schema)?;
        let chooses = shape.extended || !shape.alternatives.is_empty();
        if shape.together || (chooses && !parts.is_empty()) {
            return Ok(true);
        }
        let mut inside: BTreeMap<&str, Vec<Part<'_>>> = BTreeMap::new();
        for part in parts {
            if let [key, keys @ ..] = part.keys
                && !keys.is_empty()
            {
                inside.entry(key).or_default().push(Part { keys, ..part });
            }
        }
        for (key, parts) in inside {
            if shape.required.contains(key) && !parts.iter().any(|part| part.certain) {
                return Ok(true);
            }
            objects.extend(shape.properties.get(key).map(|schema| (Rc::new(schema.clone()), parts)));
        }
    }
    Ok(false)
}
