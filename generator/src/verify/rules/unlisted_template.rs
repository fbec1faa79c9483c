//! A template that says neither where its addresses come from nor why they are not listed.

use crate::diagnostics::Fault;
use crate::plan::Surface;
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A template that says neither where its addresses come from nor why they are not listed.",
    check: Check::whole(check),
};

const CODE: &str = "unlisted-template";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (resource, entry) in surface.resources.iter().zip(surface.curation.resources.values()) {
        let (entry, address) = (&entry.value, &resource.address);
        let says = entry.list_from.is_some() || entry.unlisted.is_some();
        if resource.is_template() && !says {
            let what = format!("`{}` does not say where its addresses come from", address.value);
            let instead =
                "`list_from: <address>` of a resource with rows, or `unlisted: <why they are not listed>`";
            faults.push(Fault::error(CODE, address.at.clone(), what).instead(instead));
        }
        if let Some(unlisted) =
            entry.unlisted.as_ref().filter(|_| !resource.is_template() && !resource.parts.is_empty())
        {
            let what = format!("`{}` is one address, which is listed", address.value);
            let fault = Fault::error(CODE, unlisted.at.at_key(), what);
            faults.push(fault.instead("no `unlisted`: it is for templates"));
        }
    }
    faults
}
