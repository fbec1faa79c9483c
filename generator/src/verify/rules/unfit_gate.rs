//! A gate that its operation cannot have.

use super::because;
use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface, ToolPlan, VariantPlan};
use crate::verify::Rule;
use crate::verify::check::{Check, Made};

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A gate that its operation cannot have.",
    check: Check::tools(check).after(holes),
};

const CODE: &str = "unfit-gate";
/// The statuses that are one answer where something is hidden.
const HIDDEN: [u16; 3] = [403, 404, 410];

fn holes(surface: &Surface<'_>) -> Vec<Fault> {
    super::of_holes(surface, HoleKind::Gate, CODE, |hole| {
        format!("a gate of {} cannot have `{}`{}", hole.inside, hole.name, because(hole))
    })
}

fn check(surface: &Surface<'_>, made: Made<'_>) -> Vec<Fault> {
    made.members().filter_map(|(tool, variant)| unheard_cap(surface, tool, variant)).collect()
}

/// A cap that is told by a status that a secret turns into the one answer for missing and forbidden.
fn unheard_cap(surface: &Surface<'_>, tool: &ToolPlan, variant: &VariantPlan) -> Option<Fault> {
    let cap = variant.gates.cap.as_ref().filter(|_| !variant.denial.hidden.is_empty())?;
    let tripped_by = surface.curation.gates.cap.as_ref().filter(|cap| HIDDEN.contains(&cap.status))?;
    let secrets: Vec<String> =
        variant.denial.secrets.iter().chain(&variant.denial.unclaimed).cloned().collect();
    let what = format!(
        "the cap of `{}` is told by a {}, which is hidden there with {}",
        super::user(tool, variant),
        tripped_by.status,
        crate::verify::suggest::quoted(&secrets)
    );
    let fault = Fault::error(CODE, cap.at.clone(), what).also(tripped_by.at.clone(), "told here");
    Some(fault.instead("no `cap` there, or a `tripped_by` with a status of its own, as 409"))
}
