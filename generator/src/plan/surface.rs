//! The surface: every tool with every name bound to the document, or marked as a hole.

mod bare;
mod fields;
mod merge;
mod safety;
mod steps;

use std::collections::BTreeSet;
use std::rc::Rc;

use fewtools_contract::budget::{Beside, Measure};
use fewtools_contract::{Annotations, Catalogue, Conversion, Effect, GroupKind, Mode, Types};
use serde_json::{Map, Value};

use super::hole::Hole;
use super::pages::PagesPlan;
use super::profiles::ProfilePlan;
use super::prompts::PromptPlan;
use super::resources::ResourcePlan;
use super::slots::{Slot, Slots};
use super::types::InsidePlan;
use crate::diagnostics::Place;
use crate::lower::curation::{RowsLimits, Word};
use crate::lower::{Api, Curation};

pub use fields::{FieldPlan, FindingPlan, FromPlan, HookPlan, HookType, ItemsPlan, PhrasePlan};
pub use merge::{KeptField, KeptPlan, MergePlan};
pub use safety::{
    CapPlan, ConfirmPlan, DenialPlan, DryRunPlan, Enumerated, ExpectedPlan, GatesPlan, PreviewPlan, ToldPlan,
};
pub use steps::{CompositePlan, ConditionPlan, OperandPlan, OriginPlan, StepPlan, WayPlan};

/// What a manifest makes of a document.
///
/// A name that points at nothing is in [`Surface::holes`]; what hangs on it is left out of the tools, so that
/// everything else can still be judged and measured.
#[derive(Debug)]
pub struct Surface<'a> {
    /// The document.
    pub api: &'a Api,
    /// The manifest.
    pub curation: &'a Curation,
    /// The tools in listing order.
    pub tools: Vec<ToolPlan>,
    /// The resources in listing order.
    pub resources: Vec<ResourcePlan>,
    /// The prompts in listing order.
    pub prompts: Vec<PromptPlan>,
    /// The profiles.
    pub profiles: Vec<ProfilePlan>,
    /// What was decided about each operation, by the name faults use for it, in document order.
    pub decisions: Vec<Decision>,
    /// Names that point at nothing, and entries that cannot hold.
    pub holes: Vec<Hole>,
    /// Projections that some result uses.
    pub projections_used: BTreeSet<String>,
    /// Shared arguments that some tool uses.
    pub args_used: BTreeSet<String>,
    /// The functions of the host program that projections use.
    pub hooks: Vec<HookPlan>,
    /// What is measured, emitted and served.
    pub catalogue: Catalogue<'a>,
    /// The tools as they are listed.
    pub listing: Vec<Map<String, Value>>,
    /// What the listing costs.
    pub measure: Measure,
    /// What is listed or told beside tools costs.
    pub beside: Beside,
    /// What the listing of each profile costs, in their order.
    pub profile_measures: Vec<Measure>,
}

impl Surface<'_> {
    /// Every tool that runs operations: those that are listed, and the hidden ones of the resources. One whose address is
    /// none is left out: without variables nothing can be said of its slots.
    pub fn all_tools(&self) -> impl Iterator<Item = &ToolPlan> {
        self.tools.iter().chain(self.hidden_tools())
    }

    /// The tools of the resources.
    pub fn hidden_tools(&self) -> impl Iterator<Item = &ToolPlan> {
        let resources = self.resources.iter().filter(|resource| !resource.parts.is_empty());
        resources.map(|resource| &resource.tool)
    }
}

/// What was decided about one operation.
#[derive(Debug, Clone)]
pub struct Decision {
    /// Its id.
    pub id: String,
    /// Where it stands in the document.
    pub at: Place,
    /// Method and path: `GET /queues/{name}`.
    pub route: String,
    /// Who uses it: `tool`, `tool.variant` or the address of a resource.
    pub used: Vec<String>,
    /// Where `exclude` names it.
    pub excluded: Vec<Place>,
}

