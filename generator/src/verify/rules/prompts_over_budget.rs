//! A listing of prompts that costs more tokens than the manifest allows.

use fewtools_contract::{Prompt, listing};

use crate::diagnostics::Fault;
use crate::plan::Surface;
use crate::verify::Rule;
use crate::verify::check::Check;
use crate::verify::savings;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A listing of prompts that costs more tokens than the manifest allows.",
    check: Check::whole(check),
};

const CODE: &str = "prompts-over-budget";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let entries = surface.catalogue.prompts.iter().map(|prompt| {
        let short = Prompt { about: savings::shortened(prompt.about), ..*prompt };
        savings::Entry {
            name: prompt.name.to_owned(),
            text: listing::one(&listing::prompt(prompt)),
            shorter: listing::one(&listing::prompt(&short)),
        }
    });
    super::listed_over_budget(
        CODE,
        "prompts",
        surface.beside.prompts,
        &surface.curation.budget.prompts,
        entries,
    )
}
