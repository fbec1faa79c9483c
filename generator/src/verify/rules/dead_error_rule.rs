//! A rule of `errors` for an answer that a denial speaks for.

use fewtools_contract::{ErrorRule, Problem, Say};

use crate::diagnostics::Fault;
use crate::plan::{Surface, VariantPlan};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A rule of `errors` for an answer that a denial speaks for.",
    check: Check::whole(check),
};

const CODE: &str = "dead-error-rule";

/// The statuses that are one answer where something is hidden.
const DENIED: [u16; 3] = [403, 404, 410];

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let entries = surface.curation.errors.iter().zip(surface.catalogue.errors);
    let dead = entries.filter_map(|(entry, rule)| Some((entry, why(surface, rule)?)));
    dead.map(|(entry, (what, instead))| Fault::error(CODE, entry.at.clone(), what).instead(instead)).collect()
}

/// What is wrong with a rule, and what to write instead.
fn why(surface: &Surface<'_>, rule: &ErrorRule<'_>) -> Option<(String, &'static str)> {
    let Problem::Status { from, to, code, .. } = rule.on else { return None };
    if !(from..=to).all(|status| DENIED.contains(&status)) {
        return None;
    }
    let meant: Vec<(&str, &VariantPlan)> = meant(surface, rule);
    let (first, _) = meant.iter().find(|(_, variant)| !variant.denial.hidden.is_empty())?;
    let copies = rule.say.iter().any(|piece| !matches!(piece, Say::Text(_)));
    if meant.iter().all(|(_, variant)| !variant.denial.hidden.is_empty()) {
        let words = (from, to) == (404, 404) && code.is_empty() && !copies;
        let is_used = words && meant.iter().any(|(_, variant)| variant.denial.secrets.is_empty());
        let what =
            format!("a rule for {from} is never reached: missing and forbidden are one answer in `{first}`");
        let instead = match (code.is_empty(), from) {
            (false, _) => "a subject with `denial: reveal` and this status and code under `told_by`",
            (true, 404) => "the `say` of the subject that is hidden",
            (true, _) => "`status: 404` without a code, or the `say` of the subject: either words both",
        };
        return (!is_used).then_some((what, instead));
    }
    let named = rule.operations.contains(first) && copies;
    let what = format!("a rule for {from} copies fields of an answer that `{first}` hides");
    named.then_some((what, "a sentence without placeholders, or `ops` without this operation"))
}

/// The variants that a rule is for, each with its operation.
fn meant<'s>(surface: &'s Surface<'_>, rule: &ErrorRule<'_>) -> Vec<(&'s str, &'s VariantPlan)> {
    let variants = surface.all_tools().flat_map(|tool| tool.requests());
    let called = variants.filter_map(|variant| {
        let operation = surface.api.operations.get(variant.operation?)?;
        Some((operation.id.as_str(), variant))
    });
    called
        .filter(|(id, variant)| {
            let effect = rule.effect.is_none_or(|effect| effect.accepts(variant.effect));
            effect && (rule.operations.is_empty() || rule.operations.contains(id))
        })
        .collect()
}
