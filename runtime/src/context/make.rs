//! Renders and sorts what a surface holds, so that nothing is left to do for a call.

use fewtools_contract::{Catalogue, Resource, listing};
use serde_json::{Map, Value};

use super::check;
use super::surface::{Offer, Offered, Surface};
use crate::dispatch::Routes;

/// Makes the surfaces of a catalogue.
pub(super) struct Make<'p> {
    pub(super) catalogue: &'static Catalogue<'static>,
    pub(super) routes: &'p Routes,
    pub(super) problems: &'p mut Vec<String>,
    pub(super) made: usize,
}

impl Make<'_> {
    /// The next surface.
    pub(super) fn surface(&mut self, offer: &Offer) -> Surface {
        let located = offer.tools.iter().filter_map(|tool| Some((tool.name, self.routes.position(tool)?)));
        let tools = sorted(located);
        let renamed = self.renamed(&tools, offer);
        let resources = by_index(self.catalogue.resources, &offer.resources);
        let prompts = by_index(self.catalogue.prompts, &offer.prompts);
        let fixed = resources.iter().filter(|(_, resource)| !resource.is_template());
        let templates = resources.iter().filter(|(_, resource)| resource.is_template());
        self.made += 1;
        Surface {
            #[cfg(any(feature = "stdio", feature = "http"))]
            id: self.made - 1,
            listing: self.listing(offer),
            tools,
            help: offer.help,
            renamed,
            addresses: sorted(fixed.map(|(index, resource)| (resource.uri, *index))),
            templates: templates.map(|(_, resource)| listing::resource(resource)).collect(),
            prompt_list: prompts.iter().map(|(_, prompt)| listing::prompt(prompt)).collect(),
            prompts: sorted(prompts.iter().map(|(index, prompt)| (prompt.name, *index))),
            #[cfg(any(feature = "stdio", feature = "http"))]
            completes: completes(&resources, &prompts),
            #[cfg(any(feature = "stdio", feature = "http"))]
            enumerates: resources.iter().any(|(_, resource)| resource.list_from.is_some()),
            resources: resources.into_iter().map(offered).collect(),
            instructions: offer.instructions,
        }
    }

    fn listing(&mut self, offer: &Offer) -> Vec<Map<String, Value>> {
        let listed = offer.tools.iter().copied().chain(offer.help).map(listing::tool);
        listed.collect::<Result<_, _>>().unwrap_or_else(|bad| {
            self.problems.push(bad.to_string());
            Vec::new()
        })
    }

    /// The old names of tools that are offered, sorted.
    fn renamed(
        &mut self,
        tools: &[(&'static str, usize)],
        offer: &Offer,
    ) -> Vec<(&'static str, &'static str)> {
        let help = offer.help.map(|help| help.name);
        let mut names: Vec<&str> = tools.iter().map(|(name, _)| *name).chain(help).collect();
        names.sort_unstable();
        check::twins("tools", &names, self.problems);
        let is_offered = |(_, new): &&(&str, &str)| names.binary_search(new).is_ok();
        let mut renamed: Vec<_> = self.catalogue.renamed.iter().filter(is_offered).copied().collect();
        renamed.sort_unstable();
        renamed
    }
}

fn by_index<T>(all: &'static [T], offered: &[usize]) -> Vec<(usize, &'static T)> {
    offered.iter().filter_map(|index| Some((*index, all.get(*index)?))).collect()
}

fn sorted(named: impl Iterator<Item = (&'static str, usize)>) -> Vec<(&'static str, usize)> {
    let mut named: Vec<_> = named.collect();
    named.sort_unstable();
    named
}

fn offered((index, resource): (usize, &Resource<'_>)) -> Offered {
    let listed = (!resource.is_template()).then(|| listing::resource(resource));
    Offered { index, listed }
}

/// Whether values for anything come from somewhere.
#[cfg(any(feature = "stdio", feature = "http"))]
fn completes(
    resources: &[(usize, &'static Resource<'static>)],
    prompts: &[(usize, &'static fewtools_contract::Prompt<'static>)],
) -> bool {
    let mut arguments = prompts.iter().flat_map(|(_, prompt)| prompt.arguments);
    resources.iter().any(|(_, resource)| resource.list_from.is_some())
        || arguments.any(|argument| argument.complete.is_some())
}
