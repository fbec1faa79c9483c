//! Declarations of parameters of OpenAPI 2.0 → parameters, the body, and the fields of a form.

use std::rc::Rc;

use fewtools_contract::Location;

use crate::diagnostics::{Fault, Place};
use crate::lower::api::Parameter;
use crate::lower::declared::{self, Declaration, Declarations, Declared, In};
use crate::lower::node::Node;
use crate::lower::reading::{Reading, Remarks};
use crate::lower::swagger::collection;

/// The parameters of an operation by what they are.
#[derive(Debug, Default)]
pub(in crate::lower) struct Parameters<'a> {
    /// Those that travel outside of the body.
    pub(in crate::lower) sent: Vec<Rc<Parameter>>,
    /// The body.
    pub(super) body: Option<Declared<'a>>,
    /// The fields of the form in the body.
    pub(super) fields: Vec<Declared<'a>>,
}

/// The parameters of an operation, merged with those of its path item.
pub(in crate::lower) fn parameters<'a>(
    reading: Reading<'a>,
    items: &[Node<'a>],
    operation: &Node<'a>,
    declarations: &mut Declarations<'a>,
    remarks: &mut Remarks,
) -> Result<Parameters<'a>, Fault> {
    let mut parameters = Parameters::default();
    for declared in declared::merged(reading, items, operation, declarations, remarks)? {
        match declared.declaration.place {
            In::Sent(location) => match parameter(&declared, location) {
                Ok(parameter) => parameters.sent.push(parameter.into()),
                Err(fault) => declared::spare(reading, &declared.written, fault, remarks)?,
            },
            In::Body => parameters.body = Some(declared),
            In::Form => parameters.fields.push(declared),
        }
    }
    match (&parameters.body, parameters.fields.first()) {
        (Some(body), Some(field)) => Err(two_bodies(body, field)),
        _ => Ok(parameters),
    }
}

fn two_bodies(body: &Declared, field: &Declared) -> Fault {
    let what = format!("the operation has both a body and `{}`, the field of a form", field.declaration.name);
    Fault::error("bad-body", body.written.at.clone(), what)
        .instead("leave `in: body` alone, or describe every field with `in: formData`")
        .also(field.written.at.clone(), "the field")
}

fn parameter(declared: &Declared, location: Location) -> Result<Parameter, Fault> {
    let Declaration { node, name, .. } = &*declared.declaration;
    Ok(Parameter {
        location,
        name: name.to_string(),
        required: location == Location::Path || node.is_set("required"),
        description: declared.description(),
        deprecated: node.is_set("deprecated"),
        encoding: collection::encoding(&declared.declaration)?,
        schema: Some(schema(node)),
        at: node.at.clone(),
    })
}

/// The place of a parameter's schema: the parameter itself, whose type stands beside its name. Some write `schema` as
/// in later versions.
pub(super) fn schema(node: &Node) -> Place {
    node.get("schema").map_or_else(|| node.at.clone(), |schema| schema.at)
}
