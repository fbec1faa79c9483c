//! Works out once, at the start, what the callers of each profile are offered.

use fewtools_contract::{Catalogue, Profile, Tool};
use serde_json::{Map, Value};

use super::check;
use super::make::Make;
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
    #[cfg(any(feature = "stdio", feature = "http"))]
    pub(super) id: usize,
    pub(super) listing: Vec<Map<String, Value>>,
    /// Names, and where their tools are in [`Routes`]; sorted by name.
    pub(super) tools: Vec<(&'static str, usize)>,
    pub(super) help: Option<&'static Tool<'static>>,
    /// Old names and their new ones, sorted by old name.
    pub(super) renamed: Vec<(&'static str, &'static str)>,
    pub(super) resources: Vec<Offered>,
    /// Addresses without variables and their resources, sorted by address.
    pub(super) addresses: Vec<(&'static str, usize)>,
    pub(super) templates: Vec<Map<String, Value>>,
    pub(super) prompt_list: Vec<Map<String, Value>>,
    /// Names and their prompts, sorted by name.
    pub(super) prompts: Vec<(&'static str, usize)>,
    #[cfg(any(feature = "stdio", feature = "http"))]
    pub(super) completes: bool,
    #[cfg(any(feature = "stdio", feature = "http"))]
    pub(super) enumerates: bool,
    pub(super) instructions: &'static str,
}

/// A resource that is offered.
pub(crate) struct Offered {
    /// Its index in [`Catalogue::resources`].
    pub(crate) index: usize,
    /// How it is listed; `None` for a template.
    pub(crate) listed: Option<Map<String, Value>>,
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
        found(&self.tools, name)
    }

    /// Where the tools are in [`Routes`], in listing order.
    pub(crate) fn tools(&self) -> impl Iterator<Item = usize> {
        let names = self.listing.iter().filter_map(|listed| listed.get("name").and_then(Value::as_str));
        names.filter_map(|name| self.tool(name))
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

    /// The resources and templates in listing order.
    pub(crate) fn resources(&self) -> &[Offered] {
        &self.resources
    }

    /// The resource of this very address, as an index in [`Catalogue::resources`].
    pub(crate) fn resource(&self, address: &str) -> Option<usize> {
        found(&self.addresses, address)
    }

    /// The templates as they are listed.
    pub(crate) fn templates(&self) -> &[Map<String, Value>] {
        &self.templates
    }

    /// The prompts as they are listed.
    pub(crate) fn prompt_list(&self) -> &[Map<String, Value>] {
        &self.prompt_list
    }

    /// The prompt of this name, as an index in [`Catalogue::prompts`].
    pub(crate) fn prompt(&self, name: &str) -> Option<usize> {
        found(&self.prompts, name)
    }

    /// Whether the list of resources depends on what the API tells each caller.
    #[cfg(any(feature = "stdio", feature = "http"))]
    pub(crate) fn enumerates(&self) -> bool {
        self.enumerates
    }

    /// Whether anything on it can be completed.
    #[cfg(any(feature = "stdio", feature = "http"))]
    pub(crate) fn completes(&self) -> bool {
        self.completes
    }

    /// What a client tells its model about the server as a whole.
    pub(crate) fn instructions(&self) -> &'static str {
        self.instructions
    }
}

fn found(sorted: &[(&'static str, usize)], name: &str) -> Option<usize> {
    let at = sorted.binary_search_by_key(&name, |(known, _)| known).ok()?;
    sorted.get(at).map(|(_, index)| *index)
}

/// What a surface is made of.
pub(super) struct Offer {
    pub(super) tools: &'static [&'static Tool<'static>],
    pub(super) help: Option<&'static Tool<'static>>,
    pub(super) resources: Vec<usize>,
    pub(super) prompts: Vec<usize>,
    pub(super) instructions: &'static str,
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
