//! The slots of every operation → where a script that knows nothing of fewtools reads others.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use fewtools_build::explain::OperationExplained;

use crate::judges::{Judges, Reading};
use crate::known::Known;
use crate::outcome::Outcome;
use crate::parallel;

/// It refers to plain text, at which the library of the script gives up.
const BEYOND: [&str; 1] = ["digitalocean"];

/// A table of the documents, and the differences that nobody knew.
pub fn report(outcomes: &[Outcome], judges: &Judges) -> (String, Vec<String>) {
    let known = Known::table("Slots that differ");
    let outcomes = outcomes.iter().filter(|outcome| !outcome.operations.is_empty());
    let outcomes = outcomes.filter(|outcome| !BEYOND.contains(&outcome.entry.name.as_str())).collect();
    let readings = parallel::map(outcomes, |outcome: &Outcome| (outcome, judges.slots(&outcome.entry)));
    let mut table =
        "| document | operations | slots | slots that differ |\n| --- | ---: | ---: | ---: |\n".to_owned();
    let mut wrong = Vec::new();
    for (outcome, readings) in readings {
        let name = &outcome.entry.name;
        let readings = match readings {
            Ok(readings) => readings,
            Err(why) => {
                wrong.push(format!("{name}: {why}"));
                continue;
            }
        };
        let slots: usize = readings.iter().map(|reading| reading.slots.len()).sum();
        let differences = differences(&outcome.operations, &readings);
        let _ = writeln!(table, "| {name} | {} | {slots} | {} |", readings.len(), differences.len());
        for (route, kind, slot) in differences {
            if known.right(name, kind, |words| words == slot).is_none() {
                wrong.push(format!("{name}, `{route}`: {kind}: `{slot}`"));
            }
        }
    }
    wrong.extend(known.unmet());
    table.push_str(&known.summary());
    (table, wrong)
}

/// Route, kind and slot of every difference.
fn differences(
    operations: &[OperationExplained],
    readings: &[Reading],
) -> Vec<(String, &'static str, String)> {
    let by_route: BTreeMap<&str, &Reading> =
        readings.iter().map(|reading| (reading.route.as_str(), reading)).collect();
    let mut found = Vec::new();
    for operation in operations {
        let mut add = |kind, slot: &str| found.push((operation.route.clone(), kind, slot.to_owned()));
        if operation.unreadable.is_some() {
            continue;
        }
        let Some(reading) = by_route.get(operation.route.as_str()) else {
            add("operation-not-read", "");
            continue;
        };
        let ours: BTreeMap<&str, bool> =
            operation.slots.iter().map(|slot| (slot.slot.as_str(), slot.required)).collect();
        for (slot, required) in &reading.slots {
            match ours.get(slot.as_str()) {
                None => add("left-out", slot),
                Some(known) if known != required => add("needed-differs", slot),
                Some(_) => {}
            }
        }
        ours.keys().filter(|slot| !reading.slots.contains_key(**slot)).for_each(|slot| add("added", slot));
    }
    let read: std::collections::BTreeSet<&str> = operations.iter().map(|one| one.route.as_str()).collect();
    let more = readings.iter().filter(|reading| !read.contains(reading.route.as_str()));
    found.extend(more.map(|reading| (reading.route.clone(), "operation-left-out", String::new())));
    found
}
