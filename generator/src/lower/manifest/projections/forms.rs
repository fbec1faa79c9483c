//! A mapping behind a field's name → where the field comes from: exactly one of the forms that there are.

use serde_json::Value;

use super::super::cursor::{Cursor, Members};
use super::super::keys::Keys;
use super::super::{condition, measures};
use super::{functions, pick, way};
use crate::diagnostics::Fault;
use crate::lower::curation::{FromEntry, ItemsEntry, Spot, Word};

const FIELD: Keys = Keys {
    expected: "a path, a list of findings, or a mapping with `from`, `each`, `count`, `sum`, `const` or `fn`",
    known: &[
        "from", "each", "count", "sum", "const", "fn", "cap", "pick", "where", "sort", "first", "of",
        "returns",
    ],
    later: &[],
};

/// A form: the key that it is known by, the keys that may stand beside that, and how it is written.
struct Form {
    key: &'static str,
    beside: &'static [&'static str],
    written: &'static str,
}

const FORMS: [Form; 6] = [
    Form { key: "fn", beside: &["of", "returns"], written: "`{ fn: <name>, of: <path>, returns: <type> }`" },
    Form {
        key: "each",
        beside: &["where", "sort", "first", "pick"],
        written: "`{ each: <path>, where: <field>, sort: <field>, first: <n>, pick: […] }`",
    },
    Form { key: "count", beside: &["where"], written: "`{ count: <path>, where: <field> }`" },
    Form { key: "sum", beside: &["of", "where"], written: "`{ sum: <path>, of: <field>, where: <field> }`" },
    Form { key: "const", beside: &[], written: "`{ const: <value> }`" },
    Form {
        key: "from",
        beside: &["cap", "pick"],
        written: "`{ from: <path>, cap: 8kB }` or `{ from: <path>, pick: […] }`",
    },
];

pub(super) fn of(at: &Cursor<'_>) -> Option<FromEntry> {
    if let Value::Object(map) = at.value
        && (map.contains_key("when") || map.contains_key("say"))
    {
        let what = format!("`{}` is one finding", at.path());
        let fault = Fault::error("wrong-type", at.at.clone(), what);
        at.fault(fault.instead("a list of them: `[{ when: …, say: … }]`"));
        return None;
    }
    let members = at.members(&FIELD)?;
    let mut forms = FORMS.iter().filter(|form| members.get(form.key).is_some());
    let Some(form) = forms.next() else {
        members.missing("nothing says where the field comes from", guess(&members).written);
        return None;
    };
    let others = FIELD.known.iter().filter(|key| **key != form.key && !form.beside.contains(key));
    let foreign: Vec<_> = others.filter(|key| members.get(key).is_some()).collect();
    for key in &foreign {
        members.conflict(form.key, key, form.written);
    }
    if !foreign.is_empty() {
        return None;
    }
    let lead = members.get(form.key)?;
    match form.key {
        "fn" => functions::of(&members, &lead),
        "each" => each(&members, &lead),
        "count" => Some(FromEntry::Count(items(&members, &lead)?)),
        "sum" => sum(&members, &lead),
        "const" => Some(FromEntry::Constant(Spot::new(lead.value.clone(), lead.at))),
        _ => part(&members, &lead),
    }
}

/// The form that keys without their first one belong to.
fn guess(members: &Members<'_>) -> &'static Form {
    let has = |form: &&Form| form.beside.iter().any(|key| members.get(key).is_some());
    FORMS.iter().find(has).unwrap_or(&FORMS[1])
}

/// `from` with `cap` or `pick`.
fn part(members: &Members<'_>, lead: &Cursor<'_>) -> Option<FromEntry> {
    let from = way(lead);
    match (members.get("cap"), members.get("pick")) {
        (Some(_), Some(_)) => {
            members.conflict("cap", "pick", "`cap` for a text, or `pick` for an object");
            None
        }
        (Some(cap), None) => {
            let most = size(&cap);
            Some(FromEntry::Text { from: from?, most: most? })
        }
        (None, Some(at)) => {
            let pick = pick(&at);
            Some(FromEntry::Object { from: from?, pick: pick? })
        }
        (None, None) => from.map(FromEntry::Way),
    }
}

fn each(members: &Members<'_>, lead: &Cursor<'_>) -> Option<FromEntry> {
    let of = items(members, lead);
    let pick = members.get("pick").map(|at| pick(&at));
    match pick {
        Some(None) => None,
        pick => Some(FromEntry::Each { of: of?, pick: pick.flatten() }),
    }
}

fn sum(members: &Members<'_>, lead: &Cursor<'_>) -> Option<FromEntry> {
    let of = items(members, lead);
    let number = members.required("of", "the way from an item to the number").and_then(|at| field(&at));
    Some(FromEntry::Sum { of: of?, number: number? })
}

fn items(members: &Members<'_>, lead: &Cursor<'_>) -> Option<ItemsEntry> {
    let at = way(lead);
    let filter = members.get("where").map(|at| condition::of(&at));
    let sort = members.get("sort").map(|at| sort(&at));
    let first = members.get("first").map(|at| at.positive("a number of items"));
    if matches!(filter, Some(None)) || matches!(sort, Some(None)) || matches!(first, Some(None)) {
        return None;
    }
    Some(ItemsEntry { at: at?, filter: filter.flatten(), sort: sort.flatten(), first: first.flatten() })
}

/// `size`, or `-size` for the greatest first.
fn sort(at: &Cursor<'_>) -> Option<(Word, bool)> {
    let Word { value, at: place } = at.word("a field of an item, `-` before it for the greatest first")?;
    let descending = value.strip_prefix('-');
    let path = descending.unwrap_or(&value).trim();
    if path.is_empty() || path.starts_with(['$', '-']) || path.contains(char::is_whitespace) {
        return at.unknown("a field of an item", "`size`, or `-size` for the greatest first".to_owned());
    }
    Some((Word::new(path.to_owned(), place), descending.is_some()))
}

/// A path from an item.
fn field(at: &Cursor<'_>) -> Option<Word> {
    let word = at.word("a field of an item")?;
    if word.value.starts_with('$') {
        return at.unknown("a field of an item", "a path from the item, like `size`".to_owned());
    }
    Some(word)
}

/// A size that a text is cut to.
fn size(at: &Cursor<'_>) -> Option<u32> {
    let word = at.word("a size like `8kB`")?;
    let bytes = measures::bytes(&word.value).and_then(|bytes| u32::try_from(bytes).ok());
    match bytes {
        Some(bytes) => Some(bytes),
        None => at.unknown("a size", "a number and a unit, like `8kB` or `512B`".to_owned()),
    }
}
