//! Everything that emitted code names, and nothing else: the one path between a generated file and this crate.

pub use crate::Caller;
pub use crate::hand::{Answered, ArgumentField, Context, Failed, type_of};
pub use crate::hooks::{FromAnswer, Hooks, IntoAnswer, argument};
pub use fewtools_contract::{
    Annotations, Answer, Argument, Body, BodyField, CONTRACT, Call, Cap, Catalogue, Ceilings, Check,
    Comparison, Composite, Condition, Confirm, Content, Conversion, Credential, Definition, Denial, Detail,
    Discriminator, DryRun, Effect, EffectMatch, Encoding, ErrorRule, Exchange, Expected, Field,
    FieldEncoding, Filter, Finding, ForEach, Gates, Given, Group, GroupKind, Hook, Input, Inside, Items,
    Keep, Kept, KeptField, Link, ListFrom, Listed, Location, MediaKind, Merge, Mode, Next, Operand, Origin,
    Paging, Parameter, PathPart, Phrase, Picked, Preview, Problem, Profile, Prompt, PromptArgument,
    PromptPart, Requirement, Resource, Rows, Say, Scheme, SchemeKind, Segment, Server, Settled, Sort, Source,
    Spread, Spreading, Step, Style, Told, Tool, Turned, Types, Upstream, UriPart, Variant, Way, Work,
};
pub use serde_json::{Map, Value};
