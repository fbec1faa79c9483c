//! An argument whose type differs between the variants of a family.

use crate::diagnostics::Fault;
use crate::plan::Surface;
use crate::verify::Rule;
use crate::verify::check::{Check, Made};

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "An argument whose type differs between the variants of a family.",
    check: Check::tools(check),
};

const CODE: &str = "argument-type-differs";

fn check(_: &Surface<'_>, made: Made<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for tool in made.tools {
        for argument in &tool.arguments {
            let Some([(one, first), (other, second)]) = &argument.differs else { continue };
            let what = format!("`{}` is {first} in {one} and {second} in {other}", argument.name);
            let instead = "two arguments, each with its own `bind`, or a `type` in `args` that both accept";
            faults.push(Fault::error(CODE, argument.at.clone(), what).instead(instead));
        }
    }
    faults
}
