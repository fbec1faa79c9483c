//! `consumes` and `produces` → media types with their places.

use crate::diagnostics::{Fault, Place};
use crate::lower::node::Node;

/// A media type and where it is written.
pub(super) type Named = (String, Place);

/// The media types of an operation under a key: its own, else the document's; each once.
///
/// # Errors
/// Neither a list nor one media type.
pub(super) fn of(key: &str, root: &Node, operation: &Node) -> Result<Vec<Named>, Fault> {
    let Some(written) = operation.get(key).or_else(|| root.get(key)) else { return Ok(Vec::new()) };
    if let Some(one) = written.value.as_str() {
        return Ok(vec![(one.to_owned(), written.at)]);
    }
    let mut named: Vec<Named> = Vec::new();
    for item in written.items(&format!("`{key}`"))? {
        if let Some(name) = item.value.as_str()
            && !named.iter().any(|(known, _)| known == name)
        {
            named.push((name.to_owned(), item.at));
        }
    }
    Ok(named)
}
