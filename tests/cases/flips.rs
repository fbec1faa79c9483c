//! Every field that a case can state, turned into its opposite: the suite must then fail.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use libtest_mimic::{Failed, Trial};

use super::data::{self, Node, Stated, Step};
use super::expected::Case;
use super::judge::{self, Scratch};
use super::run::{self, Run};
use super::suite::deep;

/// Fields that are no expectations: they are for people, say what the document is, or are what the server plays.
const OTHERS: [(&str, &[&str]); 9] = [
    ("Block", &["note"]),
    ("Case", &["id", "title", "class", "also", "sources", "decide", "why"]),
    ("Document", &["valid", "note", "validator", "files"]),
    ("Check", &["name"]),
    ("Reply", &["name"]),
    ("Refuse", &["because"]),
    ("SchemaFact", &["exact_decimal", "regex"]),
    // What `stable` asks is always asked in the same way; `are_stable` has a test of its own.
    ("ToolFact", &["reason", "when", "stable"]),
    ("Played", &["status", "headers", "header_list"]),
];

/// Records that hold no expectation at all.
const INPUTS: [&str; 3] = ["Source", "PlayedBody", "Generate"];

/// Where a field is stated: the case's folder, its tree, and the place in it.
type Occurrence = (PathBuf, Arc<Node>, Stated);

