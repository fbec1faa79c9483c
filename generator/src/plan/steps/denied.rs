//! `if_denied` of steps → marks for fields that the result does not have, or that are of another kind there.

use fewtools_contract::Types;

use crate::lower::curation::{StepsEntry, Word};
use crate::plan::Planner;
use crate::plan::hole::{Hole, HoleKind};
use crate::plan::shape::type_of;
use crate::plan::surface::FieldPlan;

/// Judges every field of every step. A field that is a hole itself is none of the result.
pub(super) fn check(planner: &mut Planner<'_>, label: &str, entry: &StepsEntry, fields: &[FieldPlan]) {
    for (step, denied) in &entry.steps {
        for (name, value) in denied.value.if_denied.iter().flatten() {
            let word = Word::new(name.clone(), value.at.at_key());
            let hole = Hole::new(HoleKind::StepDenial, &word, format!("the step `{step}` of {label}"));
            let Some(field) = fields.iter().find(|field| field.name == *name) else {
                let names = fields.iter().map(|field| field.name.clone()).collect();
                planner.holes.add(hole.among(names));
                continue;
            };
            let (wanted, given) = (broad(field.from.types()), broad(type_of(&value.value)));
            let solid = wanted.without(Types::NULL);
            if !solid.is_empty() && !solid.with(Types::NULL).meets(given) {
                let words = solid.names().collect::<Vec<_>>().join(" or ");
                let why = format!("never is `{}` in the result", value.value);
                planner.holes.add(hole.because(why).instead(format!("a value of type {words}, or `null`")));
            }
        }
    }
}

/// Numbers of one type as those of both.
fn broad(types: Types) -> Types {
    let number = Types::NUMBER.with(Types::INTEGER);
    if types.meets(number) { types.with(number) } else { types }
}
