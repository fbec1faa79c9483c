//! Reads and mutations in one tool, without a written reason.

use crate::diagnostics::Fault;
use crate::plan::Surface;
use crate::verify::Rule;
use crate::verify::check::{Check, Made};

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "Reads and mutations in one tool, without a written reason.",
    check: Check::tools(check),
};

const CODE: &str = "mixed-posture";

/// A host that permits by hint would ask before the reads too, or never before the mutations.
fn check(_: &Surface<'_>, made: Made<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for tool in made.tools.iter().filter(|tool| !tool.mixed_posture) {
        let (mutating, reading): (Vec<_>, Vec<_>) =
            tool.variants.iter().partition(|variant| variant.effect.is_mutation());
        if let (Some(mutation), Some(read)) = (mutating.first(), reading.first()) {
            let what = format!(
                "`{}` mixes reads (`{}`) with mutations (`{}`)",
                tool.name.value, read.name.value, mutation.name.value
            );
            let instead = "two tools, or `mixed_posture: <why one is better>`";
            faults.push(Fault::error(CODE, tool.name.at.clone(), what).instead(instead));
        }
    }
    faults
}
