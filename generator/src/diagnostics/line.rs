//! Faults → one line each, as a build script hands them to cargo.

use super::report::Report;
use super::{Fault, Level, clean};
use crate::load::Documents;

/// The most characters of what is wrong, and of what to write instead.
const MOST: usize = 400;

/// One fault on one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// How much it matters.
    pub level: Level,
    /// `code file:line:col: what; instead: …`, without what there is nothing to say about.
    pub text: String,
}

/// The faults, in the order of a report. No line holds a line break or a control character.
pub fn lines(faults: &[Fault], documents: &Documents) -> Vec<Line> {
    let report = Report::new(faults, documents);
    report.faults.iter().map(|fault| Line { level: fault.level, text: text(fault, &report) }).collect()
}

fn text(fault: &Fault, report: &Report<'_>) -> String {
    let mut text = fault.code.to_string();
    if let Some(spot) = fault.place.as_ref().and_then(|place| report.spot(place)) {
        text.push_str(&format!(" {}", spot.name));
        if let Some(position) = spot.position {
            text.push_str(&format!(":{}:{}", position.line, position.column));
        }
    }
    text.push_str(&format!(": {}", clean::line(&fault.what, MOST)));
    if !fault.instead.is_empty() {
        text.push_str(&format!("; instead: {}", clean::line(&fault.instead, MOST)));
    }
    text
}
