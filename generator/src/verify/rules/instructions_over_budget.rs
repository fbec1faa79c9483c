//! Instructions that cost more tokens than the manifest allows.

use fewtools_contract::{budget, listing};

use crate::diagnostics::Fault;
use crate::lower::curation::Ceiling;
use crate::plan::Surface;
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "Instructions that cost more tokens than the manifest allows.",
    check: Check::whole(check),
};

const CODE: &str = "instructions-over-budget";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let ceiling = &surface.curation.budget.instructions;
    let Ceiling::Tokens(limit) = ceiling.value else { return Vec::new() };
    let profiles = surface.catalogue.profiles.iter().map(|profile| {
        let text = Some(profile.instructions).filter(|text| !text.is_empty());
        (
            format!("the instructions of the profile `{}`", profile.name),
            text.unwrap_or(surface.catalogue.server.about),
        )
    });
    let whole = ("the instructions".to_owned(), listing::instructions(&surface.catalogue));
    // A profile is told only where it is dearer than the whole: what makes that shorter makes this shorter too.
    let dearest = std::iter::once(whole).chain(profiles).max_by_key(|(_, text)| budget::tokens(text));
    let over = dearest.map(|(what, text)| (what, text, budget::tokens(text)));
    let fault = over.filter(|(_, _, tokens)| *tokens > limit).map(|(what, text, tokens)| {
        let what =
            format!("{what} are {tokens} tokens, {} over `budget.instructions` ({limit})", tokens - limit);
        let lines = text.lines().map(|line| format!("  {:>4}  {line}", budget::tokens(line)));
        let lines: Vec<String> = std::iter::once("their lines:".to_owned()).chain(lines).collect();
        let fault = Fault::error(CODE, ceiling.at.clone(), what).detail(lines);
        fault.instead("a shorter `preface`, or fewer parts in `generate`")
    });
    fault.into_iter().collect()
}
