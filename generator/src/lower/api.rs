//! The document in one dialect: OpenAPI 3.2's words, JSON Schema 2020-12, whatever was read.

use std::collections::BTreeMap;
use std::rc::Rc;

use fewtools_contract::{Encoding as WireEncoding, Location, Style};

use crate::diagnostics::{Fault, Place};
use crate::lower::schemas::Schemas;

/// A document, ready to be bound.
///
/// One operation that cannot be read is in [`Api::unreadable`] and never stops the others.
#[derive(Debug)]
pub struct Api {
    /// `info.title`.
    pub title: String,
    /// The OpenAPI version as written: `3.0.3`.
    pub version: String,
    /// The document's servers; `/` where it names none (OpenAPI 3.1, section 4.8.1.1). Of a document of 2.0 one for each
    /// scheme, `https` first; without a host it is relative.
    pub servers: Vec<Server>,
    /// The security schemes by name, in document order.
    pub schemes: Vec<SecurityScheme>,
    /// The operations that could be read, in document order.
    pub operations: Vec<Operation>,
    /// The operations that could not, with the reason.
    pub unreadable: Vec<Unreadable>,
    /// Index into `operations` by [`Operation::id`].
    pub by_id: BTreeMap<String, usize>,
    /// The schemas, lowered when they are asked for.
    pub schemas: Schemas,
}

/// An operation that could not be read.
#[derive(Debug)]
pub struct Unreadable {
    /// Its operationId, or `GET /path`.
    pub id: String,
    /// The HTTP method as it is sent: in capitals, but for methods with a name of the document's own.
    pub method: String,
    /// The path template.
    pub path: String,
    /// Why, with the place of what could not be read.
    pub fault: Fault,
    /// Where the operation stands.
    pub at: Place,
}

/// A server address with its variables.
#[derive(Debug, Clone, Default)]
pub struct Server {
    /// The address as written; `{name}` is a variable.
    pub url: String,
    /// The variables: name, default, allowed values (empty: any).
    pub variables: Vec<(String, String, Vec<String>)>,
}

/// A security scheme.
#[derive(Debug, Clone)]
pub struct SecurityScheme {
    /// Its name in the document.
    pub name: String,
    /// How the credential travels; `Err` names a kind that is not sent.
    pub kind: Result<SecurityKind, String>,
    /// Where it stands.
    pub at: Place,
}

/// How a credential travels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SecurityKind {
    /// `apiKey` in a header.
    KeyHeader(String),
    /// `apiKey` in the query.
    KeyQuery(String),
    /// `apiKey` in a cookie.
    KeyCookie(String),
    /// `http` `basic`.
    Basic,
    /// `http` `bearer`, `oauth2`, `openIdConnect`.
    Bearer,
}

/// One method on one path.
#[derive(Debug)]
pub struct Operation {
    /// The operationId where it is there and unique, else `GET /path`.
    pub id: String,
    /// The operationId as written, even if it is not unique.
    pub operation_id: Option<String>,
    /// The HTTP method as it is sent: in capitals, but for methods with a name of the document's own.
    pub method: String,
    /// The path template as written.
    pub path: String,
    /// The path template in pieces; parameters by wire name. Without a fragment, and with a slash at its start.
    pub template: Vec<TemplatePart>,
    /// One line, markup left in; empty for none.
    pub summary: String,
    /// The long text; empty for none.
    pub description: String,
    /// Whether it is deprecated.
    pub deprecated: bool,
    /// Its tags.
    pub tags: Vec<String>,
    /// Path-level and own parameters merged, path parameters first, then document order. Header parameters that do
    /// not count (`Accept`, `Content-Type`, `Authorization`, and those that frame the message, such as `Host`) are left
    /// out, and so are path parameters that the template does not use; a variable of the template that nothing declares
    /// is a required text. A parameter that is the whole query stands beside none in the query.
    pub parameters: Vec<Rc<Parameter>>,
    /// The request body.
    pub body: Option<RequestBody>,
    /// The responses in document order.
    pub responses: Vec<Rc<Response>>,
    /// Servers of the operation or its path item; empty: the document's.
    pub servers: Vec<Server>,
    /// The security alternatives: each a list of (scheme name, scopes). Empty: none is declared.
    pub security: Vec<Vec<(String, Vec<String>)>>,
    /// What is worth saying of its parameters where it is used; operations share what they share in the document.
    pub remarks: Vec<Rc<Fault>>,
    /// Where it stands.
    pub at: Place,
}

