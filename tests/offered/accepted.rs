//! The requests of every document → what validators that know nothing of fewtools say of them.

use std::fmt::Write as _;
use std::path::Path;

use crate::judges::{Judges, Verdict};
use crate::known::Known;
use crate::outcome::Outcome;
use crate::{parallel, requests};

/// Documents that take a validator minutes, and one that refers to plain text, at which its library gives up.
const BEYOND: [&str; 4] = ["argo-workflows", "digitalocean", "github", "stripe"];

/// What was said, as a table and as a list of what nobody knew.
pub struct Report {
    /// One line a document, and one a kind of rejection.
    pub table: String,
    /// Rejections that the table of known ones does not hold, rows of it that are met by nothing, scripts that failed.
    pub wrong: Vec<String>,
    /// Documents whose requests were judged, by version.
    pub judged: Vec<String>,
}

/// Lets every request be judged.
pub fn report(outcomes: &[Outcome], judges: &Judges) -> Report {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("requests");
    let known = Known::table("Rejected requests");
    let outcomes = outcomes.iter().filter(|outcome| !outcome.tools.is_empty());
    let outcomes = outcomes.filter(|outcome| !BEYOND.contains(&outcome.entry.name.as_str())).collect();
    let judged = parallel::map(outcomes, |outcome: &Outcome| {
        (outcome, judges.requests(&outcome.entry, &requests::write(outcome, &folder)))
    });
    let mut report = Report {
        table: "| document | OpenAPI | requests | accepted | rejected, and right | rejected, and wrong |\n\
                | --- | --- | ---: | ---: | ---: | ---: |\n"
            .to_owned(),
        wrong: Vec::new(),
        judged: Vec::new(),
    };
    for (outcome, verdicts) in judged {
        match verdicts {
            Ok(verdicts) => add(&mut report, outcome, &verdicts, &known),
            Err(why) => report.wrong.push(format!("{}: {why}", outcome.entry.name)),
        }
    }
    report.wrong.extend(known.unmet());
    report
}

fn add(report: &mut Report, outcome: &Outcome, verdicts: &[Verdict], known: &Known) {
    let name = &outcome.entry.name;
    let (mut accepted, mut ours, mut theirs) = (0, 0, 0);
    for verdict in verdicts {
        let mut rights = Vec::new();
        for (kind, sentence) in &verdict.faults {
            match known.right(name, kind, sentence) {
                Some(right) => rights.push(right),
                None => {
                    let (operation, call) = (&verdict.operation, &verdict.call);
                    report.wrong.push(format!("{name}, `{operation}` with {call}: {kind}: {sentence}"));
                }
            }
        }
        match verdict.faults.is_empty() {
            true => accepted += 1,
            false if rights.len() == verdict.faults.len() && !rights.contains(&"validator") => ours += 1,
            false => theirs += 1,
        }
    }
    let (version, requests) = (&outcome.entry.version, verdicts.len());
    let _ = writeln!(report.table, "| {name} | {version} | {requests} | {accepted} | {theirs} | {ours} |");
    report.judged.push(outcome.entry.release().to_owned());
}
