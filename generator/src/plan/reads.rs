//! A request beside a variant's own that only reads, filled from what the variant has.

use std::rc::Rc;

use super::Planner;
use super::hole::{Hole, HoleKind};
use super::slots::{Slot, Slots};
use super::surface::{FixedPlan, InputPlan, VariantPlan};
use super::variants::Member;
use super::{security, servers};
use crate::lower::curation::Word;

/// A request that reads.
pub(super) struct Read {
    /// The request; its inputs are those of the variant, bound to other slots.
    pub request: VariantPlan,
    /// The slots that it needs and that nothing of the variant fills.
    pub unfilled: Vec<String>,
}

/// Binds the slots of an operation that only reads to what a variant has: a slot to the same slot, and one that is required
/// also to a path or query parameter of the same name.
pub(super) fn bind(
    planner: &mut Planner<'_>,
    member: &Member<'_>,
    variant: &[InputPlan],
    word: &Word,
    (index, slots): (usize, &Rc<Slots>),
    wants: impl Fn(&Slot) -> bool,
) -> Option<Read> {
    let operation = planner.api.operations.get(index)?;
    let mut inputs: Vec<InputPlan> =
        variant.iter().map(|input| InputPlan { slot: Slot::nowhere(), ..input.clone() }).collect();
    let mut fixed = Vec::new();
    let mut unfilled = Vec::new();
    for slot in slots.list.iter().filter(|slot| wants(slot)) {
        let given = variant.iter().map(|input| input.slot.name.as_str());
        let constants = member.fixed.iter().map(|fixed| fixed.slot.name.as_str());
        if let Some(position) = same(slot, given) {
            if let Some(input) = inputs.get_mut(position) {
                input.slot = Rc::clone(slot);
            }
        } else if let Some(constant) = same(slot, constants).and_then(|at| member.fixed.get(at)) {
            fixed.push(FixedPlan { slot: Rc::clone(slot), value: constant.value.clone() });
        } else if slot.required {
            unfilled.push(slot.name.clone());
        }
    }
    let security = security::of(planner, operation, word, &member.label);
    let base = servers::of_operation(planner, operation).unwrap_or_else(|unknown| {
        let hole = Hole::new(HoleKind::UnusableOperation, word, &member.label);
        planner.holes.add(hole.because(unknown.why).instead(unknown.instead));
        String::new()
    });
    let request = VariantPlan {
        operation: Some(index),
        slots: Rc::clone(slots),
        inputs,
        fixed,
        security,
        base,
        ..VariantPlan::bare(word.clone(), member.label.clone(), word.at.clone())
    };
    Some(Read { request, unfilled })
}

/// Which of these slots fills a slot of the read: the same, else, where it is required, a path or query parameter of the
/// same wire name.
fn same<'n>(wanted: &Slot, names: impl Iterator<Item = &'n str> + Clone) -> Option<usize> {
    let alike = |name: &str| {
        let wire = name.strip_prefix("path.").or_else(|| name.strip_prefix("query."));
        wire == Some(wanted.wire.as_str()) && ["path.", "query."].iter().any(|at| wanted.name.starts_with(at))
    };
    let exact = names.clone().position(|name| name == wanted.name);
    exact.or_else(|| names.clone().position(alike).filter(|_| wanted.required))
}
