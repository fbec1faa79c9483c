//! A `result: link` without a resource that gives the same answer to the same caller.

use fewtools_contract::Answer;

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A `result: link` without a resource that gives the same answer.",
    check: Check::whole(check),
};

const CODE: &str = "unlinked-result";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let mut faults = super::of_holes(surface, HoleKind::Link, CODE, |hole| {
        format!("the result of {} cannot be a link: {}", hole.inside, hole.detail)
    });
    faults.extend(hidden(surface));
    faults
}

/// Links of a profile to resources that it does not offer: nobody could read there.
fn hidden(surface: &Surface<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (planned, profile) in surface.profiles.iter().zip(surface.catalogue.profiles) {
        for tool in profile.tools {
            let links = tool.variants.iter().filter_map(|variant| match variant.answer {
                Answer::Link(link) => Some(link.resource),
                _ => None,
            });
            let mut lost = links.filter(|resource| !profile.resources.contains(resource));
            let Some(resource) = lost.next().and_then(|index| surface.resources.get(index)) else { continue };
            let (name, address) = (tool.name, &resource.address.value);
            let what = format!(
                "the profile `{}` offers `{name}`, but not `{address}`, which its result links to",
                profile.name
            );
            let instead = format!("`{address}` in the profile too, or no `{name}`");
            faults.push(Fault::error(CODE, planned.name.at.clone(), what).instead(instead));
        }
    }
    faults
}
