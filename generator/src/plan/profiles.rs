//! A profile of the manifest → what its callers are offered of the surface.

use std::collections::{BTreeMap, BTreeSet};

use super::Planner;
use super::hole::{Hole, HoleKind};
use super::mentions::{Lexicon, Uses};
use super::prompts::PromptPlan;
use super::resources::ResourcePlan;
use super::surface::{ToolPlan, VariantPlan};
use super::{instructions, narrow};
use crate::lower::curation::{ProfileEntry, Spot, Word};

/// A narrower surface.
#[derive(Debug)]
pub struct ProfilePlan {
    /// Its name.
    pub name: Word,
    /// Its tools in listing order.
    pub tools: Vec<OfferedTool>,
    /// Its resources, as indices in the surface.
    pub resources: Vec<usize>,
    /// Its prompts, as indices in the surface.
    pub prompts: Vec<usize>,
    /// What of the instructions' preface names nothing else.
    pub preface: String,
}

/// A tool of a profile.
#[derive(Debug)]
pub enum OfferedTool {
    /// The tool of this index in the surface.
    Whole(usize),
    /// Some variants of one.
    Narrowed(Box<ToolPlan>),
}

/// What is offered, by index.
#[derive(Debug, Default)]
pub(super) struct Offer {
    /// Tools with the variants that are offered.
    tools: BTreeMap<usize, BTreeSet<usize>>,
    resources: BTreeSet<usize>,
}

impl Offer {
    /// Whether some variant of a tool is offered.
    pub fn has_tool(&self, tool: usize) -> bool {
        self.tools.contains_key(&tool)
    }

    /// Whether all that a text uses is offered.
    pub fn has(&self, uses: &Uses) -> bool {
        let tools = uses.tools.iter().all(|(tool, variant)| {
            let offered = self.tools.get(tool);
            offered.is_some_and(|offered| variant.is_none_or(|variant| offered.contains(&variant)))
        });
        tools && uses.resources.is_subset(&self.resources)
    }
}

/// The surface that profiles narrow.
#[derive(Clone, Copy)]
pub(super) struct Whole<'w> {
    /// Its tools.
    pub tools: &'w [ToolPlan],
    /// Its resources.
    pub resources: &'w [ResourcePlan],
    /// Its prompts.
    pub prompts: &'w [PromptPlan],
}

/// Plans every profile.
pub(super) fn plan(planner: &mut Planner<'_>, whole: Whole<'_>) -> Vec<ProfilePlan> {
    let curation = planner.curation;
    if curation.profiles.is_empty() {
        return Vec::new();
    }
    let lexicon = Lexicon::new(curation, whole.tools, whole.resources);
    curation.profiles.iter().map(|(name, entry)| profile(planner, whole, &lexicon, name, entry)).collect()
}

fn profile(
    planner: &mut Planner<'_>,
    whole: Whole<'_>,
    lexicon: &Lexicon<'_>,
    name: &str,
    entry: &Spot<ProfileEntry>,
) -> ProfilePlan {
    let Spot { value: entry, at } = entry;
    let mut naming = Naming { planner, inside: format!("the profile `{name}`") };
    naming.tools(whole, entry);
    let mut offer = Offer { tools: variants(whole, entry), resources: BTreeSet::new() };
    offer.resources = match &entry.resources {
        Some(written) => naming.resources(whole, written),
        None if entry.tools.is_some() => naming.planner.around(whole, &offer),
        None => (0..whole.resources.len()).collect(),
    };
    let prompts = match &entry.prompts {
        Some(written) => naming.prompts(whole, written, &offer),
        None => offered_prompts(whole, &offer),
    };
    let preface = planner.curation.instructions.as_ref().and_then(|entry| entry.preface.as_ref());
    ProfilePlan {
        name: Word::new(name.to_owned(), at.clone()),
        tools: tools(whole, &offer),
        resources: offer.resources.iter().copied().collect(),
        prompts,
        preface: preface
            .map(|preface| instructions::narrowed(lexicon, &preface.value, &offer))
            .unwrap_or_default(),
    }
}

