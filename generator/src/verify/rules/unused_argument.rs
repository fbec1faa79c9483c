//! A shared argument that no tool uses.

use crate::diagnostics::Fault;
use crate::plan::Surface;
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule =
    Rule { code: CODE, about: "A shared argument that no tool uses.", check: Check::whole(check) };

const CODE: &str = "unused-argument";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let unused = surface.curation.args.iter().filter(|(name, _)| !surface.args_used.contains(*name));
    unused
        .map(|(name, entry)| {
            let what = format!("no tool uses the shared argument `{name}`");
            Fault::error(CODE, entry.at.at_key(), what).instead("its name in a tool's `args`, or no entry")
        })
        .collect()
}
