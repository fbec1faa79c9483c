//! `errors` and `error_code` → which failure is answered with which sentence.

use fewtools_contract::{Effect, EffectMatch};
use serde_json::Value;

use super::cursor::{Cursor, Members};
use super::keys::Keys;
use crate::diagnostics::Place;
use crate::lower::curation::{ErrorEntry, Spot, Word};

const RULE: Keys = Keys {
    expected: "a mapping with `say`, and `status`, `code` or `network`",
    known: &["status", "code", "network", "effect", "ops", "error_code", "say"],
    later: &[],
};

const EFFECTS: [(&str, EffectMatch); 5] = [
    ("mutation", EffectMatch::Mutation),
    ("read", EffectMatch::Only(Effect::Read)),
    ("additive", EffectMatch::Only(Effect::Additive)),
    ("idempotent", EffectMatch::Only(Effect::Idempotent)),
    ("destructive", EffectMatch::Only(Effect::Destructive)),
];

/// What a status may be.
const STATUS: &str = "a status like `409`, or a range like `5xx`";

/// The statuses of a rule that names only a code.
const ANY_FAILURE: (u16, u16) = (400, 599);

pub(super) fn of(at: &Cursor<'_>) -> Vec<Spot<ErrorEntry>> {
    let rules = at.items("a list of rules");
    rules.iter().filter_map(|at| Some(Spot::new(rule(at)?, at.at.clone()))).collect()
}

/// `error_code`: a JSON Pointer (RFC 6901), `/code` when it is left out.
pub(super) fn pointer(at: Option<Cursor<'_>>, manifest: &Place) -> Word {
    let absent = || Spot::new("/code".to_owned(), manifest.clone());
    at.and_then(|at| written_pointer(&at)).unwrap_or_else(absent)
}

pub(super) fn written_pointer(at: &Cursor<'_>) -> Option<Word> {
    let word = at.word("a JSON Pointer like `/code`")?;
    let is_escaped = |segment: &str| segment.split('~').skip(1).all(|rest| rest.starts_with(['0', '1']));
    match word.value.starts_with('/') && is_escaped(&word.value) {
        true => Some(word),
        false => at.unknown("a JSON Pointer", format!("`/{}`", word.value.replace('~', "~0"))),
    }
}

fn rule(at: &Cursor<'_>) -> Option<ErrorEntry> {
    let members = at.members(&RULE)?;
    let ops = members.get("ops").map(|at| at.words("a list of operations"));
    let code = members.get("code").and_then(|at| at.word("the code of an error"));
    let effect = members.get("effect").and_then(|at| at.choice(&EFFECTS));
    let error_code = members.get("error_code").and_then(|at| written_pointer(&at));
    let status = statuses(&members);
    let say = members.required("say", "the sentence that the caller reads").and_then(|at| at.prose());
    Some(ErrorEntry {
        status: status?,
        code: code.map(|code| code.value).unwrap_or_default(),
        error_code,
        effect,
        ops: ops.unwrap_or_default(),
        say: say?,
    })
}

/// The statuses of a rule; the inner `None` is no answer at all.
fn statuses(members: &Members<'_>) -> Option<Option<(u16, u16)>> {
    let code = members.get("code").is_some();
    match (members.get("status"), members.get("network")) {
        (Some(_), Some(_)) => {
            members.conflict(
                "status",
                "network",
                "keep one of the two: without an answer there is no status",
            );
            None
        }
        (None, Some(_)) if code => {
            members.conflict("network", "code", "keep one of the two: without an answer there is no code");
            None
        }
        (None, Some(network)) => network.choice(&[("any", ())]).map(|()| None),
        (Some(status), None) => range(&status).map(Some),
        (None, None) if code => Some(Some(ANY_FAILURE)),
        (None, None) => {
            members.missing(
                "it says neither `status` nor `network`",
                "`status: 409`, `status: 5xx` or `network: any`",
            );
            None
        }
    }
}

fn range(at: &Cursor<'_>) -> Option<(u16, u16)> {
    let text = match at.value {
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.trim().to_ascii_lowercase(),
        _ => return at.expected(STATUS),
    };
    let range = match text.strip_suffix("xx").map(str::parse::<u16>) {
        Some(Ok(hundred @ 1..=5)) => Some((hundred * 100, hundred * 100 + 99)),
        Some(_) => None,
        None => {
            text.parse().ok().filter(|status| (100..=599).contains(status)).map(|status| (status, status))
        }
    };
    range.or_else(|| at.unknown("a status", STATUS.to_owned()))
}
