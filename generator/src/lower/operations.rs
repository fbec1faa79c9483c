//! `paths` → the operations that can be read, and the others with the reason.

use crate::diagnostics::{Fault, Level, Sink};
use crate::load::Documents;
use crate::lower::api::{Operation, Server, Unreadable};
use crate::lower::node::Node;
use crate::lower::security::Alternatives;
use crate::lower::{media, parameters, reference, security, servers, template};

/// The methods that are keys of a path item.
const METHODS: [&str; 8] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/// The operations of a document, in document order.
#[derive(Default)]
pub(super) struct Operations {
    pub(super) read: Vec<Operation>,
    pub(super) unreadable: Vec<Unreadable>,
}

/// Reads every method of every path.
pub(super) fn of(documents: &Documents, root: &Node, sink: &mut Sink) -> Operations {
    let security = security::requirements(root).map(Option::unwrap_or_default);
    let mut reader = Reader { documents, security, sink, operations: Operations::default() };
    if let Some(paths) = root.get("paths") {
        reader.paths(&paths);
    }
    reader.operations
}

/// What the readers of one document share.
struct Reader<'a> {
    documents: &'a Documents,
    /// The document's security, for operations that say nothing.
    security: Result<Alternatives, Fault>,
    sink: &'a mut Sink,
    operations: Operations,
}

impl<'a> Reader<'a> {
    fn paths(&mut self, paths: &Node<'a>) {
        let Some(items) = self.sink.take(paths.members("`paths`")) else { return };
        for (path, item) in items.filter(|(path, item)| !path.starts_with("x-") && !item.value.is_null()) {
            if let Err(fault) = self.path_item(path, &item) {
                self.sink.push(Fault { level: Level::Warning, ..fault });
            }
        }
    }

    /// Reads the methods of a path: its own and, where it is a reference, those of its target.
    ///
    /// # Errors
    /// A path item that is no object, or whose reference cannot be followed: then its methods are not known.
    fn path_item(&mut self, path: &'a str, written: &Node<'a>) -> Result<(), Fault> {
        written.object("a path")?;
        self.methods(path, written, |_| true);
        if written.text("$ref").is_some() {
            let target = reference::follow(self.documents, written.clone())?;
            target.object("a path")?;
            self.methods(path, &target, |method| written.get(method).is_none());
        }
        Ok(())
    }

    fn methods(&mut self, path: &str, item: &Node<'a>, wanted: impl Fn(&str) -> bool) {
        let members = item.members("a path").into_iter().flatten();
        for (key, node) in members.filter(|(key, _)| METHODS.contains(key) && wanted(key)) {
            let method = key.to_ascii_uppercase();
            match self.operation(&method, path, item, &node) {
                Ok(operation) => self.operations.read.push(operation),
                Err(fault) => {
                    let id = node.words("operationId");
                    let unreadable = Unreadable { id, method, path: path.to_owned(), fault, at: node.at };
                    self.operations.unreadable.push(unreadable);
                }
            }
        }
    }

    fn operation(
        &mut self,
        method: &str,
        path: &str,
        item: &Node<'a>,
        written: &Node<'a>,
    ) -> Result<Operation, Fault> {
        let node = reference::follow(self.documents, written.clone())?;
        node.object("an operation")?;
        let template = template::pieces(path, &item.at)?;
        let declared = parameters::merged(self.documents, item, &node)?;
        Ok(Operation {
            id: String::new(),
            operation_id: node.text("operationId").filter(|id| !id.is_empty()).map(str::to_owned),
            method: method.to_owned(),
            path: path.to_owned(),
            parameters: parameters::placed(declared, &template, path, &node.at, self.sink),
            template,
            summary: node.words("summary"),
            description: node.words("description"),
            deprecated: node.is_set("deprecated"),
            tags: tags(&node),
            body: media::body(self.documents, &node)?,
            responses: media::responses(self.documents, &node)?,
            servers: own_servers(item, &node)?,
            security: self.security_of(&node)?,
            at: node.at,
        })
    }

    fn security_of(&self, node: &Node) -> Result<Alternatives, Fault> {
        match security::requirements(node)? {
            Some(own) => Ok(own),
            None => self.security.clone(),
        }
    }
}

fn own_servers(item: &Node, node: &Node) -> Result<Vec<Server>, Fault> {
    if let Some(own) = servers::of(node)? {
        return Ok(own);
    }
    Ok(servers::of(item)?.unwrap_or_default())
}

fn tags(node: &Node) -> Vec<String> {
    let tags = node.value.get("tags").and_then(serde_json::Value::as_array).into_iter().flatten();
    tags.filter_map(|tag| tag.as_str().map(str::to_owned)).collect()
}
