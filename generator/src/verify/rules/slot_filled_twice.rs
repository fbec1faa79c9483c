//! A slot that two arguments, or an argument and a constant, would fill.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Slot, SlotKind, Surface, ToolPlan, VariantPlan};
use crate::verify::Rule;
use crate::verify::check::{Check, Made};

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A slot that two arguments, or an argument and a constant, would fill.",
    check: Check::all_tools(check).after(twice),
};

const CODE: &str = "slot-filled-twice";

fn twice(surface: &Surface<'_>) -> Vec<Fault> {
    super::of_holes(surface, HoleKind::SlotTwice, CODE, |hole| {
        format!("`{}` of {} goes to `{}`, which is filled already", hole.name, hole.inside, hole.detail)
    })
}

fn check(surface: &Surface<'_>, made: Made<'_>) -> Vec<Fault> {
    made.requests().filter_map(|(tool, variant)| overlap(surface, tool, variant)).collect()
}

/// A part of the body that is filled, and a slot around it that is filled too: one of them would be lost.
fn overlap(surface: &Surface<'_>, tool: &ToolPlan, variant: &VariantPlan) -> Option<Fault> {
    let inputs = variant.inputs.iter().map(|input| &*input.slot);
    let filled: Vec<&Slot> = inputs.chain(variant.fixed.iter().map(|fixed| &*fixed.slot)).collect();
    if let Some((field, around)) = kept_back(surface, variant) {
        let user = super::user(tool, variant);
        let what = format!("`{field}` of `{user}` is not offered, and `{around}` around it is");
        return Some(
            Fault::error(CODE, variant.call_at.clone(), what)
                .instead("the fields that are offered, one by one"),
        );
    }
    let bodies = filled.iter().filter(|slot| matches!(slot.kind, SlotKind::Body | SlotKind::Field(_)));
    let (around, part) = bodies.clone().find_map(|around| {
        let part = filled.iter().find(|part| part.name != around.name && holds(&around.kind, &part.kind))?;
        Some((&around.name, &part.name))
    })?;
    let what =
        format!("`{part}` of `{}` is filled, and `{around}` around it too", super::user(tool, variant));
    Some(Fault::error(CODE, variant.call_at.clone(), what).instead("either of the two"))
}

/// A part of the body that is not offered, and an argument that is set around it and could hold it.
fn kept_back<'v>(surface: &Surface<'_>, variant: &'v VariantPlan) -> Option<(&'v str, &'v str)> {
    let arounds = variant.inputs.iter().map(|input| &*input.slot);
    let arounds: Vec<&Slot> =
        arounds.filter(|slot| matches!(slot.kind, SlotKind::Body | SlotKind::Field(_))).collect();
    variant.not_offered.iter().filter(|_| !arounds.is_empty()).find_map(|name| {
        let part = variant.slots.find(surface.api, name).ok().flatten()?;
        let inside = |around: &&&Slot| around.name != part.name && holds(&around.kind, &part.kind);
        arounds.iter().find(inside).map(|around| (name.as_str(), around.name.as_str()))
    })
}

/// Whether a slot of the body holds another one, or is the same in other words.
fn holds(around: &SlotKind, part: &SlotKind) -> bool {
    match (around, part) {
        (SlotKind::Body, SlotKind::Field(_) | SlotKind::More) => true,
        (SlotKind::Field(outer), SlotKind::Field(inner)) => inner.starts_with(outer),
        _ => false,
    }
}
