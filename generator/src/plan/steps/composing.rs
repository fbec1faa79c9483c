//! The steps of a tool and what goes to them → the one variant that the tool has.

use std::rc::Rc;

use serde_json::Value;

use super::denied;
use super::given::{self, With};
use super::order::Order;
use crate::lower::curation::{
    ConditionEntry, Expression, OperandEntry, Spot, StepEntry, StepsEntry, ToolEntry, WayEntry, Word,
};
use crate::plan::answers::{self, Answered, Node};
use crate::plan::conditions::{self, Meant};
use crate::plan::hole::{Hole, HoleKind};
use crate::plan::scope::{Scope, StepScope};
use crate::plan::slots::Slot;
use crate::plan::surface::{
    AnswerPlan, CompositePlan, ConditionPlan, InputPlan, OperandPlan, OriginPlan, StepPlan, VariantPlan,
    WayPlan,
};
use crate::plan::variants::Member;
use crate::plan::{Planner, servers, tools};

/// Requests in flight at once, where the manifest says nothing.
const AT_ONCE: u32 = 16;

/// A composite while its steps are planned.
pub(super) struct Composing<'e, 's> {
    entry: &'e StepsEntry,
    scope: Scope<'s>,
    /// For each step the inputs of the composite that go to it, by index.
    bound: Vec<Vec<usize>>,
    steps: Vec<Option<StepPlan>>,
}

impl<'e, 's> Composing<'e, 's> {
    /// Nothing planned yet; the inputs of all steps in the order of the arguments.
    pub fn new(
        label: String,
        entry: &'e StepsEntry,
        names: &'s [String],
        bound: Vec<Vec<InputPlan>>,
    ) -> Self {
        let mandatory = |step: &StepEntry| !step.optional && step.if_denied.is_none() && step.when.is_none();
        let mandatory: Vec<bool> = entry.steps.values().map(|step| mandatory(&step.value)).collect();
        let mut all: Vec<(usize, InputPlan)> = bound
            .into_iter()
            .enumerate()
            .flat_map(|(step, inputs)| inputs.into_iter().map(move |input| (step, input)))
            .collect();
        all.sort_by_key(|(_, input)| input.argument);
        let mut of_steps = vec![Vec::new(); mandatory.len()];
        for (index, (step, input)) in all.iter_mut().enumerate() {
            input.required &= mandatory.get(*step).copied().unwrap_or_default();
            if let Some(inputs) = of_steps.get_mut(*step) {
                inputs.push(index);
            }
        }
        let unknown = |(name, step): (&String, &Spot<StepEntry>)| StepScope {
            name: name.clone(),
            call: step.value.call.value.clone(),
            body: Answered::Unknown,
        };
        let scope = Scope {
            label,
            arguments: names,
            inputs: all.into_iter().map(|(_, input)| input).collect(),
            steps: entry.steps.iter().map(unknown).collect(),
            used: Default::default(),
        };
        Self { entry, scope, bound: of_steps, steps: vec![None; mandatory.len()] }
    }

