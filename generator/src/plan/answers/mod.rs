//! `result` and `rows` → what leaves of an answer, every path resolved in the response schema.

mod fields;
mod findings;
mod functions;
mod next;
mod paths;
mod pointed;
mod response;
mod scalars;

use std::rc::Rc;

use fewtools_contract::Conversion;
use serde_json::Value;

use super::Planner;
use super::detail;
use super::hole::{Hole, HoleKind};
use super::scope::Scope;
use super::surface::{AnswerPlan, FieldPlan, InputPlan, SegmentPlan};
use super::variants::Member;
use crate::diagnostics::Fault;
use crate::lower::Schemas;
use crate::lower::curation::{
    Expression, FieldEntry, FromEntry, ResultEntry, RowsEntry, Spot, ToolEntry, Word,
};
use fields::Fields;

pub use paths::Node;

pub(super) use next::{Found, NextPages, plain};
pub(super) use paths::End;
pub(super) use pointed::{Pointed, pointed};
pub(super) use response::{Declared, declared, error_schemas, successes};

/// What is known of the answer of a step.
pub(super) enum Answered {
    /// It has these schemas.
    Known(Node),
    /// The document declares none.
    Undeclared,
    /// Nothing, and a fault says why.
    Unknown,
}

/// What leaves of a variant's answer. An argument that is used as a value gets an input more.
pub(super) fn plan(
    planner: &mut Planner<'_>,
    tool: &ToolEntry,
    member: &Member<'_>,
    inputs: &mut Vec<InputPlan>,
    arguments: &[String],
) -> AnswerPlan {
    let Some(result) = member.entry.result.as_ref().or(tool.result.as_ref()) else {
        return AnswerPlan::Whole;
    };
    if result.link {
        return AnswerPlan::Link { at: result.at.clone(), to: None };
    }
    let fields = result.projection.as_ref().and_then(|name| planner.projection(name, &member.label));
    let full = result.full.as_ref().and_then(|name| planner.projection(name, &member.label));
    let api = planner.api;
    let Some(operation) = member.operation.and_then(|index| api.operations.get(index)) else {
        return AnswerPlan::Whole;
    };
    let mut scope = Scope::new(member.label.clone(), arguments, std::mem::take(inputs));
    let mut resolver = Resolver { planner, scope: &mut scope, member, through: result };
    let planned = response::successes(api, operation).and_then(|schemas| match schemas.as_slice() {
        [] => {
            let why = match response::declared(api, operation)? {
                Declared::Other(why) => why,
                Declared::Untyped | Declared::Json(_) => "the document declares no schema for its JSON",
            };
            resolver.nothing_to_pick(why);
            Ok(AnswerPlan::Whole)
        }
        schemas => resolver.one_of_two(schemas, (fields, full)),
    });
    *inputs = scope.inputs;
    planned.unwrap_or_else(|fault| {
        planner.holes.unusable(&member.entry.call, &member.label, &fault);
        AnswerPlan::Whole
    })
}

/// What is known of the answer of a step.
pub(super) fn of_step(planner: &mut Planner<'_>, member: &Member<'_>) -> Answered {
    let api = planner.api;
    let Some(operation) = member.operation.and_then(|index| api.operations.get(index)) else {
        return Answered::Unknown;
    };
    let known = response::successes(api, operation).and_then(|schemas| match schemas.as_slice() {
        [] => Ok(Answered::Undeclared),
        schemas => Node::root(&api.schemas, schemas).map(Answered::Known),
    });
    known.unwrap_or_else(|fault| {
        planner.holes.unusable(&member.entry.call, &member.label, &fault);
        Answered::Unknown
    })
}

