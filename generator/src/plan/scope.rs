//! A runtime expression of a composite → the way it means and the schemas at its end, or a mark for a name that points
//! nowhere.

use std::collections::BTreeSet;
use std::rc::Rc;

use fewtools_contract::Types;
use serde_json::{Value, json};

use super::answers::{Answered, End, Node};
use super::hole::{Hole, HoleKind};
use super::surface::{InputPlan, OriginPlan, WayPlan};
use super::{Planner, checks, denials, listed};
use crate::diagnostics::{Fault, Pointer};
use crate::lower::curation::{Expression, WayEntry, Word};

/// What the expressions of one composite can name.
pub(super) struct Scope<'s> {
    /// The words for the tool: `` `tool` ``.
    pub label: String,
    /// The arguments, by index.
    pub arguments: &'s [String],
    /// The inputs of the composite. An argument that is used as a value gets one more, which goes to no slot.
    pub inputs: Vec<InputPlan>,
    /// The steps in manifest order.
    pub steps: Vec<StepScope>,
    /// The steps whose answers something has used.
    pub used: BTreeSet<usize>,
}

/// A step as expressions see it.
pub(super) struct StepScope {
    /// Its name.
    pub name: String,
    /// Its operation, as the manifest names it.
    pub call: String,
    /// What is known of its answer.
    pub body: Answered,
}

impl<'s> Scope<'s> {
    /// That of a variant that makes one request, or of a composite whose steps follow.
    pub fn new(label: String, arguments: &'s [String], inputs: Vec<InputPlan>) -> Self {
        Self { label, arguments, inputs, steps: Vec::new(), used: BTreeSet::new() }
    }
}

impl Scope<'_> {
    /// What an expression means. `item` is the row that a step runs for, `through` says where the expression stands, for
    /// faults. `None` where that is marked, or where a fault elsewhere says why nothing is known.
    pub fn way(
        &mut self,
        planner: &mut Planner<'_>,
        way: &WayEntry,
        item: Option<&Node>,
        through: &str,
    ) -> Option<(WayPlan, Node)> {
        match self.bound(planner, way, item, through) {
            Ok(found) => found,
            Err(fault) => {
                let word = Word::new(way.value.to_string(), way.at.clone());
                planner.holes.unusable(&word, self.label.clone(), &fault);
                None
            }
        }
    }

    fn bound(
        &mut self,
        planner: &mut Planner<'_>,
        way: &WayEntry,
        item: Option<&Node>,
        through: &str,
    ) -> Result<Option<(WayPlan, Node)>, Fault> {
        let schemas = &planner.api.schemas;
        let typed = |schema: Value| Node::root(schemas, &[Rc::new(schema)]);
        match &way.value {
            Expression::Input(name) => self.input(planner, way, name),
            Expression::Status(step) => {
                let Some(step) = self.step(planner, way, step) else { return Ok(None) };
                Ok(Some((start(OriginPlan::Status(step)), typed(json!({ "type": "integer" }))?)))
            }
            Expression::Header { step, name } => {
                let Some(step) = self.step(planner, way, step) else { return Ok(None) };
                Ok(Some((start(OriginPlan::Header(step, name.clone())), typed(json!({ "type": "string" }))?)))
            }
            Expression::Body { step, pointer } => {
                let Some(index) = self.step(planner, way, step) else { return Ok(None) };
                let Some(known) = self.steps.get(index) else { return Ok(None) };
                match &known.body {
                    Answered::Known(node) => {
                        let inside = format!("the answer of `{}`, {through}", known.call);
                        follow(planner, way, OriginPlan::Body(index), node, pointer, inside)
                    }
                    Answered::Undeclared => {
                        let word = Word::new(way.value.to_string(), way.at.clone());
                        let hole = Hole::new(HoleKind::ProjectionPath, &word, &self.label);
                        let why = format!(
                            "the document declares no JSON schema for a success answer of `{}`",
                            known.call
                        );
                        planner.holes.add(hole.because(why).instead("a schema in the document"));
                        Ok(None)
                    }
                    Answered::Unknown => Ok(None),
                }
            }
            Expression::Item(pointer) => match item {
                Some(node) => {
                    follow(planner, way, OriginPlan::Here, node, pointer, format!("the row, {through}"))
                }
                None => {
                    let why = "is no row here: no step runs for each of several";
                    self.unfit(planner, way, why, "`for_each` in the step, or the answer of another step");
                    Ok(None)
                }
            },
            Expression::Now => {
                self.unfit(planner, way, "is only told in a result", "a constant, or the answer of a step");
                Ok(None)
            }
            Expression::Path(_) => {
                self.unfit(planner, way, "is no expression", "`'$steps.<step>.body#/<field>'`");
                Ok(None)
            }
        }
    }

    /// An argument as a value: the input that is this, the schemas it is listed with.
    fn input(
        &mut self,
        planner: &mut Planner<'_>,
        way: &WayEntry,
        name: &str,
    ) -> Result<Option<(WayPlan, Node)>, Fault> {
        let Some(argument) = self.arguments.iter().position(|known| known == name) else {
            let word = Word::new(name.to_owned(), way.at.clone());
            planner.holes.mark(HoleKind::Argument, &word, self.label.clone(), self.arguments.to_vec());
            return Ok(None);
        };
        let is_it = |input: &InputPlan| input.argument == argument;
        // One that goes to no slot is a text, and nothing else checks it.
        let known = self.inputs.iter().find(|input| is_it(input));
        let check = if known.is_some() { checks::anything() } else { checks::of_types(Types::STRING) }.into();
        let rule = known.map_or_else(|| "args".to_owned(), |input| input.rule.clone());
        let listed = known.map_or_else(|| listed::only("string").into(), |input| input.listed.clone());
        let node = Node::root(&planner.api.schemas, &[Rc::new(Value::Object((*listed).clone()))])?;
        let plain = |input: &InputPlan| is_it(input) && input.slot.name.is_empty();
        let index = self.inputs.iter().position(plain).unwrap_or_else(|| {
            let default = self.inputs.iter().find(|input| is_it(input)).and_then(|one| one.default.clone());
            let hint = denials::hint(planner.curation, name);
            self.inputs.push(InputPlan { default, check, listed, hint, rule, ..InputPlan::plain(argument) });
            self.inputs.len() - 1
        });
        Ok(Some((start(OriginPlan::Input(index)), node)))
    }

    /// The index of a step; what asks for it uses it.
    fn step(&mut self, planner: &mut Planner<'_>, way: &WayEntry, name: &str) -> Option<usize> {
        let found = self.steps.iter().position(|step| step.name == name);
        match found {
            Some(index) => drop(self.used.insert(index)),
            None => {
                let word = Word::new(name.to_owned(), way.at.clone());
                let known: Vec<String> = self.steps.iter().map(|step| step.name.clone()).collect();
                let hole = Hole::new(HoleKind::Step, &word, self.label.clone());
                planner.holes.add(match known.as_slice() {
                    [] => hole.instead("a path into the answer: only a tool with `steps` has steps"),
                    _ => hole.among(known),
                });
            }
        }
        found
    }

    fn unfit(&self, planner: &mut Planner<'_>, way: &WayEntry, why: &str, instead: &str) {
        let word = Word::new(way.value.to_string(), way.at.clone());
        let hole = Hole::new(HoleKind::StepValue, &word, self.label.clone()).because(why);
        planner.holes.add(hole.instead(instead));
    }
}

