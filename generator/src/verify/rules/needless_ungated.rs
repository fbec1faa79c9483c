//! A reason for leaving something ungated that is gated, or only reads.

use super::{Member, Members};
use crate::diagnostics::Fault;
use crate::lower::curation::{GatesEntry, ToolEntry, Word};
use crate::plan::Surface;
use crate::verify::Rule;

pub(crate) const RULE: Rule =
    Rule { code: CODE, about: "A reason for leaving something ungated that is gated, or only reads.", check };

const CODE: &str = "needless-ungated";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let all = Members::of(surface);
    let mut faults = Vec::new();
    for (name, entry) in &surface.curation.tools {
        let entry = &entry.value;
        faults.extend(
            entry.ungated.as_ref().and_then(|reason| of_tool(all.of_entry(name), name, entry, reason)),
        );
        for (member, variant) in all.of_entry(name).iter().zip(&entry.variants) {
            let Some(reason) = &variant.ungated else { continue };
            let user = super::user(member.0, member.1);
            if !variant.gates.is_empty() {
                faults.push(needless(reason, format!("`{user}` has both `ungated` and gates")));
            } else if !member.1.effect.is_mutation() && member.1.operation.is_some() {
                faults.push(needless(reason, format!("`{user}` only reads: nothing of it is gated")));
            }
        }
    }
    faults
}

fn of_tool(members: &[Member<'_>], name: &str, entry: &ToolEntry, reason: &Word) -> Option<Fault> {
    if !entry.gates.is_empty() {
        return Some(needless(reason, format!("`{name}` has both `ungated` and gates")));
    }
    if members.iter().any(|(_, variant)| variant.operation.is_none()) {
        return None;
    }
    let used = members.iter().any(|(_, variant)| {
        variant.gates.ungated.as_ref().is_some_and(|of_variant| of_variant.at == reason.at)
    });
    let mutates = members.iter().any(|(_, variant)| variant.effect.is_mutation());
    let why = if mutates { "every mutation of it says its own" } else { "it only reads" };
    (!used).then(|| needless(reason, format!("`ungated` of `{name}` is for nothing: {why}")))
}

fn needless(reason: &Word, what: String) -> Fault {
    Fault::error(CODE, reason.at.at_key(), what).instead("no `ungated`")
}

impl GatesEntry {
    /// Whether it says no gate.
    pub(super) fn is_empty(&self) -> bool {
        self.dry_run.is_none() && self.confirm.is_none() && self.cap.is_none()
    }
}
