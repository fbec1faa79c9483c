//! [`Api`] and [`Curation`] → [`Surface`]: every name bound to what it means, or marked as a hole.
//!
//! This stage judges nothing and stops at nothing: what points nowhere becomes a [`Hole`], and the rules of
//! [`crate::verify`] see all of it in one run.

mod address;
mod answered;
mod answers;
mod arguments;
mod bytes;
mod called;
mod checks;
mod choice;
mod client;
mod conditions;
mod conversions;
mod denials;
mod detail;
mod errors;
mod fit;
mod flatten;
mod freeze;
mod gates;
mod hole;
mod instructions;
mod judge;
mod keep;
mod links;
mod listed;
mod media;
mod mentions;
mod merge;
mod naming;
mod narrow;
mod operations;
mod outputs;
mod pages;
mod profiles;
mod prompts;
mod reads;
mod resources;
mod scope;
mod security;
mod servers;
mod shape;
mod signature;
mod slots;
mod steps;
mod surface;
mod texts;
mod together;
mod tools;
mod types;
mod uri;
mod variants;

use std::rc::Rc;

use bumpalo::Bump;

use crate::lower::{Api, Curation};

pub use address::refused as refused_address;
pub use bytes::Bytes;
pub use client::user as client_user;
pub use fit::unfit_default;
pub use hole::{Hole, HoleKind};
pub use mentions::Uses;
pub use naming::{is_portable, sanitised as argument_name, tool_names};
pub use pages::{PagesPlan, TurnPlan};
pub use profiles::{OfferedTool, ProfilePlan};
pub use prompts::{PromptArgumentPlan, PromptPlan, TextPiece};
pub use resources::{ListFromPlan, ResourcePlan};
pub use slots::{Slot, SlotKind, Slots};
pub use surface::{
    AnswerPlan, ArgumentPlan, CapPlan, CheckPlan, CompositePlan, ConditionPlan, ConfirmPlan, Decision,
    DenialPlan, DiscriminatorPlan, DryRunPlan, Enumerated, ExpectedPlan, FieldPlan, FindingPlan, FixedPlan,
    FromPlan, GatesPlan, HookPlan, HookType, InputPlan, ItemsPlan, KeptField, KeptPlan, MergePlan,
    OperandPlan, OriginPlan, PhrasePlan, PreviewPlan, SegmentPlan, StepPlan, Surface, ToldPlan, ToolPlan,
    VariantPlan, WayPlan,
};
pub use texts::{hides_something, of_document as lists_texts_of_document, one_line};
pub use types::InsidePlan;
pub use uri::{AddressPart, overlap as addresses_overlap};

use answers::NextPages;
use conversions::Typings;
use freeze::Planned;
use hole::Holes;
use operations::Operations;
use pages::PagesSeen;
use profiles::Whole;

/// Binds a manifest to a document. The catalogue's texts live in the arena.
pub fn run<'a>(arena: &'a Bump, api: &'a Api, curation: &'a Curation) -> Surface<'a> {
    let overrides = types::Overrides::of(api, curation);
    let mut planner = Planner::new(api, curation, &overrides);
    planner.operations.exclude(&mut planner.holes, curation);
    let mut tools: Vec<ToolPlan> =
        curation.tools.iter().flat_map(|(name, entry)| tools::plan(&mut planner, name, entry)).collect();
    let mut resources = resources::plan(&mut planner);
    links::resolve(&mut planner, &mut tools, &resources);
    let mut client = client::plan(&mut planner);
    let prompts = prompts::plan(&mut planner, &tools, &resources);
    instructions::check(&mut planner, &tools, &resources);
    let upstream = servers::upstream(&mut planner);
    let schemes = security::schemes(&mut planner);
    let hidden = resources.iter().map(|resource| &resource.tool).chain(&client);
    let all: Vec<&ToolPlan> = tools.iter().chain(hidden).collect();
    let errors = errors::plan(&mut planner, &all);
    let hidden = resources.iter_mut().map(|resource| &mut resource.tool).chain(&mut client);
    denials::resolve(&planner, &errors, tools.iter_mut().chain(hidden));
    let whole = Whole { tools: &tools, resources: &resources, prompts: &prompts };
    let profiles = profiles::plan(&mut planner, whole);
    resources::check_found_at(&mut planner, &resources);
    tools::check_renamed(&mut planner, &tools);
    variants::check_not_offered(&mut planner);
    denials::check_permissions(&mut planner);
    pages::check(&mut planner);
    types::check(&mut planner, &overrides);
    let planned = Planned { tools, resources, client, prompts, profiles, upstream, schemes, errors };
    let frozen = freeze::run(arena, &planner, &planned);
    Surface {
        api,
        curation,
        tools: planned.tools,
        resources: planned.resources,
        prompts: planned.prompts,
        profiles: planned.profiles,
        decisions: planner.operations.into_decisions(),
        holes: planner.holes.list,
        projections_used: planner.projections_used,
        args_used: planner.args_used,
        hooks: planner.hooks,
        catalogue: frozen.catalogue,
        listing: frozen.listing,
        measure: frozen.measure,
        beside: frozen.beside,
        profile_measures: frozen.profile_measures,
    }
}

/// What every part of this stage works on.
struct Planner<'a> {
    api: &'a Api,
    curation: &'a Curation,
    operations: Operations<'a>,
    holes: Holes,
    types: &'a types::Overrides,
    typings: Typings<'a>,
    slots: Vec<Option<Rc<Slots>>>,
    projections_used: std::collections::BTreeSet<String>,
    args_used: std::collections::BTreeSet<String>,
    schemes_used: Vec<usize>,
    hooks: Vec<HookPlan>,
    next_pages: NextPages<'a>,
    pages: PagesSeen,
}

impl<'a> Planner<'a> {
    fn new(api: &'a Api, curation: &'a Curation, types: &'a types::Overrides) -> Self {
        Self {
            api,
            curation,
            operations: Operations::new(api),
            holes: Holes::default(),
            types,
            typings: Typings::new(&api.schemas, types),
            slots: vec![None; api.operations.len()],
            projections_used: Default::default(),
            args_used: Default::default(),
            schemes_used: Vec::new(),
            hooks: Vec::new(),
            next_pages: NextPages::new(api),
            pages: PagesSeen::default(),
        }
    }
}
