//! A name that two of the tools, resources and prompts have.

use std::collections::BTreeMap;

use crate::diagnostics::Fault;
use crate::lower::curation::Word;
use crate::plan::Surface;
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A name that two of the tools, resources and prompts have.",
    check: Check::whole(check),
};

const CODE: &str = "duplicate-name";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let mut seen: BTreeMap<&str, (&str, &Word)> = BTreeMap::new();
    let mut faults = Vec::new();
    for (kind, name) in names(surface) {
        let Some((other, first)) = seen.get(name.value.as_str()) else {
            seen.insert(&name.value, (kind, name));
            continue;
        };
        let what = format!("`{}` is the name of a {other} and of a {kind}", name.value);
        let instead = match kind {
            "resource" => "`name: <another>` in the resource",
            _ => "another name",
        };
        let fault = Fault::error(CODE, name.at.clone(), what).instead(instead);
        faults.push(fault.also(first.at.clone(), format!("the {other}")));
    }
    faults
}

/// Every name with what has it. A model that knows a name knows what it is for.
fn names<'s>(surface: &'s Surface<'_>) -> impl Iterator<Item = (&'static str, &'s Word)> {
    let tools = surface.tools.iter().map(|tool| ("tool", &tool.name));
    let resources = surface.resources.iter().filter(|resource| !resource.parts.is_empty());
    let prompts = surface.prompts.iter().map(|prompt| ("prompt", &prompt.name));
    let help = surface.curation.help.iter().map(|help| ("help tool", help));
    let resources = resources.map(|resource| ("resource", &resource.name));
    tools.chain(help).chain(prompts).chain(resources)
}
