//! Writes a place in a list as a short text for the caller, and reads what a caller says that such a text was.
//!
//! The text is that of anyone: what it says goes through the checks of arguments, and it says nothing but which page and
//! which row of it. It names the slots, so that it means the same to every replica and to the next version.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use fewtools_contract::{Conversion, GroupKind, Input, Next};
use serde_json::Value;

use super::{Position, Turn, exchange, limit, resume, rule, slot_max};
use crate::arguments::{self, sent};
use crate::dispatch::Route;
use crate::number;
use crate::refusal::{Fault, reason};

/// The most characters of such a text.
const LENGTH: usize = 8_000;
/// The most values that turn a page.
const VALUES: usize = 8;
/// The most rows of a page that were shown before.
const ROWS: u64 = 10_000_000;

/// The text for a place in the list that a call with these inputs gives; `None` where it would be too long.
pub(crate) fn write(route: &Route, inputs: &[Option<Value>], position: &Position) -> Option<String> {
    let turn = tellable(route, &position.turn)?;
    text(route, inputs, &Position { turn, ..position.clone() })
}

/// The same for any place, whoever may read it.
pub(super) fn text(route: &Route, inputs: &[Option<Value>], position: &Position) -> Option<String> {
    let mut parts: Vec<Value> = vec![
        digest(route, inputs, &position.turn).into(),
        position.skip.into(),
        position.size.unwrap_or_default().into(),
    ];
    for (index, value) in &position.turn {
        parts.push(slot(route, *index)?.into());
        parts.push(value.clone().unwrap_or_default());
    }
    let text = URL_SAFE_NO_PAD.encode(number::to_json(&Value::Array(parts)));
    (text.len() <= LENGTH).then_some(text)
}

/// What of a turn such a text may say, which is what will be read of it: the address of a page may name other parameters
/// too, as the call has them or nearly so, and those stay as the call has them. `None` where nothing is left.
fn tellable(route: &Route, turn: &Turn) -> Option<Turn> {
    let told = turn.iter().filter(|(index, value)| is_tellable(route, *index, value.as_ref()));
    let told: Turn = told.cloned().collect();
    (turn.is_empty() || has_value(&told)).then_some(told)
}

/// Whether something is set: what is only left out leads to no other page.
fn has_value(turn: &Turn) -> bool {
    turn.iter().any(|(_, value)| value.is_some())
}

