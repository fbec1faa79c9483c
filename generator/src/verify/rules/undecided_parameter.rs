//! A parameter or body field of a used operation that nothing is decided about.

use super::level;
use crate::diagnostics::Fault;
use crate::plan::{Slot, SlotKind, Surface, VariantPlan};
use crate::verify::Rule;

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
    for tool in &surface.tools {
        for variant in &tool.variants {
            for slot in variant.slots.list.iter().filter(|slot| !slot.required && !is_decided(variant, slot))
            {
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
pub(super) fn is_decided(variant: &VariantPlan, slot: &Slot) -> bool {
    let field = matches!(slot.kind, SlotKind::Field(_));
    let covers =
        |name: &str| name == slot.name || (field && (name == "body" || leads_into(name, &slot.wire)));
    slot.kind == SlotKind::More
        || variant.inputs.iter().any(|input| covers(&input.slot.name))
        || variant.fixed.iter().any(|fixed| covers(&fixed.slot.name))
        || variant.not_offered.iter().any(|name| covers(name))
}

/// Whether `body#/a/b` leads into the field `a`.
fn leads_into(name: &str, field: &str) -> bool {
    let first = name.strip_prefix("body#/").and_then(|way| way.split('/').next());
    first.is_some_and(|first| first.replace("~1", "/").replace("~0", "~") == field)
}
