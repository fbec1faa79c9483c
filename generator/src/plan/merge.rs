//! `merge_into` of a variant → the request that reads what a call changes, and what of its answer is written back.

use std::rc::Rc;

use fewtools_contract::{GroupKind, Location, MediaKind, Types};
use serde_json::Value;

use super::Planner;
use super::answers::{self, End, Node, Pointed};
use super::hole::{Hole, HoleKind};
use super::reads::{self, Read};
use super::shape::{Additional, Shape};
use super::slots::{Slot, SlotKind, Slots};
use super::surface::{InputPlan, KeptField, KeptPlan, MergePlan, SegmentPlan};
use super::variants::Member;
use crate::diagnostics::Fault;
use crate::lower::Schemas;
use crate::lower::curation::{MergeEntry, Word};

/// How deep fields that are not written back are left out.
const MAX_DEPTH: usize = 8;
/// How many fields are looked at for that.
const MAX_FIELDS: usize = 2_000;

/// What the variant reads before it writes.
pub(super) fn plan(
    planner: &mut Planner<'_>,
    member: &Member<'_>,
    inputs: &[InputPlan],
) -> Option<MergePlan> {
    let entry = member.entry.merge_into.as_ref()?;
    let operation = member.operation?;
    let user = format!("{} (merge)", member.label.trim_matches('`'));
    let index = planner.operations.call(&mut planner.holes, &entry.call, &user)?;
    let mut merging = Merging { planner, member, entry };
    let body = merging.body()?;
    let request = merging.request(index, inputs)?;
    let at = merging.at(index, &body)?;
    let planner = merging.planner;
    let planned = whole(planner, member, operation).and_then(|schema| {
        let mut kept = Keeping { schemas: &planner.api.schemas, left: MAX_FIELDS }.of(&body.schema, 0)?;
        if let KeptPlan::Fields { fields, .. } = &mut kept {
            let of_gate = |field: &&mut KeptField| member.gates.has_slot(&format!("body.{}", field.name));
            fields.iter_mut().filter(of_gate).for_each(|field| field.kept = KeptPlan::Nothing);
        }
        Ok((schema, kept))
    });
    match planned {
        Ok((schema, kept)) => {
            let if_match = precondition(planner, member, inputs);
            let call = entry.call.clone();
            Some(MergePlan { call, request: Box::new(request.request), at, kept, if_match, schema })
        }
        Err(fault) => {
            planner.holes.unusable(&entry.call, &member.label, &fault);
            None
        }
    }
}

/// The whole schema of the body that is written.
fn whole(planner: &mut Planner<'_>, member: &Member<'_>, operation: usize) -> Result<String, Fault> {
    let slots = planner.slots_of(operation, &member.entry.call, &member.label);
    let Some(body) = slots.and_then(|slots| slots.body.clone()) else { return Ok(String::new()) };
    let shape = Shape::of(&planner.api.schemas, &body.schema)?;
    planner.typings.definitions.sent(&body.schema, &shape)
}

/// The header of the write that takes the `ETag` of the read, where nothing else fills it.
fn precondition(planner: &Planner<'_>, member: &Member<'_>, inputs: &[InputPlan]) -> Option<String> {
    let operation = planner.api.operations.get(member.operation?)?;
    let filled = |name: &str| {
        inputs.iter().any(|input| input.slot.name == name)
            || member.fixed.iter().any(|fixed| fixed.slot.name == name)
    };
    let slot = member.slots.list.iter().find(|slot| match slot.kind {
        SlotKind::Parameter(index) => operation.parameters.get(index).is_some_and(|parameter| {
            parameter.location == Location::Header && is_precondition(&parameter.name)
        }),
        _ => false,
    });
    slot.map(|slot| slot.name.clone()).filter(|name| !filled(name))
}

/// Whether a header says which version of a thing is meant.
pub(super) fn is_precondition(header: &str) -> bool {
    header.eq_ignore_ascii_case("If-Match")
}