/// The tools as they are offered. None hints at a resource that is not.
fn tools(whole: Whole<'_>, offer: &Offer) -> Vec<OfferedTool> {
    let others = whole.resources.iter().enumerate().filter(|(index, _)| !offer.resources.contains(index));
    let others: Vec<String> = others.map(|(_, resource)| format!(" {}.", resource.address.value)).collect();
    let says_more = |hint: &str| others.iter().any(|other| hint.ends_with(other.as_str()));
    let tool = |(index, kept): (&usize, &BTreeSet<usize>)| {
        let tool = whole.tools.get(*index)?;
        let is_wordy =
            tool.variants.iter().flat_map(|variant| &variant.inputs).any(|input| says_more(&input.hint));
        if kept.len() == tool.variants.len() && !is_wordy {
            return Some(OfferedTool::Whole(*index));
        }
        let stays = |variant: &VariantPlan| {
            tool.variants
                .iter()
                .position(|known| known.label == variant.label)
                .is_some_and(|at| kept.contains(&at))
        };
        let mut narrowed = narrow::to(tool, stays)?;
        let inputs = narrowed.variants.iter_mut().flat_map(|variant| &mut variant.inputs);
        inputs.filter(|input| says_more(&input.hint)).for_each(|input| input.hint.clear());
        Some(OfferedTool::Narrowed(Box::new(narrowed)))
    };
    offer.tools.iter().filter_map(tool).collect()
}

/// The variants that `effects` and `tools` leave.
fn variants(whole: Whole<'_>, entry: &ProfileEntry) -> BTreeMap<usize, BTreeSet<usize>> {
    let mut kept: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for (index, tool) in whole.tools.iter().enumerate() {
        for (at, variant) in tool.variants.iter().enumerate() {
            let effect = entry.effects.as_ref();
            let by_effect =
                effect.is_none_or(|effects| effects.iter().any(|effect| effect.value == variant.effect));
            let by_name = entry
                .tools
                .as_ref()
                .is_none_or(|words| words.iter().any(|word| means(&word.value, tool, variant)));
            if by_effect && by_name {
                kept.entry(index).or_default().insert(at);
            }
        }
    }
    kept
}

/// Whether a name is that of a variant, its tool, or the entry that its tool is expanded from.
fn means(name: &str, tool: &ToolPlan, variant: &VariantPlan) -> bool {
    name == tool.name.value || name == tool.entry || name == member(tool, variant)
}

/// `tool` or `tool.variant`.
fn member(tool: &ToolPlan, variant: &VariantPlan) -> String {
    match variant.name.value.as_str() {
        "" => tool.name.value.clone(),
        name => format!("{}.{name}", tool.name.value),
    }
}

/// The prompts that use nothing else than what is offered.
fn offered_prompts(whole: Whole<'_>, offer: &Offer) -> Vec<usize> {
    let prompts = whole.prompts.iter().enumerate();
    prompts.filter(|(_, prompt)| offer.has(&prompt.uses)).map(|(index, _)| index).collect()
}

