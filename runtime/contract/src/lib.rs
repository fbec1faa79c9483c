//! The last data model of fewtools: what is measured at build time, emitted as statics and served.
//!
//! A [`Catalogue`] holds tools as plain data. [`listing`] turns it into the JSON that a client gets from
//! `tools/list` (and of `resources/list` and `prompts/list`), and [`budget`] counts that text. The generator and the runtime call the same functions on the
//! same structs, so the bytes that are measured are the bytes that are served.
//!
//! Everything borrows: at build time from an arena, in emitted code from `'static` data.

pub mod answer;
pub mod budget;
pub mod call;
pub mod catalogue;
pub mod check;
pub mod condition;
pub mod context;
pub mod denial;
pub mod format;
pub mod gate;
pub mod instructions;
pub mod listing;
pub mod media;
pub mod problem;
pub mod projection;
pub mod tool;
pub mod work;

pub use answer::{Answer, Detail, Keep, Link, Next, Paging, Rows, Turned};
pub use call::{
    Body, BodyField, Call, Content, Encoding, FieldEncoding, Location, MediaKind, Parameter, PathPart,
    Requirement, Source, Spread, Spreading, Style,
};
pub use catalogue::{
    Catalogue, Ceilings, Credential, Definition, Hook, Scheme, SchemeKind, Server, Upstream,
};
pub use check::{Check, Types};
pub use condition::{Comparison, Condition, Operand};
pub use context::{ListFrom, Profile, Prompt, PromptArgument, PromptPart, Resource, UriPart};
pub use denial::{Denial, Listed, Told};
pub use gate::{Cap, Confirm, DryRun, Expected, Gates, Preview};
pub use problem::{EffectMatch, ErrorRule, Problem, Say, Settled};
pub use projection::{Field, Filter, Finding, Items, Origin, Phrase, Picked, Segment, Sort, Way};
pub use tool::{
    Annotations, Argument, Conversion, Discriminator, Effect, Group, GroupKind, Input, Inside, Mode, Tool,
    Variant,
};
pub use work::{Composite, Exchange, ForEach, Given, Kept, KeptField, Merge, Step, Work};

/// The number both sides must agree on. Emitted code asserts it, so that code made by an older generator fails
/// with a sentence and not with missing fields.
pub const CONTRACT: u32 = 4;