/// Requires what a call has to say at least: one of the arguments that go into the body. One that is alone becomes
/// required; several are a group, see [`group`].
pub(super) fn require_change(planner: &mut Planner<'_>, member: &Member<'_>, inputs: &mut [InputPlan]) {
    let Some(entry) = &member.entry.merge_into else { return };
    let changes = changes(member, inputs);
    let is_fixed = member.fixed.iter().any(|fixed| is_in_body(&fixed.slot.kind));
    match changes.as_slice() {
        [] if member.effect.is_mutation() && member.slots.body.is_some() && !is_fixed => {
            let hole = Hole::new(HoleKind::Merge, &entry.call, &member.label);
            let hole = hole.because("no argument goes into the body, so that nothing would change");
            planner.holes.add(hole.instead("an argument that goes to `body` or to a field of it"));
        }
        [only] => inputs.iter_mut().skip(*only).take(1).for_each(|input| input.required = true),
        _ => {}
    }
}

/// The arguments of which a call gives at least one.
pub(super) fn group(member: &Member<'_>, inputs: &[InputPlan]) -> Option<(GroupKind, Vec<usize>)> {
    member.entry.merge_into.as_ref()?;
    let changes: Vec<&InputPlan> =
        changes(member, inputs).into_iter().filter_map(|index| inputs.get(index)).collect();
    let is_open = changes.len() > 1 && !changes.iter().any(|input| input.required);
    is_open.then(|| (GroupKind::AnyOf, changes.iter().map(|input| input.argument).collect()))
}

/// The inputs that go into the body and are no gate's.
fn changes(member: &Member<'_>, inputs: &[InputPlan]) -> Vec<usize> {
    let is_change =
        |input: &InputPlan| is_in_body(&input.slot.kind) && !member.gates.has_slot(&input.slot.name);
    inputs.iter().enumerate().filter(|(_, input)| is_change(input)).map(|(index, _)| index).collect()
}

/// Whether a slot is in the body.
pub(super) fn is_in_body(kind: &SlotKind) -> bool {
    matches!(kind, SlotKind::Body | SlotKind::Field(_) | SlotKind::More)
}

struct Merging<'m, 'a, 'e> {
    planner: &'m mut Planner<'a>,
    member: &'m Member<'e>,
    entry: &'m MergeEntry,
}

impl Merging<'_, '_, '_> {
    /// The body that is written: a JSON object.
    fn body(&mut self) -> Option<Rc<Slot>> {
        if !self.member.effect.is_mutation() {
            self.unfit("it only reads, so that nothing is written back", "no `merge_into`");
            return None;
        }
        let api = self.planner.api;
        let is_json = self.member.slots.media.is_some_and(|(_, kind)| kind == MediaKind::Json);
        let body = self.member.slots.body.clone().filter(|_| is_json);
        let object = body.filter(|body| {
            Shape::of(&api.schemas, &body.schema).is_ok_and(|shape| shape.solid() == Types::OBJECT)
        });
        if object.is_none() {
            let why = format!("`{}` takes no body that is a JSON object", self.member.entry.call.value);
            self.unfit(why, "no `merge_into`");
        }
        object
    }

    fn request(&mut self, index: usize, inputs: &[InputPlan]) -> Option<Read> {
        let (api, word) = (self.planner.api, &self.entry.call);
        let operation = api.operations.get(index)?;
        if operation.method != "GET" {
            let why = format!("`{}` is a {}, which is no read", word.value, operation.method);
            self.unfit(why, "an operation that is a GET");
            return None;
        }
        let slots = self.planner.slots_of(index, word, &self.member.label)?;
        let wants = |slot: &Slot| {
            let conditional = slot.wire.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("if-"));
            matches!(slot.kind, SlotKind::Parameter(_)) && (slot.required || !conditional)
        };
        let read = reads::bind(self.planner, self.member, inputs, word, (index, &slots), wants)?;
        for slot in &read.unfilled {
            let why = format!("`{slot}` of `{}` is required, and no argument fills it", word.value);
            self.unfit(why, "an operation that these arguments identify");
        }
        Some(read)
    }

    /// The way to the object that is written back; it has a field that the body takes.
    fn at(&mut self, index: usize, body: &Slot) -> Option<Vec<SegmentPlan>> {
        let found = self.found(index, body);
        match found {
            Ok(found) => found,
            Err(fault) => {
                self.planner.holes.unusable(&self.entry.call, &self.member.label, &fault);
                None
            }
        }
    }

    fn found(&mut self, index: usize, body: &Slot) -> Result<Option<Vec<SegmentPlan>>, Fault> {
        let (api, call) = (self.planner.api, &self.entry.call.value);
        let path = self.entry.at.as_ref();
        let way = path.map_or("", |path| path.value.as_str());
        match answers::pointed(api, index, way, Types::OBJECT)? {
            Pointed::Found(at) => {
                if shares_a_field(self.planner, index, way, body)? {
                    return Ok(Some(at));
                }
                let why = format!("the answer of `{call}` has none of the fields that the body takes");
                self.unfit(why, "`{ call: …, at: <way to the object> }`, or another operation");
            }
            Pointed::Other => {
                let why = format!("what `{call}` answers there is no object");
                self.unfit(why, "`{ call: …, at: <way to the object> }`");
            }
            Pointed::Undeclared => {
                let why = format!("the document declares no JSON schema for the answer of `{call}`");
                self.unfit(why, "another operation, or a schema in the document");
            }
            Pointed::Missing(names) => {
                let word = path.unwrap_or(&self.entry.call);
                let inside = format!("the answer of `{call}`, for `merge_into` of {}", self.member.label);
                self.planner.holes.mark(HoleKind::ProjectionPath, word, inside, names);
            }
        }
        Ok(None)
    }

    fn unfit(&mut self, why: impl Into<String>, instead: &str) {
        let hole = Hole::new(HoleKind::Merge, &self.entry.call, &self.member.label);
        self.planner.holes.add(hole.because(why).instead(instead));
    }
}

