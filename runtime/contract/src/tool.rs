//! A tool: what is listed of it, and the variants it can run.

use crate::{Answer, Check, Denial, Gates, Work};

/// What `tools/list` shows as one entry.
///
/// A tool without a [`Discriminator`] has exactly one variant, whose name is empty.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Tool<'a> {
    /// The listed name, `^[a-zA-Z][a-zA-Z0-9_]{0,47}$`.
    pub name: &'a str,
    /// The listed description.
    pub about: &'a str,
    /// How much of a family's variants is listed.
    pub mode: Mode,
    /// The signature, in listing order. Variants refer to it by index.
    pub arguments: &'a [Argument<'a>],
    /// The argument that chooses the variant.
    pub discriminator: Option<Discriminator<'a>>,
    /// The variants in manifest order.
    pub variants: &'a [Variant<'a>],
    /// The hints that are listed, computed from the variants.
    pub annotations: Annotations,
    /// The listed output schema as a compact JSON object, whose root is an object; empty for none.
    pub output_schema: &'a str,
    /// The most tokens of one answer of this tool; 0 for the catalogue's.
    pub result_tokens: u32,
}

/// How much of a family's variants is listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Mode {
    /// The discriminator is a bare string.
    Terse,
    /// The discriminator's description names the values and what each needs.
    Simple,
}

/// One listed argument.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Argument<'a> {
    /// The property name.
    pub name: &'a str,
    /// The listed schema as a compact JSON object, without its description: `{"type":"string"}`.
    pub schema: &'a str,
    /// The listed description; empty for none.
    pub note: &'a str,
    /// Whether the listing says that it is required.
    pub required: bool,
}

/// The argument that chooses the variant.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Discriminator<'a> {
    /// Its index in [`Tool::arguments`].
    pub argument: usize,
    /// The variant (index in [`Tool::variants`]) that runs when it is absent.
    pub default: Option<usize>,
    /// Accepted spellings beside the names, each with the variant's index.
    pub aliases: &'a [(&'a str, usize)],
}

/// The hints of a tool (MCP `ToolAnnotations`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Annotations {
    /// Every variant only reads.
    pub read_only: bool,
    /// At least one variant may destroy.
    pub destructive: bool,
    /// Calling again with the same arguments changes nothing more.
    pub idempotent: bool,
}

/// What a call does to the upstream.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Effect {
    /// Changes nothing.
    Read,
    /// Adds; takes nothing away.
    Additive,
    /// Sets; a second call changes nothing more.
    Idempotent,
    /// May remove or overwrite.
    Destructive,
}

impl Effect {
    /// Whether the upstream may differ after the call.
    pub const fn is_mutation(self) -> bool {
        !matches!(self, Self::Read)
    }

    /// The word the manifest uses.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Additive => "additive",
            Self::Idempotent => "idempotent",
            Self::Destructive => "destructive",
        }
    }
}

/// One value of the discriminator: an operation, and what it takes from the tool's arguments.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Variant<'a> {
    /// The discriminator's value; empty for a tool without one.
    pub name: &'a str,
    /// One sentence for refusals; empty for none.
    pub about: &'a str,
    /// What it does to the upstream.
    pub effect: Effect,
    /// The arguments it takes, the discriminator left out. Any other argument is refused. One argument may stand here
    /// several times, where it goes to several places: each is checked and converted by itself.
    pub inputs: &'a [Input<'a>],
    /// Rules over several arguments.
    pub groups: &'a [Group<'a>],
    /// What stands before a mutation.
    pub gates: Gates<'a>,
    /// What is said of missing and forbidden things.
    pub denial: Denial<'a>,
    /// What it does.
    pub work: Work<'a>,
    /// What leaves.
    pub answer: Answer<'a>,
}

/// One argument as a variant takes it.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Input<'a> {
    /// Its index in [`Tool::arguments`].
    pub argument: usize,
    /// The slot it goes to, as the manifest writes it: `path.queueName`, `body.text`, `body`. Empty for an argument that
    /// is not sent: a gate's.
    pub slot: &'a str,
    /// The variant is refused without it.
    pub required: bool,
    /// The value used when it is absent, as JSON text; empty for none.
    pub default: &'a str,
    /// What the value must satisfy before it is converted.
    pub check: Check<'a>,
    /// What is done to it before it is sent.
    pub conversion: Conversion,
    /// The ways inside of it to texts of digits that are sent as numbers.
    pub digits: &'a [&'a [Inside<'a>]],
    /// A sentence on where values come from, told with a refusal of its value; empty for none.
    pub hint: &'a str,
    /// What the document says of it, for the help tool; empty for nothing.
    pub about: &'a str,
}

impl Input<'_> {
    /// An argument of this index that takes everything and is sent nowhere.
    pub const fn plain(argument: usize) -> Self {
        Self {
            argument,
            slot: "",
            required: false,
            default: "",
            check: Check::ANY,
            conversion: Conversion::None,
            digits: &[],
            hint: "",
            about: "",
        }
    }
}

/// One step of a way inside of an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "is", content = "of"))]
pub enum Inside<'a> {
    /// To a property of an object.
    Key(&'a str),
    /// To every item of an array.
    Items,
}

/// What is done to an accepted argument before it is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "is", content = "of"))]
pub enum Conversion {
    /// Nothing.
    None,
    /// `uuid`: checked, sent as it is.
    Uuid,
    /// `date` (RFC 3339 full-date): checked, sent as it is.
    Date,
    /// `date-time` (RFC 3339): checked, sent as it is.
    DateTime,
    /// `duration` as text like `15m`, sent as it is.
    Duration,
    /// `duration` sent as a number of seconds, which the bounds of the check are for.
    DurationSeconds,
    /// `duration` sent in ISO 8601: `PT15M`.
    DurationIso,
    /// `row-limit`: an integer from 1 to `max`. A read whose rows are cut sends one more, but never above `slot_max`
    /// (0: no bound).
    RowLimit {
        /// The largest accepted value.
        max: u32,
        /// The slot's own maximum; 0 for none.
        slot_max: u32,
    },
    /// `id-list`: comma-separated text, sent as an array of texts.
    IdListText,
    /// `id-list`: comma-separated text, sent as an array of integers.
    IdListInteger,
    /// A text of digits, sent as the number.
    Digits {
        /// Only a whole number is accepted.
        whole: bool,
    },
    /// Where an earlier answer ended, in the words of that answer. Checked; sent nowhere as it is.
    Resume,
    /// `id-list`: comma-separated text for a slot that itself is text, sent as it is.
    IdListJoined,
    /// Bytes, as base64 text or as `{data, filename, media_type}` with base64 text under `data` and the others
    /// optional; or an array of these. Checked, sent as the bytes.
    Bytes,
}

/// A rule over several arguments of a variant.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Group<'a> {
    /// How many of them a call gives.
    pub kind: GroupKind,
    /// Indices in [`Tool::arguments`].
    pub arguments: &'a [usize],
}

/// How many arguments of a [`Group`] a call gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum GroupKind {
    /// Exactly one.
    OneOf,
    /// One or more.
    AnyOf,
    /// None or one.
    AtMostOne,
}
