//! `fewtools listing`: a manifest → the `tools` array, byte for byte as it is served, or what is served beside it.

use fewtools::contract::{Catalogue, Profile, Resource, listing};
use fewtools_build::diagnostics::nearest;

use crate::args::{Listed, Listing};
use crate::outcome::{Failure, Outcome};
use crate::{output, stages};

/// Prints the listing; nothing where a rule has not passed, for then nothing is served.
pub fn run(args: &Listing) -> Result<Outcome, Failure> {
    let input = stages::read(&args.manifest.path);
    let checked = stages::checked(input);
    stages::show_faults(input, checked);
    let Some(verified) = checked.verified() else { return Ok(Outcome::of(checked)) };
    let catalogue = &verified.get().catalogue;
    let Some(name) = &args.profile else {
        output::data(&text(catalogue, &args.what)?)?;
        return Ok(Outcome::of(checked));
    };
    let Some(profile) = catalogue.profiles.iter().find(|profile| profile.name == name) else {
        output::error(&unknown(catalogue, name));
        return Ok(Outcome::Faults);
    };
    let resources = profile.resources.iter().filter_map(|index| catalogue.resources.get(*index).copied());
    let resources: Vec<Resource<'_>> = resources.collect();
    let prompts = profile.prompts.iter().filter_map(|index| catalogue.prompts.get(*index).copied());
    let prompts: Vec<_> = prompts.collect();
    let offered = Catalogue { resources: &resources, prompts: &prompts, ..narrowed(catalogue, profile) };
    output::data(&text(&offered, &args.what)?)?;
    Ok(Outcome::of(checked))
}

fn narrowed<'a>(catalogue: &Catalogue<'a>, profile: &Profile<'a>) -> Catalogue<'a> {
    Catalogue { tools: profile.tools, instructions: profile.instructions, ..*catalogue }
}

fn text(catalogue: &Catalogue<'_>, what: &Listed) -> Result<String, Failure> {
    if what.instructions {
        return Ok(listing::instructions(catalogue).to_owned());
    }
    let entries = match (what.resources, what.prompts) {
        (true, _) => listing::resources(catalogue),
        (_, true) => listing::prompts(catalogue),
        _ => listing::tools(catalogue).map_err(Failure::new)?,
    };
    Ok(listing::text(&entries))
}

fn unknown(catalogue: &Catalogue<'_>, name: &str) -> String {
    let meant = nearest(name, catalogue.profiles.iter().map(|profile| profile.name));
    let meant = meant.map_or_else(String::new, |meant| format!("; instead: `{meant}`"));
    format!("no profile is named `{name}`{meant}")
}
