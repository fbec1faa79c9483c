//! A refusal: nothing is sent, and the argument is named.

use super::Facts;
use crate::cases::expected::Refuse;
use crate::cases::product::{Outcome, Target};

/// A call that is refused.
pub fn refusal(facts: &mut Facts, expected: &Refuse, target: Option<&Target>, outcome: &Outcome) {
    is_refused(facts, target, outcome);
    if let Some(most) = expected.message_bytes_max {
        let bytes = outcome.text.len();
        facts.that(bytes <= most, || format!("the refusal has {bytes} bytes, more than {most}"));
    }
    if let Some(seconds) = expected.within_seconds {
        let took = outcome.took.as_secs_f64();
        facts.that(took <= seconds, || format!("the refusal took {took} s, more than {seconds}"));
    }
}

/// Nothing is sent, the result is an error, and it names the argument in its text and as data.
pub fn is_refused(facts: &mut Facts, target: Option<&Target>, outcome: &Outcome) {
    facts.that(outcome.sent.is_empty(), || format!("sent all the same: {}", urls(outcome)));
    facts.that(outcome.is_error, || format!("no error: {}", outcome.text));
    let Some(target) = target else { return };
    let named = target.arguments();
    let found = outcome.refused_argument();
    facts.that(found.is_some_and(|found| named.contains(&found)), || {
        format!("argument at fault: expected {named:?}, found {found:?}: {}", outcome.text)
    });
    facts.that(named.iter().any(|name| outcome.text.contains(name)), || {
        format!("the text names none of {named:?}: {}", outcome.text)
    });
}

fn urls(outcome: &Outcome) -> String {
    outcome.sent.iter().map(|sent| format!("{} {}", sent.method, sent.url)).collect::<Vec<_>>().join(", ")
}
