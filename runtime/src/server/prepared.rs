//! Turns what a surface lists into the protocol library's form, once, if that writes the same bytes.

use rmcp::model::{
    Prompt, PromptsCapability, Resource, ResourceTemplate, ResourcesCapability, ServerCapabilities, Tool,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::ServeError;
use crate::Dispatcher;
use crate::context::Surface;
use crate::contract::listing;

/// What the callers of one profile are listed.
#[derive(Debug)]
pub(super) struct Prepared {
    pub(super) tools: Vec<Tool>,
    pub(super) templates: Vec<ResourceTemplate>,
    pub(super) prompts: Vec<Prompt>,
    pub(super) capabilities: ServerCapabilities,
    /// `None` for nothing.
    pub(super) instructions: Option<String>,
}

impl Prepared {
    /// All surfaces of a dispatcher, in the order of their ids.
    pub(super) fn all(dispatcher: &Dispatcher) -> Result<Vec<Self>, ServeError> {
        dispatcher.surfaces().all().into_iter().map(|surface| Self::new(dispatcher, surface)).collect()
    }

    fn new(dispatcher: &Dispatcher, surface: &Surface) -> Result<Self, ServeError> {
        let fixed = surface.resources().iter().filter_map(|offered| offered.listed.as_ref());
        // Whether each can be written as it was measured; the list is made for each caller.
        let _: Vec<Resource> = fixed.map(same).collect::<Result<_, _>>()?;
        let catalogue = dispatcher.catalogue();
        Ok(Self {
            tools: surface.listing().iter().map(same).collect::<Result<_, _>>()?,
            templates: surface.templates().iter().map(same).collect::<Result<_, _>>()?,
            prompts: surface.prompt_list().iter().map(same).collect::<Result<_, _>>()?,
            capabilities: capabilities(surface, !catalogue.tools.is_empty() || catalogue.help.is_some()),
            instructions: Some(surface.instructions().to_owned()).filter(|text| !text.is_empty()),
        })
    }

    /// Whether a method is there for these callers. What is not said of a capability is there for all.
    pub(super) fn takes(&self, method: &str) -> bool {
        match method.split('/').next() {
            Some("tools") => self.capabilities.tools.is_some(),
            Some("resources") => self.capabilities.resources.is_some(),
            Some("prompts") => self.capabilities.prompts.is_some(),
            Some("completion") => self.capabilities.completions.is_some(),
            _ => true,
        }
    }
}

/// What the server can do for the callers of a surface. Lists do not change while it lives, so that nobody is told of
/// changes.
fn capabilities(surface: &Surface, has_tools: bool) -> ServerCapabilities {
    let mut capabilities = ServerCapabilities::default();
    capabilities.tools = has_tools.then(Default::default);
    capabilities.resources = (!surface.resources().is_empty()).then(ResourcesCapability::default);
    capabilities.prompts = (!surface.prompt_list().is_empty()).then(PromptsCapability::default);
    capabilities.completions = surface.completes().then(Map::new);
    capabilities
}

/// The library's form of a listed entry, if it writes the same bytes.
fn same<T: DeserializeOwned + Serialize>(listed: &Map<String, Value>) -> Result<T, ServeError> {
    serde_json::from_value(Value::Object(listed.clone()))
        .ok()
        .filter(|entry| serde_json::to_string(entry).is_ok_and(|text| text == listing::one(listed)))
        .ok_or_else(|| {
            ServeError::Listing(listed.get("name").and_then(Value::as_str).unwrap_or_default().to_owned())
        })
}