/// One test for each field.
pub fn trials(folders: &[PathBuf], scratch: &Arc<Scratch>) -> Vec<Trial> {
    let mut fields: BTreeMap<(&'static str, String), Vec<Occurrence>> = BTreeMap::new();
    let mut holders = BTreeSet::new();
    for folder in folders {
        let Ok(node) = run::stated(folder).map(Arc::new) else { continue };
        let Ok((_, log)) = data::read::<Case>(&node) else { continue };
        for (record, field) in log.known {
            fields.entry((record, field.to_owned())).or_default();
        }
        for stated in &log.stated {
            let kind = (stated.record, stated.field.clone());
            if holds_another(stated, &log.stated) {
                holders.insert(kind);
                continue;
            }
            let occurrence = (folder.clone(), Arc::clone(&node), stated.clone());
            fields.entry(kind).or_default().push(occurrence);
        }
    }
    // A field that holds other records is turned by turning those.
    fields.retain(|kind, _| !holders.contains(kind));
    let names = Trial::test("flip names that change", || match judge::are_stable(&["a", "b"], unstable) {
        true => Err("names by position count as stable".into()),
        false => Ok(()),
    });
    let fields = fields.into_iter().filter(|((record, field), _)| is_expectation(record, field));
    let trials = fields.map(|((record, field), occurrences)| {
        let scratch = Arc::clone(scratch);
        Trial::test(format!("flip {record}.{field}"), move || deep(move || fails(&occurrences, &scratch)))
    });
    trials.chain([names]).collect()
}

fn unstable(ids: &[&str]) -> Vec<String> {
    (0..ids.len()).map(|index| format!("tool_{index}")).collect()
}

fn is_expectation(record: &str, field: &str) -> bool {
    let other = OTHERS.iter().any(|(other, fields)| *other == record && fields.contains(&field));
    !INPUTS.contains(&record) && !other
}

/// Whether a field's value is a record, or holds some.
fn holds_another(stated: &Stated, all: &[Stated]) -> bool {
    all.iter().any(|other| other.path.len() > stated.path.len() && other.path.starts_with(&stated.path))
}

/// Fails unless the suite fails where the field is turned, at any place where it is stated.
fn fails(occurrences: &[Occurrence], scratch: &Scratch) -> Result<(), Failed> {
    let mut tried = 0;
    for (folder, node, stated) in occurrences {
        for flipped in candidates(node, stated) {
            tried += 1;
            let mut whole = Node::clone(node);
            place(&mut whole, &stated.path, flipped);
            if is_seen(folder, &whole, stated, scratch)? {
                return Ok(());
            }
        }
    }
    match tried {
        0 => Err("no case states it, so that it could be turned".into()),
        tried => Err(format!("turned {tried} times, and nothing failed").into()),
    }
}

/// Whether any entry that the field belongs to fails now.
fn is_seen(folder: &Path, whole: &Node, stated: &Stated, scratch: &Scratch) -> Result<bool, Failed> {
    let mut run = Run::of(folder, whole, scratch, false)?;
    let section = match stated.path.first() {
        Some(Step::Key(key)) => key.clone(),
        _ => String::new(),
    };
    let index = stated.path.iter().find_map(|step| match step {
        Step::Item(index) => Some(*index),
        Step::Key(_) => None,
    });
    let all = matches!(section.as_str(), "credentials" | "document");
    let entries = run.entries().into_iter();
    let mut entries =
        entries.filter(|entry| all || (entry.section == section && entry.index == index.unwrap_or(0)));
    Ok(entries.any(|entry| !run.judge(&entry).hold()))
}

/// Values that cannot hold where the stated one does.
fn candidates(node: &Node, stated: &Stated) -> Vec<Node> {
    let Some(value) = at(node, &stated.path) else { return Vec::new() };
    let beside = at(node, &stated.path[..stated.path.len() - 1]);
    let text = |text: &str| Node::Text(text.to_owned());
    let field = stated.field.as_str();
    if let Some(other) = instead(field, beside) {
        return other;
    }
    if let Some(present) = present(field, beside) {
        let mut items = value.list().map(<[Node]>::to_vec).unwrap_or_default();
        items.push(present);
        return vec![Node::List(items)];
    }
    match value {
        Node::Bool(holds) => vec![Node::Bool(!holds)],
        Node::Number(_) if is_bound(field) => vec![Node::Number("0".to_owned())],
        Node::Number(number) => match number.parse::<i64>() {
            Ok(number) => vec![Node::Number((number + 1).to_string())],
            Err(_) => vec![Node::Number("-1".to_owned())],
        },
        Node::Text(_) if field.ends_with("_pattern") => vec![text("^$")],
        Node::Text(found) if found.starts_with("https://") => {
            vec![text("https://flipped.example.net/a"), text(&format!("{found}-flipped"))]
        }
        Node::Text(found) => vec![text(&format!("{found}-flipped"))],
        Node::Null => vec![Node::Map(vec![("flipped".to_owned(), Node::Bool(true))])],
        Node::List(items) if items.iter().all(|item| matches!(item, Node::Bool(_))) => {
            [true, false].map(|one| Node::List(vec![Node::Bool(one)])).to_vec()
        }
        Node::List(items) if field.ends_with("_any_of") => {
            vec![Node::List(items.iter().map(|item| text(&format!("{}-flipped", item.shown()))).collect())]
        }
        Node::List(items) => {
            vec![Node::List(items.iter().cloned().chain([text("zz-flipped")]).collect())]
        }
        Node::Map(members) => changed(members, field),
    }
}

/// Fields whose opposite is a word of its own, or stands in another field.
fn instead(field: &str, beside: Option<&Node>) -> Option<Vec<Node>> {
    let text = |text: &str| Node::Text(text.to_owned());
    let other = |name: &str| beside.and_then(|beside| beside.get(name)).cloned();
    let filled = |node: &Node| node.list().is_some_and(|items| !items.is_empty());
    Some(match field {
        "accepts" => other("rejects").filter(filled).into_iter().collect(),
        "rejects" => other("accepts").filter(filled).into_iter().collect(),
        "outcome" => ["refuse", "ok"].map(text).to_vec(),
        "when" => vec![text("accepted")],
        "no_request_to" => vec![text("api.example.com")],
        // Without the place, every place is meant.
        "host" | "scheme" | "port" => vec![Node::Null],
        _ => return None,
    })
}

/// For a list of what must not be there: something that is.
fn present(field: &str, beside: Option<&Node>) -> Option<Node> {
    let text = |text: &str| Some(Node::Text(text.to_owned()));
    match field {
        "root_lacks" => text("type"),
        "published_lacks" => text("properties"),
        "no_headers" | "headers"
            if beside.is_some_and(|beside| beside.get("host").is_some()) || field == "no_headers" =>
        {
            text("host")
        }
        "text_lacks" | "raw_lacks" | "description_lacks" | "name_lacks" => text(""),
        "multipart_no_headers" => text("content-disposition"),
        "text_lacks_code_points" => text("U+0000-U+10FFFF"),
        "no_new_items" => text("tools"),
        "no_arguments" | "absent_or_explained" => beside?.get("arguments")?.list()?.first().cloned(),
        _ => None,
    }
}

/// Fields that bound something from above.
fn is_bound(field: &str) -> bool {
    field.ends_with("_max")
        || field.ends_with("_seconds")
        || field.ends_with("_bytes")
        || field.ends_with("_megabytes")
}

/// A map of expectations with its first value changed; a JSON object with one member more.
fn changed(members: &[(String, Node)], field: &str) -> Vec<Node> {
    let named =
        matches!(field, "headers" | "headers_match" | "cookies" | "credentials" | "variables" | "query_json");
    let mut members = members.to_vec();
    match members.first_mut().filter(|_| named) {
        Some((_, value)) => *value = Node::Text(format!("{}-flipped", value.shown())),
        None if named => return Vec::new(),
        None => members.push(("zz-flipped".to_owned(), Node::Bool(true))),
    }
    vec![Node::Map(members)]
}

fn at<'n>(node: &'n Node, path: &[Step]) -> Option<&'n Node> {
    path.iter().try_fold(node, |node, step| match step {
        Step::Key(key) => node.get(key),
        Step::Item(index) => node.list()?.get(*index),
    })
}

fn place(node: &mut Node, path: &[Step], value: Node) {
    let slot = path.iter().try_fold(node, |node, step| match (node, step) {
        (Node::Map(members), Step::Key(key)) => {
            members.iter_mut().find(|(name, _)| name == key).map(|(_, value)| value)
        }
        (Node::List(items), Step::Item(index)) => items.get_mut(*index),
        _ => None,
    });
    if let Some(slot) = slot {
        *slot = value;
    }
}
