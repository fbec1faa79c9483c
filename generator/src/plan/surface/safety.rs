//! The gates and the denial of a variant, every name bound.

use serde_json::Value;

use super::{SegmentPlan, VariantPlan};
use crate::diagnostics::Place;
use crate::lower::curation::Word;

/// What stands before a mutation; see [`fewtools_contract::Gates`].
#[derive(Debug, Clone, Default)]
pub struct GatesPlan {
    /// `dry_run`
    pub dry_run: Option<DryRunPlan>,
    /// `confirm`
    pub confirm: Option<ConfirmPlan>,
    /// `cap`
    pub cap: Option<CapPlan>,
    /// Why the mutation stands behind no gate.
    pub ungated: Option<Word>,
}

impl GatesPlan {
    /// The inputs of the gates, as indices in [`VariantPlan::inputs`].
    pub fn inputs(&self) -> impl Iterator<Item = usize> {
        let dry_run = self.dry_run.iter().map(|gate| gate.input);
        let confirm = self.confirm.iter().map(|gate| gate.input);
        dry_run.chain(confirm).chain(self.cap.iter().map(|gate| gate.input))
    }
}

/// A dry run.
#[derive(Debug, Clone)]
pub struct DryRunPlan {
    /// The argument, as an index in [`VariantPlan::inputs`].
    pub input: usize,
    /// Where the gate stands.
    pub at: Place,
    /// Who previews.
    pub preview: PreviewPlan,
}

/// Who tells what a call would do.
#[derive(Debug, Clone, PartialEq)]
pub enum PreviewPlan {
    /// Nobody is asked.
    Local,
    /// The upstream; what its slot holds where that is no boolean.
    Upstream {
        /// `on`
        on: Option<Value>,
    },
}

/// What a real run has to repeat.
#[derive(Debug, Clone)]
pub struct ConfirmPlan {
    /// The argument, as an index in [`VariantPlan::inputs`].
    pub input: usize,
    /// Where the gate stands.
    pub at: Place,
    /// What it has to be; `None` where the manifest names nothing that there is.
    pub equals: Option<ExpectedPlan>,
    /// Whether it ends in a receipt.
    pub receipt: bool,
}

/// Where the text comes from that is repeated.
#[derive(Debug, Clone)]
pub enum ExpectedPlan {
    /// The value of this input.
    Input(usize),
    /// A field of another operation's answer.
    Lookup {
        /// The request. It has the inputs of the gated variant, each with the slot that it goes to here.
        request: Box<VariantPlan>,
        /// The way to the field.
        at: Vec<SegmentPlan>,
    },
    /// A field of the upstream's preview.
    Preview {
        /// The way to the field.
        at: Vec<SegmentPlan>,
    },
}

/// What lifts the upstream's cap.
#[derive(Debug, Clone)]
pub struct CapPlan {
    /// The argument, as an index in [`VariantPlan::inputs`].
    pub input: usize,
    /// Where the gate stands.
    pub at: Place,
    /// The way to what says so in the preview; empty where nothing does.
    pub foreseen: Vec<SegmentPlan>,
}

/// What is said of missing and forbidden things; see [`fewtools_contract::Denial`].
#[derive(Debug, Clone, Default)]
pub struct DenialPlan {
    /// The subjects whose existence is a secret here, by name.
    pub secrets: Vec<String>,
    /// Arguments and parameters of the path that no subject claims.
    pub unclaimed: Vec<String>,
    /// The sentence for missing and forbidden; empty where nothing is hidden.
    pub hidden: String,
    /// What is told more precisely, first match first.
    pub told: Vec<ToldPlan>,
    /// The permission named where nothing is hidden; empty when unknown.
    pub permission: String,
}

/// An answer of the upstream that is believed to mean some subject.
#[derive(Debug, Clone)]
pub struct ToldPlan {
    /// The subject's name; several joined with `, `.
    pub subject: String,
    /// The status.
    pub status: u16,
    /// The code; empty for any.
    pub code: String,
    /// The pointer of the code.
    pub code_at: String,
    /// What is said.
    pub say: String,
    /// Where what this caller may see is listed, for a subject that enumerates.
    pub enumerates: Option<Enumerated>,
}

/// What a subject enumerates.
#[derive(Debug, Clone)]
pub struct Enumerated {
    /// The argument that names it.
    pub argument: String,
    /// The address of the resource.
    pub found_at: Word,
}
