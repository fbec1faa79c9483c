//! Faults → JSON for programs.

use serde_json::{Value, json};

use super::report::Report;
use super::{Fault, Place, clean};
use crate::load::Documents;

/// An array of `{code, level, file, line, column, what, instead, also, detail}`, in the order of a report.
///
/// `file`, `line` and `column` are null where a fault has none; `also` holds `{file, line, column, what}`. Characters
/// that steer terminals are escaped.
pub fn array(faults: &[Fault], documents: &Documents) -> String {
    let report = Report::new(faults, documents);
    let items = report.faults.iter().map(|fault| object(fault, &report)).collect();
    let text = format!("{:#}", Value::Array(items));
    text.chars().fold(String::with_capacity(text.len()), |mut escaped, character| {
        match character {
            '\n' => escaped.push('\n'),
            hidden if clean::is_hidden(hidden) => {
                hidden
                    .encode_utf16(&mut [0; 2])
                    .iter()
                    .for_each(|unit| escaped.push_str(&format!("\\u{unit:04x}")));
            }
            shown => escaped.push(shown),
        }
        escaped
    })
}

fn object(fault: &Fault, report: &Report<'_>) -> Value {
    let (file, line, column) = place(fault.place.as_ref(), report);
    let also: Vec<_> = fault
        .also
        .iter()
        .map(|(at, what)| {
            let (file, line, column) = place(Some(at), report);
            json!({ "file": file, "line": line, "column": column, "what": what })
        })
        .collect();
    json!({
        "code": fault.code.0,
        "level": fault.level.as_str(),
        "file": file,
        "line": line,
        "column": column,
        "what": fault.what,
        "instead": fault.instead,
        "also": also,
        "detail": fault.detail,
    })
}

fn place(place: Option<&Place>, report: &Report<'_>) -> (Option<String>, Option<usize>, Option<usize>) {
    let Some(spot) = place.and_then(|place| report.spot(place)) else { return (None, None, None) };
    let at = spot.position;
    (Some(spot.name), at.map(|at| at.line), at.map(|at| at.column))
}
