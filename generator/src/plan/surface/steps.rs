//! Composites, ways and conditions, every name bound.

use fewtools_contract::Comparison;
use serde_json::Value;

use super::{SegmentPlan, VariantPlan};
use crate::diagnostics::Place;
use crate::lower::curation::Word;

/// Several requests that are answered once; see [`fewtools_contract::Composite`].
#[derive(Debug, Clone)]
pub struct CompositePlan {
    /// The steps in manifest order.
    pub steps: Vec<StepPlan>,
    /// Milliseconds the whole call may take.
    pub deadline_ms: u32,
    /// The most requests in flight at once.
    pub at_once: u32,
    /// Where `steps` stands.
    pub at: Place,
}

/// One step.
#[derive(Debug, Clone)]
pub struct StepPlan {
    /// Its name.
    pub name: Word,
    /// Its request, as a variant that is named after the step. Its inputs are what the step is given, in the order of
    /// [`StepPlan::given`]; those that are no arguments have [`StepPlan::NO_ARGUMENT`].
    pub request: VariantPlan,
    /// Where the value of each input of the request comes from.
    pub given: Vec<WayPlan>,
    /// The steps that it waits for, by index, in ascending order.
    pub after: Vec<usize>,
    /// When it runs.
    pub when: Option<ConditionPlan>,
    /// The rows that it runs for, and the most of them.
    pub each: Option<(WayPlan, u32)>,
    /// `if_failed: note`
    pub optional: bool,
    /// `if_denied`: fields of the result and their values.
    pub if_denied: Option<Vec<(String, Value)>>,
    /// Whether the result or another step uses its answer.
    pub used: bool,
}

impl StepPlan {
    /// The argument of a value that is none: an index that no tool has.
    pub const NO_ARGUMENT: usize = usize::MAX;

    /// Whether it runs in every call that ends well.
    pub fn is_certain(&self) -> bool {
        !self.optional && self.if_denied.is_none() && self.when.is_none() && self.each.is_none()
    }
}

/// A way to a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WayPlan {
    /// Where it starts.
    pub from: OriginPlan,
    /// What is followed from there.
    pub path: Vec<SegmentPlan>,
}

impl WayPlan {
    /// A way that starts at the row, or at the answer.
    pub fn here(path: Vec<SegmentPlan>) -> Self {
        Self { from: OriginPlan::Here, path }
    }
}

/// Where a [`WayPlan`] starts; steps by index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OriginPlan {
    /// The row, the item or the answer.
    Here,
    /// The value of an input of the variant.
    Input(usize),
    /// The body of a step's answer.
    Body(usize),
    /// The status of a step's answer.
    Status(usize),
    /// A header of a step's answer, in lower case.
    Header(usize, String),
}

/// A condition.
#[derive(Debug, Clone)]
pub enum ConditionPlan {
    /// All of these.
    All(Vec<ConditionPlan>),
    /// At least one of these.
    Any(Vec<ConditionPlan>),
    /// Not this.
    Not(Box<ConditionPlan>),
    /// This is `true`.
    Holds(OperandPlan),
    /// These two compare like this.
    Compare {
        /// What is compared.
        left: OperandPlan,
        /// How.
        by: Comparison,
        /// What it is compared with.
        right: OperandPlan,
    },
}

/// A value in a condition.
#[derive(Debug, Clone)]
pub enum OperandPlan {
    /// A field of the same result, by index.
    Field(usize),
    /// What a way leads to.
    Way(WayPlan),
    /// A constant.
    Constant(Value),
}
