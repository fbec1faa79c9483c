//! Planned resources, prompts and profiles → what is read beside tools, as data.

use fewtools_contract::{
    Annotations, Argument, ListFrom, Listed, Mode, Profile, Prompt, PromptArgument, PromptPart, Resource,
    Tool, UriPart,
};

use super::{Ice, Planned};
use crate::plan::profiles::{OfferedTool, ProfilePlan};
use crate::plan::prompts::{PromptArgumentPlan, PromptPlan, TextPiece};
use crate::plan::resources::ResourcePlan;
use crate::plan::surface::{InputPlan, VariantPlan};
use crate::plan::uri::AddressPart;
use crate::plan::{arguments, choice, instructions, texts};

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

    /// The tool that explains the others.
    pub(super) fn help(&self, name: &str) -> &'a Tool<'a> {
        let argument = Argument { name: "tool", schema: r#"{"type":"string"}"#, note: "", required: false };
        self.arena.alloc(Tool {
            name: self.text(name),
            about: "Every tool in a line, or one in full: arguments and values.",
            mode: Mode::Terse,
            arguments: self.list(std::iter::once(argument)),
            discriminator: None,
            variants: &[],
            annotations: Annotations { read_only: true, destructive: false, idempotent: false },
            output_schema: "",
            result_tokens: 0,
        })
    }

    /// What the document says of an argument, where a help tool tells it.
    pub(super) fn reference(&self, variant: &VariantPlan, input: &InputPlan) -> &'a str {
        if self.planner.curation.help.is_none() {
            return "";
        }
        let slots = variant.requests().map(|request| &request.slots);
        let mut slots = slots.flat_map(|slots| slots.list.iter().chain(&slots.body));
        let Some(slot) = slots.find(|slot| slot.name == input.slot.name) else { return "" };
        let choice = choice::told(&self.planner.api.schemas, &slot.schema).unwrap_or_default();
        let text = texts::reference(&arguments::said(self.planner.api, slot), &choice);
        self.text(&if slot.deprecated { format!("Deprecated. {text}").trim_end().to_owned() } else { text })
    }

    /// The instructions of the whole surface; empty where the manifest has none.
    pub(super) fn instructions(&self, tools: &[&Tool<'a>], planned: &Planned) -> &'a str {
        let Some(entry) = &self.planner.curation.instructions else { return "" };
        let preface = entry.preface.as_ref().map(|preface| preface.value.as_str()).unwrap_or_default();
        let addresses: Vec<&str> =
            planned.resources.iter().map(|resource| resource.address.value.as_str()).collect();
        self.text(&instructions::text(entry, preface, tools, &addresses))
    }

    /// A profile. A tool of which every variant is offered is the one of the whole surface.
    pub(super) fn profile(&self, profile: &ProfilePlan, tools: &[&'a Tool<'a>]) -> Profile<'a> {
        let tool = |offered: &OfferedTool| match offered {
            OfferedTool::Whole(index) => tools.get(*index).copied(),
            OfferedTool::Narrowed(tool) => Some(&*self.arena.alloc(self.tool(tool))),
        };
        let tools = self.list(profile.tools.iter().filter_map(tool));
        let resources = profile.resources.iter().filter_map(|index| self.resources.get(*index));
        let addresses: Vec<&str> = resources.map(|resource| resource.address.value.as_str()).collect();
        let instructions = self.planner.curation.instructions.as_ref();
        let text = instructions.map(|entry| instructions::text(entry, &profile.preface, tools, &addresses));
        Profile {
            name: self.text(&profile.name.value),
            tools,
            resources: self.list(profile.resources.iter().copied()),
            prompts: self.list(profile.prompts.iter().copied()),
            instructions: self.text(&text.unwrap_or_default()),
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
