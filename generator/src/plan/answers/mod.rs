//! `result` and `rows` → what leaves of an answer, every path resolved in the response schema.

mod next;
mod paths;
mod pointed;
mod response;

use std::rc::Rc;

use fewtools_contract::{Conversion, Types};
use serde_json::Value;

use super::Planner;
use super::hole::{Hole, HoleKind};
use super::surface::{AnswerPlan, FieldPlan, FromPlan, InputPlan, SegmentPlan};
use super::variants::Member;
use crate::diagnostics::Fault;
use crate::lower::Schemas;
use crate::lower::curation::{
    Expression, FieldEntry, FilterEntry, FromEntry, ItemsEntry, PickEntry, ResultEntry, RowsEntry, Spot,
    ToolEntry, Word,
};

pub(super) use paths::{End, Node};

pub(super) use next::{NextPages, NextPlan};
pub(super) use pointed::{Pointed, pointed};
pub(super) use response::error_schemas;

/// What leaves of a variant's answer.
pub(super) fn plan(
    planner: &mut Planner<'_>,
    tool: &ToolEntry,
    member: &Member<'_>,
    inputs: &[InputPlan],
) -> AnswerPlan {
    let Some(result) = member.entry.result.as_ref().or(tool.result.as_ref()) else {
        return AnswerPlan::Whole;
    };
    let named = result.projection.as_ref();
    let fields = named.and_then(|name| planner.projection(name, &member.label));
    let api = planner.api;
    let Some(operation) = member.operation.and_then(|index| api.operations.get(index)) else {
        return AnswerPlan::Whole;
    };
    let mut resolver = Resolver { planner, member, through: result, depth: 0 };
    let planned = response::successes(api, operation).and_then(|schemas| match schemas.as_slice() {
        [] => {
            resolver.nothing_to_pick();
            Ok(AnswerPlan::Whole)
        }
        schemas => resolver.answer(schemas, fields, inputs),
    });
    planned.unwrap_or_else(|fault| {
        planner.holes.unusable(&member.entry.call, &member.label, &fault);
        AnswerPlan::Whole
    })
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

/// How deep projections nest.
const MAX_DEPTH: usize = 16;

struct Resolver<'p, 'a, 'e> {
    planner: &'p mut Planner<'a>,
    member: &'p Member<'e>,
    through: &'p ResultEntry,
    depth: usize,
}

