//! Planned gates and denials → gates and denials as data.

use fewtools_contract::{Cap, Confirm, Denial, DryRun, Expected, Gates, Listed, Preview, Told};

use super::Ice;
use crate::plan::surface::{
    ConfirmPlan, DenialPlan, Enumerated, ExpectedPlan, GatesPlan, PreviewPlan, ToldPlan,
};

impl<'a> Ice<'a, '_, '_> {
    /// The gates of a variant; one that names nothing is left out, and is a fault.
    pub(super) fn gates(&self, gates: &GatesPlan) -> Gates<'a> {
        Gates {
            dry_run: gates.dry_run.as_ref().map(|gate| DryRun {
                input: gate.input,
                preview: match &gate.preview {
                    PreviewPlan::Local => Preview::Local,
                    PreviewPlan::Upstream { on } => {
                        Preview::Upstream { on: on.as_ref().map_or("", |on| self.json(on)) }
                    }
                },
            }),
            confirm: gates.confirm.as_ref().and_then(|gate| self.confirm(gate)),
            cap: gates.cap.as_ref().zip(self.planner.curation.gates.cap.as_ref()).map(|(gate, said)| Cap {
                input: gate.input,
                status: said.status,
                code: self.text(&said.code),
                code_at: self
                    .text(&said.error_code.as_ref().unwrap_or(&self.planner.curation.error_code).value),
                foreseen: self.segments(&gate.foreseen),
            }),
        }
    }

    fn confirm(&self, gate: &ConfirmPlan) -> Option<Confirm<'a>> {
        let equals = match gate.equals.as_ref()? {
            ExpectedPlan::Input(input) => Expected::Input(*input),
            ExpectedPlan::Preview { at } => Expected::Preview { at: self.segments(at) },
            ExpectedPlan::Lookup { request, at } => {
                let operation = self.planner.api.operations.get(request.operation?)?;
                let call = &*self.arena.alloc(self.call(operation, request));
                Expected::Lookup { call, at: self.segments(at) }
            }
        };
        Some(Confirm { input: gate.input, equals, receipt: gate.receipt })
    }

    /// What is said of missing and forbidden things.
    pub(super) fn denial(&self, denial: &DenialPlan) -> Denial<'a> {
        Denial {
            hidden: self.text(&denial.hidden),
            told: self.list(denial.told.iter().map(|told| self.told(told))),
            permission: self.text(&denial.permission),
        }
    }

    /// Where a subject's names are listed; `None` where the manifest names no such resource, which is a fault.
    fn listed(&self, enumerated: &Enumerated) -> Option<Listed<'a>> {
        let address = &enumerated.found_at.value;
        let resource = self.resources.iter().position(|resource| resource.address.value == *address)?;
        let field = self.resources.get(resource)?.row_field(&enumerated.argument)?;
        Some(Listed { resource, field: self.text(&field) })
    }

    fn told(&self, told: &ToldPlan) -> Told<'a> {
        Told {
            status: told.status,
            code: self.text(&told.code),
            code_at: self.text(&told.code_at),
            say: self.text(&told.say),
            visible: told.enumerates.as_ref().and_then(|enumerated| self.listed(enumerated)),
        }
    }
}
