//! Judges the steps of a composite: they only read, what they wait for is there, and none waits for itself.

use fewtools_contract::{Operand, Step, Variant};

use super::result::{condition_holds, way_holds};

/// Whether every step of a variant can run.
pub(super) fn hold(variant: &Variant<'_>) -> bool {
    let steps = variant.work.steps();
    let reads = steps.is_empty() || !variant.effect.is_mutation();
    reads && steps.iter().all(|step| step_holds(step, variant)) && ends(steps)
}

fn step_holds(step: &Step<'_>, variant: &Variant<'_>) -> bool {
    let given = step.given.iter().all(|given| match given.value {
        Operand::Way(way) => way_holds(&way, variant),
        Operand::Constant(_) => true,
        Operand::Field(_) => false,
    });
    let rows = step.each.is_none_or(|each| way_holds(&each.rows, variant));
    let after = step.after.iter().all(|index| *index < variant.work.steps().len());
    given && rows && after && step.when.is_none_or(|when| condition_holds(&when, 0, variant))
}

/// Whether all steps come to their turn: no circle of steps waits for itself.
fn ends(steps: &[Step<'_>]) -> bool {
    let mut ended = vec![false; steps.len()];
    // Each round but the last ends a step.
    for _ in steps {
        for (index, step) in steps.iter().enumerate() {
            let ready = step.after.iter().all(|after| ended.get(*after).copied().unwrap_or_default());
            if let Some(place) = ended.get_mut(index) {
                *place |= ready;
            }
        }
    }
    ended.into_iter().all(|ended| ended)
}