/// A piece of a path template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TemplatePart {
    /// Text.
    Text(String),
    /// A path parameter's wire name.
    Parameter(String),
}

/// A path, query, querystring, header or cookie parameter.
#[derive(Debug, Clone)]
pub struct Parameter {
    /// Where it goes.
    pub location: Location,
    /// The wire name.
    pub name: String,
    /// Whether a request needs it. Always true in a path.
    pub required: bool,
    /// Its text; empty for none.
    pub description: String,
    /// Whether it is deprecated.
    pub deprecated: bool,
    /// How it is written.
    pub encoding: Encoding,
    /// Its schema; `None` accepts anything, in a path any text. In 2.0 that is the place of the parameter itself.
    pub schema: Option<Place>,
    /// Where it stands; the operation for a variable of the template that nothing declares.
    pub at: Place,
}

/// How a parameter or a form field is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Encoding {
    /// By style.
    Styled {
        /// The style.
        style: Style,
        /// One pair per item or property.
        explode: bool,
        /// Reserved characters as they are.
        allow_reserved: bool,
    },
    /// By media type.
    Content(String),
}

impl Encoding {
    /// The same in the words of the catalogue.
    pub fn on_wire(&self) -> WireEncoding<'_> {
        match self {
            Self::Styled { style, explode, allow_reserved } => {
                WireEncoding::Styled { style: *style, explode: *explode, allow_reserved: *allow_reserved }
            }
            Self::Content(media_type) => WireEncoding::Content(media_type),
        }
    }
}

/// A request body.
#[derive(Debug, Clone)]
pub struct RequestBody {
    /// Whether a request needs it.
    pub required: bool,
    /// Its text; empty for none.
    pub description: String,
    /// Its media types in document order.
    pub media: Vec<Media>,
    /// Where it stands.
    pub at: Place,
}

/// One media type of a body or a response.
#[derive(Debug, Clone)]
pub struct Media {
    /// The media type as written.
    pub media_type: String,
    /// Its schema; `None` accepts anything. A schema that the document has no node for, of the fields of a form (2.0) or
    /// the items of a stream (3.2), has the place of the node that says the same.
    pub schema: Option<Place>,
    /// Where the reference leads that its schema is, where that is all it is.
    pub target: Option<Rc<Place>>,
    /// `encoding` by field name: how the field is written, and its `contentType` (empty: by type). By style where
    /// `style`, `explode` or `allowReserved` is written, else by `contentType`; a field that says neither is left out.
    pub encoding: BTreeMap<String, (Encoding, String)>,
    /// Why the reference that its schema may be leads nowhere; what the schema says is not looked into.
    pub astray: Option<Box<Fault>>,
    /// Where it stands: two media types of one body stand at different places.
    pub at: Place,
}

impl Media {
    /// Whether it is a stream, whose schema is the list of its items.
    pub fn is_stream(&self) -> bool {
        self.schema.as_ref() == Some(&self.at)
    }
}

/// One response.
#[derive(Debug, Clone)]
pub struct Response {
    /// The key as written: `200`, `4XX`, `default`.
    pub status: String,
    /// Its text; empty for none.
    pub description: String,
    /// Its media types in document order.
    pub media: Vec<Media>,
    /// Where it stands.
    pub at: Place,
}
