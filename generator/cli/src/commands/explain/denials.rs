//! What is said of missing and forbidden things → an aligned table for people.

use fewtools_build::diagnostics::printable;
use fewtools_build::explain::{DenialExplained, DenyingOperation, ToldExplained};
use serde_json::Value;

/// The heads of the columns.
const HEADS: [&str; COLUMNS] = ["operation", "used by", "hidden", "403", "404", "with a code"];
const COLUMNS: usize = 6;

/// One block of lines for each row: its operations below each other, each user of them on a line, and what is told with a code likewise.
pub fn text(rows: &[DenialExplained]) -> String {
    let mut lines: Vec<[String; COLUMNS]> = vec![HEADS.map(str::to_owned)];
    for row in rows {
        lines.extend(block(row));
    }
    let width = |column: usize| {
        let cells = lines.iter().filter_map(|line| line.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..HEADS.len()).map(width).collect();
    lines.iter().map(|line| written(line, &widths)).collect()
}

fn written(line: &[String; COLUMNS], widths: &[usize]) -> String {
    let cells = line.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
    let text = cells.collect::<Vec<_>>().join("  ");
    format!("{}\n", text.trim_end())
}

fn block(row: &DenialExplained) -> Vec<[String; COLUMNS]> {
    let (coded, plain): (Vec<_>, Vec<_>) =
        row.told.iter().partition(|told| !told.code.is_empty() || told.status != 404);
    let first = [hidden(row), forbidden(row), missing(row, plain.first().copied())];
    let users: Vec<[String; 2]> = row.operations.iter().flat_map(users).collect();
    let height = users.len().max(coded.len()).max(1);
    (0..height)
        .map(|index| {
            let [operation, user] = users.get(index).cloned().unwrap_or_default();
            let told = coded.get(index).map(|told| coded_told(told)).unwrap_or_default();
            let [hidden, forbidden, missing] =
                if index == 0 { first.clone() } else { [const { String::new() }; 3] };
            [operation, user, hidden, forbidden, missing, told].map(|cell| printable(&cell).to_string())
        })
        .collect()
}

/// An operation and who uses it; a step whose denial is not told in words says what the result has instead.
fn users(operation: &DenyingOperation) -> Vec<[String; 2]> {
    let used = operation.used.iter().enumerate();
    used.map(|(index, user)| {
        let instead = match operation.instead.get(user) {
            None => String::new(),
            Some(Value::Object(fields)) => {
                let fields: Vec<String> =
                    fields.iter().map(|(name, value)| format!("{name} = {value}")).collect();
                format!(" (sets {})", fields.join(", "))
            }
            Some(_) => " (a note)".to_owned(),
        };
        let id = if index == 0 { operation.id.clone() } else { String::new() };
        [id, format!("{user}{instead}")]
    })
    .collect()
}

fn hidden(row: &DenialExplained) -> String {
    match (row.hidden.as_slice(), row.unclaimed.as_slice()) {
        ([], []) => "none".to_owned(),
        ([], unclaimed) => format!("{} (no subject)", unclaimed.join(", ")),
        (secrets, _) => secrets.join(", "),
    }
}

fn forbidden(row: &DenialExplained) -> String {
    match (row.sentence.as_str(), row.permission.as_str()) {
        ("", "") => "names no permission".to_owned(),
        ("", permission) => format!("names {permission}"),
        _ => "as 404".to_owned(),
    }
}

fn missing(row: &DenialExplained, told: Option<&ToldExplained>) -> String {
    match told {
        _ if !row.sentence.is_empty() => row.sentence.clone(),
        Some(told) => said(told),
        None => "nothing is there".to_owned(),
    }
}

fn coded_told(told: &ToldExplained) -> String {
    let status = if told.status == 404 { String::new() } else { format!("{} ", told.status) };
    let answer = format!("{status}{}", told.code);
    format!("{}: {}", answer.trim_end(), said(told))
}

fn said(told: &ToldExplained) -> String {
    match told.enumerates.as_str() {
        "" => told.say.clone(),
        address => format!("{} And what is visible of {address}.", told.say),
    }
}
