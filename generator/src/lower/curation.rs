//! The manifest as written: typed, every value with its place, nothing related to the document yet.

mod context;
mod expressions;
mod projections;
mod safety;
mod shaping;
mod steps;
mod tools;

pub use context::{
    InstructionPart, InstructionsEntry, ListFromEntry, ProfileEntry, PromptArgumentEntry, PromptEntry,
    ResourceEntry,
};
pub use expressions::{ConditionEntry, Expression, OperandEntry, WayEntry};
pub use projections::{
    FieldEntry, FilterEntry, FindingEntry, FromEntry, HookEntry, HookReturn, ItemsEntry, PickEntry,
};
pub use safety::{
    CapEntry, CapNames, ConfirmEntry, DenialShape, DryRunEntry, ExpectedEntry, GateNames, GatesEntry,
    PermissionEntry, SubjectEntry, ToldByEntry,
};
pub use shaping::{KeepEntry, MergeEntry, PagesEntry, Parse, TurnEntry, TypeEntry};
pub use steps::{ForEachEntry, StepEntry, StepsEntry};
pub use tools::{DiscriminatorEntry, ToolEntry, VariantEntry};

use indexmap::IndexMap;

use fewtools_contract::{Effect, Mode, Types};
use serde_json::Value;

use crate::diagnostics::Place;

/// A value and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot<T> {
    /// The value.
    pub value: T,
    /// Its place.
    pub at: Place,
}

impl<T> Spot<T> {
    /// A value at a place.
    pub fn new(value: T, at: Place) -> Self {
        Self { value, at }
    }
}

/// A word with its place.
pub type Word = Spot<String>;

/// The whole manifest.
#[derive(Debug)]
pub struct Curation {
    /// `server.name`.
    pub name: Word,
    /// `server.about`.
    pub about: String,
    /// `server.refusals: protocol`.
    pub refuse_by_protocol: bool,
    /// `upstream`.
    pub upstream: UpstreamEntry,
    /// `coverage`.
    pub coverage: Coverage,
    /// `schema`.
    pub schema: SchemaEntry,
    /// `budget`.
    pub budget: Budget,
    /// `rows`.
    pub rows: RowsLimits,
    /// `error_code`: a JSON Pointer, `/code` when absent.
    pub error_code: Word,
    /// `gates`: the names of the gates' arguments, and how a cap is recognised.
    pub gates: GateNames,
    /// `subjects` by name; the place is that of the key.
    pub subjects: IndexMap<String, Spot<SubjectEntry>>,
    /// `permissions` by operation; the place of the key is that of the value's entry.
    pub permissions: IndexMap<String, Spot<PermissionEntry>>,
    /// `resources` by address; the place is that of the key.
    pub resources: IndexMap<String, Spot<ResourceEntry>>,
    /// `prompts` by name; the place is that of the key.
    pub prompts: IndexMap<String, Spot<PromptEntry>>,
    /// `instructions`.
    pub instructions: Option<InstructionsEntry>,
    /// `help.tool`: the name of the help tool.
    pub help: Option<Word>,
    /// `profiles` by name; the place is that of the key.
    pub profiles: IndexMap<String, Spot<ProfileEntry>>,
    /// `auth` by scheme name.
    pub auth: IndexMap<String, Spot<AuthEntry>>,
    /// `types` by argument type, component name or format; the place is that of the key.
    pub types: IndexMap<String, Spot<TypeEntry>>,
    /// `pages`.
    pub pages: PagesEntry,
    /// `client`: operations that code of the downstream crate calls.
    pub client: Vec<ClientEntry>,
    /// Shared `args` by name.
    pub args: IndexMap<String, Spot<ArgEntry>>,
    /// `tools` by name; the place is that of the key.
    pub tools: IndexMap<String, Spot<ToolEntry>>,
    /// `projections` by name; the place is that of the key.
    pub projections: IndexMap<String, Spot<Vec<FieldEntry>>>,
    /// `errors`.
    pub errors: Vec<Spot<ErrorEntry>>,
    /// `renamed`: old → new.
    pub renamed: IndexMap<String, Word>,
    /// `exclude`.
    pub exclude: Vec<ExcludeEntry>,
    /// The manifest as a whole, for faults that have no better place.
    pub at: Place,
}

/// One entry of `client`.
#[derive(Debug)]
pub struct ClientEntry {
    /// The operation.
    pub call: Word,
    /// `effect`
    pub effect: Option<Spot<Effect>>,
}

/// `upstream`.
#[derive(Debug, Default)]
pub struct UpstreamEntry {
    /// `url`.
    pub url: Option<Word>,
    /// `server`: an index into the document's servers.
    pub server: Option<Spot<usize>>,
    /// `variables` by name.
    pub variables: IndexMap<String, Word>,
    /// `retrieved_from`: the address relative server addresses start from.
    pub retrieved_from: Option<Word>,
    /// `timeout` in milliseconds; 30 s when absent.
    pub timeout_ms: Option<Spot<u32>>,
    /// `max_response` in bytes; 8 MiB when absent.
    pub max_response: Option<Spot<u64>>,
}

/// What happens to a fault of coverage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Policy {
    /// An error.
    Deny,
    /// A warning.
    Warn,
    /// Nothing.
    Allow,
}

