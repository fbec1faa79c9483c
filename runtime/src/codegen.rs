//! Everything that emitted code names, and nothing else: the one path between a generated file and this crate.

pub use fewtools_contract::{
    Annotations, Answer, Argument, Body, BodyField, CONTRACT, Call, Catalogue, Check, Content, Conversion,
    Credential, Definition, Discriminator, Effect, EffectMatch, Encoding, ErrorRule, Field, FieldEncoding,
    Filter, Group, GroupKind, Input, Location, MediaKind, Mode, Next, Parameter, PathPart, Picked, Problem,
    Requirement, Rows, Say, Scheme, SchemeKind, Segment, Server, Source, Spread, Spreading, Style, Tool,
    Types, Upstream, Variant,
};