    /// Plans every step, each behind those that it names.
    pub fn compose(&mut self, planner: &mut Planner<'_>, members: Vec<Member<'_>>, with: &[With<'_>]) {
        let order = Order::of(self.entry);
        if let Some(first) = order.circle.first() {
            let at = self.entry.steps.get(first).map_or(&self.entry.at, |step| &step.at);
            let way: Vec<String> = order.circle.iter().map(|name| format!("`{name}`")).collect();
            let hole =
                Hole::new(HoleKind::StepCycle, &Word::new(first.clone(), at.clone()), &self.scope.label);
            let hole = hole.because(way.join(" → "));
            planner.holes.add(hole.instead("a step among them that names none of the others"));
        }
        let mut members: Vec<Option<Member<'_>>> = members.into_iter().map(Some).collect();
        for index in order.steps {
            let member = members.get_mut(index).and_then(Option::take);
            let (Some(member), Some(with), Some((_, step))) =
                (member, with.get(index), self.entry.steps.get_index(index))
            else {
                continue;
            };
            self.step(planner, index, member, with, step);
        }
    }

    fn step(
        &mut self,
        planner: &mut Planner<'_>,
        index: usize,
        member: Member<'_>,
        with: &With<'_>,
        step: &Spot<StepEntry>,
    ) {
        let entry = &step.value;
        self.scope.used.clear();
        let rows = entry.for_each.as_ref().map(|each| &each.value.rows);
        let rows = rows.and_then(|rows| self.rows(planner, rows, &through(&member, "for_each")));
        let item = rows.as_ref().map(|(_, item)| item);
        let (inputs, given) = self.given(planner, index, &member, with, item);
        let when = entry.when.as_ref().and_then(|when| self.when(planner, when, item, &member));
        let after = self.scope.used.iter().copied().collect();
        self.answered(planner, index, &member, item.cloned());
        let constant = |(name, value): (&String, &Spot<Value>)| (name.clone(), value.value.clone());
        let planned = StepPlan {
            name: member.entry.name.clone(),
            request: tools::request(planner, member, inputs),
            given,
            after,
            when,
            each: rows.map(|(rows, _)| rows).zip(entry.for_each.as_ref().map(|each| each.value.most)),
            optional: entry.optional,
            if_denied: entry.if_denied.as_ref().map(|fields| fields.iter().map(constant).collect()),
            used: false,
        };
        if let Some(place) = self.steps.get_mut(index) {
            *place = Some(planned);
        }
    }

    /// What the request of a step is made of: the inputs of the composite that go to it, and what `with` says beside.
    fn given(
        &mut self,
        planner: &mut Planner<'_>,
        index: usize,
        member: &Member<'_>,
        with: &With<'_>,
        item: Option<&Node>,
    ) -> (Vec<InputPlan>, Vec<WayPlan>) {
        let (mut inputs, mut given) = (Vec::new(), Vec::new());
        for input in self.bound.get(index).into_iter().flatten() {
            let Some(own) = self.scope.inputs.get(*input) else { continue };
            inputs.push(InputPlan { required: is_needed(member, &own.slot), ..own.clone() });
            given.push(WayPlan { from: OriginPlan::Input(*input), path: Vec::new() });
        }
        for (way, slot) in &with.ways {
            let found = match self.is_lost(index, way, item) {
                true => None,
                false => self.scope.way(planner, way, item, &through(member, "with")),
            };
            if let Some((plan, node)) = &found {
                given::check(planner, &member.label, way, slot, (plan, node));
            }
            // A slot counts as filled where its value is a hole: a fault about that says enough.
            let check = planner.sent_check(slot);
            let slot = Rc::clone(slot);
            let required = is_needed(member, &slot);
            inputs.push(InputPlan { slot, required, check, ..InputPlan::plain(StepPlan::NO_ARGUMENT) });
            given.push(found.map_or_else(|| WayPlan::here(Vec::new()), |(plan, _)| plan));
        }
        (inputs, given)
    }

    /// Whether an expression is about a row of a list that is a hole: a fault about that says enough.
    fn is_lost(&self, index: usize, way: &WayEntry, item: Option<&Node>) -> bool {
        let is_each =
            self.entry.steps.get_index(index).is_some_and(|(_, step)| step.value.for_each.is_some());
        is_each && item.is_none() && matches!(way.value, Expression::Item(_))
    }

    /// The list that a step runs over, and what one of its rows is.
    fn rows(&mut self, planner: &mut Planner<'_>, rows: &WayEntry, through: &str) -> Option<(WayPlan, Node)> {
        let (way, node) = self.scope.way(planner, rows, None, through)?;
        let items = node.items(&planner.api.schemas);
        let word = Word::new(rows.value.to_string(), rows.at.clone());
        match items {
            Ok(Some(item)) => Some((way, item)),
            Ok(None) => {
                let lists = node.arrays(&planner.api.schemas).unwrap_or_default();
                let root =
                    if word.value.contains('#') { word.value.clone() } else { format!("{}#", word.value) };
                let instead = match lists.first() {
                    Some(list) => format!("`'{root}/{list}'`"),
                    None => "a field that is a list".to_owned(),
                };
                let hole = Hole::new(HoleKind::StepValue, &word, &self.scope.label);
                planner.holes.add(hole.because("is no list").instead(instead));
                None
            }
            Err(fault) => {
                planner.holes.unusable(&word, self.scope.label.clone(), &fault);
                None
            }
        }
    }

    /// The condition of a step.
    fn when(
        &mut self,
        planner: &mut Planner<'_>,
        when: &Spot<ConditionEntry>,
        item: Option<&Node>,
        member: &Member<'_>,
    ) -> Option<ConditionPlan> {
        let (scope, through) = (&mut self.scope, through(member, "when"));
        conditions::plan(planner, when, &member.label, |planner, operand| match operand {
            OperandEntry::Way(way) => {
                let (plan, node) = scope.way(planner, way, item, &through)?;
                Some(Meant::of(OperandPlan::Way(plan), &node))
            }
            OperandEntry::Field(name) => {
                let instead = match scope.arguments.contains(&name.value) {
                    true => format!("`$inputs.{}`", name.value),
                    false => format!("`'$steps.<step>.body#/{}'`", name.value),
                };
                let hole = Hole::new(HoleKind::Condition, name, &member.label);
                let hole = hole.because("is no expression, and a step has no fields");
                planner.holes.add(hole.instead(instead));
                None
            }
            OperandEntry::Constant(_) => None,
        })
    }

    /// Puts down what is known of the answer of a step.
    fn answered(&mut self, planner: &mut Planner<'_>, index: usize, member: &Member<'_>, item: Option<Node>) {
        let is_each =
            self.entry.steps.get_index(index).is_some_and(|(_, step)| step.value.for_each.is_some());
        let body = match answers::of_step(planner, member) {
            Answered::Known(body) if is_each => match item {
                Some(item) => Answered::Known(Node::of_rows(item, body)),
                None => Answered::Unknown,
            },
            body => body,
        };
        if let Some(step) = self.scope.steps.get_mut(index) {
            step.body = body;
        }
    }

    /// The one variant of the tool.
    pub fn variant(mut self, planner: &mut Planner<'_>, tool: &ToolEntry) -> VariantPlan {
        self.scope.used.clear();
        let answer = answers::of_steps(planner, tool, &mut self.scope);
        if let AnswerPlan::Object { fields, .. } = &answer {
            denied::check(planner, &self.scope.label, self.entry, fields);
        }
        let mut steps: Vec<StepPlan> = self.steps.into_iter().flatten().collect();
        let mut open: Vec<usize> = self.scope.used.iter().copied().collect();
        while let Some(step) = open.pop().and_then(|index| steps.get_mut(index)) {
            if !step.used {
                step.used = true;
                open.extend(&step.after);
            }
        }
        let upstream = servers::timeout(planner.curation);
        let composite = CompositePlan {
            steps,
            deadline_ms: self.entry.deadline_ms.as_ref().map_or(upstream, |deadline| deadline.value),
            at_once: self.entry.concurrency.as_ref().map_or(AT_ONCE, |most| most.value),
            at: self.entry.at.clone(),
        };
        let name = Word::new(String::new(), self.entry.at.clone());
        VariantPlan {
            inputs: self.scope.inputs,
            answer,
            steps: Some(composite),
            ..VariantPlan::bare(name, self.scope.label, self.entry.at.clone())
        }
    }
}

/// Where an expression of a step stands.
fn through(member: &Member<'_>, key: &str) -> String {
    format!("through `{key}` of {}", member.label)
}

/// Whether the request of a step cannot be made without a value for this slot.
fn is_needed(member: &Member<'_>, slot: &Slot) -> bool {
    member.slots.list.iter().any(|known| known.name == slot.name && known.required)
}
