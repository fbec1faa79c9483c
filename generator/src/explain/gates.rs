//! The gates of a variant → what a reviewer wants to see of them.

use serde::Serialize;
use serde_json::Value;

use crate::lower::Curation;
use crate::plan::{ExpectedPlan, PreviewPlan, SegmentPlan, Surface, ToolPlan, VariantPlan};

/// What stands before a mutation.
#[derive(Debug, Default, Serialize)]
pub struct GatesExplained {
    /// Nothing changes unless its argument is `false`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dry_run: Option<DryRunExplained>,
    /// What a real run has to repeat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confirm: Option<ConfirmExplained>,
    /// What lifts the upstream's cap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cap: Option<CapExplained>,
    /// Why there is none; empty where there is, and for a read.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub ungated: String,
}

/// A dry run.
#[derive(Debug, Serialize)]
pub struct DryRunExplained {
    /// The argument.
    pub argument: String,
    /// The slot of the upstream's preview; empty where the request is shown instead.
    pub upstream: String,
    /// What the slot holds on a dry run, where it is no boolean.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on: Option<Value>,
}

/// What a real run has to repeat.
#[derive(Debug, Serialize)]
pub struct ConfirmExplained {
    /// The argument.
    pub argument: String,
    /// Where the text comes from, as the manifest writes it.
    pub equals: String,
    /// The operation that is asked for it; empty for none.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub lookup: String,
    /// Whether it ends in the receipt of a dry run.
    pub receipt: bool,
}

/// What lifts the upstream's cap.
#[derive(Debug, Serialize)]
pub struct CapExplained {
    /// The argument.
    pub argument: String,
    /// The slot.
    pub upstream: String,
    /// The status by which the cap is known.
    pub status: u16,
    /// The code by which the cap is known; empty for any.
    pub code: String,
}

impl GatesExplained {
    /// Whether there is nothing to say.
    pub fn is_empty(&self) -> bool {
        self.dry_run.is_none() && self.confirm.is_none() && self.cap.is_none() && self.ungated.is_empty()
    }
}

/// The gates of a variant.
pub(super) fn of(surface: &Surface<'_>, tool: &ToolPlan, variant: &VariantPlan) -> GatesExplained {
    let Curation { gates: names, .. } = surface.curation;
    let input = |index: usize| variant.inputs.get(index);
    let argument = |index: usize| {
        let argument = input(index).and_then(|input| tool.arguments.get(input.argument));
        argument.map(|argument| argument.name.clone()).unwrap_or_default()
    };
    let slot = |index: usize| input(index).map(|input| input.slot.name.clone()).unwrap_or_default();
    let gates = &variant.gates;
    GatesExplained {
        dry_run: gates.dry_run.as_ref().map(|gate| DryRunExplained {
            argument: argument(gate.input),
            upstream: slot(gate.input),
            on: match &gate.preview {
                PreviewPlan::Upstream { on } => on.clone(),
                PreviewPlan::Local => None,
            },
        }),
        confirm: gates.confirm.as_ref().map(|gate| {
            let (equals, lookup) =
                gate.equals.as_ref().map(|equals| expected(surface, variant, equals)).unwrap_or_default();
            ConfirmExplained { argument: argument(gate.input), equals, lookup, receipt: gate.receipt }
        }),
        cap: gates.cap.as_ref().zip(names.cap.as_ref()).map(|(gate, said)| CapExplained {
            argument: argument(gate.input),
            upstream: slot(gate.input),
            status: said.status,
            code: said.code.clone(),
        }),
        ungated: gates.ungated.as_ref().map(|reason| reason.value.clone()).unwrap_or_default(),
    }
}

/// An expression as the manifest writes it, and the operation that is asked.
fn expected(surface: &Surface<'_>, variant: &VariantPlan, equals: &ExpectedPlan) -> (String, String) {
    match equals {
        ExpectedPlan::Input(index) => {
            let slot = variant.inputs.get(*index).map(|input| input.slot.name.as_str()).unwrap_or_default();
            (format!("$request.{slot}"), String::new())
        }
        ExpectedPlan::Preview { at } => (format!("$preview.body#{}", pointer(at)), String::new()),
        ExpectedPlan::Lookup { request, at } => {
            let operation = request.operation.and_then(|index| surface.api.operations.get(index));
            let id = operation.map(|operation| operation.id.clone()).unwrap_or_default();
            (format!("$lookup.body#{}", pointer(at)), id)
        }
    }
}

fn pointer(at: &[SegmentPlan]) -> String {
    let segment = |segment: &SegmentPlan| match segment {
        SegmentPlan::Key(key) => format!("/{}", key.replace('~', "~0").replace('/', "~1")),
        SegmentPlan::Index(index) => format!("/{index}"),
    };
    at.iter().map(segment).collect()
}
