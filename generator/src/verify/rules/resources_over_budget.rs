//! A listing of resources that costs more tokens than the manifest allows.

use fewtools_contract::{Resource, Tool, listing};

use crate::diagnostics::Fault;
use crate::plan::Surface;
use crate::verify::Rule;
use crate::verify::check::Check;
use crate::verify::savings;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A listing of resources that costs more tokens than the manifest allows.",
    check: Check::whole(check),
};

const CODE: &str = "resources-over-budget";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let entries = surface.catalogue.resources.iter().map(|resource| {
        let about = resource.tool.about;
        let short =
            Resource { tool: &Tool { about: savings::shortened(about), ..*resource.tool }, ..*resource };
        savings::Entry {
            name: resource.tool.name.to_owned(),
            text: listing::one(&listing::resource(resource)),
            shorter: listing::one(&listing::resource(&short)),
        }
    });
    super::listed_over_budget(
        CODE,
        "resources",
        surface.beside.resources,
        &surface.curation.budget.resources,
        entries,
    )
}