/// The text for a place that arguments turn to which are not known to turn pages, and those arguments. The text sets none
/// of them, so that all that is asked of arguments is asked of them too.
pub(crate) fn beside(
    route: &Route,
    inputs: &[Option<Value>],
    position: &Position,
) -> Option<(String, Vec<(&'static str, Value)>)> {
    let (mut inputs, mut turn, mut told) = (inputs.to_vec(), Turn::new(), Vec::new());
    for (index, value) in &position.turn {
        let Some(input) = route.variant.inputs.get(*index) else {
            // Nothing but a text sets it.
            if value.is_some() {
                return None;
            }
            turn.push((*index, None));
            continue;
        };
        let mut same = route.variant.inputs.iter().filter(|other| other.argument == input.argument);
        let is_own = is_free(route, *index) && same.nth(1).is_none();
        let sent = match value {
            Some(value) if is_own => Some(arguments::judged(route, *index, value.clone())?),
            None if is_own && may_be_left_out(route, *index) => None,
            _ => return None,
        };
        inputs.get_mut(*index)?.clone_from(&sent);
        turn.push((*index, sent));
        told.push((route.argument(input).name, value.clone().unwrap_or_default()));
    }
    let sets = has_value(&turn) && turn.len() <= VALUES;
    let text = text(route, &inputs, &Position { turn, ..position.clone() }).filter(|_| sets)?;
    Some((text, told))
}

/// The turn that an answer names, as it is gone on with. Where it is told as arguments, a parameter that the address merely
/// leaves out, and that turns no pages, stays as the call has it.
pub(super) fn kept(route: &Route, mut turn: Turn) -> Turn {
    if resume(route).is_some() && tellable(route, &turn).is_none() {
        let inputs = route.variant.inputs.len();
        turn.retain(|(index, value)| value.is_some() || *index >= inputs || turns(route, *index));
    }
    turn
}

/// Whether the texts for two turns would say the same page, although they differ.
pub(super) fn stays(route: &Route, from: &Turn, to: &Turn) -> bool {
    let told = tellable(route, to).filter(|told| !told.is_empty() && resume(route).is_some());
    told.is_some() && told == tellable(route, from)
}

fn is_tellable(route: &Route, index: usize, value: Option<&Value>) -> bool {
    slot(route, index).is_some_and(|slot| turned(route, slot, value.unwrap_or(&Value::Null)).is_some())
}

/// The place that a text means.
///
/// # Errors
/// A text that was not written for a call with these inputs.
pub(crate) fn read(
    route: &Route,
    inputs: &[Option<Value>],
    name: &str,
    text: &str,
) -> Result<Position, Fault> {
    let unread = || {
        let said = format!("{name} must be what an earlier answer says under next.{name}, to the letter.");
        Fault::new(reason::VALUE, name, said)
    };
    let parts = parts(text).ok_or_else(unread)?;
    let [digest_of, skip, size, turn @ ..] = parts.as_slice() else { return Err(unread()) };
    let (turn, []) = turn.as_chunks::<2>() else { return Err(unread()) };
    if turn.len() > VALUES {
        return Err(unread());
    }
    let one = |[slot, value]: &[Value; 2]| {
        let slot = slot.as_str()?;
        turned(route, slot, value).or_else(|| said(route, inputs, slot, value))
    };
    let turn: Option<Turn> = turn.iter().map(one).collect();
    let turn = turn.ok_or_else(unread)?;
    let skip = skip.as_u64().filter(|rows| *rows <= ROWS).ok_or_else(unread)?;
    let size = size.as_u64().filter(|size| is_size(route, inputs, *size)).ok_or_else(unread)?;
    if digest_of.as_u64() != Some(digest(route, inputs, &turn).into()) {
        let said = format!(
            "{name} belongs to a call with other arguments. Give the arguments of that call again, or no {name}."
        );
        return Err(Fault::new(reason::VALUE, name, said));
    }
    if let Some(fault) = elsewhere(route, inputs, name, &turn) {
        return Err(fault);
    }
    let skip = usize::try_from(skip).unwrap_or(usize::MAX);
    Ok(Position { turn, size: (size > 0).then_some(size), skip })
}

/// The arguments that say another place in the list than a turn does, each with what the turn says. A default says
/// nothing, and neither does the same place.
pub(crate) fn contradicted(
    route: &Route,
    inputs: &[Option<Value>],
    turn: &Turn,
) -> Vec<(&'static str, Value)> {
    let told = |(index, value): &(usize, Option<Value>)| {
        let said = inputs.get(*index)?.as_ref().filter(|said| !said.is_null())?;
        let default = route.default(*index).map(|default| &default.sent);
        let mut others = value.as_ref().into_iter().chain(default);
        let is_other = turns(route, *index) && !others.any(|other| number::same(said, other));
        let name = route.argument(route.variant.inputs.get(*index)?).name;
        let is_told = is_other && is_tellable(route, *index, value.as_ref());
        is_told.then(|| (name, value.clone().unwrap_or_default()))
    };
    turn.iter().filter_map(told).collect()
}

/// What is said where arguments name another place than the text does: one of the two would be passed over in silence.
fn elsewhere(route: &Route, inputs: &[Option<Value>], name: &str, turn: &Turn) -> Option<Fault> {
    let mut others: Vec<&str> =
        contradicted(route, inputs, turn).into_iter().map(|(other, _)| other).collect();
    others.dedup();
    let is_required = |input: &Input<'_>| input.required && others.contains(&route.argument(input).name);
    let (said, last) = (others.join(", "), others.last()?);
    let onward = match route.variant.inputs.iter().any(is_required) {
        true => format!("Give {said} as next says it"),
        false => format!("Leave out {said}"),
    };
    let said = format!(
        "{said} and {name} name different places in the list. {onward} to go on, or {name} to begin there."
    );
    Some(Fault::new(reason::GROUP, last, said).accepting([name]))
}

fn parts(text: &str) -> Option<Vec<Value>> {
    let json = URL_SAFE_NO_PAD.decode(Some(text).filter(|text| text.len() <= LENGTH)?).ok()?;
    serde_json::from_slice(&number::marked(&json)).ok()
}

/// A value that turns a page, judged as an argument where it is one, and else by the schema of its slot.
fn turned(route: &Route, slot: &str, value: &Value) -> Option<(usize, Option<Value>)> {
    let inputs = route.variant.inputs;
    let turned = exchange(route)?.paging.turned;
    if let Some((index, known)) = turned.iter().enumerate().find(|(_, known)| known.slot == slot) {
        let place = inputs.len() + index;
        if value.is_null() {
            return Some((place, None));
        }
        let scalar = Some(value).filter(|value| value.is_string() || value.is_number())?;
        sent::judge(slot, &known.check, route.turned(index), scalar).ok()?;
        return Some((place, Some(scalar.clone())));
    }
    let index = inputs.iter().position(|input| input.slot == slot)?;
    if value.is_null() {
        return may_be_left_out(route, index).then_some((index, None));
    }
    if !turns(route, index) {
        return None;
    }
    Some((index, Some(arguments::judged(route, index, value.clone())?)))
}

/// What the call itself says, to the letter.
fn said(
    route: &Route,
    inputs: &[Option<Value>],
    slot: &str,
    value: &Value,
) -> Option<(usize, Option<Value>)> {
    let index = route.variant.inputs.iter().position(|input| input.slot == slot)?;
    let said =
        inputs.get(index)?.as_ref().filter(|said| number::same(said, value) && is_free(route, index))?;
    Some((index, Some(said.clone())))
}

/// Whether the value of an input may turn a page: that of the rule, and those that the address of a page may name.
fn turns(route: &Route, index: usize) -> bool {
    let of_rule = match rule(route) {
        Some(Next::Body { input, .. }) => input,
        Some(Next::Offset { input, .. } | Next::Page { input, .. }) => Some(input),
        None => None,
    };
    let named = exchange(route).is_some_and(|exchange| exchange.paging.named.contains(&index));
    (of_rule == Some(index) || named) && is_free(route, index)
}

/// Whether a page may go without what a call says for an input: the address of one leaves out parameters of the query
/// that can be, and that nothing asks for.
fn may_be_left_out(route: &Route, index: usize) -> bool {
    let Some(input) = route.variant.inputs.get(index) else { return false };
    let mut groups = route.variant.groups.iter().filter(|group| group.kind != GroupKind::AtMostOne);
    let asked_for = input.required || groups.any(|group| group.arguments.contains(&input.argument));
    let in_query = input.slot.starts_with("query.") && !asked_for && route.default(index).is_none();
    is_free(route, index) && (in_query || turns(route, index) && !input.required)
}

/// Whether an input is neither a gate's nor one that says how much is shown.
fn is_free(route: &Route, index: usize) -> bool {
    let Some(input) = route.variant.inputs.get(index) else { return false };
    let gates = route.variant.gates;
    let gate = [
        gates.dry_run.map(|gate| gate.input),
        gates.confirm.map(|gate| gate.input),
        gates.cap.map(|gate| gate.input),
    ];
    let own = matches!(input.conversion, Conversion::RowLimit { .. } | Conversion::Resume);
    !own && !gate.contains(&Some(index))
}

/// The slot of a source.
fn slot(route: &Route, index: usize) -> Option<&'static str> {
    let inputs = route.variant.inputs;
    match inputs.get(index) {
        Some(input) => Some(input.slot),
        None => exchange(route)?.paging.turned.get(index - inputs.len()).map(|turned| turned.slot),
    }
}