impl<'a> Resolver<'_, 'a, '_> {
    fn schemas(&self) -> &'a Schemas {
        &self.planner.api.schemas
    }

    fn answer(
        &mut self,
        answers: &[Rc<Value>],
        fields: Option<&[FieldEntry]>,
        inputs: &[InputPlan],
    ) -> Result<AnswerPlan, Fault> {
        let projection = self.through.projection.as_ref().map(|name| name.value.clone()).unwrap_or_default();
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
            ordered_by: rows.ordered_by.clone(),
            limits: self.planner.curation.rows,
            limit: inputs.iter().position(|input| matches!(input.conversion, Conversion::RowLimit { .. })),
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
            return self.array(root, path);
        }
        if root.is_array() {
            return Ok(root.items(schemas)?.map(|row| (Vec::new(), row)));
        }
        let arrays = root.arrays(schemas)?;
        let at = self.through.at.clone();
        if let [only] = arrays.as_slice() {
            return self.array(root, &Word::new(only.replace('~', "~0").replace('/', "~1"), at));
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

    /// Follows a path to an array.
    fn array(&mut self, from: &Node, path: &Word) -> Result<Option<(Vec<SegmentPlan>, Node)>, Fault> {
        let Some((at, node)) = self.follow(from, path)? else { return Ok(None) };
        match node.items(self.schemas())? {
            Some(items) => Ok(Some((at, items))),
            None => {
                let lists = from.arrays(self.schemas())?;
                let instead = match lists.as_slice() {
                    [] => "a field that is a list".to_owned(),
                    lists => format!("a field that is a list: {}", quoted(lists)),
                };
                let hole = Hole::new(HoleKind::ProjectionPath, path, &self.member.label);
                self.planner.holes.add(hole.because("it is no list").instead(instead));
                Ok(None)
            }
        }
    }

    fn follow(&mut self, from: &Node, path: &Word) -> Result<Option<(Vec<SegmentPlan>, Node)>, Fault> {
        match from.follow(self.schemas(), &path.value)? {
            End::Found(segments, node) => Ok(Some((segments, node))),
            End::Missing(names) => {
                let hole = Hole::new(HoleKind::ProjectionPath, path, self.inside());
                let dotted = path.value.replace('.', "/");
                let meant =
                    dotted != path.value && matches!(from.follow(self.schemas(), &dotted)?, End::Found(..));
                let hole = if meant { hole.instead(format!("`{dotted}`")) } else { hole.among(names) };
                self.planner.holes.add(hole);
                Ok(None)
            }
        }
    }

    /// Resolves fields; one that points nowhere is left out and marked.
    fn fields(&mut self, from: &Node, fields: &[FieldEntry]) -> Result<Vec<FieldPlan>, Fault> {
        if self.depth == MAX_DEPTH {
            return Ok(Vec::new());
        }
        self.depth += 1;
        let mut resolved = Vec::new();
        for field in fields {
            let value = match &field.from {
                FromEntry::Way(Spot { value: Expression::Path(path), at }) => {
                    let path = Word::new(path.clone(), at.clone());
                    self.follow(from, &path)?.map(|(at, _)| FromPlan::At(at))
                }
                FromEntry::Each { of, pick } => self.each(from, of, pick.as_ref())?,
                _ => None,
            };
            resolved.extend(value.map(|from| FieldPlan { name: field.name.value.clone(), from }));
        }
        self.depth -= 1;
        Ok(resolved)
    }

    fn each(
        &mut self,
        from: &Node,
        of: &ItemsEntry,
        pick: Option<&PickEntry>,
    ) -> Result<Option<FromPlan>, Fault> {
        let Expression::Path(path) = &of.at.value else { return Ok(None) };
        let each = Word::new(path.clone(), of.at.at.clone());
        let Some((at, item)) = self.array(from, &each)? else { return Ok(None) };
        let filter = match &of.filter {
            Some(filter) => self.filter(&item, filter)?,
            None => None,
        };
        let pick = match pick {
            None => Vec::new(),
            Some(PickEntry::Fields(fields)) => self.fields(&item, fields)?,
            Some(PickEntry::Named(name)) => {
                let fields = self.planner.projection(name, &self.member.label);
                self.fields(&item, fields.unwrap_or_default())?
            }
        };
        Ok(Some(FromPlan::Each { at, filter, pick }))
    }

    fn filter(
        &mut self,
        item: &Node,
        filter: &FilterEntry,
    ) -> Result<Option<(Vec<SegmentPlan>, Value)>, Fault> {
        let Some((at, compared)) = self.follow(item, &filter.path)? else { return Ok(None) };
        let (types, word) = match &filter.equals {
            Value::Bool(_) => (Types::BOOLEAN, "boolean"),
            Value::Number(_) => (Types::NUMBER.with(Types::INTEGER), "number"),
            Value::Null => (Types::NULL, "null"),
            _ => (Types::STRING, "text"),
        };
        if !compared.may_be(types) {
            let hole = Hole::new(HoleKind::ProjectionPath, &filter.path, &self.member.label);
            let hole = hole.because(format!("`where` compares it with a {word}, which it never is"));
            let instead = "a boolean field, or `field == constant` with a constant of the field's type";
            self.planner.holes.add(hole.instead(instead));
            return Ok(None);
        }
        Ok(Some((at, filter.equals.clone())))
    }

    fn nothing_to_pick(&mut self) {
        let word = match &self.through.projection {
            Some(name) => name.clone(),
            None => Word::new("rows".to_owned(), self.through.at.clone()),
        };
        let hole = Hole::new(HoleKind::ProjectionPath, &word, &self.member.label);
        let hole = hole.because("the document declares no JSON schema for a success answer");
        self.planner.holes.add(hole.instead("no `result` and no `rows`, or a schema in the document"));
    }

    fn inside(&self) -> String {
        let name = self.through.projection.as_ref().map(|name| name.value.as_str()).unwrap_or("rows");
        format!("the answer of `{}`, through `{name}` of {}", self.member.entry.call.value, self.member.label)
    }
}

/// Names in backticks, with commas.
fn quoted(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
