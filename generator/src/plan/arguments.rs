//! Bound slots → the inputs of each variant, and the one listed schema an argument has across variants.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use fewtools_contract::Conversion;
use indexmap::IndexMap;
use serde_json::{Map, Value};

use super::Planner;
use super::choice;
use super::conversions::{self, Context, Typed, Untyped};
use super::denials;
use super::flatten;
use super::hole::{Hole, HoleKind};
use super::listed::{self, Objects};
use super::merge;
use super::shape::Shape;
use super::signature::{Binding, Signature};
use super::slots::{Slot, SlotKind};
use super::surface::{ArgumentPlan, InputPlan};
use super::texts;
use super::variants::Member;
use crate::lower::Api;
use crate::lower::curation::{ToolEntry, Word};

/// The inputs of one variant.
pub(super) fn inputs(
    planner: &mut Planner<'_>,
    entry: &ToolEntry,
    member: &Member<'_>,
    signature: &Signature,
    bindings: &IndexMap<String, Binding>,
) -> Vec<InputPlan> {
    let wants_texts = texts::of_document(planner.curation, entry);
    let mut inputs: Vec<InputPlan> = Vec::new();
    let mut filled: BTreeSet<String> = member.fixed.iter().map(|fixed| fixed.slot.name.clone()).collect();
    let needs: BTreeSet<&str> = member.entry.needs.iter().map(|needed| needed.value.as_str()).collect();
    let is_begun = is_begun(member);
    for (index, (name, at)) in signature.arguments.iter().enumerate() {
        let Some(Binding { slot, of }) = bindings.get(name) else { continue };
        let word = Word::new(name.clone(), at.clone());
        if filled.contains(&slot.name) {
            planner.holes.explain(HoleKind::SlotTwice, &word, member.label.clone(), slot.name.clone());
            continue;
        }
        let Some(typed) = typed(planner, entry, member, &word, slot) else { continue };
        // What a call that is merged does not say stays as it is.
        let stays = member.entry.merge_into.is_some() && merge::is_in_body(&slot.kind);
        let default = default(planner, entry, member, &word, slot, &typed);
        let default = default.filter(|_| !stays);
        let needed = needs.contains(name.as_str())
            || of.as_ref().is_some_and(|of| slot.needed_in.is_some() && needs.contains(of.as_str()));
        filled.insert(slot.name.clone());
        inputs.push(InputPlan {
            argument: index,
            slot: Rc::clone(slot),
            required: (slot.required || needed || is_begun(slot)) && default.is_none(),
            default,
            check: typed.check,
            conversion: typed.conversion,
            digits: typed.digits,
            listed: typed.listed,
            about: match typed.about.is_empty() {
                false => typed.about,
                true if wants_texts => about(planner, slot),
                true => String::new(),
            },
            rule: typed.rule,
            hint: denials::hint(planner.curation, name),
        });
    }
    merge::require_change(planner, member, &mut inputs);
    flatten::require_one(member, signature, bindings, &mut inputs);
    inputs
}

/// Whether a constant makes the body, or the object inside of it, that needs this field be sent on every call.
fn is_begun(member: &Member<'_>) -> impl Fn(&Slot) -> bool {
    let ways = member.fixed.iter().filter_map(|fixed| match &fixed.slot.kind {
        SlotKind::Field(keys) => Some(keys),
        _ => None,
    });
    let begun: BTreeSet<&[String]> =
        ways.flat_map(|keys| (0..=keys.len()).filter_map(|depth| keys.get(..depth))).collect();
    move |slot| {
        let SlotKind::Field(keys) = &slot.kind else { return false };
        slot.needed_in.and_then(|depth| keys.get(..depth)).is_some_and(|object| begun.contains(object))
    }
}

