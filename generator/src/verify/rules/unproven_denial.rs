//! A step whose denial sets fields, where no mandatory step proves that its hidden subject is visible.

use crate::diagnostics::Fault;
use crate::plan::{StepPlan, Surface};
use crate::verify::check::Check;
use crate::verify::{Rule, suggest};

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A step with `if_denied` whose hidden subject no mandatory step proves to be visible.",
    check: Check::whole(check),
};

const CODE: &str = "unproven-denial";

/// Without such a proof the fields would tell what is hidden from what does not exist.
fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for variant in surface.tools.iter().flat_map(|tool| &tool.variants) {
        let proofs: Vec<&StepPlan> = super::steps(variant).filter(|step| step.is_certain()).collect();
        for step in super::steps(variant).filter(|step| step.if_denied.is_some()) {
            let proven = |name: &String| proofs.iter().any(|proof| hidden(proof).any(|known| known == name));
            let open: Vec<String> = hidden(step).filter(|name| !proven(name)).cloned().collect();
            if open.is_empty() {
                continue;
            }
            let what = format!(
                "a denial of the step {} sets fields, and no mandatory step shows that {} is visible",
                step.request.label,
                suggest::quoted(&open)
            );
            let instead = "a step without `when`, `for_each`, `if_failed` and `if_denied` that has the same \
                           arguments, or no `if_denied`";
            faults.push(Fault::error(CODE, step.name.at.clone(), what).instead(instead));
        }
    }
    faults
}

/// What a denial of a step may be about, and is not told.
fn hidden(step: &StepPlan) -> impl Iterator<Item = &String> {
    step.request.denial.secrets.iter().chain(&step.request.denial.unclaimed)
}
