//! Fields of a result, every way resolved, with what is known of their values.

use fewtools_contract::Types;
use serde_json::Value;

use super::{ConditionPlan, SegmentPlan, WayPlan};
use crate::diagnostics::Place;
use crate::lower::curation::HookReturn;
use crate::plan::answers::Node;
use crate::plan::shape::type_of;

/// One field of a projection.
#[derive(Debug, Clone)]
pub struct FieldPlan {
    /// Its name.
    pub name: String,
    /// Where it comes from.
    pub from: FromPlan,
}

/// Where a field comes from. It may be `null` where the value it is made of may.
#[derive(Debug, Clone)]
pub enum FromPlan {
    /// A value.
    At {
        /// The way to it.
        at: WayPlan,
        /// Its schemas.
        node: Node,
        /// How deep lists are nested in it, where it holds no object.
        lists: Option<u8>,
    },
    /// A text.
    Text {
        /// The way to it.
        at: WayPlan,
        /// The most bytes.
        most: u32,
        /// Whether there may be none.
        optional: bool,
    },
    /// Fields of an object.
    Object {
        /// The way to it.
        at: WayPlan,
        /// The fields.
        pick: Vec<FieldPlan>,
        /// Whether there may be none.
        optional: bool,
    },
    /// Fields of each item.
    Each {
        /// The items.
        of: ItemsPlan,
        /// The fields of an item; empty for the whole item.
        pick: Vec<FieldPlan>,
        /// How deep lists are nested in an item that leaves whole, where it holds no object.
        lists: Option<u8>,
    },
    /// How many items there are.
    Count(ItemsPlan),
    /// The sum of a number of each item.
    Sum {
        /// The items.
        of: ItemsPlan,
        /// The way from an item to the number.
        at: Vec<SegmentPlan>,
        /// Whether it always is a whole number.
        whole: bool,
        /// Whether an item may have something else there, so that there is no sum.
        optional: bool,
    },
    /// This.
    Constant(Value),
    /// The time.
    Now,
    /// What a function of the host program makes of values.
    Hook {
        /// The function, as an index in [`super::Surface::hooks`].
        hook: usize,
        /// Its arguments.
        of: Vec<WayPlan>,
        /// What it returns; any value where it does not say.
        returns: Option<HookReturn>,
    },
    /// The sentences whose conditions hold.
    Findings(Vec<FindingPlan>),
}

impl FromPlan {
    /// Every type that the value may have.
    pub fn types(&self) -> Types {
        let or_null = |types: Types, optional: bool| if optional { types.with(Types::NULL) } else { types };
        let whole = Types::INTEGER.with(Types::NUMBER);
        match self {
            Self::At { node, .. } => node.types(),
            Self::Text { optional, .. } => or_null(Types::STRING, *optional),
            Self::Object { optional, .. } => or_null(Types::OBJECT, *optional),
            Self::Each { of, .. } => or_null(Types::ARRAY, of.optional),
            Self::Count(of) => or_null(whole, of.optional),
            Self::Sum { of, optional, .. } => or_null(whole, of.optional || *optional),
            Self::Constant(value) => type_of(value),
            Self::Now => Types::STRING,
            Self::Hook { returns: None, .. } => Types::ANY,
            Self::Hook { returns: Some(returns), .. } => match returns {
                HookReturn::Text => Types::STRING.with(Types::NULL),
                HookReturn::Integer | HookReturn::Number => whole.with(Types::NULL),
                HookReturn::Boolean => Types::BOOLEAN.with(Types::NULL),
            },
            Self::Findings(_) => Types::ARRAY,
        }
    }
}

/// Items of a list; see [`fewtools_contract::Items`].
#[derive(Debug, Clone)]
pub struct ItemsPlan {
    /// The way to the list.
    pub at: WayPlan,
    /// The schemas of an item.
    pub item: Node,
    /// The way to the compared value, and the constant.
    pub filter: Option<(Vec<SegmentPlan>, Value)>,
    /// The way to the value they are sorted by, and whether the greatest come first.
    pub sort: Option<(Vec<SegmentPlan>, bool)>,
    /// How many of them; 0 for all.
    pub first: u32,
    /// Whether there may be no list.
    pub optional: bool,
}

/// A sentence and when it is told.
#[derive(Debug, Clone)]
pub struct FindingPlan {
    /// When.
    pub when: ConditionPlan,
    /// The sentence.
    pub say: Vec<PhrasePlan>,
}

/// A piece of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PhrasePlan {
    /// This text.
    Text(String),
    /// The value of a field of the same result, by index.
    Field(usize),
}

/// A function of the host program.
#[derive(Debug, Clone)]
pub struct HookPlan {
    /// Its name.
    pub name: String,
    /// The fields that it makes: `Projection.field`, each once.
    pub makes: Vec<String>,
    /// The names and types of its arguments.
    pub arguments: Vec<(String, HookType)>,
    /// What it returns; any value where it does not say.
    pub returns: Option<HookReturn>,
    /// Where the manifest names it first.
    pub at: Place,
}

/// The type of an argument of a function, or of a part of it. A value of another kind is absent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HookType {
    /// A text.
    Text,
    /// A whole number.
    Integer,
    /// A number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// A list, and whether its items may be absent.
    List(Box<HookType>, bool),
    /// An object with these properties.
    Object(Vec<(String, HookType)>),
    /// Any value.
    Any,
}
