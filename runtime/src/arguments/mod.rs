//! Turns the JSON object of a call into the inputs of one variant, or into a refusal that tells every fault.

mod bounds;
pub(crate) mod bytes;
mod choose;
pub(crate) mod convert;
mod names;
pub(crate) mod nearest;
mod presence;
pub(crate) mod schema;
mod text;
mod value;
mod word;

#[cfg(test)]
mod tests;

use std::fmt;

use fewtools_contract::{Answer, Input, MediaKind, Operand, Origin, Variant, Way};
use serde_json::{Map, Value};

use self::convert::Ready;
pub(crate) use self::word::word;
use crate::dispatch::{Route, ToolRoute};
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

/// How many rows are wanted and how many are fetched.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Page {
    /// The most rows that leave.
    pub(crate) wanted: usize,
    /// The rows the API is asked for; `None` where the request says no number.
    pub(crate) asked: Option<u64>,
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
        let page = page(route.variant, &judged);
        let inputs = judged.into_iter().map(|ready| ready.map(|ready| ready.sent)).collect();
        return Ok(Accepted { route, inputs, page });
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

fn page(variant: &Variant<'_>, inputs: &[Option<Ready>]) -> Page {
    let Answer::Rows(rows) = variant.answer else { return Page::default() };
    let limit = rows.limit.and_then(|index| inputs.get(index)).and_then(Option::as_ref);
    let asked = limit.and_then(|limit| limit.sent.as_u64());
    // A limit that is no row limit is sent as it is given, and no row beyond it is wanted.
    let given = limit.and_then(|limit| limit.rows.map(u64::from).or(asked));
    let wanted = given.unwrap_or(rows.default.into()).min(rows.max.into());
    // Where the answer itself says whether there is more, a full page is no sign of it.
    let told = variant.work.exchange().is_some_and(|exchange| exchange.paging.next.is_some());
    Page { wanted: wanted as usize, asked: asked.filter(|_| !told) }
}

fn with_needs(route: &Route, mut faults: Vec<Fault>) -> Vec<Fault> {
    let needs = presence::needs(route);
    for fault in &mut faults {
        fault.needs.clone_from(&needs);
    }
    faults
}
