//! The requests of every document → what validators that know nothing of fewtools say of them.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Instant;

use crate::judges::{Judges, Verdict};
use crate::known::Known;
use crate::outcome::Outcome;
use crate::{parallel, requests};

/// It refers to plain text, at which the library of the validator gives up.
const BEYOND: [&str; 1] = ["digitalocean"];

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
        let file = requests::write(outcome, &folder);
        let began = Instant::now();
        (outcome, judges.requests(&outcome.entry, &file), began.elapsed().as_secs_f64())
    });
    let mut report = Report {
        table: "| document | OpenAPI | requests | accepted | rejected, and right | rejected, and wrong | seconds |\n\
                | --- | --- | ---: | ---: | ---: | ---: | ---: |\n"
            .to_owned(),
        wrong: Vec::new(),
        judged: Vec::new(),
    };
    for (outcome, verdicts, seconds) in judged {
        match verdicts {
            Ok(verdicts) => add(&mut report, outcome, &verdicts, &known, seconds),
            Err(why) => report.wrong.push(format!("{}: {why}", outcome.entry.name)),
        }
    }
    report.wrong.extend(known.unmet());
    report.table.push_str(&known.summary());
    report
}

fn add(report: &mut Report, outcome: &Outcome, verdicts: &[Verdict], known: &Known, seconds: f64) {
    let name = &outcome.entry.name;
    let (mut accepted, mut ours, mut theirs) = (0, 0, 0);
    for verdict in verdicts {
        let mut rights = Vec::new();
        for (kind, sentence) in &verdict.faults {
            match known.right(name, kind, |words| sentence.contains(words)) {
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
    let counts = [requests, accepted, theirs, ours].map(|count| count.to_string()).join(" | ");
    let _ = writeln!(report.table, "| {name} | {version} | {counts} | {seconds:.1} |");
    report.judged.push(outcome.entry.release().to_owned());
}
