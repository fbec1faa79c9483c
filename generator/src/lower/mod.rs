//! Documents → [`Api`] and [`Curation`]: typed, one dialect, not yet related to each other.

use std::rc::Rc;

use crate::diagnostics::{Fault, Level, Place, Pointer, Sink};
use crate::load::Documents;

mod addressed;
pub mod api;
pub mod curation;
mod declared;
pub mod manifest;
mod media;
mod methods;
mod names;
mod node;
mod operations;
mod parameters;
mod reading;
mod reference;
pub mod schemas;
mod security;
mod servers;
mod style;
mod swagger;
mod template;
#[cfg(test)]
mod tests;
mod version;
pub mod words;

pub use api::Api;
pub use curation::Curation;
pub use schemas::Schemas;

use node::Node;
use reading::Reading;
use version::Dialect;

/// Reads the OpenAPI document of a run; `None` when it is none, or of a version that is not read.
///
/// An operation that cannot be read is put into [`Api::unreadable`] and is no fault of the run.
pub fn api(documents: Rc<Documents>, sink: &mut Sink) -> Option<Api> {
    // A text that could not be read has no mapping for a tree, and the loader has said why.
    let tree = Some(&documents.source(Documents::DOCUMENT)?.tree).filter(|tree| tree.is_object())?;
    let root = Node::new(tree, Place::new(Documents::DOCUMENT, Pointer::root()));
    let (version, dialect) = sink.take(version::of(&root))?;
    let reading = Reading { documents: &documents, dialect };
    let schemes = security::schemes(reading, &root);
    let mut operations = operations::of(reading, &root, &schemes, sink);
    let by_id = names::give(&mut operations, sink);
    let servers = match dialect {
        Dialect::V20 => Ok(Some(swagger::servers(&root))),
        _ => servers::of(&root),
    };
    let servers = servers.unwrap_or_else(|fault| {
        sink.push(Fault { level: Level::Warning, ..fault });
        None
    });
    Some(Api {
        title: root.get("info").map(|info| info.words("title")).unwrap_or_default(),
        version,
        servers: servers.unwrap_or_else(|| vec![servers::host()]),
        schemes,
        operations: operations.read,
        unreadable: operations.unreadable,
        by_id,
        schemas: Schemas::of(Rc::clone(&documents), dialect, operations.made),
    })
}
