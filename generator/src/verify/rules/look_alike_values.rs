//! Two accepted values of an argument that look alike.

use crate::diagnostics::Fault;
use crate::plan::{Surface, hides_something};
use crate::verify::Rule;
use crate::verify::check::{Check, Made};

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "Two accepted values of an argument that look alike.",
    check: Check::all_tools(check),
};

const CODE: &str = "look-alike-values";

/// Values are data and are never cleaned; where one of them hides something, none is listed.
fn check(_: &Surface<'_>, made: Made<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (_, variant) in made.requests() {
        for input in &variant.inputs {
            let texts: Vec<&str> = input.check.values.iter().filter_map(|value| value.as_str()).collect();
            let hidden = texts.iter().find(|text| {
                hides_something(text) && texts.iter().any(|other| other != *text && seen(other) == seen(text))
            });
            let Some(hidden) = hidden else { continue };
            if let Some(slot) = variant.slots.list.iter().find(|slot| slot.name == input.slot.name) {
                let what = format!(
                    "two values of `{}` look like `{}`: one of them holds invisible characters",
                    slot.name,
                    seen(hidden)
                );
                let instead = "correct the value with an overlay, or put the slot into `not_offered`";
                let fault = Fault::warning(CODE, slot.at.clone(), what).instead(instead);
                faults.push(fault.also(variant.call_at.clone(), "used here"));
            }
        }
    }
    faults
}

fn seen(text: &str) -> String {
    text.chars().filter(|character| !hides_something(character.encode_utf8(&mut [0; 4]))).collect()
}
