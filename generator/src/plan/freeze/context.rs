//! Planned resources, prompts and profiles → what is read beside tools, as data.

use fewtools_contract::{ListFrom, Listed, Prompt, PromptArgument, PromptPart, Resource, Tool, UriPart};

use super::Ice;
use crate::plan::prompts::{PromptArgumentPlan, PromptPlan, TextPiece};
use crate::plan::resources::ResourcePlan;
use crate::plan::uri::AddressPart;

impl<'a> Ice<'a, '_, '_> {
    /// A resource, and the hidden tool that answers it under the resource's name.
    pub(super) fn resource(&self, resource: &ResourcePlan) -> Resource<'a> {
        let tool = Tool { name: self.text(&resource.name.value), ..self.tool(&resource.tool) };
        let variable = |name: &str| tool.arguments.iter().position(|argument| argument.name == name);
        let part = |part: &AddressPart| match part {
            AddressPart::Text(text) => UriPart::Text(self.text(text)),
            AddressPart::Variable(name) => UriPart::Variable(variable(name).unwrap_or_default()),
        };
        Resource {
            uri: self.text(&resource.address.value),
            parts: self.list(resource.parts.iter().map(part)),
            tool: self.arena.alloc(tool),
            list_from: resource.list_from.as_ref().map(|from| ListFrom {
                resource: from.resource,
                fields: self.list(from.fields.iter().map(|field| self.text(field))),
                label: self.text(&from.label),
            }),
        }
    }

    /// A prompt.
    pub(super) fn prompt(&self, prompt: &PromptPlan) -> Prompt<'a> {
        Prompt {
            name: self.text(&prompt.name.value),
            about: self.text(&prompt.about),
            arguments: self.list(prompt.arguments.iter().map(|argument| self.prompt_argument(argument))),
            text: self.list(prompt.text.iter().map(|piece| match piece {
                TextPiece::Text(text) => PromptPart::Text(self.text(text)),
                TextPiece::Argument(index) => PromptPart::Argument(*index),
            })),
        }
    }

    fn prompt_argument(&self, argument: &PromptArgumentPlan) -> PromptArgument<'a> {
        PromptArgument {
            name: self.text(&argument.name.value),
            about: self.text(&argument.about),
            required: argument.required,
            complete: argument
                .complete
                .as_ref()
                .map(|(resource, field)| Listed { resource: *resource, field: self.text(field) }),
        }
    }
}
