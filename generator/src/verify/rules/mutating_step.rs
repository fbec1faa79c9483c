//! A step that may change something: steps only read.

use crate::diagnostics::Fault;
use crate::plan::Surface;
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A step that may change something: steps only read.",
    check: Check::whole(check),
};

const CODE: &str = "mutating-step";

/// Methods that change something whatever a manifest says.
const WRITES: [&str; 3] = ["PUT", "PATCH", "DELETE"];

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let steps = surface.tools.iter().flat_map(|tool| &tool.variants).flat_map(super::steps);
    let fault = |step: &crate::plan::StepPlan| {
        let request = &step.request;
        let operation = request.operation.and_then(|index| surface.api.operations.get(index))?;
        let writes = WRITES.contains(&operation.method.as_str());
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
