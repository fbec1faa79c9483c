//! A step whose answer nothing uses.

use crate::diagnostics::Fault;
use crate::plan::{AnswerPlan, HoleKind, StepPlan, Surface, VariantPlan};
use crate::verify::Rule;
use crate::verify::check::{Check, Made};

pub(crate) const RULE: Rule =
    Rule { code: CODE, about: "A step whose answer nothing uses.", check: Check::tools(check) };

const CODE: &str = "unused-step";

/// Of steps that only each other use, the last is told. Where a name of a step is a hole, it may have been meant.
fn check(surface: &Surface<'_>, made: Made<'_>) -> Vec<Fault> {
    let is_known = |variant: &&VariantPlan| {
        let mut steps = surface.holes.iter().filter(|hole| hole.kind == HoleKind::Step);
        !matches!(variant.answer, AnswerPlan::Whole) && !steps.any(|hole| hole.inside == variant.label)
    };
    let variants = made.members().map(|(_, variant)| variant).filter(is_known);
    variants.flat_map(of_variant).collect()
}

fn of_variant(variant: &VariantPlan) -> impl Iterator<Item = Fault> {
    let last = |index: &usize| super::steps(variant).all(|step| !step.after.contains(index));
    let steps = super::steps(variant).enumerate().filter(move |(index, step)| !step.used && last(index));
    steps.map(|(_, step): (usize, &StepPlan)| {
        let name = &step.name.value;
        let what = format!("nothing uses the answer of the step {}", step.request.label);
        let instead =
            format!("`$steps.{name}.body` in the result or in a step that it uses, or no such step");
        Fault::error(CODE, step.name.at.clone(), what).instead(instead)
    })
}
