//! A listing that costs more tokens than the manifest allows.

use fewtools_contract::budget::Measure;

use crate::diagnostics::Fault;
use crate::lower::curation::Ceiling;
use crate::plan::Surface;
use crate::verify::check::Check;
use crate::verify::savings::SHOWN;
use crate::verify::{Rule, savings};

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A listing that costs more tokens than the manifest allows.",
    check: Check::whole(check),
};

const CODE: &str = "listing-over-budget";
/// How many of the savings are said first.
const SAID: usize = 3;

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let budget = &surface.curation.budget;
    let measure = &surface.measure;
    let mut faults = Vec::new();
    if let Ceiling::Tokens(limit) = budget.listing.value
        && measure.listing > limit
    {
        let over = measure.listing - limit;
        let what =
            format!("tools/list is {} tokens, {over} over `budget.listing` ({limit})", measure.listing);
        faults.push(explained(surface, Fault::error(CODE, budget.listing.at.clone(), what)));
    }
    faults.extend(of_profiles(surface));
    let average = measure.listing.checked_div(measure.tools.len()).unwrap_or(0);
    if let Ceiling::Tokens(limit) = budget.average.value
        && average > limit
    {
        let what = format!(
            "a tool is {average} tokens on average, {} over `budget.average` ({limit})",
            average - limit
        );
        faults.push(explained(surface, Fault::error(CODE, budget.average.at.clone(), what)));
    }
    faults
}

/// A profile is told where it alone is over: what makes the whole shorter makes each profile shorter too.
fn of_profiles(surface: &Surface<'_>) -> Vec<Fault> {
    let Ceiling::Tokens(limit) = surface.curation.budget.listing.value else { return Vec::new() };
    let profiles = surface.profiles.iter().zip(&surface.profile_measures);
    let over = profiles.filter(|(_, measure)| surface.measure.listing <= limit && measure.listing > limit);
    over.map(|(profile, measure)| {
        let tokens = measure.listing;
        let what = format!(
            "tools/list of the profile `{}` is {tokens} tokens, {} over `budget.listing` ({limit})",
            profile.name.value,
            tokens - limit
        );
        Fault::error(CODE, profile.name.at.clone(), what)
            .instead("fewer tools in the profile, or shorter texts")
    })
    .collect()
}

fn explained(surface: &Surface<'_>, fault: Fault) -> Fault {
    let tools = || surface.catalogue.tools.iter().copied();
    let saved = savings::of(tools());
    let best = saved.iter().take(SAID).map(savings::Saving::line).collect::<Vec<_>>().join("; ");
    let instead =
        if best.is_empty() { "shorter texts, or one family for several tools".to_owned() } else { best };
    let limit = match surface.curation.budget.per_tool.value {
        Ceiling::Tokens(limit) => limit,
        Ceiling::None => usize::MAX,
    };
    let headed = |head: &str, lines: Vec<String>| {
        if lines.is_empty() { Vec::new() } else { [vec![head.to_owned()], lines].concat() }
    };
    let lines = saved.iter().take(SHOWN).skip(SAID).map(|saving| format!("  {}", saving.line())).collect();
    fault
        .instead(instead)
        .detail(headed("tools by size:", sizes(&surface.measure, limit)))
        .detail(headed("dearest texts:", savings::dearest(tools(), SHOWN)))
        .detail(headed("further savings:", lines))
}

fn sizes(measure: &Measure, limit: usize) -> Vec<String> {
    let mut tools: Vec<&(String, usize)> = measure.tools.iter().collect();
    tools.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
    let width = tools.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let line = |(name, tokens): &&(String, usize)| {
        let over = tokens.saturating_sub(limit);
        let note = if over > 0 { format!("   {over} over per_tool ({limit})") } else { String::new() };
        format!("  {name:width$} {tokens:>5}{note}")
    };
    tools.iter().map(line).collect()
}