/// The result of a composite: every way of its projection is an expression.
pub(super) fn of_steps(planner: &mut Planner<'_>, tool: &ToolEntry, scope: &mut Scope<'_>) -> AnswerPlan {
    let Some(name) = tool.result.as_ref().and_then(|result| result.projection.as_ref()) else {
        return AnswerPlan::Object { projection: String::new(), fields: Vec::new() };
    };
    let entries = planner.projection(name, &scope.label).unwrap_or_default();
    let through = format!("through `{}` of {}", name.value, scope.label);
    let inside = format!("the items, {through}");
    let fields = Fields::new(planner, scope, through, inside).of(&name.value, None, entries);
    let fields = fields.unwrap_or_else(|fault| {
        let label = scope.label.clone();
        planner.holes.unusable(name, label, &fault);
        Vec::new()
    });
    AnswerPlan::Object { projection: name.value.clone(), fields }
}

impl<'a> Planner<'a> {
    /// The fields of a projection; marks a hole where there is none.
    fn projection(&mut self, name: &Word, label: &str) -> Option<&'a [FieldEntry]> {
        let curation = self.curation;
        match curation.projections.get(&name.value) {
            Some(projection) => {
                self.projections_used.insert(name.value.clone());
                Some(&projection.value)
            }
            None => {
                let known = curation.projections.keys().cloned().collect();
                self.holes.mark(HoleKind::Projection, name, label, known);
                None
            }
        }
    }
}

struct Resolver<'p, 'a, 'e, 's> {
    planner: &'p mut Planner<'a>,
    scope: &'p mut Scope<'s>,
    member: &'p Member<'e>,
    through: &'p ResultEntry,
}

