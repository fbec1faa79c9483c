//! A projection that no result uses.

use crate::diagnostics::Fault;
use crate::plan::Surface;
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule =
    Rule { code: CODE, about: "A projection that no result uses.", check: Check::whole(check) };

const CODE: &str = "unused-projection";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let unused =
        surface.curation.projections.iter().filter(|(name, _)| !surface.projections_used.contains(*name));
    unused
        .map(|(name, entry)| {
            let what = format!("no `result` or `rows` uses the projection `{name}`");
            Fault::error(CODE, entry.at.at_key(), what)
                .instead("its name in a `result` or `rows`, or no entry")
        })
        .collect()
}
