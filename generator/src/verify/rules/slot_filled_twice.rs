//! A slot that two arguments, or an argument and a constant, would fill.

use std::collections::BTreeMap;

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
    let (around, part) = around_another(&filled)?;
    let what =
        format!("`{part}` of `{}` is filled, and `{around}` around it too", super::user(tool, variant));
    Some(Fault::error(CODE, variant.call_at.clone(), what).instead("either of the two"))
}

/// A slot of the body that is filled, and one inside of it that is filled too: the first of each.
fn around_another<'v>(filled: &[&'v Slot]) -> Option<(&'v str, &'v str)> {
    let ways = Ways::of(filled.iter().copied());
    let pairs = filled
        .iter()
        .enumerate()
        .filter_map(|(index, part)| Some((ways.around(&part.name, &part.kind)?, index)));
    let (around, part) = pairs.min()?;
    Some((&filled.get(around)?.name, &filled.get(part)?.name))
}

/// Slots of the body by the keys that lead to them, each with its place in a list; the body itself has none.
struct Ways<'v>(BTreeMap<&'v [String], Vec<(usize, &'v str)>>);

impl<'v> Ways<'v> {
    fn of(slots: impl Iterator<Item = &'v Slot>) -> Self {
        let mut ways: BTreeMap<&[String], Vec<(usize, &str)>> = BTreeMap::new();
        for (index, slot) in slots.enumerate() {
            if let SlotKind::Body = slot.kind {
                ways.entry(&[]).or_default().push((index, &slot.name));
            } else if let SlotKind::Field(keys) = &slot.kind {
                ways.entry(keys).or_default().push((index, &slot.name));
            }
        }
        Self(ways)
    }

    /// The first that holds a part of the body and is another slot.
    fn around(&self, name: &str, kind: &SlotKind) -> Option<usize> {
        let keys: &[String] = match kind {
            SlotKind::Field(keys) => keys,
            SlotKind::More => &[],
            _ => return None,
        };
        let depths = (0..=keys.len()).filter_map(|depth| self.0.get(keys.get(..depth)?));
        let others = depths.filter_map(|slots| slots.iter().find(|(_, other)| *other != name));
        others.map(|(index, _)| *index).min()
    }
}

/// A part of the body that is not offered, and an argument that is set around it and could hold it.
fn kept_back<'v>(surface: &Surface<'_>, variant: &'v VariantPlan) -> Option<(&'v str, &'v str)> {
    let arounds = variant.inputs.iter().map(|input| &*input.slot);
    let ways = Ways::of(arounds.clone());
    let arounds: Vec<&Slot> = arounds.collect();
    variant.not_offered.iter().filter(|_| !ways.0.is_empty()).find_map(|name| {
        let part = variant.slots.find(surface.api, name).ok().flatten()?;
        let around = ways.around(&part.name, &part.kind)?;
        Some((name.as_str(), arounds.get(around)?.name.as_str()))
    })
}