/// A tool.
#[derive(Debug, Clone)]
pub struct ToolPlan {
    /// Its name.
    pub name: Word,
    /// The entry of `tools` that it comes from: its name, where that is not expanded to several.
    pub entry: String,
    /// The listed description and where it stands.
    pub about: Word,
    /// How much of its variants is listed.
    pub mode: Mode,
    /// Its arguments in listing order.
    pub arguments: Vec<ArgumentPlan>,
    /// The argument that chooses the variant.
    pub discriminator: Option<DiscriminatorPlan>,
    /// Its variants.
    pub variants: Vec<VariantPlan>,
    /// The computed hints.
    pub annotations: Annotations,
    /// Whether a written reason allows reads and mutations in one tool.
    pub mixed_posture: bool,
    /// Where the manifest asks for an output schema.
    pub output_schema: Option<Place>,
}

impl ToolPlan {
    /// What calls one operation each: variants, and steps of variants.
    pub fn requests(&self) -> impl Iterator<Item = &VariantPlan> {
        self.variants.iter().flat_map(VariantPlan::requests)
    }
}

/// The argument that chooses the variant.
#[derive(Debug, Clone)]
pub struct DiscriminatorPlan {
    /// Its index in [`ToolPlan::arguments`].
    pub argument: usize,
    /// Where the manifest names it.
    pub at: Place,
    /// The default variant.
    pub default: Option<usize>,
    /// Other spellings.
    pub aliases: Vec<(String, usize)>,
}

/// One argument of a tool.
#[derive(Debug, Clone)]
pub struct ArgumentPlan {
    /// Its name.
    pub name: String,
    /// Where the manifest says it, or the tool where it does not.
    pub at: Place,
    /// The listed schema without description.
    pub schema: Rc<Map<String, Value>>,
    /// The listed description; empty for none.
    pub note: String,
    /// Where the note stands, if the manifest says it.
    pub note_at: Option<Place>,
    /// Whether the listing says that it is required.
    pub required: bool,
    /// Two variants that would list different types: variant and type of each.
    pub differs: Option<[(String, String); 2]>,
}

/// One variant of a tool.
#[derive(Debug, Clone)]
pub struct VariantPlan {
    /// Its name; empty for a tool with one operation.
    pub name: Word,
    /// The words faults use for it: `` `tool` `` or `` `tool.variant` ``.
    pub label: String,
    /// One sentence for refusals.
    pub about: String,
    /// Where `call` stands.
    pub call_at: Place,
    /// Its operation in [`Api::operations`]; `None` for a hole.
    pub operation: Option<usize>,
    /// What it does.
    pub effect: Effect,
    /// The slots of its operation.
    pub slots: Rc<Slots>,
    /// The arguments it takes.
    pub inputs: Vec<InputPlan>,
    /// Constants it sends.
    pub fixed: Vec<FixedPlan>,
    /// Slots decided not to be arguments.
    pub not_offered: Vec<String>,
    /// Rules over several arguments: indices in [`ToolPlan::arguments`].
    pub groups: Vec<(GroupKind, Vec<usize>)>,
    /// What leaves.
    pub answer: AnswerPlan,
    /// How the pages of its answer follow each other.
    pub pages: PagesPlan,
    /// What stands before it.
    pub gates: GatesPlan,
    /// What is said of missing and forbidden things.
    pub denial: DenialPlan,
    /// Security alternatives: indices in [`Catalogue::schemes`] and scopes.
    pub security: Vec<Vec<(usize, Vec<String>)>>,
    /// The base address of this operation alone; empty for the catalogue's.
    pub base: String,
    /// The steps, where it makes several requests; it has no operation and no slots of its own then.
    pub steps: Option<CompositePlan>,
    /// What is read before, so that a call says only what changes.
    pub merge: Option<MergePlan>,
    /// The schema of the body, where its fields alone do not say all of it; empty otherwise.
    pub together: String,
    /// The input that rows are compared with, and the way to the compared field.
    pub keep: Option<(usize, Vec<SegmentPlan>)>,
}

impl VariantPlan {
    /// The inputs that are there for something else than the request, those of gates aside: where to go on, and how much
    /// of an answer is wanted.
    pub fn own_inputs(&self) -> impl Iterator<Item = usize> {
        let detail = match self.answer {
            AnswerPlan::Detail { input, .. } => Some(input),
            _ => None,
        };
        self.pages.resume.into_iter().chain(detail)
    }

    /// What calls one operation each: its steps, or itself.
    pub fn requests(&self) -> impl Iterator<Item = &Self> {
        let steps = self.steps.iter().flat_map(|composite| &composite.steps).map(|step| &step.request);
        let own = self.steps.is_none().then_some(self);
        own.into_iter().chain(steps)
    }
}

