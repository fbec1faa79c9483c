//! Turns the arguments of a call into the fields of a struct.

use fewtools_contract::{Check, Types};
use serde_json::{Map, Value};

use crate::number;

/// A struct whose fields are the arguments of a tool. [`crate::arguments!`] makes one.
pub trait Arguments: Sized + Send {
    /// The fields, in listing order.
    const FIELDS: &'static [ArgumentField];

    /// The struct, of one value for each field; `None` where one does not fit.
    fn read(values: &mut dyn Iterator<Item = Option<Value>>) -> Option<Self>;
}

/// An argument of a tool that is written in Rust.
#[derive(Debug, Clone, Copy)]
pub struct ArgumentField {
    /// The name that callers use.
    pub name: &'static str,
    /// What is listed with it; empty for nothing.
    pub note: &'static str,
    /// The listed schema as a compact JSON object.
    pub schema: &'static str,
    /// What its value must satisfy.
    pub check: Check<'static>,
    /// A call is refused without it.
    pub required: bool,
}

/// A field of the type `T`.
pub const fn type_of<T: FromArgument>(name: &'static str, note: &'static str) -> ArgumentField {
    ArgumentField { name, note, schema: T::SCHEMA, check: T::CHECK, required: T::REQUIRED }
}

/// A type that an argument can have.
pub trait FromArgument: Sized {
    /// The listed schema as a compact JSON object.
    const SCHEMA: &'static str;
    /// What a value must satisfy.
    const CHECK: Check<'static>;
    /// A call is refused without it.
    const REQUIRED: bool = true;

    /// A value that satisfies the check; `None` where it does not fit.
    fn take(value: Option<Value>) -> Option<Self>;
}

const fn of(types: Types) -> Check<'static> {
    Check { types, ..Check::ANY }
}

impl FromArgument for String {
    const SCHEMA: &'static str = r#"{"type":"string"}"#;
    const CHECK: Check<'static> = of(Types::STRING);

    fn take(value: Option<Value>) -> Option<Self> {
        match value {
            Some(Value::String(text)) => Some(text),
            _ => None,
        }
    }
}

impl FromArgument for bool {
    const SCHEMA: &'static str = r#"{"type":"boolean"}"#;
    const CHECK: Check<'static> = of(Types::BOOLEAN);

    fn take(value: Option<Value>) -> Option<Self> {
        value?.as_bool()
    }
}

impl FromArgument for i64 {
    const SCHEMA: &'static str = r#"{"type":"integer"}"#;
    const CHECK: Check<'static> =
        Check { minimum: "-9223372036854775808", maximum: "9223372036854775807", ..of(Types::INTEGER) };

    fn take(value: Option<Value>) -> Option<Self> {
        value?.as_i64()
    }
}

/// As near as a float comes to it.
impl FromArgument for f64 {
    const SCHEMA: &'static str = r#"{"type":"number"}"#;
    const CHECK: Check<'static> = Check { minimum: "-1e308", maximum: "1e308", ..of(Types::NUMBER) };

    fn take(value: Option<Value>) -> Option<Self> {
        number::written(&value?)?.parse().ok()
    }
}

impl FromArgument for Vec<String> {
    const SCHEMA: &'static str = r#"{"type":"array","items":{"type":"string"}}"#;
    const CHECK: Check<'static> = Check { items: Types::STRING, ..of(Types::ARRAY) };

    fn take(value: Option<Value>) -> Option<Self> {
        match value {
            Some(Value::Array(items)) => items.into_iter().map(|item| String::take(Some(item))).collect(),
            _ => None,
        }
    }
}

/// A number in it that neither 64 bits nor a float hold is the text of its digits.
impl FromArgument for Map<String, Value> {
    const SCHEMA: &'static str = r#"{"type":"object"}"#;
    const CHECK: Check<'static> = of(Types::OBJECT);

    fn take(value: Option<Value>) -> Option<Self> {
        match value {
            Some(Value::Object(mut members)) => {
                members.values_mut().for_each(number::as_texts);
                Some(members)
            }
            _ => None,
        }
    }
}

impl<T: FromArgument> FromArgument for Option<T> {
    const SCHEMA: &'static str = T::SCHEMA;
    const CHECK: Check<'static> = T::CHECK;
    const REQUIRED: bool = false;

    fn take(value: Option<Value>) -> Option<Self> {
        match value {
            Some(value) => T::take(Some(value)).map(Some),
            None => Some(None),
        }
    }
}

/// Makes a struct whose fields are the arguments of a [`Handler`](crate::Handler).
///
/// A field has the name that callers use, or another one in parentheses; what is written above it is listed with it. Its
/// type is `String`, `bool`, `i64`, `f64`, `Vec<String>`, a JSON object (`Map<String, Value>`), or an `Option` of these.
///
/// ```
/// fewtools::arguments! {
///     /// What `idle_queues` takes.
///     #[derive(Debug)]
///     pub struct IdleQueues {
///         /// The cluster, as `list_clusters` names it.
///         cluster_id("clusterId"): String,
///         limit: Option<i64>,
///     }
/// }
/// ```
#[macro_export]
macro_rules! arguments {
    (
        $(#[$of_struct:meta])*
        $seen:vis struct $name:ident {
            $( $(#[doc = $note:literal])* $field:ident $(($called:literal))? : $type:ty ),* $(,)?
        }
    ) => {
        $(#[$of_struct])*
        $seen struct $name {
            $(
                $(#[doc = $note])*
                #[allow(missing_docs)]
                pub $field: $type,
            )*
        }

        impl $crate::Arguments for $name {
            const FIELDS: &'static [$crate::codegen::ArgumentField] = &[
                $( $crate::codegen::type_of::<$type>(
                    $crate::arguments!(@name $field $($called)?),
                    ::core::concat!($($note),*),
                ), )*
            ];

            fn read(
                values: &mut dyn ::core::iter::Iterator<
                    Item = ::core::option::Option<$crate::codegen::Value>,
                >,
            ) -> ::core::option::Option<Self> {
                ::core::option::Option::Some(Self {
                    $( $field: <$type as $crate::FromArgument>::take(values.next()?)?, )*
                })
            }
        }
    };
    (@name $field:ident) => { ::core::stringify!($field) };
    (@name $field:ident $called:literal) => { $called };
}
