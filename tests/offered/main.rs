//! Every document of the corpus → every operation offered as a tool, called twice, and the requests judged by others.
#![allow(clippy::unwrap_used, clippy::panic)]

mod calls;
mod offer;
mod outcome;
mod requests;
mod table;

use std::sync::LazyLock;

use fewtools_tests::corpus;

use crate::outcome::Outcome;

/// The share of the operations that is offered, in hundredths of a percent: 99 % is asked for.
const OFFERED: usize = 9_900;

/// What became of every document; made once for all tests.
static OUTCOMES: LazyLock<Option<Vec<Outcome>>> = LazyLock::new(|| corpus::entries().map(outcome::of_all));

#[test]
fn every_operation_is_offered() {
    let Some(outcomes) = OUTCOMES.as_deref() else { return };
    table::write_down("offered.md", &table::offered(outcomes));
    for outcome in outcomes {
        requests::write(outcome, &std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("requests"));
    }
    let all: usize = outcomes.iter().map(|outcome| outcome.entry.operations).sum();
    let offered: usize = outcomes.iter().map(Outcome::offered).sum();
    assert!(offered * 10_000 >= all * OFFERED, "{offered} of {all} operations are offered");
}
