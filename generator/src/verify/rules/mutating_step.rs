//! A step that may change something: steps only read.

use crate::diagnostics::Fault;
use crate::plan::Surface;
use crate::verify::Rule;
use crate::verify::check::{Check, Made};

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A step that may change something: steps only read.",
    check: Check::tools(check),
};

const CODE: &str = "mutating-step";

fn check(surface: &Surface<'_>, made: Made<'_>) -> Vec<Fault> {
    let steps = made.members().flat_map(|(_, variant)| super::steps(variant));
    let fault = |step: &crate::plan::StepPlan| {
        let request = &step.request;
        let operation = request.operation.and_then(|index| surface.api.operations.get(index))?;
        let writes = super::WRITES.contains(&operation.method.as_str());
        if !writes && !request.effect.is_mutation() {
            return None;
        }
        let what = format!("the step {} is a {}, and steps only read", request.label, operation.method);
        let instead = match writes {
            true => "a tool of its own, with its gates",
            false => "`effect: read` in the tool where it only reads, else a tool of its own",
        };
        Some(Fault::error(CODE, request.call_at.clone(), what).instead(instead))
    };
    steps.filter_map(fault).collect()
}
