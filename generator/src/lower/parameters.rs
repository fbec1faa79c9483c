//! Declarations of parameters of OpenAPI 3 → parameters, in the order of their places.

use std::rc::Rc;

use fewtools_contract::{Location, Style};

use crate::diagnostics::{Fault, Place};
use crate::lower::api::{Encoding, Parameter, TemplatePart};
use crate::lower::declared::{self, Declaration, Declarations, Declared, In};
use crate::lower::node::Node;
use crate::lower::reading::{Reading, Remarks};
use crate::lower::{reference, style, template};

/// The parameters of an operation, merged with those of its path item.
pub(super) fn of<'a>(
    reading: Reading<'a>,
    items: &[Node<'a>],
    operation: &Node<'a>,
    declarations: &mut Declarations<'a>,
    remarks: &mut Remarks,
) -> Result<Vec<Rc<Parameter>>, Fault> {
    let declared = declared::merged(reading, items, operation, declarations, remarks)?;
    one_querystring(&declared)?;
    let mut parameters = Vec::with_capacity(declared.len());
    for declared in &declared {
        match parameter(reading, declared) {
            Ok(parameter) => parameters.extend(parameter),
            Err(fault) => declared::spare(reading, &declared.written, fault, remarks)?,
        }
    }
    Ok(parameters)
}

/// The whole query is one parameter (OpenAPI 3.2, Parameter Locations).
fn one_querystring(declared: &[Declared]) -> Result<(), Fault> {
    let declared = || declared.iter().map(|declared| &*declared.declaration);
    let is = |declared: &&Declaration, location| declared.place == In::Sent(location);
    let mut wholes = declared().filter(|declared| is(declared, Location::Querystring));
    let Some(whole) = wholes.next() else { return Ok(()) };
    let other = wholes.next().or_else(|| declared().find(|declared| is(declared, Location::Query)));
    let Some(other) = other else { return Ok(()) };
    let what =
        format!("parameter `{}` is the whole query, and `{}` is in the query too", whole.name, other.name);
    Err(Fault::error("bad-parameter", whole.node.at.clone(), what)
        .instead("leave one of the two")
        .also(other.node.at.clone(), "the other one"))
}

/// Path parameters in the order of the template, then the others. A variable that nothing declares is a required
/// text: there is nothing else it could be. A path parameter without a variable has no place to go to; it is left out
/// with a warning.
pub(super) fn placed(
    declared: Vec<Rc<Parameter>>,
    parts: &[TemplatePart],
    path: &str,
    operation: &Place,
    remarks: &mut Remarks,
) -> Vec<Rc<Parameter>> {
    let (mut in_path, others): (Vec<_>, Vec<_>) =
        declared.into_iter().partition(|parameter| parameter.location == Location::Path);
    let mut placed = Vec::new();
    for name in template::variables(parts) {
        let index = in_path.iter().position(|parameter| parameter.name == name);
        placed.push(index.map_or_else(
            || undeclared(Location::Path, name, operation).into(),
            |index| in_path.remove(index),
        ));
    }
    for parameter in in_path {
        remarks.of_operation(parameter.at.clone(), || unplaced(&parameter, path));
    }
    placed.extend(others);
    placed
}

fn unplaced(parameter: &Parameter, path: &str) -> Fault {
    let name = &parameter.name;
    let what = format!("the path parameter `{name}` is no variable of `{path}` and is left out");
    Fault::warning("unused-path-parameter", parameter.at.clone(), what)
        .instead(format!("write `{{{name}}}` into the path"))
}

/// A text that only the path names.
pub(super) fn undeclared(location: Location, name: &str, operation: &Place) -> Parameter {
    let in_path = location == Location::Path;
    let style = if in_path { Style::Simple } else { Style::Form };
    Parameter {
        location,
        name: name.to_owned(),
        required: in_path,
        description: String::new(),
        deprecated: false,
        encoding: Encoding::Styled { style, explode: !in_path, allow_reserved: false },
        schema: None,
        at: operation.clone(),
    }
}

/// A parameter that is sent; one that says nothing of its own is the same for every operation.
fn parameter(reading: Reading, declared: &Declared) -> Result<Option<Rc<Parameter>>, Fault> {
    let Declared { declaration, written } = declared;
    let In::Sent(location) = declaration.place else { return Ok(None) };
    if let Some(said) = written.text("description") {
        let read = read(reading, declaration, location)?;
        return Ok(Some(Rc::new(Parameter { description: said.to_owned(), ..read })));
    }
    let known = match declaration.read.get() {
        Some(known) => Rc::clone(known),
        None => Rc::new(read(reading, declaration, location)?),
    };
    Ok(Some(Rc::clone(declaration.read.get_or_init(|| known))))
}

fn read(reading: Reading, declared: &Declaration, location: Location) -> Result<Parameter, Fault> {
    let node = &declared.node;
    let (encoding, schema) = content(reading, node, &declared.name, location)?;
    Ok(Parameter {
        location,
        name: declared.name.to_string(),
        required: location == Location::Path || node.is_set("required"),
        description: node.words("description"),
        deprecated: node.is_set("deprecated"),
        encoding,
        schema,
        at: node.at.clone(),
    })
}

/// How a parameter is written, and its schema: `content` with one media type, else `schema` and a style.
fn content(
    reading: Reading,
    node: &Node,
    name: &str,
    location: Location,
) -> Result<(Encoding, Option<Place>), Fault> {
    let content = node.get("content");
    let mut media =
        content.as_ref().map(|content| content.members("`content`")).transpose()?.into_iter().flatten();
    let refused = |what: String, instead| {
        Err(Fault::error("bad-parameter", node.at.clone(), format!("parameter `{name}` {what}"))
            .instead(instead))
    };
    match (media.next(), media.next()) {
        (None, _) if location == Location::Querystring => refused(
            "is the whole query and has no `content`".to_owned(),
            "write its media type under `content`",
        ),
        (None, _) => Ok((style::of_parameter(reading.dialect, node, name, location)?, schema(node))),
        (Some(_), Some(_)) => {
            refused("has more than one media type under `content`".to_owned(), "leave one media type")
        }
        (Some(_), None) if node.get("schema").is_some() => {
            refused("has both `schema` and `content`".to_owned(), "leave one of the two")
        }
        (Some((media_type, written)), None) => {
            let media = reference::follow(reading.documents, written)?;
            if media.get("encoding").is_some() {
                return refused(
                    "has `encoding` in its `content`, which is not read".to_owned(),
                    "leave it out",
                );
            }
            Ok((Encoding::Content(media_type.to_owned()), media.get("schema").map(|schema| schema.at)))
        }
    }
}

/// The schema of a parameter. Where there is none, but a type stands beside the name as in OpenAPI 2.0, the parameter
/// itself is read as the schema.
fn schema(node: &Node) -> Option<Place> {
    let beside = || node.text("type").or(node.text("format")).is_some().then(|| node.at.clone());
    node.get("schema").map(|schema| schema.at).or_else(beside)
}