fn typed(
    planner: &mut Planner<'_>,
    entry: &ToolEntry,
    member: &Member<'_>,
    word: &Word,
    slot: &Slot,
) -> Option<Typed> {
    if let Some(bytes) = slot.bytes.typed() {
        return Some(bytes);
    }
    let curation = planner.curation;
    let shared = curation.args.get(&word.value).and_then(|shared| shared.value.ty.as_ref());
    let ty = shared.or_else(|| denials::subject_type(curation, &word.value));
    let context = context(planner, entry);
    let mut typed = planner.typings.typed(context, &slot.schema, ty.map(|ty| ty.value));
    if let Err(Untyped::Contradiction(takes)) = &typed {
        let at = ty.map_or(word.at.clone(), |ty| ty.at.clone());
        let word = Word::new(word.value.clone(), at);
        let hole = Hole::new(HoleKind::Contradiction, &word, &member.label);
        let hole = hole.because(format!("`{}` takes {takes}", slot.name));
        planner.holes.add(hole.instead(format!("a `type` that fits {takes}, or none")));
        typed = planner.typings.typed(context, &slot.schema, None);
    }
    match typed {
        Ok(typed) if typed.rule.is_empty() && ty.is_some() => {
            let rule = match shared {
                Some(_) => format!("args.{}.type", word.value),
                None => denials::subject_rule(curation, &word.value),
            };
            Some(Typed { rule, ..typed })
        }
        Ok(typed) => Some(typed),
        Err(Untyped::Unreadable(fault)) => {
            planner.holes.unusable(&member.entry.call, &member.label, &fault);
            None
        }
        Err(Untyped::Contradiction(_)) => None,
    }
}

/// What typing an argument of a tool needs to know.
pub(super) fn context<'a>(planner: &Planner<'a>, entry: &ToolEntry) -> Context<'a> {
    Context {
        schemas: &planner.api.schemas,
        rows: planner.curation.rows,
        types: planner.types,
        objects: match entry.lists_fields.unwrap_or(entry.args.is_none()) {
            true => Objects::Open,
            false => Objects::Bare,
        },
    }
}

/// The tool's default, else the shared one, else the default number of rows for a row limit.
fn default(
    planner: &mut Planner<'_>,
    entry: &ToolEntry,
    member: &Member<'_>,
    word: &Word,
    slot: &Slot,
    Typed { check, conversion, rule, .. }: &Typed,
) -> Option<Value> {
    let conversion = *conversion;
    let shared = planner.curation.args.get(&word.value).and_then(|shared| shared.value.default.as_ref());
    match (entry.defaults.get(&word.value).or(shared), conversion) {
        (Some(default), Conversion::None) if rule.starts_with("types.") => Some(default.value.clone()),
        (Some(default), Conversion::None) => {
            let at = Word::new(word.value.clone(), default.at.clone());
            planner.fits(slot, &default.value, &at, &member.label);
            Some(default.value.clone())
        }
        (Some(default), conversion) => {
            if let Some(form) = conversions::misses(conversion, check, &default.value) {
                let at = Word::new(word.value.clone(), default.at.clone());
                let hole = Hole::new(HoleKind::Contradiction, &at, &member.label);
                let hole = hole.because(format!("its default never is `{}`", default.value));
                planner.holes.add(hole.instead(form));
            }
            Some(default.value.clone())
        }
        (None, Conversion::RowLimit { max, .. }) => Some(planner.curation.rows.default.min(max).into()),
        (None, _) => None,
    }
}

