//! A parameter or body field of a used operation that nothing is decided about.

use super::unfilled_requirement::needed;
use super::{leads_into, level};
use crate::diagnostics::Fault;
use crate::plan::{Slot, SlotKind, Surface, VariantPlan};
use crate::verify::Rule;
use crate::verify::told::is_told;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A parameter or body field of a used operation that nothing is decided about.",
    check,
};

const CODE: &str = "undecided-parameter";

/// Required ones are left to `unfilled-requirement`.
fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let Some(level) = level(surface.curation.coverage.undecided) else { return Vec::new() };
    let mut faults = Vec::new();
    for tool in surface.all_tools() {
        for variant in &tool.variants {
            let open = variant.slots.list.iter().filter(|slot| {
                !needed(variant, slot) && !is_decided(variant, slot) && !is_told(surface, tool, variant, slot)
            });
            for slot in open {
                let user = super::user(tool, variant);
                let what = format!("`{}` of `{user}` is not decided about", slot.name);
                let instead = "an argument in `args`, a `fixed` value, or its name in `not_offered`";
                let fault = Fault::new(CODE, level, Some(slot.at.clone()), what).instead(instead);
                faults.push(fault.also(variant.call_at.clone(), "used here"));
            }
        }
    }
    faults
}

/// Offered, constant or not offered; a field of the body also where the whole body is.
fn is_decided(variant: &VariantPlan, slot: &Slot) -> bool {
    let field = matches!(slot.kind, SlotKind::Field(_));
    let covers =
        |name: &str| name == slot.name || (field && (name == "body" || leads_into(name, &slot.wire)));
    slot.kind == SlotKind::More
        || variant.inputs.iter().any(|input| covers(&input.slot.name))
        || variant.fixed.iter().any(|fixed| covers(&fixed.slot.name))
        || variant.not_offered.iter().any(|name| covers(name))
}
