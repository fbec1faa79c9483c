//! The text of a `$ref` → the place it means, and the value that is there.

use percent_encoding::percent_decode_str;
use serde_json::Value;

use crate::diagnostics::{Fault, FileId, Place, Pointer};
use crate::load::Documents;
use crate::lower::node::Node;

/// References that lead on to references are followed this often.
const HOPS: usize = 64;

/// So many keys are compared with a misspelt one, and none longer than this.
const NEAREST_OF: usize = 2000;
const LONGEST_WORD: usize = 100;

/// The node itself, or what its `$ref` leads to, however many references lie between.
///
/// # Errors
/// What [`Documents::linked`] says of a file; `unsupported-reference`, `dangling-reference`, `reference-loop`.
pub(super) fn follow<'a>(documents: &'a Documents, node: Node<'a>) -> Result<Node<'a>, Fault> {
    let Some(reference) = node.text("$ref") else { return Ok(node) };
    let start = node.at;
    let mut node = target(documents, &start, reference)?;
    for _ in 1..HOPS {
        let Some(reference) = node.text("$ref") else { return Ok(node) };
        node = target(documents, &node.at, reference)?;
    }
    Err(Fault::error("reference-loop", start.key("$ref"), "this `$ref` leads round in a circle")
        .instead("let one of the references lead to a definition"))
}

/// The node itself and what its `$ref` leads to, one after the other, for nodes that say more than their `$ref`; and why
/// the last reference leads nowhere, or back to one of them.
pub(super) fn chain<'a>(documents: &'a Documents, node: Node<'a>) -> (Vec<Node<'a>>, Option<Fault>) {
    let (mut chain, mut last): (Vec<Node<'a>>, _) = (Vec::new(), node);
    let broken = loop {
        let next = last.text("$ref").map(|reference| target(documents, &last.at, reference));
        chain.push(last);
        match next {
            Some(Ok(next)) if chain.len() <= HOPS && chain.iter().all(|known| known.at != next.at) => {
                last = next;
            }
            Some(Ok(next)) => break follow(documents, next).err(),
            Some(Err(fault)) => break Some(fault),
            None => break None,
        }
    };
    (chain, broken)
}

/// What a reference that stands in the object at `from` leads to, one hop.
fn target<'a>(documents: &'a Documents, from: &Place, reference: &str) -> Result<Node<'a>, Fault> {
    let place = meant(documents, from.file, reference).map_err(|leads| leads.fault(from, reference))?;
    match documents.node(&place) {
        Some(value) => Ok(Node::new(value, place)),
        None => passing(documents, &place).ok_or_else(|| dangling(documents, from, reference, &place)),
    }
}

/// The place a schema's reference leads to. A schema that was embedded whole refers to its own `$defs`; so a path that
/// is not found from the root of the file is looked for from the schemas around the reference, the nearest first.
///
/// # Errors
/// What [`Documents::linked`] says of a file; `unsupported-reference`, `dangling-reference`.
pub(super) fn target_of_schema(documents: &Documents, from: &Place, reference: &str) -> Result<Place, Fault> {
    let place = meant(documents, from.file, reference).or_else(|leads| {
        let named = documents.identified(from, reference);
        named.filter(|place| documents.node(place).is_some()).ok_or_else(|| leads.fault(from, reference))
    })?;
    if is_document(&place) {
        return Err(whole_document(from, reference));
    }
    if documents.node(&place).is_some() {
        return Ok(place);
    }
    let elsewhere = || passing(documents, &place).map(|node| node.at);
    embedded(documents, from, &place)
        .or_else(elsewhere)
        .ok_or_else(|| dangling(documents, from, reference, &place))
}

/// What a path leads to that leads through references, as some documents write it: the references on the way are followed.
fn passing<'a>(documents: &'a Documents, place: &Place) -> Option<Node<'a>> {
    let root = Place::new(place.file, Pointer::root());
    let mut node = Node::new(documents.node(&root)?, root);
    for key in place.pointer.segments() {
        node = match child(&node, &key) {
            Some(child) => child,
            None => child(&straight(documents, &node)?, &key)?,
        };
    }
    Some(node)
}

fn child<'a>(node: &Node<'a>, key: &str) -> Option<Node<'a>> {
    let Value::Array(items) = node.value else { return node.get(key) };
    let index = key.parse().ok()?;
    Some(Node::new(items.get(index)?, node.at.index(index)))
}

/// What the reference at a node leads to, where no other lies on the way.
fn straight<'a>(documents: &'a Documents, node: &Node<'a>) -> Option<Node<'a>> {
    let place = meant(documents, node.at.file, node.text("$ref")?).ok()?;
    Some(Node::new(documents.node(&place)?, place))
}

/// Why the reference that a schema may be leads nowhere.
pub(super) fn astray(documents: &Documents, schema: &Node) -> Option<Box<Fault>> {
    target_of_schema(documents, &schema.at, schema.text("$ref")?).err().map(Box::new)
}

fn is_document(place: &Place) -> bool {
    place.file == Documents::DOCUMENT && place.pointer == Pointer::root()
}