/// Whether the API may be asked for so many rows; 0 for what the call says.
fn is_size(route: &Route, inputs: &[Option<Value>], size: u64) -> bool {
    let Some(limit) = limit(route, inputs) else { return size == 0 };
    let max = match route.variant.inputs.get(limit).map(|input| input.conversion) {
        Some(Conversion::RowLimit { max, .. }) => u64::from(max) + 1,
        _ => return size == 0,
    };
    let slot_max = slot_max(route, limit).filter(|max| *max > 0).map_or(u64::MAX, u64::from);
    size <= max.min(slot_max)
}

/// A number that tells calls apart which give other lists: over the tool, the variant and every input but those that turn
/// pages or say how much of a row, or how many rows, are shown. What the address of a page only leaves out counts.
fn digest(route: &Route, inputs: &[Option<Value>], turn: &Turn) -> u32 {
    let left_out = [limit(route, inputs), resume(route), route.detail()];
    let is_turned = |index: usize| turn.iter().any(|(turned, _)| *turned == index) && turns(route, index);
    let counts = |index: usize| !left_out.contains(&Some(index)) && !is_turned(index);
    let said = inputs.iter().enumerate().filter(|(index, _)| counts(*index));
    let said: Vec<(usize, &Value)> =
        said.filter_map(|(index, value)| Some((index, value.as_ref()?))).collect();
    let text = serde_json::to_string(&(route.tool.name, route.variant.name, said)).unwrap_or_default();
    // FNV-1a: it stands between mistakes, not between a caller and a page.
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
