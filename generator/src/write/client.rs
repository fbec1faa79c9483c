//! The operations that code of the host program calls, as the templates see them: a method and a struct of arguments each.

use std::collections::BTreeSet;

use fewtools_contract::{Argument, Input, Tool, Types, Variant};
use serde::Serialize;

use super::types::{Field, Kind, field, unique};
use crate::lower::words::camel;

/// What `client.rs.j2` is filled with. Its comments are made of Rust names alone: no text of a document becomes one.
#[derive(Debug, Serialize)]
pub(super) struct Client {
    /// The operations by index.
    operations: Vec<Operation>,
}

#[derive(Debug, Serialize)]
struct Operation {
    index: usize,
    name: String,
    doc: String,
    /// The struct of its arguments, and what is said of it.
    takes: String,
    about: String,
    fields: Vec<Field>,
    /// Nothing has to be given.
    defaults: bool,
}

impl Client {
    /// `None` where code of the host program calls nothing.
    pub(super) fn of(tools: &[&Tool<'_>]) -> Option<Self> {
        let mut taken = BTreeSet::from(["Api", "String"].map(str::to_owned));
        let operations = tools.iter().enumerate().filter_map(|(index, tool)| {
            let variant = tool.variants.first()?;
            let fields = fields(tool, variant);
            Some(Operation {
                index,
                name: tool.name.to_owned(),
                doc: format!(" The operation `{}`.", tool.name),
                takes: unique(&mut taken, camel(tool.name), ""),
                about: format!(" What `{}` takes.", tool.name),
                defaults: fields.iter().all(|field| !field.required),
                fields,
            })
        });
        let operations: Vec<Operation> = operations.collect();
        (!operations.is_empty()).then_some(Self { operations })
    }
}

/// The arguments in their order, those that have to be given first.
fn fields(tool: &Tool<'_>, variant: &Variant<'_>) -> Vec<Field> {
    let mut names = BTreeSet::new();
    let taken = variant.inputs.iter().filter_map(|input| Some((input, tool.arguments.get(input.argument)?)));
    let mut fields: Vec<Field> = taken.map(|(input, argument)| one(&mut names, input, argument)).collect();
    fields.sort_by_key(|field| !field.required);
    fields
}

fn one(names: &mut BTreeSet<String>, input: &Input<'_>, argument: &Argument<'_>) -> Field {
    let types = input.check.types.without(Types::NULL);
    let number = Types::NUMBER.with(Types::INTEGER);
    let name = unique(names, field(argument.name), "_");
    Field {
        doc: format!(" The argument `{name}`."),
        name,
        wire: argument.name.to_owned(),
        of: match types {
            Types::STRING => Kind::Text,
            Types::INTEGER => Kind::Integer,
            Types::BOOLEAN => Kind::Boolean,
            types if types == Types::NUMBER || types == number => Kind::Number,
            _ => Kind::Any,
        },
        required: input.required,
    }
}
