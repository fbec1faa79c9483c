//! The parameter lists of a path item and of an operation → one list of declarations, references followed.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use fewtools_contract::Location;

use crate::diagnostics::{Fault, FileId, Level};
use crate::lower::api::Parameter;
use crate::lower::node::Node;
use crate::lower::reading::{Reading, Remarks};
use crate::lower::reference;
use crate::lower::version::Dialect;

/// Header parameters that do not count: other parts of the document say them (OpenAPI 3.1, section 4.8.12.1).
const SAID_ELSEWHERE: [&str; 3] = ["accept", "content-type", "authorization"];

/// Header parameters that do not count: they belong to the connection or frame the message, and the client writes them
/// (RFC 9110, sections 7.2, 7.6 and 10.1.1).
const FRAMING: [&str; 11] = [
    "connection",
    "content-length",
    "expect",
    "host",
    "keep-alive",
    "proxy-authorization",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// A parameter of an operation.
#[derive(Debug)]
pub(super) struct Declared<'a> {
    /// Its declaration.
    pub(super) declaration: Rc<Declaration<'a>>,
    /// What stands in the list: the declaration, or a reference to it.
    pub(super) written: Node<'a>,
}

/// A parameter as it is declared.
#[derive(Debug)]
pub(super) struct Declaration<'a> {
    /// What declares it.
    pub(super) node: Node<'a>,
    /// Its name; that of a body means nothing.
    pub(super) name: Cow<'a, str>,
    /// The word under `in`.
    pub(super) place: In,
    /// The parameter without what a reference says beside it, once it is read.
    pub(super) read: OnceCell<Rc<Parameter>>,
}

/// The declarations that references lead to: most operations of a document share theirs.
#[derive(Debug, Default)]
pub(super) struct Declarations<'a>(BTreeMap<(FileId, &'a str), Rc<Declaration<'a>>>);

/// Where a parameter goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum In {
    /// To a place outside of the body.
    Sent(Location),
    /// It is the body (OpenAPI 2.0).
    Body,
    /// It is a field of a form in the body (OpenAPI 2.0).
    Form,
}

impl Declared<'_> {
    /// Its text: what stands beside the reference, else its own.
    pub(super) fn description(&self) -> String {
        self.declaration.node.described(&self.written)
    }
}

/// The parameters of an operation: those of its path item, and of what that refers to, overridden by its own of the same
/// name and place. Headers that do not count are left out with a remark.
pub(super) fn merged<'a>(
    reading: Reading<'a>,
    items: &[Node<'a>],
    operation: &Node<'a>,
    declarations: &mut Declarations<'a>,
    remarks: &mut Remarks,
) -> Result<Vec<Declared<'a>>, Fault> {
    let mut all: Vec<Declared<'a>> = Vec::new();
    let mut known = BTreeMap::new();
    let lists = items.iter().rev().chain([operation]);
    for list in lists.filter_map(|node| node.get("parameters")) {
        // YAML makes `null` of a dash without a value.
        for written in list.items_or_one("`parameters`")?.filter(|item| !item.value.is_null()) {
            let declaration = match declarations.of(reading, &written) {
                Ok(declaration) => declaration,
                Err(fault) => {
                    spare(reading, &written, fault, remarks)?;
                    continue;
                }
            };
            let declared = Declared { declaration, written };
            let index = *known.entry(identity(&declared.declaration)).or_insert(all.len());
            match all.get_mut(index) {
                Some(other) => *other = declared,
                None => all.push(declared),
            }
        }
    }
    all.retain(|declared| counts(&declared.declaration, remarks));
    Ok(all)
}

/// Leaves a parameter that cannot be read out with a warning, where no request needs it.
///
/// # Errors
/// The fault itself, where a request may need the parameter: it says so, is a part of the path, or is a body.
pub(super) fn spare(
    reading: Reading,
    written: &Node,
    fault: Fault,
    remarks: &mut Remarks,
) -> Result<(), Fault> {
    let Ok(node) = reference::follow(reading.documents, written.clone()) else { return Err(fault) };
    let needed = node.is_set("required") || matches!(node.text("in"), Some("path" | "body" | "formData"));
    if needed || !node.value.is_object() {
        return Err(fault);
    }
    remarks.of_operation(node.at, || {
        let what = format!("{}; it is left out, as no request needs it", fault.what);
        Fault { level: Level::Warning, what, ..fault }
    });
    Ok(())
}

