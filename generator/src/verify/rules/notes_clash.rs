//! A field called `notes` in the result of steps that leave notes of their own.

use crate::diagnostics::Fault;
use crate::plan::Surface;
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A field called `notes` in the result of steps that leave notes of their own.",
    check: Check::whole(check),
};

const CODE: &str = "notes-clash";

/// The field under which a result says what failed and what was left out.
const NOTES: &str = "notes";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for tool in surface.tools.iter() {
        let leaves = |step: &&crate::plan::StepPlan| step.optional || step.each.is_some();
        let Some(step) = tool.variants.iter().flat_map(super::steps).find(leaves) else { continue };
        let entry = surface.curation.tools.get(&tool.entry).map(|entry| &entry.value);
        let result = entry.and_then(|entry| entry.result.as_ref());
        let names = result.into_iter().flat_map(|result| result.projection.iter().chain(&result.full));
        let projections = names.filter_map(|name| surface.curation.projections.get(&name.value));
        let fields = projections.flat_map(|projection| &projection.value);
        for field in fields.filter(|field| field.name.value == NOTES) {
            let what = format!(
                "`{NOTES}` of `{}` is where the step {} leaves notes",
                tool.name.value, step.request.label
            );
            faults
                .push(Fault::error(CODE, field.name.at.clone(), what).instead("another name for the field"));
        }
    }
    faults
}
