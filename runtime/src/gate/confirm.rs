//! Compares what a real run confirms with what it has to, and words the refusal.

use fewtools_contract::{Confirm, Segment};
use serde_json::Value;

use super::receipt::{Receipts, Subject, Window};
use crate::answer::{Answered, Content, Failure};
use crate::dispatch::Route;
use crate::refusal::{Fault, reason};
use crate::visible::is_hidden;
use crate::{number, project};

/// The longest text that a model is asked to repeat, in characters.
const LONGEST: usize = 1_000;

/// The text that a value has to be repeated as.
pub(crate) fn text_of(value: Option<&Value>) -> Option<String> {
    let text = match value? {
        structured @ (Value::Array(_) | Value::Object(_)) => number::to_json(structured),
        scalar => number::text(scalar)?,
    };
    (text.chars().count() <= LONGEST).then_some(text)
}

/// The text in an answer; only a scalar is one.
pub(crate) fn text_in(answered: &Answered, at: &[Segment<'_>]) -> Option<String> {
    let Content::Json(body) = &answered.content else { return None };
    let found = project::at(at, body).filter(|value| !matches!(value, Value::Array(_) | Value::Object(_)));
    text_of(found)
}

/// What is said where nothing is there to confirm, so that no real run is possible.
pub(crate) fn nothing_to_confirm(route: &Route, gate: &Confirm<'_>) -> Failure {
    let argument = name(route, gate);
    let said = format!(
        "The API does not say what {argument} has to be, so there is no real run. Nothing was changed."
    );
    Failure::unsent("confirm-unknown", said)
}

/// What a real run of the same call confirms; `None` where nothing makes the receipts that are wanted.
pub(crate) fn to_repeat(
    gate: &Confirm<'_>,
    subject: &Subject<'_>,
    receipts: Option<&Receipts>,
) -> Option<String> {
    match gate.receipt {
        true => receipts.map(|receipts| receipts.issue(subject, Window::now())),
        false => Some(subject.expected.to_owned()),
    }
}

/// Judges what a call confirms, to the letter.
///
/// # Errors
/// [`Fault`] that prints what is expected, but no receipt.
pub(crate) fn judge(
    gate: &Confirm<'_>,
    subject: &Subject<'_>,
    receipts: Option<&Receipts>,
) -> Result<(), Fault> {
    let given = subject.inputs.get(gate.input).and_then(Option::as_ref);
    if !gate.receipt {
        return repeats(subject.route, gate, given, subject.expected);
    }
    let text = given.and_then(Value::as_str);
    let accepts = |(receipts, text): (&Receipts, &str)| receipts.accepts(subject, text, Window::now());
    match receipts.zip(text).is_some_and(accepts) {
        true => Ok(()),
        false => Err(refused_receipt(subject.route, gate, given)),
    }
}

fn repeats(route: &Route, gate: &Confirm<'_>, given: Option<&Value>, expected: &str) -> Result<(), Fault> {
    match given {
        Some(Value::String(given)) if given == expected => Ok(()),
        _ => Err(refused(route, gate, expected)),
    }
}

/// The refusal of a real run that does not confirm what it is about.
pub(crate) fn refused(route: &Route, gate: &Confirm<'_>, expected: &str) -> Fault {
    let argument = name(route, gate);
    let quoted = quoted(expected);
    let said = match dry_run(route) {
        Some(dry_run) => format!(
            "A real run needs {argument} to be exactly {quoted}. Run with {dry_run}=true first to see what it would affect."
        ),
        None => format!("{} needs {argument} to be exactly {quoted}.", route.subject()),
    };
    let hides = expected.chars().any(is_hidden);
    let inner = quoted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let accepted = inner.filter(|_| hides).unwrap_or(expected);
    Fault::new(reason::CONFIRM, argument, said).accepting([accepted])
}

/// A text as JSON, in which nothing hides: what cannot be seen is escaped, and can be repeated like that.
fn quoted(text: &str) -> String {
    let json = serde_json::to_string(text).unwrap_or_default();
    let mut quoted = String::with_capacity(json.len());
    for c in json.chars() {
        if is_hidden(c) {
            let mut units = [0; 2];
            c.encode_utf16(&mut units).iter().for_each(|unit| quoted.push_str(&format!("\\u{unit:04x}")));
        } else {
            quoted.push(c);
        }
    }
    quoted
}

/// The refusal of a real run that comes without a good receipt. It prints none.
pub(crate) fn refused_receipt(route: &Route, gate: &Confirm<'_>, given: Option<&Value>) -> Fault {
    let argument = name(route, gate);
    let dry_run = dry_run(route).unwrap_or_default();
    match given {
        None => {
            let said = format!(
                "A real run needs {argument} from a dry run of the same arguments. Run with {dry_run}=true first; its answer ends with {argument}."
            );
            Fault::new(reason::CONFIRM, argument, said)
        }
        Some(_) => {
            let said = format!(
                "{argument} is not from a dry run of these arguments in the last minutes. Run with {dry_run}=true again; its answer ends with {argument}."
            );
            Fault::new(reason::RECEIPT, argument, said)
        }
    }
}

/// The name of the gate's argument.
pub(crate) fn name(route: &Route, gate: &Confirm<'_>) -> &'static str {
    argument(route, gate.input)
}

fn dry_run(route: &Route) -> Option<&'static str> {
    route.variant.gates.dry_run.map(|gate| argument(route, gate.input))
}

fn argument(route: &Route, input: usize) -> &'static str {
    route.variant.inputs.get(input).map_or("", |input| route.argument(input).name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_can_be_repeated() {
        let text = "a\"b\\\n\u{202e}\u{7f}\u{e0001}é";
        let printed = quoted(text);
        assert_eq!(printed, r#""a\"b\\\n\u202e\u007f\udb40\udc01é""#);
        assert_eq!(serde_json::from_str::<String>(&printed).ok().as_deref(), Some(text));
    }

    #[test]
    fn only_short_scalars_are_repeated() {
        use serde_json::json;
        for (value, text) in [
            (json!("a b"), Some("a b")),
            (json!(7), Some("7")),
            (json!(true), Some("true")),
            (json!(""), None),
            (json!(null), None),
            (json!("x".repeat(1_001)), None),
        ] {
            assert_eq!(text_of(Some(&value)).as_deref(), text, "{value}");
        }
        assert_eq!(text_of(None), None);
    }
}
