//! A tool that costs more tokens than the manifest allows.

use crate::diagnostics::Fault;
use crate::lower::curation::Ceiling;
use crate::plan::Surface;
use crate::verify::check::Check;
use crate::verify::{Rule, savings};

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A tool that costs more tokens than the manifest allows.",
    check: Check::whole(check),
};

const CODE: &str = "tool-over-budget";
/// How many texts are shown.
const SHOWN: usize = 5;

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let Ceiling::Tokens(limit) = surface.curation.budget.per_tool.value else { return Vec::new() };
    let mut faults = Vec::new();
    for ((plan, tool), (name, tokens)) in
        surface.tools.iter().zip(surface.catalogue.tools).zip(&surface.measure.tools)
    {
        if *tokens <= limit {
            continue;
        }
        let what =
            format!("`{name}` is {tokens} tokens, {} over `budget.per_tool` ({limit})", tokens - limit);
        let saved = savings::of(std::iter::once(*tool));
        let best = saved.iter().take(3).map(savings::Saving::line).collect::<Vec<_>>().join("; ");
        let instead = if best.is_empty() { "fewer arguments, or two tools".to_owned() } else { best };
        let dearest = savings::dearest(std::iter::once(*tool), SHOWN);
        let fault = Fault::error(CODE, plan.about.at.clone(), what).instead(instead);
        faults.push(fault.detail([vec!["dearest texts:".to_owned()], dearest].concat()));
    }
    faults.extend(of_help(surface, limit));
    faults.extend(of_profiles(surface, limit));
    faults
}

/// A tool can be dearer with some variants alone: what one of several needs is listed as required.
fn of_profiles(surface: &Surface<'_>, limit: usize) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (profile, measure) in surface.profiles.iter().zip(&surface.profile_measures) {
        for (name, tokens) in measure.tools.iter().filter(|(_, tokens)| *tokens > limit) {
            if surface.measure.tools.iter().any(|(whole, tokens)| whole == name && *tokens > limit) {
                continue;
            }
            let over = tokens - limit;
            let what = format!(
                "`{name}` is {tokens} tokens in the profile `{}`, {over} over `budget.per_tool` ({limit})",
                profile.name.value
            );
            let fault = Fault::error(CODE, profile.name.at.clone(), what);
            faults.push(fault.instead("shorter texts of the tool"));
        }
    }
    faults
}

/// The help tool is listed last, and its texts are the generator's own.
fn of_help(surface: &Surface<'_>, limit: usize) -> Option<Fault> {
    let name = surface.curation.help.as_ref()?;
    let (_, tokens) = surface.measure.tools.last().filter(|(_, tokens)| *tokens > limit)?;
    let over = tokens - limit;
    let what = format!("`{}` is {tokens} tokens, {over} over `budget.per_tool` ({limit})", name.value);
    Some(Fault::error(CODE, name.at.clone(), what).instead("a higher ceiling, or no `help`"))
}