/// A way to the very value.
fn start(from: OriginPlan) -> WayPlan {
    WayPlan { from, path: Vec::new() }
}

/// Follows a JSON Pointer into an answer.
fn follow(
    planner: &mut Planner<'_>,
    way: &WayEntry,
    from: OriginPlan,
    node: &Node,
    pointer: &str,
    inside: String,
) -> Result<Option<(WayPlan, Node)>, Fault> {
    match node.follow(&planner.api.schemas, pointer)? {
        End::Found(path, node) => Ok(Some((WayPlan { from, path }, node))),
        End::Missing(names) => {
            let segments: Vec<String> = Pointer::parse(pointer).segments().collect();
            let word = Word::new(segments.join("/"), way.at.clone());
            let written = way.value.to_string();
            let root = written.split_once('#').map_or(written.as_str(), |(root, _)| root);
            let near = crate::diagnostics::nearest(&word.value, names.iter().map(String::as_str));
            let hole = Hole::new(HoleKind::ProjectionPath, &word, inside);
            let meant = meant(planner, node, pointer)?;
            planner.holes.add(match (meant, near) {
                (Some(meant), _) => hole.instead(format!("`'{root}#{meant}'`")),
                (None, Some(near)) => hole.instead(format!("`'{root}#/{near}'`")),
                (None, None) => hole.among(names),
            });
            Ok(None)
        }
    }
}

/// The pointer that one with `.` or `[0]` in it means, or one that says of no list which item.
fn meant(planner: &Planner<'_>, node: &Node, pointer: &str) -> Result<Option<String>, Fault> {
    let segments: Vec<&str> = pointer.split('/').collect();
    let split = pointer.replace(['.', '['], "/").replace(']', "");
    let first = (2..=segments.len()).map(|at| {
        let (before, after) = segments.split_at(at);
        [before, &["0"], after].concat().join("/")
    });
    for other in std::iter::once(split).chain(first) {
        if other != pointer && matches!(node.follow(&planner.api.schemas, &other)?, End::Found(..)) {
            return Ok(Some(other));
        }
    }
    Ok(None)
}
