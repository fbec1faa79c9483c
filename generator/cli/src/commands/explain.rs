//! `fewtools explain`: a manifest and a name → what it resolves to.

mod context;
mod denials;
mod gates;
mod pages;
mod steps;
mod text;

use fewtools_build::diagnostics::nearest;
use fewtools_build::explain;
use fewtools_build::plan::Surface;

use crate::args::Explain;
use crate::outcome::{Failure, Outcome};
use crate::{output, stages};

/// Explains what has a name, or everything. Faults are shown too: what they leave out is not explained.
pub fn run(args: &Explain) -> Result<Outcome, Failure> {
    let (name, manifest) = args.name_and_manifest();
    let input = stages::read(manifest);
    let checked = stages::checked(input);
    stages::show_faults(input, checked);
    let Some(surface) = checked.surface() else { return Ok(Outcome::Faults) };
    if args.denials {
        return show_denials(args, surface, name, Outcome::of(checked));
    }
    let Some(explanation) = explain::explain(surface, name) else {
        output::error(&unknown(surface, name.unwrap_or_default()));
        return Ok(Outcome::Faults);
    };
    if args.json {
        output::json(&explanation)?;
    } else {
        output::text(&text::text(&explanation))?;
    }
    Ok(Outcome::of(checked))
}

/// Shows what is said of missing and forbidden things.
fn show_denials(
    args: &Explain,
    surface: &Surface<'_>,
    name: Option<&str>,
    outcome: Outcome,
) -> Result<Outcome, Failure> {
    let rows = explain::denials(surface, name);
    if let Some(name) = name.filter(|_| rows.is_empty()) {
        output::error(&unknown(surface, name));
        return Ok(Outcome::Faults);
    }
    if args.json {
        output::json(&rows)?;
    } else {
        output::text(&denials::text(&rows))?;
    }
    Ok(outcome)
}

/// What is said of a name that nothing has.
fn unknown(surface: &Surface<'_>, name: &str) -> String {
    let tools = surface.tools.iter().map(|tool| tool.name.value.as_str());
    let operations = surface.decisions.iter().flat_map(|decision| [&*decision.id, &*decision.route]);
    let resources =
        surface.resources.iter().flat_map(|resource| [&*resource.address.value, &*resource.name.value]);
    let prompts = surface.prompts.iter().map(|prompt| prompt.name.value.as_str());
    let profiles = surface.profiles.iter().map(|profile| profile.name.value.as_str());
    let beside = resources.chain(prompts).chain(profiles);
    let meant = nearest_route(surface, name).or_else(|| nearest(name, tools.chain(operations).chain(beside)));
    let meant = meant.map_or_else(String::new, |meant| format!("; instead: `{meant}`"));
    format!("nothing is named `{name}`{meant}")
}

/// The route whose path is nearest to that of a name like `GET /path`, one of the same method before others.
fn nearest_route<'s>(surface: &'s Surface<'_>, name: &str) -> Option<&'s str> {
    let (method, path) = name.split_once(' ').filter(|(_, path)| path.starts_with('/'))?;
    let routes = || surface.decisions.iter().filter_map(|decision| decision.route.split_once(' '));
    let of_method = || routes().filter(|(other, _)| other.eq_ignore_ascii_case(method)).map(|(_, path)| path);
    let near = nearest(path, of_method()).or_else(|| nearest(path, routes().map(|(_, path)| path)));
    let near = near.or_else(|| most_alike(path, of_method()))?;
    let mut found = surface.decisions.iter().map(|decision| decision.route.as_str());
    let is_it = |route: &&str| route.split_once(' ').is_some_and(|(_, path)| path == near);
    let same =
        |route: &&str| route.split_once(' ').is_some_and(|(other, _)| other.eq_ignore_ascii_case(method));
    found.clone().find(|route| is_it(route) && same(route)).or_else(|| found.find(is_it))
}

/// The path with the most beginning segments in common, at least one.
fn most_alike<'p>(path: &str, paths: impl Iterator<Item = &'p str>) -> Option<&'p str> {
    let common = |other: &str| {
        let pairs = path.split('/').skip(1).zip(other.split('/').skip(1));
        pairs.take_while(|(one, other)| one == other).count()
    };
    let counted = paths.map(|other| (common(other), other)).filter(|(count, _)| *count > 0);
    counted.min_by_key(|(count, other)| (usize::MAX - count, other.len())).map(|(_, other)| other)
}
