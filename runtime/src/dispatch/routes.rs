//! The table of a catalogue's tools and variants, with everything that can be worked out before the first call.

use std::sync::Arc;

use fewtools_contract::{Argument, Content, Input, Source, Spreading, Tool, Variant};
use http::Method;
use serde_json::Value;

use crate::arguments::convert::Ready;
use crate::arguments::schema::Schema;
use crate::request::Reserved;

/// Finds tools by name.
pub(crate) struct Routes {
    pub(super) tools: Vec<ToolRoute>,
    /// Names and their tools, sorted by name.
    pub(super) names: Vec<(&'static str, usize)>,
    /// Old names and their new ones, sorted by old name.
    pub(super) renamed: Vec<(&'static str, &'static str)>,
}

impl Routes {
    /// The tools in listing order.
    pub(crate) fn tools(&self) -> &[ToolRoute] {
        &self.tools
    }

    /// The tool of this name.
    pub(crate) fn tool(&self, name: &str) -> Option<&ToolRoute> {
        let found = self.names.binary_search_by_key(&name, |(known, _)| known).ok()?;
        self.tools.get(self.names.get(found)?.1)
    }

    /// The name that replaced this one.
    pub(crate) fn renamed(&self, name: &str) -> Option<&'static str> {
        let found = self.renamed.binary_search_by_key(&name, |(old, _)| old).ok()?;
        self.renamed.get(found).map(|(_, new)| *new)
    }
}

/// A tool and its variants.
pub(crate) struct ToolRoute {
    /// The tool.
    pub(crate) tool: &'static Tool<'static>,
    pub(super) variants: Vec<Route>,
}

impl ToolRoute {
    /// The variants.
    pub(crate) fn routes(&self) -> &[Route] {
        &self.variants
    }

    /// The variant of this index.
    pub(crate) fn route(&self, index: usize) -> Option<&Route> {
        self.variants.get(index)
    }
}

/// A variant with its constants parsed and its schemas compiled.
pub(crate) struct Route {
    /// The tool it belongs to.
    pub(crate) tool: &'static Tool<'static>,
    /// The variant.
    pub(crate) variant: &'static Variant<'static>,
    /// The method of its request.
    pub(crate) method: Method,
    /// The address its path is appended to.
    pub(crate) base: String,
    pub(super) defaults: Vec<Option<Ready>>,
    pub(super) schemas: Vec<Option<Arc<Schema>>>,
    pub(super) constants: Constants,
    pub(super) reserved: Vec<(Spreading, Reserved)>,
}

/// The values that are sent on every call.
#[derive(Default)]
pub(super) struct Constants {
    /// One place for each parameter.
    pub(super) parameters: Vec<Option<Value>>,
    /// One place for each field of the body.
    pub(super) fields: Vec<Option<Value>>,
    /// The whole body, or its further keys.
    pub(super) content: Option<Value>,
}

impl Route {
    /// What refusals call it: the variant's name, or the tool's where it has but one.
    pub(crate) fn subject(&self) -> &'static str {
        if self.variant.name.is_empty() { self.tool.name } else { self.variant.name }
    }

    /// The argument of an input.
    pub(crate) fn argument(&self, input: &Input<'_>) -> &'static Argument<'static> {
        self.tool.arguments.get(input.argument).unwrap_or(&NAMELESS)
    }

    /// The name of the argument a value comes from; empty for a constant.
    pub(crate) fn source_name(&self, source: Source<'_>) -> &'static str {
        match source {
            Source::Input(index) => {
                self.variant.inputs.get(index).map_or("", |input| self.argument(input).name)
            }
            Source::Fixed(_) => "",
        }
    }

    /// The converted default of an input.
    pub(crate) fn default(&self, input: usize) -> Option<&Ready> {
        self.defaults.get(input)?.as_ref()
    }

    /// The compiled schema of an input.
    pub(crate) fn schema(&self, input: usize) -> Option<&Schema> {
        self.schemas.get(input)?.as_deref()
    }

    /// The names that the keys of a spread value may not be.
    pub(crate) fn reserved(&self, of: Spreading) -> Option<&Reserved> {
        self.reserved.iter().find(|(spread, _)| *spread == of).map(|(_, reserved)| reserved)
    }

    /// The value of a parameter.
    pub(crate) fn parameter<'v>(&'v self, index: usize, inputs: &'v [Option<Value>]) -> Option<&'v Value> {
        let source = self.variant.call.parameters.get(index)?.source;
        value(source, self.constants.parameters.get(index), inputs)
    }

    /// The value of a field of the body.
    pub(crate) fn field<'v>(&'v self, index: usize, inputs: &'v [Option<Value>]) -> Option<&'v Value> {
        let Content::Fields { fields, .. } = self.variant.call.body?.content else { return None };
        value(fields.get(index)?.source, self.constants.fields.get(index), inputs)
    }

    /// The value of the whole body or of its further keys.
    pub(crate) fn content<'v>(
        &'v self,
        source: Source<'_>,
        inputs: &'v [Option<Value>],
    ) -> Option<&'v Value> {
        value(source, Some(&self.constants.content), inputs)
    }
}

fn value<'v>(
    source: Source<'_>,
    constant: Option<&'v Option<Value>>,
    inputs: &'v [Option<Value>],
) -> Option<&'v Value> {
    match source {
        Source::Input(index) => inputs.get(index)?.as_ref(),
        Source::Fixed(_) => constant?.as_ref(),
    }
}

/// Stands for an argument that is not there; a dispatcher does not start with such a reference.
static NAMELESS: Argument<'static> = Argument { name: "", schema: "{}", note: "", required: false };
