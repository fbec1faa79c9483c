//! Resources, prompts and profiles of a surface → what each resolved to.

use serde::Serialize;

use super::{VariantExplained, variant_explained};
use crate::plan::{OfferedTool, ProfilePlan, PromptPlan, ResourcePlan, Surface, ToolPlan, Uses};

/// One resource.
#[derive(Debug, Serialize)]
pub struct ResourceExplained {
    /// Its address.
    pub address: String,
    /// Its name.
    pub name: String,
    /// Where the addresses of a template come from: the address of another resource and the field for each variable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub list_from: Option<ListExplained>,
    /// What a read runs.
    pub read: VariantExplained,
}

/// Where the addresses of a template come from.
#[derive(Debug, Serialize)]
pub struct ListExplained {
    /// The address of the resource.
    pub resource: String,
    /// The field for each variable, in the order of the read's arguments.
    pub fields: Vec<String>,
    /// The field that says to a person which one it is; empty for none.
    pub label: String,
}

/// One prompt.
#[derive(Debug, Serialize)]
pub struct PromptExplained {
    /// Its name.
    pub name: String,
    /// Its arguments.
    pub arguments: Vec<PromptArgumentExplained>,
    /// The tools, as `tool` or `tool.variant`, and the addresses that its text names.
    pub uses: Vec<String>,
}

/// One argument of a prompt.
#[derive(Debug, Serialize)]
pub struct PromptArgumentExplained {
    /// Its name.
    pub argument: String,
    /// Whether the prompt is refused without it.
    pub required: bool,
    /// Where values for it come from: an address and a field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complete: Option<String>,
}

/// One profile.
#[derive(Debug, Serialize)]
pub struct ProfileExplained {
    /// Its name.
    pub name: String,
    /// Its tools, as `tool`, or `tool.variant` where not all variants are offered.
    pub tools: Vec<String>,
    /// The addresses of its resources.
    pub resources: Vec<String>,
    /// Its prompts.
    pub prompts: Vec<String>,
}

/// Every resource.
pub(super) fn resources(surface: &Surface<'_>) -> Vec<ResourceExplained> {
    let explained = |resource: &ResourcePlan| {
        let tool = &resource.tool;
        Some(ResourceExplained {
            address: resource.address.value.clone(),
            name: resource.name.value.clone(),
            list_from: resource.list_from.as_ref().map(|from| ListExplained {
                resource: address(surface, from.resource),
                fields: from.fields.clone(),
                label: from.label.clone(),
            }),
            read: variant_explained(surface, tool, tool.variants.first()?),
        })
    };
    surface.resources.iter().filter_map(explained).collect()
}

/// Every prompt.
pub(super) fn prompts(surface: &Surface<'_>) -> Vec<PromptExplained> {
    let explained = |prompt: &PromptPlan| PromptExplained {
        name: prompt.name.value.clone(),
        arguments: prompt
            .arguments
            .iter()
            .map(|argument| PromptArgumentExplained {
                argument: argument.name.value.clone(),
                required: argument.required,
                complete: argument
                    .complete
                    .as_ref()
                    .map(|(resource, field)| format!("{} {field}", address(surface, *resource))),
            })
            .collect(),
        uses: uses(surface, &prompt.uses),
    };
    surface.prompts.iter().map(explained).collect()
}

/// Every profile.
pub(super) fn profiles(surface: &Surface<'_>) -> Vec<ProfileExplained> {
    let explained = |profile: &ProfilePlan| ProfileExplained {
        name: profile.name.value.clone(),
        tools: profile.tools.iter().flat_map(|tool| offered(surface, tool)).collect(),
        resources: profile.resources.iter().map(|index| address(surface, *index)).collect(),
        prompts: profile
            .prompts
            .iter()
            .filter_map(|index| surface.prompts.get(*index))
            .map(|prompt| prompt.name.value.clone())
            .collect(),
    };
    surface.profiles.iter().map(explained).collect()
}

fn offered(surface: &Surface<'_>, tool: &OfferedTool) -> Vec<String> {
    match tool {
        OfferedTool::Whole(index) => {
            surface.tools.get(*index).map(|tool| tool.name.value.clone()).into_iter().collect()
        }
        OfferedTool::Narrowed(tool) => {
            (0..tool.variants.len()).map(|variant| member(tool, Some(variant))).collect()
        }
    }
}

fn uses(surface: &Surface<'_>, uses: &Uses) -> Vec<String> {
    let tools =
        uses.tools.iter().filter_map(|(tool, variant)| Some(member(surface.tools.get(*tool)?, *variant)));
    tools.chain(uses.resources.iter().map(|index| address(surface, *index))).collect()
}

/// `tool` or `tool.variant`
fn member(tool: &ToolPlan, variant: Option<usize>) -> String {
    let name = variant.and_then(|index| tool.variants.get(index)).map(|variant| variant.name.value.as_str());
    match name.unwrap_or_default() {
        "" => tool.name.value.clone(),
        name => format!("{}.{name}", tool.name.value),
    }
}

fn address(surface: &Surface<'_>, resource: usize) -> String {
    surface.resources.get(resource).map(|resource| resource.address.value.clone()).unwrap_or_default()
}