/// `coverage`.
#[derive(Debug)]
pub struct Coverage {
    /// `uncovered`, deny when absent.
    pub uncovered: Policy,
    /// `undecided`, warn when absent.
    pub undecided: Policy,
    /// `not_offered`: slots never offered anywhere.
    pub not_offered: Vec<Word>,
}

/// `schema`, of the manifest or of a tool.
#[derive(Debug, Default, Clone)]
pub struct SchemaEntry {
    /// `mode`, simple when absent.
    pub mode: Option<Mode>,
    /// `texts: document`, notes when absent.
    pub texts_of_document: Option<bool>,
}

/// A ceiling: a number of tokens, or `none` when it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ceiling {
    /// So many tokens.
    Tokens(usize),
    /// No ceiling.
    None,
}

/// `budget`.
#[derive(Debug)]
pub struct Budget {
    /// `listing`, 2000 when absent. The place is that of the value, or of the manifest.
    pub listing: Spot<Ceiling>,
    /// `per_tool`, 200 when absent.
    pub per_tool: Spot<Ceiling>,
    /// `average`, no ceiling when absent.
    pub average: Spot<Ceiling>,
    /// `instructions`, no ceiling when absent.
    pub instructions: Spot<Ceiling>,
    /// `resources`, no ceiling when absent.
    pub resources: Spot<Ceiling>,
    /// `prompts`, no ceiling when absent.
    pub prompts: Spot<Ceiling>,
    /// `result`, 4000 when absent.
    pub result: Spot<Ceiling>,
}

/// `rows`.
#[derive(Debug, Clone, Copy)]
pub struct RowsLimits {
    /// `default`, 25 when absent.
    pub default: u32,
    /// `max`, 100 when absent.
    pub max: u32,
}

/// Where a scheme's credential comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AuthEntry {
    /// `env: NAME`
    Env(String),
    /// `forward: header`
    Forward(String),
}

/// The built-in argument types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArgType {
    /// Text like `15m`.
    Duration,
    /// An integer from 1 to `rows.max`.
    RowLimit,
    /// A UUID.
    Uuid,
    /// A date.
    Date,
    /// A date and time.
    DateTime,
    /// Comma-separated ids.
    IdList,
    /// A plain JSON Schema type, which narrows what the document says.
    Plain(Types),
}

impl ArgType {
    /// The words of the manifest. `null` is no type of an argument.
    pub const NAMES: [(&'static str, Self); 12] = [
        ("duration", Self::Duration),
        ("row-limit", Self::RowLimit),
        ("uuid", Self::Uuid),
        ("date", Self::Date),
        ("date-time", Self::DateTime),
        ("id-list", Self::IdList),
        ("string", Self::Plain(Types::STRING)),
        ("integer", Self::Plain(Types::INTEGER)),
        ("number", Self::Plain(Types::NUMBER)),
        ("boolean", Self::Plain(Types::BOOLEAN)),
        ("array", Self::Plain(Types::ARRAY)),
        ("object", Self::Plain(Types::OBJECT)),
    ];

    /// Its word; `None` for a set of types that no word names.
    pub fn word(self) -> Option<&'static str> {
        Self::NAMES.iter().find(|(_, known)| *known == self).map(|(name, _)| *name)
    }
}

/// A shared argument.
#[derive(Debug, Clone, Default)]
pub struct ArgEntry {
    /// `to`: the slot.
    pub to: Option<Word>,
    /// `type`.
    pub ty: Option<Spot<ArgType>>,
    /// `default`.
    pub default: Option<Spot<Value>>,
}

/// `result` or `rows`.
#[derive(Debug, Clone)]
pub struct ResultEntry {
    /// The projection's name; `None` for `rows: {at: items}` without `pick`.
    pub projection: Option<Word>,
    /// Set for `rows`.
    pub rows: Option<RowsEntry>,
    /// The projection for `detail: full`, where `result` or `rows` names two: `{ brief: …, full: … }`.
    pub full: Option<Word>,
    /// `result: link`
    pub link: bool,
    /// Where it stands.
    pub at: Place,
}

/// What `rows` says beyond the projection.
#[derive(Debug, Clone, Default)]
pub struct RowsEntry {
    /// `at`: the way to the array.
    pub path: Option<Word>,
    /// `ordered_by`; empty for nothing.
    pub ordered_by: String,
}

/// One entry of `errors`.
#[derive(Debug, Clone)]
pub struct ErrorEntry {
    /// The statuses, from and to; `None` for `network: any`.
    pub status: Option<(u16, u16)>,
    /// `code`; empty for any.
    pub code: String,
    /// `error_code` of this rule alone.
    pub error_code: Option<Word>,
    /// `effect`: `mutation` or one effect.
    pub effect: Option<fewtools_contract::EffectMatch>,
    /// `ops`; empty for all.
    pub ops: Vec<Word>,
    /// `say`, placeholders in braces.
    pub say: Word,
}

/// One entry of `exclude`.
#[derive(Debug)]
pub struct ExcludeEntry {
    /// `ops`.
    pub ops: Vec<Word>,
    /// `why`.
    pub why: String,
    /// Where it stands.
    pub at: Place,
}
