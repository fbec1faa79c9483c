//! Works out once, at the start, what the callers of each profile are offered.

use fewtools_contract::{Catalogue, Profile, Tool, listing};
use serde_json::{Map, Value};

use super::check;
use crate::Caller;
use crate::dispatch::Routes;

/// What is offered to whom.
pub(crate) struct Surfaces {
    /// To callers without a profile.
    whole: Surface,
    /// By the name of the profile, sorted.
    profiles: Vec<(&'static str, Surface)>,
    /// To callers of a profile that is not there.
    nothing: Surface,
}

impl Surfaces {
    /// Prepares the whole surface and those of the profiles.
    pub(crate) fn new(
        catalogue: &'static Catalogue<'static>,
        routes: &Routes,
        problems: &mut Vec<String>,
    ) -> Self {
        check::references(catalogue, problems);
        let mut make = Make { catalogue, routes, problems, made: 0 };
        let whole = make.surface(&Offer::whole(catalogue));
        let nothing = make.surface(&Offer::nothing());
        let profile =
            |profile: &Profile<'static>| (profile.name, make.surface(&Offer::of(profile, catalogue)));
        let mut profiles: Vec<_> = catalogue.profiles.iter().map(profile).collect();
        profiles.sort_by_key(|(name, _)| *name);
        let names: Vec<&str> = profiles.iter().map(|(name, _)| *name).collect();
        check::twins("profiles", &names, problems);
        Self { whole, profiles, nothing }
    }

    /// What this caller is offered.
    pub(crate) fn of(&self, caller: &Caller) -> &Surface {
        let Some(profile) = caller.profile() else { return &self.whole };
        let found = self.profiles.binary_search_by_key(&profile, |(name, _)| name).ok();
        found.and_then(|index| self.profiles.get(index)).map_or(&self.nothing, |(_, surface)| surface)
    }

    /// Every surface, in the order of [`Surface::id`].
    #[cfg(any(feature = "stdio", feature = "http"))]
    pub(crate) fn all(&self) -> Vec<&Surface> {
        let profiles = self.profiles.iter().map(|(_, surface)| surface);
        let mut all: Vec<&Surface> = [&self.whole, &self.nothing].into_iter().chain(profiles).collect();
        all.sort_by_key(|surface| surface.id);
        all
    }
}

/// What the callers of one profile are offered. Everything else is to them as if it did not exist.
pub(crate) struct Surface {
    id: usize,
    listing: Vec<Map<String, Value>>,
    /// Names, and where their tools are in [`Routes`]; sorted by name.
    tools: Vec<(&'static str, usize)>,
    help: Option<&'static Tool<'static>>,
    /// Old names and their new ones, sorted by old name.
    renamed: Vec<(&'static str, &'static str)>,
    resources: Vec<usize>,
    prompts: Vec<usize>,
    instructions: &'static str,
}

impl Surface {
    /// Tells it from the other surfaces of the catalogue: they are counted from 0.
    #[cfg(any(feature = "stdio", feature = "http"))]
    pub(crate) fn id(&self) -> usize {
        self.id
    }

    /// The tools as they are listed.
    pub(crate) fn listing(&self) -> &[Map<String, Value>] {
        &self.listing
    }

    /// Where the tool of this name is in [`Routes`].
    pub(crate) fn tool(&self, name: &str) -> Option<usize> {
        let found = self.tools.binary_search_by_key(&name, |(known, _)| known).ok()?;
        self.tools.get(found).map(|(_, index)| *index)
    }

    /// The tool that explains the others.
    pub(crate) fn help(&self) -> Option<&'static Tool<'static>> {
        self.help
    }

    /// The name that replaced this one.
    pub(crate) fn renamed(&self, name: &str) -> Option<&'static str> {
        let found = self.renamed.binary_search_by_key(&name, |(old, _)| old).ok()?;
        self.renamed.get(found).map(|(_, new)| *new)
    }

    /// The resources in listing order, as indices in [`Catalogue::resources`].
    pub(crate) fn resources(&self) -> &[usize] {
        &self.resources
    }

    /// The prompts in listing order, as indices in [`Catalogue::prompts`].
    pub(crate) fn prompts(&self) -> &[usize] {
        &self.prompts
    }

    /// What a client tells its model about the server as a whole.
    pub(crate) fn instructions(&self) -> &'static str {
        self.instructions
    }
}

/// What a surface is made of.
struct Offer {
    tools: &'static [&'static Tool<'static>],
    help: Option<&'static Tool<'static>>,
    resources: Vec<usize>,
    prompts: Vec<usize>,
    instructions: &'static str,
}

impl Offer {
    fn whole(catalogue: &Catalogue<'static>) -> Self {
        Self {
            tools: catalogue.tools,
            help: catalogue.help,
            resources: (0..catalogue.resources.len()).collect(),
            prompts: (0..catalogue.prompts.len()).collect(),
            instructions: said(catalogue.instructions, catalogue),
        }
    }

    fn of(profile: &Profile<'static>, catalogue: &Catalogue<'static>) -> Self {
        let there =
            |indices: &[usize], of: usize| indices.iter().copied().filter(|index| *index < of).collect();
        Self {
            tools: profile.tools,
            help: catalogue.help,
            resources: there(profile.resources, catalogue.resources.len()),
            prompts: there(profile.prompts, catalogue.prompts.len()),
            instructions: said(profile.instructions, catalogue),
        }
    }

    fn nothing() -> Self {
        Self { tools: &[], help: None, resources: Vec::new(), prompts: Vec::new(), instructions: "" }
    }
}

fn said(instructions: &'static str, catalogue: &Catalogue<'static>) -> &'static str {
    if instructions.is_empty() { catalogue.server.about } else { instructions }
}

struct Make<'p> {
    catalogue: &'static Catalogue<'static>,
    routes: &'p Routes,
    problems: &'p mut Vec<String>,
    made: usize,
}

impl Make<'_> {
    fn surface(&mut self, offer: &Offer) -> Surface {
        let listed = offer.tools.iter().copied().chain(offer.help).map(listing::tool);
        let listing = listed.collect::<Result<_, _>>().unwrap_or_else(|bad| {
            self.problems.push(bad.to_string());
            Vec::new()
        });
        let located = offer.tools.iter().filter_map(|tool| Some((tool.name, self.routes.position(tool)?)));
        let mut tools: Vec<_> = located.collect();
        tools.sort_unstable();
        let mut names: Vec<&str> =
            tools.iter().map(|(name, _)| *name).chain(offer.help.map(|t| t.name)).collect();
        names.sort_unstable();
        check::twins("tools", &names, self.problems);
        let is_offered = |(_, new): &&(&str, &str)| names.binary_search(new).is_ok();
        let mut renamed: Vec<_> = self.catalogue.renamed.iter().filter(is_offered).copied().collect();
        renamed.sort_unstable();
        self.made += 1;
        Surface {
            id: self.made - 1,
            listing,
            tools,
            help: offer.help,
            renamed,
            resources: offer.resources.clone(),
            prompts: offer.prompts.clone(),
            instructions: offer.instructions,
        }
    }
}
