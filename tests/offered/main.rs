//! Every document of the corpus → every operation offered as a tool, called twice, and the requests judged by others.
#![allow(clippy::unwrap_used, clippy::panic)]

mod accepted;
mod calls;
mod judges;
mod known;
mod offer;
mod outcome;
mod parallel;
mod requests;
mod slots;
mod table;

use std::sync::LazyLock;

use fewtools_tests::corpus;

use crate::judges::Judges;
use crate::outcome::Outcome;

/// The share of the operations that is offered, in hundredths of a percent: 99 % is asked for.
const OFFERED: usize = 9_990;

/// Documents of each version that are judged, at least.
const JUDGED: [(&str, usize); 4] = [("2.0", 12), ("3.0", 30), ("3.1", 12), ("3.2", 2)];

/// What became of every document; made once for all tests.
static OUTCOMES: LazyLock<Option<Vec<Outcome>>> = LazyLock::new(|| corpus::entries().map(outcome::of_all));

/// The validators; installed once for all tests.
static JUDGES: LazyLock<Option<Judges>> = LazyLock::new(Judges::ready);

#[test]
fn every_operation_is_offered() {
    let Some(outcomes) = OUTCOMES.as_deref() else { return };
    table::write_down("offered.md", &table::offered(outcomes));
    let all: usize = outcomes.iter().map(|outcome| outcome.entry.operations).sum();
    let offered: usize = outcomes.iter().map(Outcome::offered).sum();
    assert!(offered * 10_000 >= all * OFFERED, "{offered} of {all} operations are offered");
}

#[test]
fn every_request_is_accepted_by_a_validator() {
    let (Some(judges), Some(outcomes)) = (JUDGES.as_ref(), OUTCOMES.as_deref()) else { return };
    let report = accepted::report(outcomes, judges);
    table::write_down("accepted.md", &report.table);
    assert!(report.wrong.is_empty(), "{}\n{}", report.wrong.len(), report.wrong.join("\n"));
    for (release, least) in JUDGED {
        let judged = report.judged.iter().filter(|judged| *judged == release).count();
        assert!(judged >= least, "{judged} documents of OpenAPI {release} are judged");
    }
}

#[test]
fn every_slot_is_read_alike_by_a_script() {
    let (Some(judges), Some(outcomes)) = (JUDGES.as_ref(), OUTCOMES.as_deref()) else { return };
    let (table, wrong) = slots::report(outcomes, judges);
    table::write_down("slots.md", &table);
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}
