//! A name that some client would refuse.

use crate::diagnostics::{Fault, Place};
use crate::lower::curation::Word;
use crate::plan::{Surface, argument_name, is_portable};
use crate::verify::Rule;
use crate::verify::check::{Check, Made};

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A name that some client would refuse.",
    check: Check::tools(check).after(beside),
};

const CODE: &str = "bad-name";
/// The most characters of a variant's name.
const MAX_VARIANT: usize = 64;

fn beside(surface: &Surface<'_>) -> Vec<Fault> {
    let server = &surface.curation.name;
    let mut faults: Vec<Fault> = Vec::new();
    if !is_portable(&server.value.replace('-', "_")) {
        faults.push(
            refused("server", server).instead("a letter, then at most 47 letters, digits, `-` and `_`"),
        );
    }
    for resource in surface.resources.iter().filter(|resource| !resource.parts.is_empty()) {
        faults.extend(portable("resource", &resource.name.value, &resource.name.at));
    }
    for prompt in &surface.prompts {
        faults.extend(portable("prompt", &prompt.name.value, &prompt.name.at));
        let arguments = prompt.arguments.iter().map(|argument| &argument.name);
        faults.extend(arguments.filter_map(|name| portable("argument", &name.value, &name.at)));
    }
    for profile in surface.profiles.iter().filter(|profile| !is_profile_name(&profile.name.value)) {
        let instead = "a lower-case letter, then at most 63 lower-case letters, digits, `-` and `_`";
        faults.push(refused("profile", &profile.name).instead(instead));
    }
    faults.extend(surface.curation.help.iter().filter_map(|help| portable("tool", &help.value, &help.at)));
    faults
}

fn check(_: &Surface<'_>, made: Made<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for tool in made.tools {
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

/// `^[a-z][a-z0-9_-]*$`, so that it can stand in a command, a header and a path.
fn is_profile_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.len() <= 64
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_'))
}

fn portable(kind: &str, name: &str, at: &Place) -> Option<Fault> {
    if is_portable(name) {
        return None;
    }
    let word = Word::new(name.to_owned(), at.clone());
    let instead = match argument_name(name) {
        near if is_portable(&near) => format!("`{near}`: a letter, then at most 47 letters, digits and `_`"),
        _ => "a letter, then at most 47 letters, digits and `_`".to_owned(),
    };
    Some(refused(kind, &word).instead(instead))
}

fn refused(kind: &str, name: &Word) -> Fault {
    let what = format!("{kind} name `{}` would be refused by some clients", name.value.escape_default());
    Fault::error(CODE, name.at.clone(), what)
}