/// Whether an object in an answer has a field that a body takes; a body that lists none takes any.
fn shares_a_field(planner: &Planner<'_>, index: usize, way: &str, body: &Slot) -> Result<bool, Fault> {
    let (api, schemas) = (planner.api, &planner.api.schemas);
    let Some(operation) = api.operations.get(index) else { return Ok(false) };
    let root = Node::root(schemas, &answers::successes(api, operation)?)?;
    let End::Found(_, object) = root.follow(schemas, way)? else { return Ok(false) };
    let shape = Shape::of(schemas, &body.schema)?;
    if shape.properties.is_empty() {
        return Ok(true);
    }
    for (name, schema) in &shape.properties {
        let written = !Shape::of(schemas, schema)?.read_only;
        if written && object.property(schemas, name)?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Finds what of an object is written back.
struct Keeping<'a> {
    schemas: &'a Schemas,
    left: usize,
}

impl Keeping<'_> {
    fn of(&mut self, schema: &Value, depth: usize) -> Result<KeptPlan, Fault> {
        let shape = Shape::of(self.schemas, schema)?;
        if depth == MAX_DEPTH || self.left < shape.properties.len() {
            return Ok(KeptPlan::All);
        }
        if let (true, Some(items)) = (shape.solid() == Types::ARRAY, &shape.items) {
            return self.of(items, depth + 1);
        }
        if shape.properties.is_empty() {
            return Ok(KeptPlan::All);
        }
        self.left -= shape.properties.len();
        let mut fields = Vec::new();
        for (name, schema) in &shape.properties {
            let field = Shape::of(self.schemas, schema)?;
            let kept = if field.read_only { KeptPlan::Nothing } else { self.of(schema, depth + 1)? };
            fields.push(KeptField { name: name.clone(), nulls: field.types.meets(Types::NULL), kept });
        }
        fields.sort_by(|one, other| one.name.cmp(&other.name));
        let others = matches!(shape.additional, Additional::Schema(_)) || !shape.alternatives.is_empty();
        Ok(KeptPlan::Fields { fields, others })
    }
}

impl Planner<'_> {
    /// The slots of a write in which nothing of the body is required.
    pub(super) fn partial_slots(&mut self, call: &Word, label: &str, slots: &mut Rc<Slots>) {
        match slots.partial(&self.api.schemas) {
            Ok(partial) => *slots = Rc::new(partial),
            Err(fault) => self.holes.unusable(call, label, &fault),
        }
    }
}
