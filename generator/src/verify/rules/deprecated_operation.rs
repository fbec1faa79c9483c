//! A used operation that the document calls deprecated.

use crate::diagnostics::Fault;
use crate::plan::Surface;
use crate::verify::Rule;
use crate::verify::check::{Check, Made};

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A used operation that the document calls deprecated.",
    check: Check::all_tools(check),
};

const CODE: &str = "deprecated-operation";

fn check(surface: &Surface<'_>, made: Made<'_>) -> Vec<Fault> {
    let used = made.requests().filter_map(|(_, variant)| {
        Some((variant, surface.api.operations.get(variant.operation?).filter(|it| it.deprecated)?))
    });
    used.map(|(variant, operation)| {
        Fault::warning(CODE, variant.call_at.clone(), format!("`{}` is deprecated", operation.id))
            .instead("the operation that replaces it, if there is one")
            .also(operation.at.clone(), "declared here")
    })
    .collect()
}
