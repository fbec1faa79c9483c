//! The one request a variant makes: a template whose holes are filled from the variant's inputs.

/// A request template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Call<'a> {
    /// The operationId, or `GET /path` where the document gives none.
    pub operation: &'a str,
    /// The HTTP method as it is sent.
    pub method: &'a str,
    /// The base address of this operation alone, variables filled in; empty for the catalogue's.
    pub base: &'a str,
    /// The path template in pieces.
    pub path: &'a [PathPart<'a>],
    /// Every parameter that can be sent, in document order. A parameter whose source has no value is left out.
    pub parameters: &'a [Parameter<'a>],
    /// The body, if the operation takes one that is offered.
    pub body: Option<Body<'a>>,
    /// The values whose keys become names on the wire, and what these keys may not be.
    pub spreads: &'a [Spread<'a>],
    /// The alternatives of the operation's `security`: each a set of requirements that hold together. Empty: no
    /// credential is sent. An empty alternative means that none is needed.
    pub security: &'a [&'a [Requirement<'a>]],
    /// The `Accept` header; empty for none.
    pub accept: &'a str,
}

/// A value whose keys become names on the wire: an object that is exploded or a `deepObject`, the whole query, a header
/// of all cookies, or the further keys of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Spread<'a> {
    /// Which value.
    pub of: Spreading,
    /// The wire names that the operation has in the same place beside this value, offered or not, sorted. A key that a
    /// server could read as one of them is refused.
    pub reserved: &'a [&'a str],
    /// The keys with brackets that the document itself declares for a `deepObject`, sorted. Any other key with brackets
    /// is refused.
    pub bracketed: &'a [&'a str],
}

/// Which value of a call a [`Spread`] is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "is", content = "of"))]
pub enum Spreading {
    /// A parameter of the call, by index.
    Parameter(usize),
    /// A field of the body, by index.
    Field(usize),
    /// The further keys of the body.
    More,
}

/// A piece of a path template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "is", content = "of"))]
pub enum PathPart<'a> {
    /// Text sent as it is, `/` included.
    Text(&'a str),
    /// A parameter of the call, by index.
    Parameter(usize),
}

/// One path, query, header or cookie parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Parameter<'a> {
    /// Where it goes.
    pub location: Location,
    /// Its name on the wire.
    pub name: &'a str,
    /// How its value becomes text.
    pub encoding: Encoding<'a>,
    /// Where its value comes from.
    pub source: Source<'a>,
}

/// Where a parameter goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Location {
    /// A variable of the path template.
    Path,
    /// A pair of the query.
    Query,
    /// The whole query (OpenAPI 3.2 `in: querystring`).
    Querystring,
    /// A header.
    Header,
    /// A cookie.
    Cookie,
}

impl Location {
    /// The word that starts a slot.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Query => "query",
            Self::Querystring => "querystring",
            Self::Header => "header",
            Self::Cookie => "cookie",
        }
    }
}

/// How a value becomes text (OpenAPI 3.1, section 4.8.12.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "is", content = "of"))]
pub enum Encoding<'a> {
    /// By `style`, `explode` and `allowReserved`.
    Styled {
        /// The serialisation style.
        style: Style,
        /// One pair per item or property.
        explode: bool,
        /// Reserved characters are sent as they are.
        allow_reserved: bool,
    },
    /// By media type, as in `content`.
    Content(&'a str),
}

/// A serialisation style.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Style {
    /// `simple`
    Simple,
    /// `label`
    Label,
    /// `matrix`
    Matrix,
    /// `form`
    Form,
    /// `spaceDelimited`; in a path or header from OpenAPI 2.0 `collectionFormat: ssv`.
    SpaceDelimited,
    /// `pipeDelimited`; in a path or header from OpenAPI 2.0 `collectionFormat: pipes`.
    PipeDelimited,
    /// Tab-separated, only from OpenAPI 2.0 `collectionFormat: tsv`.
    TabDelimited,
    /// `deepObject`
    DeepObject,
    /// `cookie` (OpenAPI 3.2)
    Cookie,
}

/// Where a value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "is", content = "of"))]
pub enum Source<'a> {
    /// The variant's input of this index.
    Input(usize),
    /// This JSON text, on every call.
    Fixed(&'a str),
}

/// The body of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Body<'a> {
    /// The `Content-Type` that is sent.
    pub media_type: &'a str,
    /// How the value becomes bytes.
    pub kind: MediaKind,
    /// The request is refused without a body. An optional body is left out when none of its
    /// sources is given or constant; a default alone does not make it be sent.
    pub required: bool,
    /// The value.
    pub content: Content<'a>,
    /// The JSON Schema of the whole, where its fields alone do not say all of it; empty otherwise.
    pub schema: &'a str,
}

/// How a body's value becomes bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum MediaKind {
    /// JSON text.
    Json,
    /// `application/x-www-form-urlencoded`.
    Form,
    /// `multipart/form-data`.
    Multipart,
    /// Text as it is.
    Text,
    /// Bytes, given as [`crate::Conversion::Bytes`] says.
    Bytes,
}

/// Where a body's value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "is", content = "of"))]
pub enum Content<'a> {
    /// One source is the whole body.
    Whole(Source<'a>),
    /// An object put together from its fields; `more` (an input that is an object) adds further keys.
    Fields {
        /// The fields in document order.
        fields: &'a [BodyField<'a>],
        /// The source of further keys.
        more: Option<Source<'a>>,
    },
}

/// One field of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct BodyField<'a> {
    /// The keys from the root of the body to the field; usually one.
    pub at: &'a [&'a str],
    /// The object that is refused without it, as the number of keys of `at` that lead there: 0 is the body. `None`: it may
    /// be missing. An optional object (or body) is refused once any other field in it has a value.
    pub needed_in: Option<usize>,
    /// Its value.
    pub source: Source<'a>,
    /// How it is written in a form or multipart body.
    pub encoding: FieldEncoding<'a>,
}

/// How a field of a form or multipart body is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "is", content = "of"))]
pub enum FieldEncoding<'a> {
    /// As fields are of which the document says nothing: an array is one pair or part for each item; an object is
    /// JSON, in a multipart body of the type `application/json`; all else is text.
    Usual,
    /// As the document says.
    As(Encoding<'a>),
    /// Only in a multipart body: as a file, from an argument that is bytes (see [`crate::Conversion::Bytes`]). The
    /// media types it may have, separated by commas, `image/*` among them; empty for any.
    File(&'a str),
}

/// One security requirement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Requirement<'a> {
    /// Index in [`crate::Catalogue::schemes`].
    pub scheme: usize,
    /// The scopes it asks for.
    pub scopes: &'a [&'a str],
}
