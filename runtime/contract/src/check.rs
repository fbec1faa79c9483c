//! What one argument must satisfy, as flat facts and, where they do not say it all, as a JSON Schema.

/// The checks of one argument.
///
/// The flat facts are necessary and cheap. Where `schema` is empty they are also sufficient; otherwise the value
/// must satisfy `schema` too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Check<'a> {
    /// The accepted JSON types; [`Types::ANY`] accepts all.
    pub types: Types,
    /// The accepted values as compact JSON texts; empty for no list.
    pub values: &'a [&'a str],
    /// Smallest number as decimal text; empty for none.
    pub minimum: &'a str,
    /// Largest number as decimal text; empty for none.
    pub maximum: &'a str,
    /// Number that must be exceeded, as decimal text; empty for none.
    pub exclusive_minimum: &'a str,
    /// Number that must not be reached, as decimal text; empty for none.
    pub exclusive_maximum: &'a str,
    /// Fewest characters (Unicode scalars) of a text.
    pub min_length: u32,
    /// Most characters of a text; `u32::MAX` for no bound.
    pub max_length: u32,
    /// Fewest items of an array.
    pub min_items: u32,
    /// Most items of an array; `u32::MAX` for no bound.
    pub max_items: u32,
    /// The types of an array's items; [`Types::ANY`] accepts all.
    pub items: Types,
    /// The whole JSON Schema (2020-12) as compact text, with references into
    /// [`crate::Catalogue::definitions`] as `#/$defs/<name>`; empty where the flat facts say everything.
    pub schema: &'a str,
    /// What the argument takes, in words, for a refusal: `name (text, required), kind (…)`; empty for none.
    pub takes: &'a str,
}

impl Check<'_> {
    /// Accepts everything.
    pub const ANY: Self = Self {
        types: Types::ANY,
        values: &[],
        minimum: "",
        maximum: "",
        exclusive_minimum: "",
        exclusive_maximum: "",
        min_length: 0,
        max_length: u32::MAX,
        min_items: 0,
        max_items: u32::MAX,
        items: Types::ANY,
        schema: "",
        takes: "",
    };
}

/// A set of JSON types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(transparent))]
pub struct Types(pub u8);

impl Types {
    /// `null`.
    pub const NULL: Self = Self(1);
    /// `boolean`.
    pub const BOOLEAN: Self = Self(2);
    /// `integer`: a number without a fraction (`1.0` counts, JSON Schema 2020-12 section 6.1.1).
    pub const INTEGER: Self = Self(4);
    /// `number`, integers included.
    pub const NUMBER: Self = Self(8);
    /// `string`.
    pub const STRING: Self = Self(16);
    /// `array`.
    pub const ARRAY: Self = Self(32);
    /// `object`.
    pub const OBJECT: Self = Self(64);
    /// Every type.
    pub const ANY: Self = Self(127);

    /// The names JSON Schema gives the types, each with its set.
    pub const NAMES: [(&'static str, Self); 7] = [
        ("null", Self::NULL),
        ("boolean", Self::BOOLEAN),
        ("integer", Self::INTEGER),
        ("number", Self::NUMBER),
        ("string", Self::STRING),
        ("array", Self::ARRAY),
        ("object", Self::OBJECT),
    ];

    /// The set of one JSON Schema type name; `None` for any other word.
    pub fn named(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, types)| *types)
    }

    /// Both sets together.
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// This set without the other's members.
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether any type of `other` is in this set.
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether every JSON type is accepted.
    pub const fn is_any(self) -> bool {
        self.0 & Self::ANY.0 == Self::ANY.0
    }

    /// Whether no type is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The names of its members, in the order of [`Types::NAMES`].
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        Self::NAMES.into_iter().filter(move |(_, types)| self.meets(*types)).map(|(name, _)| name)
    }
}