/// What two declarations of one parameter share: place and name, whatever the case of a header's.
fn identity<'a>(declared: &Declaration<'a>) -> (In, Cow<'a, str>) {
    let name = match declared.place {
        In::Body => Cow::default(),
        In::Sent(Location::Header) => declared.name.to_ascii_lowercase().into(),
        _ => declared.name.clone(),
    };
    (declared.place, name)
}

fn counts(declared: &Declaration, remarks: &mut Remarks) -> bool {
    let listed = |names: &[&str]| names.iter().any(|name| declared.name.eq_ignore_ascii_case(name));
    let (why, instead) = match declared.place {
        In::Sent(Location::Header) if listed(&SAID_ELSEWHERE) => {
            ("media types and `security` say it", "describe it there")
        }
        In::Sent(Location::Header) if listed(&FRAMING) => {
            ("the client writes it", "leave it out of the document")
        }
        _ => return true,
    };
    let at = &declared.node.at;
    remarks.of_operation(at.clone(), || {
        let what = format!("the header parameter `{}` is left out: {why}", declared.name);
        Fault::new("ignored-header", Level::Note, Some(at.clone()), what).instead(instead)
    });
    false
}

impl<'a> Declarations<'a> {
    /// What stands in a list, or what its reference leads to.
    fn of(&mut self, reading: Reading<'a>, written: &Node<'a>) -> Result<Rc<Declaration<'a>>, Fault> {
        let Some(reference) = written.text("$ref") else { return declaration(reading, written).map(Rc::new) };
        let key = (written.at.file, reference);
        if let Some(known) = self.0.get(&key) {
            return Ok(Rc::clone(known));
        }
        let declaration = Rc::new(declaration(reading, written)?);
        self.0.insert(key, Rc::clone(&declaration));
        Ok(declaration)
    }
}

fn declaration<'a>(reading: Reading<'a>, written: &Node<'a>) -> Result<Declaration<'a>, Fault> {
    let node = reference::follow(reading.documents, written.clone())?;
    node.object("a parameter")?;
    let named = node.name("name").filter(|name| !name.is_empty());
    // Neither a body nor a whole query is sent under its name.
    let unnamed = match (reading.dialect, node.text("in")) {
        (Dialect::V20, Some("body")) => Some(Cow::Borrowed("body")),
        (Dialect::V32, Some("querystring")) => Some(Cow::Borrowed("querystring")),
        _ => None,
    };
    let name = named.or(unnamed).ok_or_else(|| nameless(&node))?;
    let place = place(reading.dialect, &node, &name)?;
    if place == In::Sent(Location::Header) && !is_token(&name) {
        let what = format!("parameter `{name}` is a header, and its name is none");
        let instead = "write letters, digits and `-`";
        return Err(Fault::error("bad-parameter", node.at.key("name"), what).instead(instead));
    }
    Ok(Declaration { node, name, place, read: OnceCell::new() })
}

fn nameless(node: &Node) -> Fault {
    Fault::error("bad-parameter", node.at.clone(), "a parameter has no `name`")
        .instead("write its name on the wire")
}

fn place(dialect: Dialect, node: &Node, name: &str) -> Result<In, Fault> {
    let old = dialect == Dialect::V20;
    let word = node.text("in");
    let what = match word {
        Some("path") => return Ok(In::Sent(Location::Path)),
        Some("query") => return Ok(In::Sent(Location::Query)),
        Some("header") => return Ok(In::Sent(Location::Header)),
        Some("cookie") if !old => return Ok(In::Sent(Location::Cookie)),
        Some("querystring") if dialect >= Dialect::V32 => return Ok(In::Sent(Location::Querystring)),
        Some("body") if old => return Ok(In::Body),
        Some("formData") if old => return Ok(In::Form),
        Some("body" | "formData") => "a word of OpenAPI 2.0 under `in`",
        Some("querystring") => "a word of OpenAPI 3.2 under `in`",
        Some(_) => "an unknown word under `in`",
        None => "no `in`",
    };
    let instead = match (dialect, word) {
        (Dialect::V20, _) => "write `in: path`, `query`, `header`, `formData` or `body`",
        (_, Some("body" | "formData")) => "describe the body with `requestBody`",
        (Dialect::V30 | Dialect::V31, _) => "write `in: path`, `query`, `header` or `cookie`",
        (Dialect::V32, _) => "write `in: path`, `query`, `querystring`, `header` or `cookie`",
    };
    let at = if node.value.get("in").is_some() { node.at.key("in") } else { node.at.clone() };
    Err(Fault::error("bad-parameter", at, format!("parameter `{name}` has {what}")).instead(instead))
}

/// A token: what the names of headers and methods are made of (RFC 9110, section 5.6.2).
pub(super) fn is_token(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c))
}
