//! A value of an answer → how deep the lists in it are nested, where the document says that it holds no object.

use fewtools_contract::Types;

use super::paths::Node;
use crate::diagnostics::Fault;
use crate::lower::Schemas;
use crate::plan::surface::{OriginPlan, WayPlan};

/// The most lists within each other; deeper ones hold nothing that leaves.
const MOST: u8 = 8;

/// How many lists are within each other in what a way leads to: 0 for a text or a number. `None` for what may be or hold
/// an object, and for what the caller said.
///
/// # Errors
/// A schema that cannot be read.
pub fn lists(schemas: &Schemas, way: &WayPlan, node: &Node) -> Result<Option<u8>, Fault> {
    if matches!(way.from, OriginPlan::Input(_)) {
        return Ok(None);
    }
    within(schemas, node)
}

/// The same for the value itself.
///
/// # Errors
/// A schema that cannot be read.
pub fn within(schemas: &Schemas, node: &Node) -> Result<Option<u8>, Fault> {
    let mut node = node.clone();
    for lists in 0..MOST {
        if node.declared_types().meets(Types::OBJECT) {
            return Ok(None);
        }
        if !node.declared_types().meets(Types::ARRAY) {
            return Ok(Some(lists));
        }
        let Some(item) = node.items(schemas)? else { return Ok(Some(lists)) };
        node = item;
    }
    Ok(Some(MOST))
}
