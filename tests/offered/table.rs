//! Outcomes → tables for people, one line a document, written to the target folder.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use crate::outcome::Outcome;

/// Operations, offered operations and refused calls of each document, and every reason.
pub fn offered(outcomes: &[Outcome]) -> String {
    let mut text = String::from(
        "| document | OpenAPI | operations | offered | whole object bodies | not offered | refused calls | \
         arguments without a sample | seconds |\n| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    let mut sums = [0; 6];
    for outcome in outcomes {
        let calls = || outcome.tools.iter().flat_map(|tool| &tool.calls);
        let counts = [
            outcome.entry.operations,
            outcome.offered(),
            outcome.tools.iter().filter(|tool| tool.whole_object).count(),
            outcome.left_out.len(),
            calls().filter(|call| call.request.is_err()).count(),
            calls().map(|call| call.dropped.len()).sum(),
        ];
        for (sum, count) in sums.iter_mut().zip(counts) {
            *sum += count;
        }
        let cells = counts.map(|count| count.to_string()).join(" | ");
        let (name, version) = (&outcome.entry.name, &outcome.entry.version);
        let _ = writeln!(text, "| {name} | {version} | {cells} | {:.1} |", outcome.seconds);
    }
    let _ = writeln!(text, "| all | | {} | |", sums.map(|sum| sum.to_string()).join(" | "));
    text.push_str("\n## Not offered, and why\n\n");
    for outcome in outcomes {
        reasons(&mut text, outcome);
    }
    text
}

fn reasons(text: &mut String, outcome: &Outcome) {
    let name = &outcome.entry.name;
    if let Some(refusal) = &outcome.refusal {
        let _ = writeln!(text, "- {name}: {refusal}");
    }
    let mut grouped: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut add = |kind: &str, reason: &str, operation: &str| {
        let example = format!("`{operation}`: {reason}");
        grouped.entry(format!("{kind}: {}", kind_of(reason))).or_default().push(example);
    };
    for (operation, reason) in &outcome.left_out {
        add("left out", reason, operation);
    }
    for tool in &outcome.tools {
        for call in &tool.calls {
            if let Err(why) = &call.request {
                add(call.name(), why, &tool.operation);
            }
            for (argument, why) in &call.dropped {
                add("no sample of an argument", why, &format!("{}`, `{argument}", tool.operation));
            }
        }
    }
    for (reason, examples) in grouped {
        let example: String = examples[0].chars().take(400).collect();
        let _ = writeln!(text, "- {name}, {} ×: {reason}, as {example}", examples.len());
    }
}

/// The first word of a reason, which is its code.
fn kind_of(reason: &str) -> &str {
    reason.split(':').next().unwrap_or_default()
}

/// Writes a table to the target folder and prints what stands before its first headline.
#[expect(clippy::print_stdout, reason = "the table is what the suite is read for")]
pub fn write_down(name: &str, table: &str) {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, table).unwrap();
    println!("{}\nwritten to {}", table.split("\n## ").next().unwrap_or_default(), path.display());
}