impl VariantPlan {
    /// The slots that values of a call go to: those of the inputs, then those that turn pages.
    pub fn filling(&self) -> impl Iterator<Item = &Rc<Slot>> {
        self.inputs.iter().map(|input| &input.slot).chain(self.pages.turned.iter().map(|turned| &turned.slot))
    }
}

/// One argument as a variant takes it.
#[derive(Debug, Clone)]
pub struct InputPlan {
    /// Index in [`ToolPlan::arguments`].
    pub argument: usize,
    /// The slot it goes to.
    pub slot: Rc<Slot>,
    /// The variant is refused without it.
    pub required: bool,
    /// Used when it is absent.
    pub default: Option<Value>,
    /// What the value must satisfy.
    pub check: Rc<CheckPlan>,
    /// What is done to it.
    pub conversion: Conversion,
    /// The ways inside of it to texts that are sent as numbers.
    pub digits: Vec<Vec<InsidePlan>>,
    /// What said how it is listed and checked, or what it is for where the manifest makes it; empty for the document.
    pub rule: String,
    /// What would be listed of it if this variant were alone.
    pub listed: Rc<Map<String, Value>>,
    /// What the document says of it, where the tool lists that; empty for nothing.
    pub about: String,
    /// Where its values come from, in a sentence; empty for nothing.
    pub hint: String,
}

impl InputPlan {
    /// An argument that goes to no slot and is taken as it is given.
    pub fn plain(argument: usize) -> Self {
        Self {
            argument,
            slot: Slot::nowhere(),
            required: false,
            default: None,
            check: super::checks::anything().into(),
            digits: Vec::new(),
            rule: String::new(),
            conversion: Conversion::None,
            listed: Rc::default(),
            about: String::new(),
            hint: String::new(),
        }
    }
}

/// A constant that is sent on every call.
#[derive(Debug, Clone)]
pub struct FixedPlan {
    /// The slot.
    pub slot: Rc<Slot>,
    /// The value.
    pub value: Value,
}

/// What one argument must satisfy; see [`fewtools_contract::Check`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckPlan {
    /// Accepted types.
    pub types: Types,
    /// Accepted values; empty for no list.
    pub values: Vec<Value>,
    /// Bounds as decimal texts: minimum, maximum, exclusive minimum, exclusive maximum.
    pub bounds: [String; 4],
    /// Fewest and most characters.
    pub length: (u32, u32),
    /// Fewest and most items.
    pub count: (u32, u32),
    /// Types of the items.
    pub items: Types,
    /// The whole schema where the flat facts do not say it all; empty otherwise.
    pub schema: String,
    /// What it takes, in words.
    pub takes: String,
}

/// What leaves of an answer.
#[derive(Debug, Clone)]
pub enum AnswerPlan {
    /// Everything.
    Whole,
    /// These fields.
    Object {
        /// The projection's name.
        projection: String,
        /// Its fields.
        fields: Vec<FieldPlan>,
    },
    /// A page of rows.
    Rows {
        /// The projection's name; empty for whole rows.
        projection: String,
        /// The way to the array.
        at: Vec<SegmentPlan>,
        /// The fields of a row.
        fields: Vec<FieldPlan>,
        /// The schemas of a row.
        row: super::answers::Node,
        /// What `orderedBy` says.
        ordered_by: String,
        /// How many rows leave.
        limits: RowsLimits,
        /// The input that is the row limit, as an index in [`VariantPlan::inputs`].
        limit: Option<usize>,
    },
    /// One of two, as the call says.
    Detail {
        /// The input that says it, as an index in [`VariantPlan::inputs`].
        input: usize,
        /// What leaves unless it says `full`.
        brief: Box<AnswerPlan>,
        /// What leaves then.
        full: Box<AnswerPlan>,
    },
    /// The address of the resource that has the answer.
    Link {
        /// Where the manifest says it.
        at: Place,
        /// The resource, and for each of its variables the input; `None` for a hole.
        to: Option<(usize, Vec<usize>)>,
    },
}

impl AnswerPlan {
    /// What leaves unless a call says more.
    pub fn brief(&self) -> &Self {
        match self {
            Self::Detail { brief, .. } => brief,
            one => one,
        }
    }
}

/// One segment of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SegmentPlan {
    /// A property.
    Key(String),
    /// An item.
    Index(usize),
}
