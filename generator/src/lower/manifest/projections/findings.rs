//! A list of `{ when, say }` → findings.

use serde_json::Value;

use super::super::conditions;
use super::super::cursor::Cursor;
use super::super::keys::Keys;
use crate::diagnostics::Fault;
use crate::lower::curation::FindingEntry;

const FINDING: Keys =
    Keys { expected: "a finding: a mapping with `when` and `say`", known: &["when", "say"], later: &[] };

pub(super) fn of(at: &Cursor<'_>) -> Vec<FindingEntry> {
    if at.value.as_array().is_some_and(Vec::is_empty) {
        let what = format!("`{}` finds nothing", at.path());
        at.fault(Fault::error("empty-list", at.at.clone(), what).instead("`{ when: …, say: … }`"));
    }
    at.items("a list of findings").iter().filter_map(finding).collect()
}

fn finding(at: &Cursor<'_>) -> Option<FindingEntry> {
    if let Value::String(text) = at.value {
        let what = format!("`{}` is no finding, but a text", at.path());
        let fault = Fault::error("wrong-type", at.at.clone(), what);
        at.fault(
            fault.instead(format!(
                "`{{ when: <condition>, say: {text} }}`; fields of a list are behind `pick`"
            )),
        );
        return None;
    }
    let members = at.members(&FINDING)?;
    let when = members.required("when", "a condition, like `depth > 100`").map(|at| conditions::of(&at));
    let say = members.required("say", "the sentence that is told").map(|at| at.prose());
    Some(FindingEntry { when: when??, say: say?? })
}
