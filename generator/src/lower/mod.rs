//! Documents → [`Api`] and [`Curation`]: typed, one dialect, not yet related to each other.

use std::rc::Rc;

use crate::diagnostics::{Fault, Level, Place, Pointer, Sink};
use crate::load::Documents;

pub mod api;
pub mod curation;
pub mod manifest;
mod media;
mod names;
mod node;
mod operations;
mod parameters;
mod reference;
pub mod schemas;
mod security;
mod servers;
mod style;
mod template;
#[cfg(test)]
mod tests;
mod version;

pub use api::Api;
pub use curation::Curation;
pub use schemas::Schemas;

use node::Node;

/// Reads the OpenAPI document of a run; `None` when it is none, or of a version that is not read.
///
/// An operation that cannot be read is put into [`Api::unreadable`] and is no fault of the run.
pub fn api(documents: Rc<Documents>, sink: &mut Sink) -> Option<Api> {
    // A text that could not be read has no mapping for a tree, and the loader has said why.
    let tree = Some(&documents.source(Documents::DOCUMENT)?.tree).filter(|tree| tree.is_object())?;
    let root = Node::new(tree, Place::new(Documents::DOCUMENT, Pointer::root()));
    let (version, dialect) = sink.take(version::of(&root))?;
    let mut operations = operations::of(&documents, &root, sink);
    let by_id = names::give(&mut operations, sink);
    let servers = servers::of(&root).unwrap_or_else(|fault| {
        sink.push(Fault { level: Level::Warning, ..fault });
        None
    });
    Some(Api {
        title: root.get("info").map(|info| info.words("title")).unwrap_or_default(),
        version,
        servers: servers.unwrap_or_else(|| vec![servers::host()]),
        schemes: security::schemes(&documents, &root),
        operations: operations.read,
        unreadable: operations.unreadable,
        by_id,
        schemas: Schemas::of(Rc::clone(&documents), dialect),
    })
}
