//! Everything that emitted code names, and nothing else: the one path between a generated file and this crate.

pub use fewtools_contract::{
    Annotations, Answer, Argument, Body, BodyField, CONTRACT, Call, Cap, Catalogue, Ceilings, Check, Confirm,
    Content, Conversion, Credential, Definition, Denial, Discriminator, DryRun, Effect, EffectMatch,
    Encoding, ErrorRule, Expected, Field, FieldEncoding, Filter, Gates, Group, GroupKind, Input, ListFrom,
    Listed, Location, MediaKind, Mode, Next, Parameter, PathPart, Picked, Preview, Problem, Profile, Prompt,
    PromptArgument, PromptPart, Requirement, Resource, Rows, Say, Scheme, SchemeKind, Segment, Server,
    Source, Spread, Spreading, Style, Told, Tool, Types, Upstream, UriPart, Variant,
};
