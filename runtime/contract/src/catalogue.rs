//! The root of the data model: one catalogue is one served surface.

use crate::{ErrorRule, Profile, Prompt, Resource, Settled, Tool};

/// Everything a server needs to list and run its tools.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Catalogue<'a> {
    /// Who serves.
    pub server: Server<'a>,
    /// The tools in listing order.
    pub tools: &'a [&'a Tool<'a>],
    /// The tool that explains the others, listed after them. It has no variants: the server answers it.
    pub help: Option<&'a Tool<'a>>,
    /// What can be read, in listing order.
    pub resources: &'a [Resource<'a>],
    /// The prompts in listing order.
    pub prompts: &'a [Prompt<'a>],
    /// What a client tells its model about the server as a whole; empty for [`Server::about`].
    pub instructions: &'a str,
    /// Narrower surfaces, for callers whom the host program gives a profile.
    pub profiles: &'a [Profile<'a>],
    /// The ceilings that the surface was built within.
    pub ceilings: Ceilings,
    /// Where requests go.
    pub upstream: Upstream<'a>,
    /// The security schemes that calls refer to by index.
    pub schemes: &'a [Scheme<'a>],
    /// Sentences for upstream answers that are no success, first match first.
    pub errors: &'a [ErrorRule<'a>],
    /// Answers without a success that the document declares, which no rule of `errors` speaks of.
    pub settled: &'a [Settled<'a>],
    /// Old tool names and the names that replaced them.
    pub renamed: &'a [(&'a str, &'a str)],
    /// Named JSON Schemas (2020-12) that the schemas of [`crate::Check`] reference as `#/$defs/<name>`.
    pub definitions: &'a [Definition<'a>],
    /// The functions of the host program that projections use.
    pub hooks: &'a [Hook<'a>],
    /// Operations that code of the host program calls, each as a hidden tool of one variant that answers as a whole. Its
    /// name is that of the function.
    pub operations: &'a [&'a Tool<'a>],
    /// The most tokens (characters / 4) of one answer's text; 0 means no cap.
    pub result_tokens: u32,
}

/// A function of the host program that makes a field of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Hook<'a> {
    /// Its name.
    pub name: &'a str,
    /// The names of its arguments.
    pub arguments: &'a [&'a str],
}

/// The identity of the MCP server.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Server<'a> {
    /// The programmatic name, a tool-name stem.
    pub name: &'a str,
    /// One sentence on what the server is for.
    pub about: &'a str,
    /// Refused arguments are JSON-RPC errors (-32602) instead of tool results with `isError`.
    pub refuse_by_protocol: bool,
}

/// The most tokens of what is listed; 0 means no ceiling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Ceilings {
    /// Of the whole `tools` array.
    pub listing: u32,
    /// Of one tool.
    pub per_tool: u32,
    /// Of the instructions.
    pub instructions: u32,
    /// Of the resources and resource templates that the manifest names.
    pub resources: u32,
    /// Of the prompts.
    pub prompts: u32,
}

impl Ceilings {
    /// No ceiling at all.
    pub const NONE: Self = Self { listing: 0, per_tool: 0, instructions: 0, resources: 0, prompts: 0 };
}

/// Where requests go and how long they may take.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Upstream<'a> {
    /// The base address, variables filled in. Empty when the document names none that is absolute: then the host
    /// program has to give one.
    pub base: &'a str,
    /// Milliseconds one request may take, from connecting to the last byte of the answer.
    pub timeout_ms: u32,
    /// The most bytes of one answer's body.
    pub max_response: u64,
}

/// One security scheme of the document and where its credential comes from.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Scheme<'a> {
    /// The name the document gives it.
    pub name: &'a str,
    /// How the credential travels.
    pub kind: SchemeKind<'a>,
    /// Where the credential comes from.
    pub credential: Credential<'a>,
}

/// How a credential travels (OpenAPI 3.1, section 4.8.27).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "is", content = "of"))]
pub enum SchemeKind<'a> {
    /// `apiKey` in a header of this name.
    KeyHeader(&'a str),
    /// `apiKey` in a query parameter of this name.
    KeyQuery(&'a str),
    /// `apiKey` in a cookie of this name.
    KeyCookie(&'a str),
    /// `http` `basic`: the credential is `user:password`.
    Basic,
    /// `http` `bearer`, `oauth2` and `openIdConnect`: the credential is the token.
    Bearer,
}

impl SchemeKind<'_> {
    /// Whether one value can be the credential of both: schemes of one header, such as two kinds of OAuth, have one between
    /// them. None is both basic and a bearer token.
    pub fn shares(self, other: SchemeKind<'_>) -> bool {
        match (self, other) {
            (Self::Basic, SchemeKind::Bearer) | (Self::Bearer, SchemeKind::Basic) => false,
            (Self::KeyQuery(name), SchemeKind::KeyQuery(other))
            | (Self::KeyCookie(name), SchemeKind::KeyCookie(other)) => name == other,
            _ => self
                .header()
                .zip(other.header())
                .is_some_and(|(name, other)| name.eq_ignore_ascii_case(other)),
        }
    }

    /// The header that it travels in; not the one of all cookies.
    fn header(&self) -> Option<&str> {
        match self {
            Self::KeyHeader(name) => Some(name),
            Self::Basic | Self::Bearer => Some("authorization"),
            Self::KeyQuery(_) | Self::KeyCookie(_) => None,
        }
    }
}

/// Where a credential comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "is", content = "of"))]
pub enum Credential<'a> {
    /// An environment variable, read once at start.
    Env(&'a str),
    /// A header of the caller's own request, read per call and sent on as it is.
    Forward(&'a str),
}

/// A named JSON Schema.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Definition<'a> {
    /// The key below `$defs`.
    pub name: &'a str,
    /// The schema as compact JSON text.
    pub schema: &'a str,
}
