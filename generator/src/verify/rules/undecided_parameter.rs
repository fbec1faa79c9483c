//! A parameter or body field of a used operation that nothing is decided about.

use std::collections::BTreeSet;

use super::level;
use super::uncovered_operation::{NAMED, written};
use super::unfilled_requirement::{filled, needed};
use crate::diagnostics::Fault;
use crate::plan::{Slot, SlotKind, Surface, VariantPlan};
use crate::verify::Rule;
use crate::verify::check::{Check, Made};
use crate::verify::told::Told;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A parameter or body field of a used operation that nothing is decided about.",
    check: Check::all_tools(check),
};

const CODE: &str = "undecided-parameter";

/// Required ones are left to `unfilled-requirement`.
fn check(surface: &Surface<'_>, made: Made<'_>) -> Vec<Fault> {
    let Some(level) = level(surface.curation.coverage.undecided) else { return Vec::new() };
    let mut faults = Vec::new();
    for (tool, variant) in made.members() {
        let decided = decided(variant);
        let entered: BTreeSet<String> = decided.iter().filter_map(|name| super::entered(name)).collect();
        let (is_needed, told) = (needed(variant), Told::of(surface, tool, variant));
        let open = variant.slots.list.iter().filter(|slot| {
            !decided.contains(slot.name.as_str())
                && !is_needed(slot)
                && !is_covered(&decided, &entered, slot)
                && !told.is_about(slot)
        });
        let open: Vec<&Slot> = open.map(AsRef::as_ref).collect();
        let Some(first) = open.first() else { continue };
        let (user, filler) = (super::user(tool, variant), super::filler(surface, tool));
        let fault = Fault::new(CODE, level, Some(first.at.clone()), undecided(&user, &open));
        let fault = match open.as_slice() {
            [_] => fault.instead(format!("{filler}, a `fixed` value, or its name in `not_offered`")),
            _ => fault
                .instead(format!(
                    "{filler} or a `fixed` value for each that is wanted, and the others in `not_offered`"
                ))
                .detail([format!("what is left out, to paste: {}", not_offered(&open))]),
        };
        faults.push(fault.also(variant.call_at.clone(), "used here"));
    }
    faults
}

/// What is said of all that is open of a variant.
fn undecided(user: &str, open: &[&Slot]) -> String {
    if let [only] = open {
        return format!("`{}` of `{user}` is not decided about", only.name);
    }
    let named: Vec<String> = open.iter().take(NAMED).map(|slot| format!("`{}`", slot.name)).collect();
    let rest = open.len() - named.len();
    let names = match named.split_last() {
        Some((last, others)) if rest == 0 => format!("{} and {last}", others.join(", ")),
        _ => format!("{} and {rest} more", named.join(", ")),
    };
    format!("{} slots of `{user}` are not decided about: {names}", open.len())
}

/// `not_offered: [query.sort, 'body#/a/b']`
fn not_offered(open: &[&Slot]) -> String {
    let names: Vec<String> = open.iter().map(|slot| written(&slot.name)).collect();
    format!("`not_offered: [{}]`", names.join(", "))
}

/// The slots that are offered, constant or not offered.
fn decided(variant: &VariantPlan) -> BTreeSet<&str> {
    let not_offered = variant.not_offered.iter().map(String::as_str);
    filled(variant).into_iter().chain(not_offered).collect()
}

/// A field of the body is decided with the whole body too, and with a part of its own.
fn is_covered(decided: &BTreeSet<&str>, entered: &BTreeSet<String>, slot: &Slot) -> bool {
    match slot.kind {
        SlotKind::More => true,
        SlotKind::Field(_) => decided.contains("body") || entered.contains(&slot.wire),
        _ => false,
    }
}
