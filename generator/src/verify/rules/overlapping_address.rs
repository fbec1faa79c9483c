//! Two resources that one address could mean.

use crate::diagnostics::Fault;
use crate::plan::{Surface, addresses_overlap};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule =
    Rule { code: CODE, about: "Two resources that one address could mean.", check: Check::whole(check) };

const CODE: &str = "overlapping-address";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (index, later) in surface.resources.iter().enumerate() {
        let earlier = surface.resources.iter().take(index);
        for earlier in earlier.filter(|earlier| addresses_overlap(&earlier.parts, &later.parts)) {
            let (one, other) = (&earlier.address, &later.address);
            let what = format!("an address can be one of `{}` and of `{}`", one.value, other.value);
            let fault = Fault::error(CODE, other.at.clone(), what).also(one.at.clone(), "the other one");
            faults.push(fault.instead("a word in one of the two that no value of the other can be"));
        }
    }
    faults
}
