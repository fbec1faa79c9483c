//! A rule of `errors` for an answer that a denial speaks for.

use fewtools_contract::{ErrorRule, Problem, Say};

use crate::diagnostics::Fault;
use crate::plan::{Surface, ToldPlan, VariantPlan};
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

/// What speaks where a rule could.
enum Speaker<'s> {
    /// The one answer for missing and forbidden.
    Hidden,
    /// What a subject tells.
    Told(&'s ToldPlan),
}

/// What is wrong with a rule, and what to write instead.
fn why(surface: &Surface<'_>, rule: &ErrorRule<'_>) -> Option<(String, String)> {
    let Problem::Status { from, .. } = rule.on else { return None };
    let meant = meant(surface, rule);
    let spoken: Vec<(&str, &VariantPlan, Speaker<'_>)> = meant
        .iter()
        .filter_map(|(id, variant)| Some((*id, *variant, speaker(surface, variant, rule)?)))
        .collect();
    let copies = rule.say.iter().any(|piece| !matches!(piece, Say::Text(_)));
    if spoken.len() == meant.len() {
        let words = is_for_missing(rule) && !copies;
        let is_worded = |variant: &VariantPlan, by: &Speaker<'_>| {
            words && matches!(by, Speaker::Hidden) && variant.denial.secrets.is_empty()
        };
        let (id, variant, by) = spoken.first()?;
        let (whose, instead) = match by {
            Speaker::Hidden => hidden(rule, id, variant),
            Speaker::Told(told) => told_first(id, told),
        };
        let is_used = spoken.iter().any(|(_, variant, by)| is_worded(variant, by));
        return (!is_used).then(|| (format!("a rule for {from} is never reached: {whose}"), instead));
    }
    let (first, ..) = spoken.iter().find(|(.., by)| matches!(by, Speaker::Hidden))?;
    let named = rule.operations.contains(first) && copies;
    let what = format!("a rule for {from} copies fields of an answer that `{first}` hides");
    named.then(|| (what, "a sentence without placeholders, or `ops` without this operation".to_owned()))
}

/// What speaks for every answer of a variant that a rule is for; `None` where the rule may be said.
fn speaker<'s>(surface: &Surface<'_>, variant: &'s VariantPlan, rule: &ErrorRule<'_>) -> Option<Speaker<'s>> {
    let Problem::Status { from, to, code, code_at } = rule.on else { return None };
    let denial = &variant.denial;
    if !denial.hidden.is_empty() && (from..=to).all(|status| DENIED.contains(&status)) {
        return Some(Speaker::Hidden);
    }
    // A preview that is over the cap is worded by the rule for its status.
    let capped = surface.curation.gates.cap.as_ref().map(|cap| cap.status);
    if from != to || variant.gates.cap.is_some() && capped == Some(from) {
        return None;
    }
    let is_open = denial.hidden.is_empty();
    let speaks = |told: &&ToldPlan| {
        let same = !told.code.is_empty() && (told.code.as_str(), told.code_at.as_str()) == (code, code_at);
        told.status == from && (same || told.code.is_empty() && is_open)
    };
    denial.told.iter().find(speaks).map(Speaker::Told)
}

/// Whether a rule is for what is missing, which it words where no subject does.
fn is_for_missing(rule: &ErrorRule<'_>) -> bool {
    matches!(rule.on, Problem::Status { from: 404, to: 404, code: "", .. })
}

/// Why the one answer for missing and forbidden speaks, and what to write instead.
fn hidden(rule: &ErrorRule<'_>, id: &str, variant: &VariantPlan) -> (String, String) {
    let denial = &variant.denial;
    let because = match (denial.secrets.first(), denial.unclaimed.first()) {
        (Some(subject), _) => format!(", which hides `{subject}`"),
        (None, Some(argument)) => format!(", where no subject claims `{argument}`"),
        (None, None) => String::new(),
    };
    let whose = format!("missing and forbidden are one answer in `{id}`{because}");
    let instead = match rule.on {
        Problem::Status { code, .. } if !code.is_empty() => {
            "a subject with `denial: reveal` and this status and code under `told_by`"
        }
        Problem::Status { from: 404, .. } if denial.secrets.is_empty() => {
            "a sentence without placeholders, or a subject with `denial: reveal`"
        }
        Problem::Status { from: 404, .. } => {
            "the `say` of the subject that is hidden, or `denial: reveal` and `say` in it"
        }
        _ => {
            "`status: 404` without a code, or the `say` of the subject: either words both; or a subject with \
             `denial: reveal`"
        }
    };
    (whose, instead.to_owned())
}

/// Why a subject speaks, and what to write instead.
fn told_first(id: &str, told: &ToldPlan) -> (String, String) {
    let subject = &told.subject;
    let whose = format!("in `{id}` this answer is told with the `say` of `{subject}`");
    let instead = match told.code.is_empty() {
        true => "that `say`, or the code that means it under `told_by` of the subject",
        false => "that `say`",
    };
    (whose, instead.to_owned())
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
