//! A mutation that runs at once, without a dry run and without a written reason.

use fewtools_contract::Effect;

use crate::diagnostics::Fault;
use crate::plan::Surface;
use crate::verify::Rule;
use crate::verify::check::{Check, Made};

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A mutation that runs at once, without a dry run and without a written reason.",
    check: Check::tools(check),
};

const CODE: &str = "ungated-mutation";

/// What may destroy is left to `ungated-destruction`.
fn check(_: &Surface<'_>, made: Made<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for tool in made.tools {
        let mutations = tool.variants.iter().filter(|variant| {
            let is_mild = variant.effect.is_mutation() && variant.effect != Effect::Destructive;
            is_mild && variant.operation.is_some()
        });
        for variant in
            mutations.filter(|variant| variant.gates.dry_run.is_none() && variant.gates.ungated.is_none())
        {
            let what = format!(
                "`{}` changes something ({}) at once: it has no dry run",
                super::user(tool, variant),
                variant.effect.as_str()
            );
            let instead = "`gates: { dry_run: { upstream: <slot> } }`, `{ local: true }` where the upstream has no \
                           preview, or `ungated: <why none is needed>`";
            faults.push(Fault::error(CODE, variant.call_at.clone(), what).instead(instead));
        }
    }
    faults
}
