//! The shop with everything beside tools: resources, prompts, a help tool and profiles.

use fewtools::contract::{
    Annotations, Answer, Argument, Catalogue, Effect, Field, ListFrom, Listed, Mode, Picked, Profile, Prompt,
    PromptArgument, PromptPart, Resource, Rows, Segment, Tool, UriPart, Variant, Way, Work,
};

use crate::catalogue::{GET_ITEM, ID, INPUT, ITEM_ACTION, SHOP, VARIANT, call};

pub(crate) static SHELVES: Catalogue<'static> = Catalogue {
    help: Some(&HELP),
    resources: &[
        Resource {
            uri: "shop://items",
            parts: &[UriPart::Text("shop://items")],
            tool: &ITEMS,
            list_from: None,
        },
        Resource {
            uri: "shop://items/{id}",
            parts: &[UriPart::Text("shop://items/"), UriPart::Variable(0)],
            tool: &ITEM,
            list_from: Some(ListFrom { resource: 0, fields: &["id"], label: "name" }),
        },
        Resource {
            uri: "shop://unlisted/{id}/more",
            parts: &[UriPart::Text("shop://unlisted/"), UriPart::Variable(0), UriPart::Text("/more")],
            tool: &UNLISTED,
            list_from: None,
        },
    ],
    prompts: &[
        Prompt {
            name: "look_at",
            about: "How to look at an item.",
            arguments: &[
                PromptArgument {
                    name: "id",
                    about: "which",
                    required: true,
                    complete: Some(Listed { resource: 0, field: "id" }),
                },
                PromptArgument { name: "why", about: "", required: false, complete: None },
            ],
            text: &[
                PromptPart::Text("Look at "),
                PromptPart::Argument(0),
                PromptPart::Text(" because of "),
                PromptPart::Argument(1),
                PromptPart::Text(". {{ id }}"),
            ],
        },
        Prompt { name: "rest", about: "Do nothing.", arguments: &[], text: &[PromptPart::Text("Rest.")] },
    ],
    instructions: "Begin with get_item. Mind item_action.",
    profiles: &[
        Profile {
            name: "reader",
            tools: &[&GET_ITEM, &HIDE_ONLY],
            resources: &[0],
            prompts: &[1],
            instructions: "Begin with get_item.",
        },
        Profile { name: "asker", tools: &[], resources: &[2], prompts: &[0], instructions: "" },
        Profile { name: "bare", tools: &[&GET_ITEM], resources: &[], prompts: &[], instructions: "" },
    ],
    renamed: &[("do_item", "item_action"), ("take_item", "get_item")],
    ..SHOP
};

/// The same without profiles.
pub(crate) static OPEN: Catalogue<'static> = Catalogue { profiles: &[], ..SHELVES };

static HELP: Tool<'static> = Tool {
    name: "shop_help",
    about: "Explains the tools.",
    mode: Mode::Terse,
    arguments: &[Argument { name: "tool", schema: r#"{"type":"string"}"#, note: "", required: false }],
    discriminator: None,
    variants: &[],
    annotations: READS,
    output_schema: "",
    result_tokens: 0,
};

const READS: Annotations = Annotations { read_only: true, destructive: false, idempotent: false };

/// A narrower tool of the same name.
static HIDE_ONLY: Tool<'static> = Tool {
    about: "Hides an item.",
    arguments: &[ID],
    discriminator: None,
    variants: &[Variant {
        effect: Effect::Idempotent,
        work: Work::one(call("PUT", "/hidden/")),
        inputs: &[INPUT],
        ..VARIANT
    }],
    annotations: Annotations { read_only: false, destructive: false, idempotent: true },
    ..ITEM_ACTION
};

static ITEMS: Tool<'static> = Tool {
    name: "items",
    about: "All items.",
    arguments: &[],
    variants: &[Variant {
        work: Work::one(call("GET", "/items")),
        answer: Answer::Rows(Rows {
            at: &[],
            pick: &[
                field("id", &[Segment::Key("id")]),
                field("name", &[Segment::Key("name")]),
                field("shelf", &[Segment::Key("shelf")]),
            ],
            keep: None,
            ordered_by: "",
            default: 500,
            max: 500,
            limit: None,
        }),
        ..VARIANT
    }],
    ..HELP
};

const fn field(name: &'static str, at: &'static [Segment<'static>]) -> Field<'static> {
    Field { name, value: Picked::At(Way::here(at)) }
}

static ITEM: Tool<'static> = Tool {
    name: "item",
    about: "One item.",
    arguments: &[ID],
    variants: &[Variant { inputs: &[INPUT], ..VARIANT }],
    ..HELP
};

static UNLISTED: Tool<'static> = Tool { name: "unlisted", ..ITEM };
