//! Turns the JSON object of a call into the inputs of one variant, or into a refusal that tells every fault.

mod bounds;
pub(crate) mod bytes;
mod choose;
pub(crate) mod convert;
mod names;
pub(crate) mod nearest;
mod presence;
pub(crate) mod schema;
pub(crate) mod sent;
mod text;
mod value;
pub(crate) mod whole;
mod word;

#[cfg(test)]
mod tests;

use std::fmt;

use fewtools_contract::{Input, MediaKind, Operand, Origin, Variant, Way};
use serde_json::{Map, Value};

pub(crate) use self::word::word;
use crate::dispatch::{Route, ToolRoute};
use crate::pages::{self, Position};
use crate::refusal::{Fault, Refusal, reason};
use crate::{number, twice};

/// What a variant runs with.
pub(crate) struct Accepted<'r> {
    /// The variant that was chosen.
    pub(crate) route: &'r Route,
    /// One value for each of the variant's inputs, converted to what is sent; `None` where nothing is.
    pub(crate) inputs: Vec<Option<Value>>,
    /// The page that was asked for, where the answer is rows.
    pub(crate) page: Page,
}

/// How many rows are wanted, and from where on.
#[derive(Debug, Clone, Default)]
pub(crate) struct Page {
    /// The most rows that leave.
    pub(crate) wanted: usize,
    /// Where the first of them is.
    pub(crate) at: Position,
}

/// Reads the arguments of a call from JSON text, for a host that brings its own transport.
///
/// A number that neither a 64-bit integer nor a float holds keeps all its digits on the way to
/// [`crate::Dispatcher::call`], which a plain reading of the text would round. The transports of this crate do the same.
///
/// # Errors
/// Text that is not a JSON object, or an object in it that has a key twice.
pub fn read_arguments(json: &str) -> Result<Map<String, Value>, ArgumentsError> {
    let read = serde_json::from_slice(&number::marked(json.as_bytes()));
    let arguments = read.map_err(|error| ArgumentsError { problem: error.to_string() })?;
    match twice::key(json.as_bytes(), 1) {
        Some(key) => {
            Err(ArgumentsError { problem: format!("the key {} is given twice", nearest::shown(&key)) })
        }
        None => Ok(arguments),
    }
}

/// Why a text holds no arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArgumentsError {
    problem: String,
}

impl fmt::Display for ArgumentsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problem)
    }
}

impl std::error::Error for ArgumentsError {}

/// Judges the arguments of a call.
///
/// # Errors
/// [`Refusal`] with all faults: wrong choice of a variant, names, presence, values.
pub(crate) fn accept(tool: &ToolRoute, mut arguments: Map<String, Value>) -> Result<Accepted<'_>, Refusal> {
    names::drop_injected(tool.tool, &mut arguments);
    bounds::check(&arguments)?;
    let mut faults = Vec::new();
    let route = choose::variant(tool, &mut arguments).map_err(|fault| faults.push(fault)).ok();
    names::check(tool.tool, route, &arguments, &mut faults);
    let Some(route) = route else { return Err(Refusal::new(faults)) };
    let given: Vec<Option<Value>> =
        (0..route.variant.inputs.len()).map(|index| take(route, index, &mut arguments)).collect();
    presence::check(route, &given, &mut faults);
    let judged = value::judge(route, given, &mut faults);
    if faults.is_empty() {
        let rows: Vec<Option<u32>> =
            judged.iter().map(|ready| ready.as_ref().and_then(|ready| ready.rows)).collect();
        let inputs: Vec<Option<Value>> =
            judged.into_iter().map(|ready| ready.map(|ready| ready.sent)).collect();
        faults = route.whole().and_then(|whole| whole.judge(&inputs).err()).unwrap_or_default();
        match page(route, &inputs, &rows) {
            Ok(page) if faults.is_empty() => return Ok(Accepted { route, inputs, page }),
            Ok(_) => {}
            Err(fault) => faults.push(fault),
        }
    }
    Err(hinted(route, with_needs(route, faults)))
}

/// A refusal in which each fault of a value, or of its absence, is followed by where values come from.
pub(crate) fn hinted(route: &Route, mut faults: Vec<Fault>) -> Refusal {
    let hint_of = |fault: &Fault| {
        let mut inputs = route.variant.inputs.iter();
        let input = inputs.find(|input| route.argument(input).name == fault.argument)?;
        let of_value = !matches!(fault.reason, reason::UNKNOWN | reason::FOREIGN);
        Some(input.hint).filter(|hint| of_value && !hint.is_empty())
    };
    let mut told = Vec::new();
    for fault in &mut faults {
        if let Some(hint) = hint_of(fault).filter(|hint| !told.contains(hint)) {
            fault.text = format!("{} {hint}", fault.text);
            told.push(hint);
        }
    }
    Refusal::new(faults)
}

/// Takes an argument out of the call, after the last input that wants it. A `null` means absence for an optional input
/// outside a JSON body.
fn take(route: &Route, index: usize, arguments: &mut Map<String, Value>) -> Option<Value> {
    let (input, later) = route.variant.inputs.get(index..)?.split_first()?;
    let name = route.argument(input).name;
    let value = match later.iter().any(|other| other.argument == input.argument) {
        true => arguments.get(name).cloned(),
        false => arguments.remove(name),
    }?;
    let absent = value.is_null() && !input.required && !in_json_body(route.variant, index, input);
    (!absent).then_some(value)
}

fn in_json_body(variant: &Variant<'_>, index: usize, input: &Input<'_>) -> bool {
    let takes = Operand::Way(Way { from: Origin::Input(index), path: &[] });
    let mut steps = variant.work.steps().iter();
    let step = steps.find(|step| step.given.iter().any(|given| given.value == takes));
    let call = variant.work.exchange().map(|exchange| exchange.call).or_else(|| step.map(|step| step.call));
    let json = call.and_then(|call| call.body).is_some_and(|body| body.kind == MediaKind::Json);
    json && (input.slot == "body" || input.slot.starts_with("body.") || input.slot.starts_with("body#"))
}

/// The value of an input as it is sent, where it is accepted.
pub(crate) fn judged(route: &Route, input: usize, value: Value) -> Option<Value> {
    value::one(route, input, value).ok().map(|ready| ready.sent)
}

fn page(route: &Route, inputs: &[Option<Value>], limits: &[Option<u32>]) -> Result<Page, Fault> {
    let Some(rows) = pages::rows_of(route, inputs) else { return Ok(Page::default()) };
    // A limit that is no row limit is sent as it is given, and no row beyond it is wanted.
    let given = rows.limit.and_then(|index| {
        let sent = inputs.get(index)?.as_ref()?.as_u64();
        limits.get(index).copied().flatten().map(u64::from).or(sent)
    });
    let wanted = given.unwrap_or(rows.default.into()).min(rows.max.into());
    let at = pages::resume(route).and_then(|index| {
        let text = inputs.get(index)?.as_ref()?.as_str()?;
        let name = route.argument(route.variant.inputs.get(index)?).name;
        Some(pages::resumed(route, inputs, name, text))
    });
    Ok(Page { wanted: wanted as usize, at: at.transpose()?.unwrap_or_default() })
}

fn with_needs(route: &Route, mut faults: Vec<Fault>) -> Vec<Fault> {
    let needs = presence::needs(route);
    for fault in &mut faults {
        fault.needs.clone_from(&needs);
    }
    faults
}
