//! `gates` → the names of the gates' arguments, and the gates of a tool or a variant.

use super::cursor::{Cursor, Members};
use super::keys::Keys;
use super::{errors, expressions};
use crate::diagnostics::Fault;
use crate::lower::curation::{
    CapEntry, CapNames, ConfirmEntry, DryRunEntry, ExpectedEntry, GateNames, GatesEntry, Spot, Word,
};

const NAMES: Keys = Keys {
    expected: "a mapping with `dry_run`, `confirm` or `cap`, each with the name of its argument",
    known: &["dry_run", "confirm", "cap"],
    later: &[],
};

const NAME: Keys =
    Keys { expected: "a mapping with `arg`, the argument's name", known: &["arg"], later: &[] };

const CAP_NAMES: Keys =
    Keys { expected: "a mapping with `arg` and `tripped_by`", known: &["arg", "tripped_by"], later: &[] };

const GATES: Keys = Keys {
    expected: "a mapping with `dry_run`, `confirm` or `cap`",
    known: &["dry_run", "confirm", "cap"],
    later: &[],
};

const DRY_RUN: Keys = Keys {
    expected: "`{ upstream: <slot> }` or `{ local: true }`",
    known: &["upstream", "on", "local"],
    later: &[],
};

const CONFIRM: Keys = Keys {
    expected: "a mapping with `equals`, and `lookup` or `receipt`",
    known: &["equals", "lookup", "receipt"],
    later: &[],
};

const CAP: Keys = Keys { expected: "`{ upstream: <slot> }`", known: &["upstream", "foreseen"], later: &[] };

const ANSWER: Keys = Keys {
    expected: "a mapping with `status` and `code`",
    known: &["status", "code", "error_code"],
    later: &[],
};

/// Words that would weaken a gate. There is no key for that, and a near name would be no help.
const WEAKENING: [&str; 18] = [
    "allow",
    "arg_default",
    "bypass",
    "callers",
    "default",
    "disable",
    "disabled",
    "enabled",
    "except",
    "exempt",
    "exemptions",
    "optional",
    "roles",
    "skip",
    "skip_for",
    "trusted",
    "unless",
    "when",
];

/// `gates` of the manifest.
pub(super) fn names(manifest: &Members<'_>) -> GateNames {
    let usual = GateNames::usual(&manifest.at);
    let Some(members) = manifest.get("gates").and_then(|at| gates(&at, &NAMES)) else { return usual };
    let arg = |key| {
        let at: Cursor<'_> = members.get(key)?;
        gates(&at, &NAME)?.required("arg", "the argument's name")?.word("the argument's name")
    };
    let names = GateNames {
        dry_run: arg("dry_run").unwrap_or(usual.dry_run),
        confirm: arg("confirm").unwrap_or(usual.confirm),
        cap: members.get("cap").and_then(|at| cap_names(&at)),
    };
    let used: Vec<&Word> =
        [&names.dry_run, &names.confirm].into_iter().chain(names.cap.as_ref().map(|cap| &cap.arg)).collect();
    for (index, word) in used.iter().enumerate() {
        if used.iter().take(index).any(|other| other.value == word.value) {
            let what = format!("two gates have the argument `{}`: one consent would pass both", word.value);
            let fault = Fault::error("duplicate-name", word.at.clone(), what);
            manifest.fault(fault.instead("a name of its own for each gate"));
        }
    }
    names
}

fn cap_names(at: &Cursor<'_>) -> Option<CapNames> {
    let members = gates(at, &CAP_NAMES)?;
    let arg = match members.get("arg") {
        Some(arg) => arg.word("the argument's name"),
        None => Some(Spot::new("override".to_owned(), at.at.clone())),
    };
    let answer = members.required("tripped_by", "`tripped_by: { status: 409, code: … }`")?;
    let (status, code, error_code) = tripping(&answer)?;
    Some(CapNames { arg: arg?, status, code, error_code, at: answer.at })
}

/// An answer of the upstream: its status, its code, and where that stands.
pub(super) fn tripping(at: &Cursor<'_>) -> Option<(u16, String, Option<Word>)> {
    let members = at.members(&ANSWER)?;
    let code = members.get("code").and_then(|at| at.word("the code of an error"));
    let error_code = members.get("error_code").and_then(|at| errors::written_pointer(&at));
    let status = members.required("status", "`status: 404`")?;
    let number = status.value.as_u64().and_then(|number| u16::try_from(number).ok());
    match number.filter(|number| (400..=599).contains(number)) {
        Some(number) => Some((number, code.map(|code| code.value).unwrap_or_default(), error_code)),
        None if status.value.is_number() => {
            status.unknown("the status of a refusal", "a number from 400 to 599".to_owned())
        }
        None => status.expected("the status of a refusal, a number from 400 to 599"),
    }
}