impl Planner<'_> {
    /// The resources that belong to some tools: where the ids of their arguments are found, what shares an operation with
    /// them, and what the addresses of these are listed from.
    fn around(&self, whole: Whole<'_>, offer: &Offer) -> BTreeSet<usize> {
        let offered: Vec<(&ToolPlan, &VariantPlan)> = offer
            .tools
            .iter()
            .filter_map(|(tool, kept)| Some((whole.tools.get(*tool)?, kept)))
            .flat_map(|(tool, kept)| kept.iter().filter_map(move |at| Some((tool, tool.variants.get(*at)?))))
            .collect();
        let takes = |argument: &str| {
            offered.iter().any(|(tool, variant)| {
                let mut inputs = variant.inputs.iter().filter_map(|input| tool.arguments.get(input.argument));
                inputs.any(|known| known.name == argument)
            })
        };
        let subjects = self.curation.subjects.values().map(|subject| &subject.value);
        let found_at: Vec<&str> = subjects
            .filter(|subject| takes(&subject.arg.value))
            .filter_map(|subject| subject.found_at.as_ref().map(|address| address.value.as_str()))
            .collect();
        let operations: BTreeSet<usize> = offered
            .iter()
            .flat_map(|(_, variant)| variant.requests())
            .filter_map(|one| one.operation)
            .collect();
        let stays = |resource: &ResourcePlan| {
            let mut own = resource.tool.variants.iter().filter_map(|variant| variant.operation);
            found_at.contains(&resource.address.value.as_str()) || own.any(|own| operations.contains(&own))
        };
        let mut kept: BTreeSet<usize> = whole
            .resources
            .iter()
            .enumerate()
            .filter(|(_, one)| stays(one))
            .map(|(index, _)| index)
            .collect();
        let lists = kept.iter().filter_map(|index| whole.resources.get(*index)?.list_from.as_ref());
        let lists: Vec<usize> = lists.map(|from| from.resource).collect();
        kept.extend(lists);
        kept
    }
}

/// Finds what a profile names, and puts down what does not exist.
struct Naming<'n, 'a> {
    planner: &'n mut Planner<'a>,
    inside: String,
}

impl Naming<'_, '_> {
    fn tools(&mut self, whole: Whole<'_>, entry: &ProfileEntry) {
        for word in entry.tools.iter().flatten() {
            let mut variants =
                whole.tools.iter().flat_map(|tool| tool.variants.iter().map(move |one| (tool, one)));
            if !variants.any(|(tool, variant)| means(&word.value, tool, variant)) {
                self.unknown(word, "tool", names(whole, &word.value));
            }
        }
    }

    fn resources(&mut self, whole: Whole<'_>, written: &[Word]) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        for word in written {
            match whole.resources.iter().position(|resource| resource.address.value == word.value) {
                Some(index) => drop(found.insert(index)),
                None => {
                    let known = whole.resources.iter().map(|resource| resource.address.value.clone());
                    self.unknown(word, "resource", known.collect());
                }
            }
        }
        found
    }

    /// The prompts that are written; one that uses what is not offered cannot be.
    fn prompts(&mut self, whole: Whole<'_>, written: &[Word], offer: &Offer) -> Vec<usize> {
        let mut found = BTreeSet::new();
        for word in written {
            let prompts = whole.prompts.iter().enumerate();
            let Some((index, prompt)) =
                prompts.into_iter().find(|(_, prompt)| prompt.name.value == word.value)
            else {
                let known = self.planner.curation.prompts.keys().cloned().collect();
                self.unknown(word, "prompt", known);
                continue;
            };
            if offer.has(&prompt.uses) {
                found.insert(index);
                continue;
            }
            let hole = Hole::new(HoleKind::ProfileMember, word, self.inside.clone());
            let hole = hole.because("uses what the profile does not offer");
            self.planner
                .holes
                .add(hole.instead("the tools and resources that its text names too, or not this prompt"));
        }
        found.into_iter().collect()
    }

    fn unknown(&mut self, word: &Word, kind: &str, known: Vec<String>) {
        let hole = Hole::new(HoleKind::ProfileMember, word, self.inside.clone());
        self.planner.holes.add(hole.because(format!("is no {kind}")).among(known));
    }
}

/// The names a profile can say: tools, and for a name with a `.` variants too.
fn names(whole: Whole<'_>, wrong: &str) -> Vec<String> {
    let tools = whole.tools.iter().map(|tool| tool.name.value.clone());
    let variants =
        whole.tools.iter().flat_map(|tool| tool.variants.iter().map(|variant| member(tool, variant)));
    if wrong.contains('.') { variants.collect() } else { tools.collect() }
}
