//! A name that some client would refuse.

use crate::diagnostics::{Fault, Place};
use crate::plan::{Surface, is_portable};
use crate::verify::Rule;

pub(crate) const RULE: Rule = Rule { code: CODE, about: "A name that some client would refuse.", check };

const CODE: &str = "bad-name";
/// The most characters of a variant's name.
const MAX_VARIANT: usize = 64;

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let server = &surface.curation.name;
    let mut faults: Vec<Fault> =
        portable("server", &server.value.replace('-', "_"), &server.at).into_iter().collect();
    for tool in &surface.tools {
        faults.extend(portable("tool", &tool.name.value, &tool.name.at));
        for argument in &tool.arguments {
            faults.extend(portable("argument", &argument.name, &argument.at));
        }
        for variant in &tool.variants {
            let name = &variant.name.value;
            let plain = name.chars().all(|character| character.is_ascii_graphic());
            if !plain || name.len() > MAX_VARIANT {
                let what =
                    format!("variant `{}` of `{}` is no plain word", name.escape_default(), tool.name.value);
                let instead = format!("at most {MAX_VARIANT} visible ASCII characters, without spaces");
                faults.push(Fault::error(CODE, variant.name.at.clone(), what).instead(instead));
            }
        }
    }
    faults
}

fn portable(kind: &str, name: &str, at: &Place) -> Option<Fault> {
    if is_portable(name) {
        return None;
    }
    let what = format!("{kind} name `{}` would be refused by some clients", name.escape_default());
    let instead = "a letter, then at most 47 letters, digits and `_`";
    Some(Fault::error(CODE, at.clone(), what).instead(instead))
}
