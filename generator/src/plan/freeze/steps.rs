//! Planned steps, ways and conditions → the same as data.

use fewtools_contract::{Check, Composite, Condition, ForEach, Given, Operand, Origin, Step, Way};

use super::Ice;
use crate::plan::surface::{CompositePlan, ConditionPlan, OperandPlan, OriginPlan, StepPlan, WayPlan};

impl<'a> Ice<'a, '_, '_> {
    /// The steps of a composite; `None` where the operation of one is a hole.
    pub(super) fn composite(&self, composite: &CompositePlan) -> Option<Composite<'a>> {
        let steps: Option<Vec<Step<'a>>> = composite.steps.iter().map(|step| self.step(step)).collect();
        Some(Composite {
            steps: self.list(steps?.into_iter()),
            deadline_ms: composite.deadline_ms,
            at_once: composite.at_once,
        })
    }

    fn step(&self, step: &StepPlan) -> Option<Step<'a>> {
        let operation = self.planner.api.operations.get(step.request.operation?)?;
        let given = step.request.inputs.iter().zip(&step.given).map(|(input, way)| Given {
            slot: self.text(&input.slot.name),
            value: Operand::Way(self.way(way)),
            required: input.required,
            check: match way.from {
                OriginPlan::Input(_) => Check::ANY,
                _ => self.check(&input.check),
            },
        });
        let if_denied = step
            .if_denied
            .as_ref()
            .map(|fields| self.list(fields.iter().map(|(name, value)| (self.text(name), self.json(value)))));
        Some(Step {
            name: self.text(&step.name.value),
            call: self.call(operation, &step.request),
            given: self.list(given),
            after: self.list(step.after.iter().copied()),
            when: step.when.as_ref().map(|when| self.condition(when)),
            each: step.each.as_ref().map(|(rows, most)| ForEach { rows: self.way(rows), most: *most }),
            denial: self.denial(&step.request.denial),
            optional: step.optional,
            if_denied,
        })
    }

    /// A way to a value.
    pub(super) fn way(&self, way: &WayPlan) -> Way<'a> {
        let from = match &way.from {
            OriginPlan::Here => Origin::Here,
            OriginPlan::Input(index) => Origin::Input(*index),
            OriginPlan::Body(step) => Origin::Body(*step),
            OriginPlan::Status(step) => Origin::Status(*step),
            OriginPlan::Header(step, name) => Origin::Header { step: *step, name: self.text(name) },
        };
        Way { from, path: self.segments(&way.path) }
    }

    /// A condition.
    pub(super) fn condition(&self, condition: &ConditionPlan) -> Condition<'a> {
        let parts = |parts: &[ConditionPlan]| self.list(parts.iter().map(|part| self.condition(part)));
        match condition {
            ConditionPlan::All(all) => Condition::All(parts(all)),
            ConditionPlan::Any(any) => Condition::Any(parts(any)),
            ConditionPlan::Not(denied) => Condition::Not(&*self.arena.alloc(self.condition(denied))),
            ConditionPlan::Holds(operand) => Condition::Holds(self.operand(operand)),
            ConditionPlan::Compare { left, by, right } => {
                Condition::Compare { left: self.operand(left), by: *by, right: self.operand(right) }
            }
        }
    }

    fn operand(&self, operand: &OperandPlan) -> Operand<'a> {
        match operand {
            OperandPlan::Field(index) => Operand::Field(*index),
            OperandPlan::Way(way) => Operand::Way(self.way(way)),
            OperandPlan::Constant(value) => Operand::Constant(self.json(value)),
        }
    }
}