/// The arguments of a tool, each with one listed schema across its variants.
pub(super) fn merged(
    planner: &mut Planner<'_>,
    entry: &ToolEntry,
    members: &[Member<'_>],
    signature: &Signature,
    variants: &[Vec<InputPlan>],
) -> Vec<ArgumentPlan> {
    let wants_texts = texts::of_document(planner.curation, entry);
    let variants: Vec<BTreeMap<usize, &InputPlan>> =
        variants.iter().map(|inputs| inputs.iter().map(|input| (input.argument, input)).collect()).collect();
    let mut arguments = Vec::new();
    for (index, (name, at)) in signature.arguments.iter().enumerate() {
        let takers: Vec<(&Member<'_>, &InputPlan)> = members
            .iter()
            .zip(&variants)
            .filter_map(|(member, inputs)| Some((member, *inputs.get(&index)?)))
            .collect();
        let labelled: Vec<_> =
            takers.iter().map(|(member, input)| (member.label.as_str(), &input.listed)).collect();
        let (schema, differs) = listed_once(&labelled);
        let said = entry.notes.get(name);
        let of_document = takers
            .first()
            .filter(|(_, input)| wants_texts || input.rule.starts_with("types."))
            .map(|(_, input)| input.about.clone());
        arguments.push(ArgumentPlan {
            name: name.clone(),
            at: at.clone(),
            schema,
            note: said.map(|note| note.value.clone()).or(of_document).unwrap_or_default(),
            note_at: said.map(|note| note.at.clone()),
            required: takers.len() == members.len() && takers.iter().all(|(_, input)| input.required),
            differs,
        });
    }
    arguments
}

/// What the document says of a slot, and what its alternatives are.
pub(super) fn about(planner: &Planner<'_>, slot: &Slot) -> String {
    let choice = choice::told(&planner.api.schemas, &slot.schema).unwrap_or_default();
    let note = texts::note_with_choice(&said(planner.api, slot), &choice);
    if slot.deprecated { format!("Deprecated. {note}").trim_end().to_owned() } else { note }
}

/// The text of a slot, else that of its schema.
pub(super) fn said<'s>(api: &Api, slot: &'s Slot) -> Cow<'s, str> {
    if !slot.description.is_empty() {
        return Cow::Borrowed(&slot.description);
    }
    Cow::Owned(Shape::of(&api.schemas, &slot.schema).map(|shape| shape.description).unwrap_or_default())
}

/// Two variants that would list different types: variant and type of each.
type Differs = Option<[(String, String); 2]>;

/// The one listed schema of what several variants would list, each with its label. Integer and number give number, enums
/// unite; any other two types differ.
pub(super) fn listed_once(takers: &[(&str, &Rc<Map<String, Value>>)]) -> (Rc<Map<String, Value>>, Differs) {
    let Some(((first, listed), others)) = takers.split_first() else {
        return (listed::only("string").into(), None);
    };
    let mut merged = Rc::clone(listed);
    let mut differs = None;
    for (label, listed) in others {
        let (one, other) = (kind(&merged), kind(listed));
        match (one.as_str(), other.as_str()) {
            (a, b) if a == b => unite(Rc::make_mut(&mut merged), listed),
            ("integer", "number") | ("number", "integer") => merged = listed::only("number").into(),
            _ if differs.is_none() => {
                differs = Some([((*first).to_owned(), one), ((*label).to_owned(), other)]);
            }
            _ => {}
        }
    }
    (merged, differs)
}

/// The type in words, an array with that of its items.
fn kind(listed: &Map<String, Value>) -> String {
    let word = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or("any").to_owned();
    match listed.get("items") {
        Some(items) => format!("array of {}", word(items.get("type"))),
        None => word(listed.get("type")),
    }
}

/// Unites two enums; where one side has none, or they are more than are listed, no enum is left.
fn unite(merged: &mut Map<String, Value>, listed: &Map<String, Value>) {
    let (Some(Value::Array(mine)), Some(Value::Array(theirs))) = (merged.get("enum"), listed.get("enum"))
    else {
        merged.shift_remove("enum");
        return;
    };
    let mut all = mine.clone();
    all.extend(theirs.iter().filter(|value| !mine.contains(value)).cloned());
    if all.len() > listed::MAX_VALUES {
        merged.shift_remove("enum");
    } else {
        merged.insert("enum".into(), Value::Array(all));
    }
}
