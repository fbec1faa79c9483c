//! A reason for leaving something ungated that is gated, or only reads.

use crate::diagnostics::Fault;
use crate::lower::curation::{GatesEntry, ToolEntry, Word};
use crate::plan::Surface;
use crate::verify::Rule;
use crate::verify::check::{Check, Made};

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A reason for leaving something ungated that is gated, or only reads.",
    check: Check::tools(check),
};

const CODE: &str = "needless-ungated";

fn check(surface: &Surface<'_>, made: Made<'_>) -> Vec<Fault> {
    let Some((name, entry)) = made.entry(surface.curation) else { return Vec::new() };
    let mut faults = Vec::new();
    faults.extend(entry.ungated.as_ref().and_then(|reason| of_tool(made, name, entry, reason)));
    for (said, (tool, variant)) in entry.variants.iter().zip(made.members()) {
        let Some(reason) = &said.ungated else { continue };
        let user = super::user(tool, variant);
        if !said.gates.is_empty() {
            faults.push(needless(reason, format!("`{user}` has both `ungated` and gates")));
        } else if !variant.effect.is_mutation() && variant.operation.is_some() {
            faults.push(needless(reason, format!("`{user}` only reads: nothing of it is gated")));
        }
    }
    faults
}

fn of_tool(made: Made<'_>, name: &str, entry: &ToolEntry, reason: &Word) -> Option<Fault> {
    if !entry.gates.is_empty() {
        return Some(needless(reason, format!("`{name}` has both `ungated` and gates")));
    }
    if made.members().any(|(_, variant)| variant.operation.is_none()) {
        return None;
    }
    let used = made.members().any(|(_, variant)| {
        variant.gates.ungated.as_ref().is_some_and(|of_variant| of_variant.at == reason.at)
    });
    let mutates = made.members().any(|(_, variant)| variant.effect.is_mutation());
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