impl<'a, 's> Resolver<'_, 'a, '_, 's> {
    fn schemas(&self) -> &'a Schemas {
        &self.planner.api.schemas
    }

    /// The one result, or the two between which an argument chooses.
    fn one_of_two(
        &mut self,
        answers: &[Rc<Value>],
        (brief, full): (Option<&[FieldEntry]>, Option<&[FieldEntry]>),
    ) -> Result<AnswerPlan, Fault> {
        let brief = self.answer(answers, brief, self.through.projection.as_ref())?;
        let input = detail::input(&self.scope.inputs, self.scope.arguments);
        let Some((input, name)) = input.zip(self.through.full.as_ref()) else { return Ok(brief) };
        if matches!(brief, AnswerPlan::Whole) {
            return Ok(brief);
        }
        let full = self.answer(answers, full, Some(name))?;
        Ok(AnswerPlan::Detail { input, brief: Box::new(brief), full: Box::new(full) })
    }

    fn answer(
        &mut self,
        answers: &[Rc<Value>],
        fields: Option<&[FieldEntry]>,
        projection: Option<&Word>,
    ) -> Result<AnswerPlan, Fault> {
        let projection = projection.map(|name| name.value.clone()).unwrap_or_default();
        let Some(rows) = &self.through.rows else {
            let root = Node::root(self.schemas(), answers)?;
            let picked = fields.unwrap_or_default();
            if root.is_array() && self.found(&root, picked)? == Some(0) {
                self.other_key("its answer is a list", format!("`rows: {projection}`"));
                return Ok(AnswerPlan::Whole);
            }
            let fields = self.fields(&root, picked)?;
            return Ok(AnswerPlan::Object { projection, fields });
        };
        // Rows are those of the first answer: a list beside an object of another status is no list.
        let root = Node::root(self.schemas(), answers.get(..1).unwrap_or_default())?;
        let Some((at, row)) = self.rows(&root, rows)? else { return Ok(AnswerPlan::Whole) };
        let picked = fields.unwrap_or_default();
        let only_list = rows.path.is_none() && !at.is_empty();
        if only_list && self.found(&row, picked)? == Some(0) && self.found(&root, picked)? > Some(0) {
            self.other_key("its answer is one object", format!("`result: {projection}`"));
            return Ok(AnswerPlan::Whole);
        }
        Ok(AnswerPlan::Rows {
            projection,
            at,
            fields: self.fields(&row, picked)?,
            row,
            ordered_by: rows.ordered_by.clone(),
            limits: self.planner.curation.rows,
            limit: self
                .scope
                .inputs
                .iter()
                .position(|input| matches!(input.conversion, Conversion::RowLimit { .. })),
        })
    }

    /// How many of the fields that are paths are there; `None` where there are no such fields.
    fn found(&self, from: &Node, fields: &[FieldEntry]) -> Result<Option<usize>, Fault> {
        let paths = fields.iter().filter_map(|field| match &field.from {
            FromEntry::Way(Spot { value: Expression::Path(path), .. }) => Some(path),
            _ => None,
        });
        let mut found = None;
        for path in paths {
            let here = matches!(from.follow(self.schemas(), path)?, End::Found(..));
            found = Some(found.unwrap_or(0) + usize::from(here));
        }
        Ok(found)
    }

    /// Marks a `result` that should be `rows`, or the other way round.
    fn other_key(&mut self, why: &str, instead: String) {
        let key = if self.through.rows.is_some() { "rows" } else { "result" };
        let word = Word::new(key.to_owned(), self.through.at.clone());
        let hole = Hole::new(HoleKind::ProjectionPath, &word, &self.member.label);
        self.planner.holes.add(hole.because(why).instead(instead));
    }

    /// The way to the rows and what a row is: the root array, else the only array at the root, else what `at` says.
    fn rows(&mut self, root: &Node, rows: &RowsEntry) -> Result<Option<(Vec<SegmentPlan>, Node)>, Fault> {
        let schemas = self.schemas();
        if let Some(path) = &rows.path {
            return self.resolving().array(root, path);
        }
        if root.is_array() {
            return Ok(root.items(schemas)?.map(|row| (Vec::new(), row)));
        }
        let arrays = root.arrays(schemas)?;
        let at = self.through.at.clone();
        if let [only] = arrays.as_slice() {
            return self.resolving().array(root, &Word::new(only.replace('~', "~0").replace('/', "~1"), at));
        }
        let name = self.through.projection.as_ref().map_or("<projection>", |name| &name.value);
        let (detail, instead) = match arrays.first() {
            None => (
                "its answer has no list at the root",
                format!(
                    "`result: {name}` for one object, or `rows: {{ at: <way to the list>, pick: {name} }}`"
                ),
            ),
            Some(first) => (
                "its answer has several lists",
                format!("`rows: {{ at: {first}, pick: {name} }}`, or another of {}", quoted(&arrays)),
            ),
        };
        let hole = Hole::new(HoleKind::ProjectionPath, &Word::new("rows".to_owned(), at), &self.member.label);
        self.planner.holes.add(hole.because(detail).instead(instead));
        Ok(None)
    }

    fn nothing_to_pick(&mut self, why: &str) {
        let word = match &self.through.projection {
            Some(name) => name.clone(),
            None => Word::new("rows".to_owned(), self.through.at.clone()),
        };
        let hole = Hole::new(HoleKind::ProjectionPath, &word, &self.member.label);
        let hole = hole.because(why);
        self.planner
            .holes
            .add(hole.instead("no `result` and no `rows`, or JSON with a schema in the document"));
    }

    fn fields(&mut self, from: &Node, fields: &[FieldEntry]) -> Result<Vec<FieldPlan>, Fault> {
        let name = self.through.projection.as_ref().map_or("rows", |name| name.value.as_str());
        self.resolving().of(name, Some(from), fields)
    }

    /// What resolves paths of this answer.
    fn resolving(&mut self) -> Fields<'_, 'a, 's> {
        let name = self.through.projection.as_ref().map_or("rows", |name| name.value.as_str());
        let through = format!("through `{name}` of {}", self.member.label);
        let inside = format!("the answer of `{}`, {through}", self.member.entry.call.value);
        Fields::new(self.planner, self.scope, through, inside)
    }
}

/// Names in backticks, with commas.
fn quoted(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