/// `gates` of a tool or a variant.
pub(super) fn of(members: &Members<'_>) -> GatesEntry {
    let Some(members) = members.get("gates").and_then(|at| gates(&at, &GATES)) else {
        return GatesEntry::default();
    };
    GatesEntry {
        dry_run: members.get("dry_run").and_then(|at| Some(Spot::new(dry_run(&at)?, at.at))),
        confirm: members.get("confirm").and_then(|at| Some(Spot::new(confirm(&at)?, at.at))),
        cap: members.get("cap").and_then(|at| Some(Spot::new(cap(&at)?, at.at))),
    }
}

fn dry_run(at: &Cursor<'_>) -> Option<DryRunEntry> {
    let members = gates(at, &DRY_RUN)?;
    let local = members.get("local");
    let on = members.get("on");
    match (members.get("upstream"), local) {
        (Some(_), Some(_)) => {
            members.conflict("upstream", "local", "keep `upstream` where the upstream has a preview");
            None
        }
        (Some(slot), None) => {
            let on = on.map(|at| Box::new(Spot::new(at.value.clone(), at.at)));
            Some(DryRunEntry::Upstream { slot: Box::new(slot.word("a slot like `query.dryRun`")?), on })
        }
        (None, Some(_)) if on.is_some() => {
            members.conflict("local", "on", "`on` only beside `upstream`: a local preview sends nothing");
            None
        }
        (None, Some(local)) => match local.flag()? {
            true => Some(DryRunEntry::Local),
            false => local.unknown("a dry run", "`local: true`, or `upstream: <slot>`".to_owned()),
        },
        (None, None) => {
            members.missing("it says neither `upstream` nor `local`", DRY_RUN.expected);
            None
        }
    }
}

fn confirm(at: &Cursor<'_>) -> Option<ConfirmEntry> {
    let members = gates(at, &CONFIRM)?;
    let receipt = members.get("receipt").and_then(|at| at.choice(&[("required", ())]));
    let lookup = members.get("lookup").and_then(|at| at.word("an operation that only reads"));
    let equals = members.required("equals", expressions::FORMS)?;
    let equals = Spot::new(expressions::of(&equals)?, equals.at);
    match (&equals.value, members.get("lookup")) {
        (ExpectedEntry::Lookup(_), None) => {
            members.missing(
                "`$lookup` is the answer of no operation",
                "`lookup: <operationId>`, an operation that only reads",
            );
            None
        }
        (ExpectedEntry::Path(_) | ExpectedEntry::Preview(_), Some(lookup)) => {
            let what = format!("`{}` is asked, and `equals` takes nothing from its answer", lookup.path());
            let fault = Fault::error("conflicting-keys", lookup.at.at_key(), what);
            lookup.fault(fault.instead("no `lookup`, or `equals: '$lookup.body#/<field>'`"));
            None
        }
        _ => Some(ConfirmEntry { equals, lookup, receipt: receipt.is_some() }),
    }
}

fn cap(at: &Cursor<'_>) -> Option<CapEntry> {
    let members = gates(at, &CAP)?;
    let slot = members.required("upstream", "`upstream: <slot>`, the slot that lifts the cap")?;
    let foreseen =
        members.get("foreseen").map(|at| expressions::preview(&at).map(|word| Spot::new(word, at.at)));
    Some(CapEntry { slot: slot.word("a slot like `query.override`")?, foreseen: foreseen.flatten() })
}

/// The members of a gate. What would weaken it is said to be no key, rather than an unknown one.
fn gates<'a>(at: &Cursor<'a>, keys: &Keys) -> Option<Members<'a>> {
    for key in at.value.as_object().into_iter().flat_map(|map| map.keys()) {
        if WEAKENING.contains(&key.to_ascii_lowercase().as_str()) {
            let what = format!("`{}` has no key `{key}`: no default and no caller passes a gate", at.path());
            let fault = Fault::error("gate-exemption", at.at.key(key).at_key(), what);
            at.fault(fault.instead("no such key; every call without the gate's argument is the safe one"));
        }
    }
    at.members_beside(keys, &WEAKENING)
}
