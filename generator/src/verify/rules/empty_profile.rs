//! A profile that offers nothing.

use crate::diagnostics::Fault;
use crate::plan::Surface;
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule =
    Rule { code: CODE, about: "A profile that offers nothing.", check: Check::whole(check) };

const CODE: &str = "empty-profile";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let empty = surface.profiles.iter().filter(|profile| {
        let told =
            surface.holes.iter().any(|hole| hole.inside == format!("the profile `{}`", profile.name.value));
        profile.tools.is_empty() && profile.resources.is_empty() && profile.prompts.is_empty() && !told
    });
    empty
        .map(|profile| {
            let what = format!("the profile `{}` offers nothing", profile.name.value);
            Fault::error(CODE, profile.name.at.clone(), what)
                .instead("`effects` and `tools` that some tool is in both of, or no such profile")
        })
        .collect()
}
