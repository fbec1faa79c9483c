//! A planned tool → the output schema that is listed for it, or why none can be.
//!
//! The root is an object that requires nothing and closes nothing: a result that is cut, a dry run and an error travel in
//! the same channel, and a client holds all of them to the schema.

mod frame;
mod merge;
mod value;

use fewtools_contract::Types;
use serde_json::{Map, Value};

use super::Planner;
use super::answers::{self, Declared, Node};
use super::hole::{Hole, HoleKind};
use super::surface::{AnswerPlan, FieldPlan, StepPlan, ToolPlan, VariantPlan};
use crate::lower::curation::Word;
use value::Values;

/// Why the answers of a variant have no schema, and what to do about it.
pub(super) struct Refused {
    why: String,
    instead: &'static str,
}

impl Refused {
    fn new(why: impl Into<String>, instead: &'static str) -> Self {
        Self { why: why.into(), instead }
    }
}

/// What to do where nothing can be said.
const WITHOUT: &str = "no `output_schema` here";

/// The properties of the root.
type Properties = Map<String, Value>;

/// Marks the variants of a tool whose answers have no schema, where the manifest asks for one.
pub(super) fn check(planner: &mut Planner<'_>, tool: &ToolPlan) {
    let Some(at) = &tool.output_schema else { return };
    for variant in &tool.variants {
        if let Err(Refused { why, instead }) = of_variant(planner, variant) {
            let word = Word::new("output_schema".to_owned(), at.clone());
            let hole = Hole::new(HoleKind::OutputSchema, &word, &variant.label).because(why);
            planner.holes.add(hole.instead(instead));
        }
    }
}

/// The output schema of a tool: what any of its variants may answer. `None` where the manifest asks for none, or where
/// there is none.
pub(super) fn of(planner: &Planner<'_>, tool: &ToolPlan) -> Option<Map<String, Value>> {
    tool.output_schema.as_ref()?;
    let variants = tool.variants.iter().map(|variant| of_variant(planner, variant).ok());
    let variants: Vec<Properties> = variants.collect::<Option<_>>()?;
    let tells = variants.iter().any(frame::tells_what_was_cut);
    let mut properties = variants.into_iter().reduce(merge::properties)?;
    if tells {
        frame::say_nothing_of_the_cut(&mut properties);
    }
    Some(value::object(properties))
}

fn of_variant(planner: &Planner<'_>, variant: &VariantPlan) -> Result<Properties, Refused> {
    let mut properties = match &variant.steps {
        Some(composite) => {
            let values = Values { absent: absent(&composite.steps), ..Values::of_planner(planner) };
            let AnswerPlan::Object { fields, .. } = &variant.answer else { return Ok(Properties::new()) };
            let mut properties = values.fields(fields, 0)?;
            let is_short = composite.steps.iter().any(|step| step.each.is_some());
            if is_short || values.absent.contains(&true) {
                properties.entry("notes").or_insert_with(|| value::list(value::only("string")));
            }
            properties
        }
        None => of_answer(planner, variant)?,
    };
    frame::make_room(&mut properties, &planner.curation.gates.confirm.value);
    Ok(properties)
}

/// What leaves of the answer of one request.
fn of_answer(planner: &Planner<'_>, variant: &VariantPlan) -> Result<Properties, Refused> {
    let api = planner.api;
    // A hole elsewhere says what is wrong.
    let Some(operation) = variant.operation.and_then(|index| api.operations.get(index)) else {
        return Ok(Properties::new());
    };
    if let AnswerPlan::Link { .. } = variant.answer {
        return Ok(link());
    }
    let values = Values::of_planner(planner);
    let declared = answers::declared(api, operation).map_err(|fault| Refused::new(fault.what, WITHOUT))?;
    let node = match declared {
        Declared::Json(node) if node.declared_types() == Types::ANY => return Err(untyped()),
        Declared::Json(node) => node,
        Declared::Untyped => return Err(untyped()),
        Declared::Other(why) => return Err(Refused::new(why, WITHOUT)),
    };
    of_plan(&values, &node, &variant.answer)
}

fn of_plan(values: &Values<'_>, node: &Node, answer: &AnswerPlan) -> Result<Properties, Refused> {
    match answer {
        AnswerPlan::Whole => whole(values, node),
        AnswerPlan::Object { fields, .. } => values.fields(fields, 0),
        AnswerPlan::Rows { row, fields, ordered_by, .. } => rows(values, row, fields, ordered_by),
        AnswerPlan::Detail { brief, full, .. } => {
            Ok(merge::properties(of_plan(values, node, brief)?, of_plan(values, node, full)?))
        }
        AnswerPlan::Link { .. } => Ok(link()),
    }
}

/// The address of a resource.
fn link() -> Properties {
    Properties::from_iter([("uri".to_owned(), Value::Object(value::only("string")))])
}

/// The document says nothing of an answer.
fn untyped() -> Refused {
    let instead = "a schema with a type in the document, or no `output_schema` here";
    Refused::new("the document says no type of its answer", instead)
}

/// The whole answer: an array stands under `items`, a scalar under `value`.
fn whole(values: &Values<'_>, node: &Node) -> Result<Properties, Refused> {
    let solid = node.declared_types().without(Types::NULL);
    let mut properties = Properties::new();
    if solid.meets(Types::OBJECT) {
        properties = values.properties(node, 0)?;
    }
    if solid.meets(Types::ARRAY) {
        let items = node.items(values.schemas).map_err(|fault| Refused::new(fault.what, WITHOUT))?;
        let item = items.map(|item| values.of(&item, 1)).transpose()?.unwrap_or_default();
        let list = Properties::from_iter([("items".to_owned(), value::list(item))]);
        properties = merge::properties(properties, list);
    }
    if !solid.without(Types::OBJECT).without(Types::ARRAY).is_empty() {
        let scalar = Properties::from_iter([("value".to_owned(), Value::Object(values.of(node, 1)?))]);
        properties = merge::properties(properties, scalar);
    }
    Ok(properties)
}

/// A page of rows.
fn rows(
    values: &Values<'_>,
    row: &Node,
    fields: &[FieldPlan],
    ordered_by: &str,
) -> Result<Properties, Refused> {
    let row = match fields {
        [] => values.of(row, 1)?,
        fields => value::object(values.fields(fields, 1)?),
    };
    let mut properties = Properties::new();
    properties.insert("items".into(), value::list(row));
    properties.insert("returned".into(), Value::Object(value::only("integer")));
    properties.insert("truncated".into(), Value::Object(value::only("boolean")));
    if !ordered_by.is_empty() {
        properties.insert("orderedBy".into(), Value::Object(value::only("string")));
    }
    properties.insert("note".into(), Value::Object(value::only("string")));
    properties.insert("next".into(), Value::Object(value::only("object")));
    Ok(properties)
}

/// For each step whether there may be no answer of it: it may fail or be left out, or it waits for such a step.
fn absent(steps: &[StepPlan]) -> Vec<bool> {
    let own = |step: &StepPlan| step.optional || step.when.is_some() || step.if_denied.is_some();
    let mut absent: Vec<bool> = steps.iter().map(own).collect();
    for _ in steps {
        for (index, step) in steps.iter().enumerate() {
            let waits = step.after.iter().any(|after| absent.get(*after) == Some(&true));
            if let Some(place) = absent.get_mut(index) {
                *place |= waits;
            }
        }
    }
    absent
}
