//! The parameters of a path item and of an operation → one list, merged and in the order of their places.

use fewtools_contract::{Location, Style};

use crate::diagnostics::{Fault, Place, Sink};
use crate::load::Documents;
use crate::lower::api::{Encoding, Parameter, TemplatePart};
use crate::lower::node::Node;
use crate::lower::{reference, style, template};

/// Header parameters that do not count: other parts of the document say them (OpenAPI 3.1, section 4.8.12.1).
const IGNORED_HEADERS: [&str; 3] = ["accept", "content-type", "authorization"];

/// The parameters of an operation: those of its path item, overridden by its own of the same name and location.
pub(super) fn merged(documents: &Documents, item: &Node, operation: &Node) -> Result<Vec<Parameter>, Fault> {
    let mut all: Vec<Parameter> = Vec::new();
    for list in [item.get("parameters"), operation.get("parameters")].into_iter().flatten() {
        for written in list.items("`parameters`")? {
            let parameter = parameter(documents, written)?;
            match all.iter_mut().find(|other| same(other, &parameter)) {
                Some(other) => *other = parameter,
                None => all.push(parameter),
            }
        }
    }
    all.retain(|parameter| !is_ignored(parameter));
    Ok(all)
}

/// Whether two parameters are one: same location and name, whatever the case of a header's.
fn same(one: &Parameter, other: &Parameter) -> bool {
    let equal = match one.location {
        Location::Header => one.name.eq_ignore_ascii_case(&other.name),
        _ => one.name == other.name,
    };
    one.location == other.location && equal
}

fn is_ignored(parameter: &Parameter) -> bool {
    parameter.location == Location::Header
        && IGNORED_HEADERS.iter().any(|name| parameter.name.eq_ignore_ascii_case(name))
}

/// Path parameters in the order of the template, then the others. A variable that nothing declares is a required
/// text: there is nothing else it could be. A path parameter without a variable has no place to go to; it is left out
/// with a warning.
pub(super) fn placed(
    declared: Vec<Parameter>,
    parts: &[TemplatePart],
    path: &str,
    operation: &Place,
    sink: &mut Sink,
) -> Vec<Parameter> {
    let (mut in_path, others): (Vec<_>, Vec<_>) =
        declared.into_iter().partition(|parameter| parameter.location == Location::Path);
    let mut placed = Vec::new();
    for name in template::variables(parts) {
        let index = in_path.iter().position(|parameter| parameter.name == name);
        placed.push(index.map_or_else(|| undeclared(name, operation), |index| in_path.remove(index)));
    }
    sink.extend(in_path.into_iter().map(|parameter| unplaced(parameter, path)));
    placed.extend(others);
    placed
}

fn unplaced(parameter: Parameter, path: &str) -> Fault {
    let name = parameter.name;
    let what = format!("the path parameter `{name}` is no variable of `{path}` and is left out");
    Fault::warning("unused-path-parameter", parameter.at, what)
        .instead(format!("write `{{{name}}}` into the path"))
}

fn undeclared(name: &str, operation: &Place) -> Parameter {
    Parameter {
        location: Location::Path,
        name: name.to_owned(),
        required: true,
        description: String::new(),
        deprecated: false,
        encoding: Encoding::Styled { style: Style::Simple, explode: false, allow_reserved: false },
        schema: None,
        at: operation.clone(),
    }
}

fn parameter(documents: &Documents, written: Node) -> Result<Parameter, Fault> {
    let node = reference::follow(documents, written.clone())?;
    node.object("a parameter")?;
    let name = node.text("name").filter(|name| !name.is_empty()).ok_or_else(|| nameless(&node))?;
    let location = location(&node, name)?;
    let (encoding, schema) = content(documents, &node, name, location)?;
    Ok(Parameter {
        location,
        name: name.to_owned(),
        required: location == Location::Path || node.is_set("required"),
        description: node.described(&written),
        deprecated: node.is_set("deprecated"),
        encoding,
        schema,
        at: node.at,
    })
}

fn nameless(node: &Node) -> Fault {
    Fault::error("bad-parameter", node.at.clone(), "a parameter has no `name`")
        .instead("write its name on the wire")
}

fn location(node: &Node, name: &str) -> Result<Location, Fault> {
    let (written, instead) = match node.text("in") {
        Some("path") => return Ok(Location::Path),
        Some("query") => return Ok(Location::Query),
        Some("header") => return Ok(Location::Header),
        Some("cookie") => return Ok(Location::Cookie),
        Some("body" | "formData") => {
            ("a word of OpenAPI 2.0 under `in`", "describe the body with `requestBody`")
        }
        Some(_) => ("an unknown word under `in`", "write `in: path`, `query`, `header` or `cookie`"),
        None => ("no `in`", "write `in: path`, `query`, `header` or `cookie`"),
    };
    let at = if node.value.get("in").is_some() { node.at.key("in") } else { node.at.clone() };
    Err(Fault::error("bad-parameter", at, format!("parameter `{name}` has {written}")).instead(instead))
}

/// How a parameter is written, and its schema: `content` with one media type, else `schema` and a style.
fn content(
    documents: &Documents,
    node: &Node,
    name: &str,
    location: Location,
) -> Result<(Encoding, Option<Place>), Fault> {
    let Some(content) = node.get("content") else {
        return Ok((style::of_parameter(node, name, location)?, schema(node)));
    };
    let mut media = content.members("`content`")?;
    match (media.next(), media.next()) {
        (None, _) => Ok((style::of_parameter(node, name, location)?, schema(node))),
        (Some(_), Some(_)) => {
            let what = format!("parameter `{name}` has more than one media type under `content`");
            Err(Fault::error("bad-parameter", content.at, what).instead("leave one media type"))
        }
        (Some((media_type, media)), None) => {
            if node.get("schema").is_some() {
                let what = format!("parameter `{name}` has both `schema` and `content`");
                return Err(
                    Fault::error("bad-parameter", node.at.clone(), what).instead("leave one of the two")
                );
            }
            let media = reference::follow(documents, media)?;
            Ok((Encoding::Content(media_type.to_owned()), media.get("schema").map(|schema| schema.at)))
        }
    }
}

/// The schema of a parameter. Where there is none, but a type stands beside the name as in OpenAPI 2.0, the parameter
/// itself is read as the schema: its other keys mean nothing there.
fn schema(node: &Node) -> Option<Place> {
    let beside = || node.text("type").or(node.text("format")).is_some().then(|| node.at.clone());
    node.get("schema").map(|schema| schema.at).or_else(beside)
}
