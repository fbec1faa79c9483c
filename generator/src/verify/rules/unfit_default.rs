//! A default of the document that its own schema does not accept.

use crate::diagnostics::Fault;
use crate::plan::{Surface, unfit_default};
use crate::verify::Rule;
use crate::verify::check::{Check, Made};

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A default of the document that its own schema does not accept.",
    check: Check::all_tools(check),
};

const CODE: &str = "unfit-default";

/// No default of the document is sent or listed, so it harms nothing here; whoever reads the document is misled.
fn check(surface: &Surface<'_>, made: Made<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (_, variant) in made.requests() {
        for slot in &variant.slots.list {
            if let Some(default) = unfit_default(surface.api, slot) {
                let what = format!("the default `{default}` of `{}` does not fit its own schema", slot.name);
                let instead = "correct it with an overlay; it is neither sent nor listed";
                let fault = Fault::warning(CODE, slot.at.clone(), what).instead(instead);
                faults.push(fault.also(variant.call_at.clone(), "used here"));
            }
        }
    }
    faults
}
