//! `paths` → the operations that can be read, and the others with the reason.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::rc::Rc;

use crate::diagnostics::{Fault, Level, Place, Sink};
use crate::lower::api::{Operation, Parameter, RequestBody, Response, SecurityScheme, Server, Unreadable};
use crate::lower::declared::Declarations;
use crate::lower::methods::{self, Method};
use crate::lower::node::Node;
use crate::lower::reading::{Reading, Remarks};
use crate::lower::schemas::MadeSchemas;
use crate::lower::security::Alternatives;
use crate::lower::version::Dialect;
use crate::lower::{addressed, media, parameters, reference, security, servers, swagger, template};

/// The operations of a document, in document order.
#[derive(Default)]
pub(super) struct Operations {
    pub(super) read: Vec<Operation>,
    pub(super) unreadable: Vec<Unreadable>,
    /// The schemas that had to be made for them.
    pub(super) made: MadeSchemas,
}

/// Reads every method of every path.
pub(super) fn of(reading: Reading, root: &Node, schemes: &[SecurityScheme], sink: &mut Sink) -> Operations {
    let security = security::requirements(root).map(Option::unwrap_or_default);
    let (remarks, operations) = (Remarks::default(), Operations::default());
    let (declarations, known) = Default::default();
    let mut reader = Reader { reading, root, schemes, security, declarations, known, remarks, operations };
    if let Some(paths) = root.get("paths") {
        reader.paths(&paths, sink);
    }
    sink.extend(reader.remarks.into_faults());
    reader.operations
}

/// What the readers of one document share.
struct Reader<'a> {
    reading: Reading<'a>,
    root: &'a Node<'a>,
    schemes: &'a [SecurityScheme],
    /// The document's security, for operations that say nothing.
    security: Result<Alternatives, Fault>,
    declarations: Declarations<'a>,
    known: media::Known<'a>,
    remarks: Remarks,
    operations: Operations,
}

/// What goes out and comes in, in the words of every version.
struct Traffic {
    parameters: Vec<Rc<Parameter>>,
    body: Option<RequestBody>,
    responses: Vec<Rc<Response>>,
    servers: Vec<Server>,
}

impl<'a> Reader<'a> {
    fn paths(&mut self, paths: &Node<'a>, sink: &mut Sink) {
        let Some(items) = sink.take(paths.members("`paths`")) else { return };
        for (path, item) in items.filter(|(path, item)| !path.starts_with("x-") && !item.value.is_null()) {
            if let Err(fault) = self.path_item(path, &item) {
                sink.push(Fault { level: Level::Warning, ..fault });
            }
        }
    }

    /// Reads the methods of a path: its own and, where it is a reference, those of its target. What both say holds for all
    /// of them, the nearer one first.
    ///
    /// # Errors
    /// A path item that is no object, or whose reference cannot be followed: then its methods are not known.
    fn path_item(&mut self, path: &'a str, written: &Node<'a>) -> Result<(), Fault> {
        let (items, broken) = reference::chain(self.reading.documents, written.clone());
        let mut names = BTreeSet::new();
        for item in &items {
            for method in methods::of(self.reading.dialect, item, &mut self.remarks)? {
                if names.insert(method.name.clone()) {
                    self.method(path, &items, method);
                }
            }
        }
        broken.map_or(Ok(()), Err)
    }

    fn method(&mut self, path: &str, items: &[Node<'a>], method: Method<'a>) {
        let Method { name, node, refused } = method;
        let read = refused.map_or_else(|| self.operation(&name, path, items, &node), Err);
        match read {
            Ok(operation) => self.operations.read.push(operation),
            Err(fault) => {
                let id = node.name("operationId").map(Cow::into_owned).unwrap_or_default();
                let unreadable = Unreadable { id, method: name, path: path.to_owned(), fault, at: node.at };
                self.operations.unreadable.push(unreadable);
            }
        }
    }

    fn operation(
        &mut self,
        method: &str,
        path: &str,
        items: &[Node<'a>],
        written: &Node<'a>,
    ) -> Result<Operation, Fault> {
        self.remarks.taken();
        let node = reference::follow(self.reading.documents, written.clone())?;
        node.object("an operation")?;
        let template = template::pieces(path, &items.first().unwrap_or(written).at)?;
        let traffic = match self.reading.dialect {
            Dialect::V20 => self.traffic_of_20(items, &node, &written.at)?,
            _ => self.traffic(items, &node)?,
        };
        let security = self.security_of(&node)?;
        let (template, parameters) = addressed::of(template, traffic.parameters, &node.at, &mut self.remarks);
        let mut parameters = parameters::placed(parameters, &template, path, &node.at, &mut self.remarks);
        security::take_out(&mut parameters, &security, self.schemes, &mut self.remarks);
        Ok(Operation {
            id: String::new(),
            operation_id: node.name("operationId").filter(|id| !id.is_empty()).map(Cow::into_owned),
            method: method.to_owned(),
            path: path.to_owned(),
            parameters,
            template,
            summary: node.words("summary"),
            description: node.words("description"),
            deprecated: node.is_set("deprecated"),
            tags: tags(&node),
            body: traffic.body,
            responses: traffic.responses,
            servers: traffic.servers,
            security,
            remarks: self.remarks.taken(),
            at: node.at,
        })
    }

    fn traffic(&mut self, items: &[Node<'a>], node: &Node<'a>) -> Result<Traffic, Fault> {
        let made = &mut self.operations.made;
        Ok(Traffic {
            parameters: parameters::of(self.reading, items, node, &mut self.declarations, &mut self.remarks)?,
            body: media::body(self.reading, node, &mut self.known, made)?,
            responses: media::responses(self.reading, node, &mut self.known, made)?,
            servers: own_servers(items, node)?,
        })
    }

    /// `at` is where the operation is written: a place that no other operation has.
    fn traffic_of_20(&mut self, items: &[Node<'a>], node: &Node<'a>, at: &Place) -> Result<Traffic, Fault> {
        let parameters =
            swagger::parameters(self.reading, items, node, &mut self.declarations, &mut self.remarks)?;
        Ok(Traffic {
            body: swagger::body(self.root, node, &parameters, at, &mut self.operations.made)?,
            responses: swagger::responses(self.reading, self.root, node)?,
            servers: swagger::own_servers(self.root, node),
            parameters: parameters.sent,
        })
    }

    fn security_of(&self, node: &Node) -> Result<Alternatives, Fault> {
        match security::requirements(node)? {
            Some(own) => Ok(own),
            None => self.security.clone(),
        }
    }
}

/// The servers of an operation, or those that its path item says.
fn own_servers(items: &[Node], node: &Node) -> Result<Vec<Server>, Fault> {
    for node in [node].into_iter().chain(items) {
        if let Some(own) = servers::of(node)? {
            return Ok(own);
        }
    }
    Ok(Vec::new())
}

fn tags(node: &Node) -> Vec<String> {
    let tags = node.value.get("tags").and_then(serde_json::Value::as_array).into_iter().flatten();
    tags.filter_map(|tag| tag.as_str().map(str::to_owned)).collect()
}
