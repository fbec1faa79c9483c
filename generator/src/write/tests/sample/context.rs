//! Resources, prompts, profiles and a help tool, their texts passed through a function.

use fewtools_contract::{
    ListFrom, Listed, Profile, Prompt, PromptArgument, PromptPart, Resource, Tool, UriPart,
};

use super::{Texts, kept, plain, tool};

pub(super) fn help(_: Texts) -> &'static Tool<'static> {
    one(tool("console_help", kept([])))
}

pub(super) fn resources(t: Texts) -> &'static [Resource<'static>] {
    let fixed = Resource {
        uri: t("console://clusters"),
        parts: kept([UriPart::Text(t("console://clusters"))]),
        tool: one(tool("clusters", kept([plain(t)]))),
        list_from: None,
    };
    let template = Resource {
        uri: t("cluster://{id}/nodes"),
        parts: kept([UriPart::Text(t("cluster://")), UriPart::Variable(0), UriPart::Text(t("/nodes"))]),
        tool: one(tool("nodes", kept([plain(t)]))),
        list_from: Some(ListFrom { resource: 0, fields: kept([t("id")]), label: t("name") }),
    };
    kept([fixed, template])
}

pub(super) fn prompts(t: Texts) -> &'static [Prompt<'static>] {
    let argument = |name, about, required, complete| PromptArgument { name, about, required, complete };
    let listed = Listed { resource: 0, field: t("id") };
    kept([Prompt {
        name: t("triage"),
        about: t("In what order to look."),
        arguments: kept([
            argument(t("id"), t(""), true, Some(listed)),
            argument(t("why"), t("A guess."), false, None),
        ]),
        text: kept([
            PromptPart::Text(t("Look at ")),
            PromptPart::Argument(0),
            PromptPart::Text(t(" first.")),
        ]),
    }])
}

/// One profile shares a tool with the others and has a narrower one of its own.
pub(super) fn profiles(t: Texts, shared: &'static Tool<'static>) -> &'static [Profile<'static>] {
    let narrow = one(Tool { name: "queue_action", ..tool("queue_action", kept([plain(t)])) });
    kept([Profile {
        name: "read-only",
        tools: kept([shared, narrow]),
        resources: kept([0, 1]),
        prompts: kept([0]),
        instructions: t("Only reads."),
    }])
}

fn one(tool: Tool<'static>) -> &'static Tool<'static> {
    Box::leak(Box::new(tool))
}
