//! A JSON Pointer into an operation's answer → the way to a value that can be compared with a text.

use fewtools_contract::Types;

use super::paths::{End, Node};
use super::response;
use crate::diagnostics::Fault;
use crate::lower::Api;
use crate::plan::surface::SegmentPlan;

/// Where a pointer leads.
#[derive(Debug)]
pub enum Pointed {
    /// To what may be of a wanted type.
    Found(Vec<SegmentPlan>),
    /// To something else.
    Other,
    /// Nowhere; the names there are.
    Missing(Vec<String>),
    /// The document does not say what is answered.
    Undeclared,
}

/// Follows a JSON Pointer (RFC 6901) in the success answer of an operation to a value that may be of these types.
///
/// # Errors
/// A schema that cannot be read.
pub fn pointed(api: &Api, operation: usize, pointer: &str, wanted: Types) -> Result<Pointed, Fault> {
    let Some(operation) = api.operations.get(operation) else { return Ok(Pointed::Undeclared) };
    let schemas = response::successes(api, operation)?;
    if schemas.is_empty() {
        return Ok(Pointed::Undeclared);
    }
    Ok(match Node::root(&api.schemas, &schemas)?.follow(&api.schemas, pointer)? {
        End::Missing(names) => Pointed::Missing(names),
        End::Found(at, node) => {
            if node.may_be(wanted) {
                Pointed::Found(at)
            } else {
                Pointed::Other
            }
        }
    })
}
