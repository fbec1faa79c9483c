//! The table of a catalogue's tools and variants, with everything that can be worked out before the first call.

use std::sync::Arc;

use fewtools_contract::{Argument, Input, Tool, Variant};
use serde_json::Value;

use crate::arguments::convert::Ready;
use crate::arguments::schema::Schema;
use crate::request::Prepared;

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

/// A variant with its calls prepared and its schemas compiled.
pub(crate) struct Route {
    /// The tool it belongs to.
    pub(crate) tool: &'static Tool<'static>,
    /// The variant.
    pub(crate) variant: &'static Variant<'static>,
    /// The request it makes.
    pub(crate) call: Prepared,
    /// The request that tells what a real run has to confirm.
    pub(crate) lookup: Option<Prepared>,
    /// What the slot of the dry run's argument holds on a dry run; `None` where it holds `true` or `false`.
    pub(crate) preview: Option<Value>,
    pub(super) defaults: Vec<Option<Ready>>,
    pub(super) schemas: Vec<Option<Arc<Schema>>>,
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

    /// Every request that a call of it can make.
    pub(crate) fn calls(&self) -> impl Iterator<Item = &Prepared> {
        std::iter::once(&self.call).chain(&self.lookup)
    }

    /// The converted default of an input.
    pub(crate) fn default(&self, input: usize) -> Option<&Ready> {
        self.defaults.get(input)?.as_ref()
    }

    /// The compiled schema of an input.
    pub(crate) fn schema(&self, input: usize) -> Option<&Schema> {
        self.schemas.get(input)?.as_deref()
    }
}

/// Stands for an argument that is not there; a dispatcher does not start with such a reference.
static NAMELESS: Argument<'static> = Argument { name: "", schema: "{}", note: "", required: false };