fn whole_document(from: &Place, reference: &str) -> Fault {
    let what = format!("`$ref` to `{reference}` leads to the whole document, which is no schema");
    Fault::error("dangling-reference", from.key("$ref"), what)
        .instead("refer to the schema by its path, `#/…`")
}

/// The same path from the nearest node above `from` that has it.
fn embedded(documents: &Documents, from: &Place, place: &Place) -> Option<Place> {
    let mut around = Some(from.pointer.clone()).filter(|_| from.file == place.file);
    while let Some(base) = around {
        let place = Place::new(from.file, Pointer::parse(format!("{base}{}", place.pointer)));
        if documents.node(&place).is_some() {
            return Some(place);
        }
        around = base.parent();
    }
    None
}

/// The place a schema's reference in this file leads to, where something stands there.
pub(super) fn existing(documents: &Documents, file: FileId, reference: &str) -> Option<Place> {
    let place = meant(documents, file, reference).ok().filter(|place| !is_document(place))?;
    documents.node(&place).is_some().then_some(place)
}

/// Why a reference means no place.
enum Leads<'a> {
    /// It needs a file that is not there, refused or unreadable.
    ToNoFile(&'a Fault),
    /// It needs a file and stands where none is looked for.
    Outside,
    ToAnchor,
}

impl Leads<'_> {
    fn fault(&self, from: &Place, reference: &str) -> Fault {
        let (code, what, instead) = match self {
            Self::ToNoFile(fault) => return Fault { place: Some(from.key("$ref")), ..(*fault).clone() },
            Self::Outside => (
                "external-reference",
                format!("`$ref` to `{reference}` stands where no other file is looked for"),
                "write the definition into the document and refer to it by its path, `#/…`",
            ),
            Self::ToAnchor => (
                "unsupported-reference",
                format!("`$ref` to `{reference}` names an anchor, which is not read"),
                "refer to the definition by its path, `#/…`",
            ),
        };
        Fault::error(code, from.key("$ref"), what).instead(instead)
    }
}

/// The place a reference means, whether or not anything stands there.
fn meant<'a>(documents: &'a Documents, file: FileId, reference: &str) -> Result<Place, Leads<'a>> {
    let (path, fragment) = reference.split_once('#').unwrap_or((reference, ""));
    let file = match path {
        "" => file,
        path => match documents.linked(file, path) {
            Some(Ok(file)) => *file,
            Some(Err(fault)) => return bare(documents, file, reference).ok_or(Leads::ToNoFile(fault)),
            None => return bare(documents, file, reference).ok_or(Leads::Outside),
        },
    };
    if !fragment.is_empty() && !fragment.starts_with('/') {
        return Err(Leads::ToAnchor);
    }
    // `file.yaml#/` is written for the whole file; by the letter it is a key without a name, which nobody has.
    let pointer = if fragment == "/" { "" } else { fragment };
    let pointer = percent_decode_str(pointer).decode_utf8_lossy().into_owned();
    Ok(Place::new(file, Pointer::parse(pointer)))
}

/// The schema that is meant by its name alone, `$ref: Pet`, as the predecessors of OpenAPI 2.0 had it, where there is no
/// file of that name.
fn bare(documents: &Documents, file: FileId, name: &str) -> Option<Place> {
    let roots =
        ["/definitions", "/components/schemas"].into_iter().filter(|_| !name.contains(['/', '.', '#', ':']));
    let mut places = roots.map(|root| Place::new(file, Pointer::parse(root).key(name)));
    places.find(|place| documents.node(place).is_some())
}

fn dangling(documents: &Documents, from: &Place, reference: &str, place: &Place) -> Fault {
    let fault = Fault::error(
        "dangling-reference",
        from.key("$ref"),
        format!("`$ref` to `{reference}` leads nowhere"),
    );
    let file = reference.split('#').next().unwrap_or_default();
    match nearest(documents, place) {
        Some(pointer) => fault.instead(format!("`{file}#{pointer}`")),
        None => fault.instead("write the definition, or correct the path"),
    }
}

/// The existing place whose path differs from this one in one key, the nearest spelling of it.
fn nearest(documents: &Documents, place: &Place) -> Option<Pointer> {
    let mut node = &documents.source(place.file)?.tree;
    let mut reached = Pointer::root();
    let mut segments = place.pointer.segments();
    let missing = loop {
        let segment = segments.next()?;
        let Value::Object(map) = node else { return None };
        match map.get(&segment) {
            Some(next) => node = next,
            None => break segment,
        }
        reached = reached.key(&segment);
    };
    if missing.len() > LONGEST_WORD {
        return None;
    }
    let bound = 1 + missing.len() / 4;
    let near =
        node.as_object()?.keys().take(NEAREST_OF).filter(|key| key.len().abs_diff(missing.len()) <= bound);
    let distances = near.map(|key| (strsim::osa_distance(key, &missing), key));
    let (_, near) =
        distances.filter(|(distance, _)| *distance <= bound).min_by_key(|(distance, _)| *distance)?;
    let pointer = segments.fold(reached.key(near), |pointer, segment| pointer.key(&segment));
    let place = Place::new(place.file, pointer);
    documents.node(&place).is_some().then_some(place.pointer)
}
