//! A surface → what every tool and operation resolved to, for people and for tests.

mod context;
mod denials;
mod fields;
mod gates;
mod pages;
mod steps;

use std::collections::BTreeMap;

use fewtools_contract::{Conversion, GroupKind};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::lower::curation::ClientEntry;
use crate::plan::{AnswerPlan, Decision, InputPlan, Slots, Surface, ToolPlan, VariantPlan};

pub use context::{
    ListExplained, ProfileExplained, PromptArgumentExplained, PromptExplained, ResourceExplained,
};
pub use denials::{DenialExplained, DenyingOperation, ToldExplained, denials};
pub use fields::KeepExplained;
pub use gates::{CapExplained, ConfirmExplained, DryRunExplained, GatesExplained};
pub use pages::{NextExplained, PagesExplained};
pub use steps::StepExplained;

/// Everything that was decided.
#[derive(Debug, Serialize)]
pub struct Explanation {
    /// The tools in listing order.
    pub tools: Vec<ToolExplained>,
    /// The resources in listing order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub resources: Vec<ResourceExplained>,
    /// The prompts in listing order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub prompts: Vec<PromptExplained>,
    /// The profiles.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub profiles: Vec<ProfileExplained>,
    /// Every operation of the document.
    pub operations: Vec<OperationExplained>,
}

/// One tool.
#[derive(Debug, Serialize)]
pub struct ToolExplained {
    /// Its name.
    pub name: String,
    /// What its listing costs, in tokens.
    pub tokens: usize,
    /// The argument that chooses the variant.
    pub discriminator: Option<String>,
    /// The variant that runs without it.
    pub default: Option<String>,
    /// Its variants; one without a name for a single operation.
    pub variants: Vec<VariantExplained>,
}

/// One variant.
#[derive(Debug, Serialize)]
pub struct VariantExplained {
    /// Its name; empty for a single operation.
    pub name: String,
    /// The operation it calls; `None` where the document has none of that name, and for steps.
    pub operation: Option<String>,
    /// Method and path.
    pub route: Option<String>,
    /// The operation that reads what the call changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub merge_into: Option<String>,
    /// What its rows are kept by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keep_where: Option<KeepExplained>,
    /// The steps, where it makes several requests.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<StepExplained>,
    /// What it does to the upstream.
    pub effect: &'static str,
    /// Its arguments and the slots they go to.
    pub arguments: Vec<ArgumentExplained>,
    /// Rules over several arguments.
    pub groups: Vec<GroupExplained>,
    /// Constants by slot.
    pub fixed: Map<String, Value>,
    /// Slots that are no arguments.
    pub not_offered: Vec<String>,
    /// What stands before it.
    #[serde(skip_serializing_if = "GatesExplained::is_empty")]
    pub gates: GatesExplained,
    /// How the pages of its answer follow each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pages: Option<PagesExplained>,
    /// `whole`, `object` or `rows`.
    pub answer: &'static str,
    /// The projection; empty for none.
    pub projection: String,
    /// The fields that leave, in their order: name → path.
    pub fields: Map<String, Value>,
}

/// One argument of a variant.
#[derive(Debug, Serialize)]
pub struct ArgumentExplained {
    /// Its name.
    pub argument: String,
    /// The slot it goes to.
    pub slot: String,
    /// Whether the variant is refused without it.
    pub required: bool,
    /// The accepted JSON types.
    pub types: Vec<&'static str>,
    /// The value used when it is absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<Value>,
    /// The built-in argument type; empty for none.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub r#type: &'static str,
    /// Whether it is bytes, given as base64 text or as `{data, filename, media_type}`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub bytes: bool,
    /// The most rows of a row limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub maximum: Option<u32>,
    /// Whether a full JSON Schema is checked beside the flat facts.
    pub full_schema: bool,
    /// What said how it is listed and checked: `document`, `args.limit.type`, `types.Money (component)`; of an argument that
    /// the manifest makes, what it is for: `gates`, `pages`, `result`.
    pub from: String,
}

/// A rule over several arguments.
#[derive(Debug, Serialize)]
pub struct GroupExplained {
    /// `one_of`, `any_of` or `at_most_one`.
    pub rule: &'static str,
    /// The arguments.
    pub arguments: Vec<String>,
}

/// One operation of the document.
#[derive(Debug, Serialize)]
pub struct OperationExplained {
    /// Its operationId, or `GET /path`.
    pub id: String,
    /// Method and path.
    pub route: String,
    /// Who uses it.
    pub used: Vec<String>,
    /// The effect that `client` says of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_effect: Option<&'static str>,
    /// Why it is excluded.
    pub excluded: Option<String>,
    /// Why it cannot be read; such an operation can only be excluded.
    pub unreadable: Option<String>,
    /// Its slots: what a tool can offer, fix or leave out.
    pub slots: Vec<SlotExplained>,
}

/// One slot of an operation.
#[derive(Debug, Serialize)]
pub struct SlotExplained {
    /// Its name, as `bind`, `fixed` and `not_offered` write it.
    pub slot: String,
    /// The argument it becomes where a tool leaves `args` out.
    pub argument: String,
    /// Whether every request needs it.
    pub required: bool,
    /// The accepted JSON types.
    pub types: Vec<&'static str>,
}

/// Explains a surface. With a name, only what has that name, and what uses it where it is an operation; `None` where there
/// is nothing of that name.
pub fn explain(surface: &Surface<'_>, name: Option<&str>) -> Option<Explanation> {
    let wanted = |candidate: &str| name.is_none_or(|name| name == candidate);
    let mut operations: Vec<OperationExplained> = operations(surface)
        .into_iter()
        .filter(|operation| wanted(&operation.id) || wanted(&operation.route))
        .collect();
    for operation in &mut operations {
        operation.slots = slots(surface, &operation.id);
    }
    let users: Vec<&str> =
        operations.iter().flat_map(|operation| &operation.used).map(String::as_str).collect();
    let tools = surface.tools.iter().zip(&surface.measure.tools);
    let tools: Vec<ToolExplained> = tools
        .filter(|(tool, _)| {
            wanted(&tool.name.value) || users.iter().any(|user| is_of(user, &tool.name.value))
        })
        .map(|(tool, (_, tokens))| explained(surface, tool, *tokens))
        .collect();
    let mut resources = context::resources(surface);
    resources.retain(|resource| {
        wanted(&resource.address) || wanted(&resource.name) || users.contains(&resource.address.as_str())
    });
    let mut prompts = context::prompts(surface);
    prompts.retain(|prompt| wanted(&prompt.name));
    let mut profiles = context::profiles(surface);
    profiles.retain(|profile| wanted(&profile.name));
    let is_beside = !resources.is_empty() || !prompts.is_empty() || !profiles.is_empty();
    let found = is_beside || !tools.is_empty() || !operations.is_empty() || name.is_none();
    found.then_some(Explanation { tools, resources, prompts, profiles, operations })
}

/// Whether `tool.variant` or `tool` belongs to a tool.
fn is_of(user: &str, tool: &str) -> bool {
    user.strip_prefix(tool).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', ' ']))
}

fn operations(surface: &Surface<'_>) -> Vec<OperationExplained> {
    let why = |at: &crate::diagnostics::Place| {
        let entry = surface.curation.exclude.iter().find(|entry| entry.ops.iter().any(|op| op.at == *at));
        entry.map(|entry| entry.why.clone())
    };
    let broken: BTreeMap<&str, &str> = surface
        .api
        .unreadable
        .iter()
        .map(|broken| (broken.id.as_str(), broken.fault.what.as_str()))
        .collect();
    surface
        .decisions
        .iter()
        .map(|decision| OperationExplained {
            id: decision.id.clone(),
            route: decision.route.clone(),
            used: decision.used.clone(),
            client_effect: client_effect(surface, decision),
            excluded: decision.excluded.first().and_then(why),
            unreadable: broken.get(decision.id.as_str()).map(|why| (*why).to_owned()),
            slots: Vec::new(),
        })
        .collect()
}

/// The effect that an entry of `client` says of its operation.
fn client_effect(surface: &Surface<'_>, decision: &Decision) -> Option<&'static str> {
    let calls = |entry: &&ClientEntry| [&decision.id, &decision.route].contains(&&entry.call.value);
    let entry = surface.curation.client.iter().find(calls)?;
    entry.effect.as_ref().map(|effect| effect.value.as_str())
}

/// The slots of an operation; none where it cannot be read.
fn slots(surface: &Surface<'_>, id: &str) -> Vec<SlotExplained> {
    let operation = surface.api.by_id.get(id).and_then(|index| surface.api.operations.get(*index));
    let slots = operation.and_then(|operation| Slots::of(surface.api, operation).ok()).unwrap_or_default();
    slots
        .list
        .iter()
        .map(|slot| SlotExplained {
            slot: slot.name.clone(),
            argument: slot.argument.clone(),
            required: slot.required,
            types: slot.types(surface.api).names().collect(),
        })
        .collect()
}

fn explained(surface: &Surface<'_>, tool: &ToolPlan, tokens: usize) -> ToolExplained {
    let chooser = tool.discriminator.as_ref();
    let name = |index: usize| tool.arguments.get(index).map(|argument| argument.name.clone());
    let default = chooser.and_then(|chooser| tool.variants.get(chooser.default?));
    ToolExplained {
        name: tool.name.value.clone(),
        tokens,
        discriminator: chooser.and_then(|chooser| name(chooser.argument)),
        default: default.map(|variant| variant.name.value.clone()),
        variants: tool.variants.iter().map(|variant| variant_explained(surface, tool, variant)).collect(),
    }
}

fn variant_explained(surface: &Surface<'_>, tool: &ToolPlan, variant: &VariantPlan) -> VariantExplained {
    let operation = variant.operation.and_then(|index| surface.api.operations.get(index));
    let name = |index: &usize| tool.arguments.get(*index).map(|argument| argument.name.clone());
    let mut left_out: Vec<String> =
        variant.slots.names().into_iter().filter(|slot| variant.not_offered.contains(slot)).collect();
    left_out.sort();
    let words = fields::Words::of(surface, tool, variant);
    let (answer, projection, fields) = answer(&variant.answer, &words);
    VariantExplained {
        name: variant.name.value.clone(),
        operation: operation.map(|operation| operation.id.clone()),
        route: operation.map(|operation| format!("{} {}", operation.method, operation.path)),
        merge_into: variant.merge.as_ref().map(|merge| merge.call.value.clone()),
        keep_where: words.keep(),
        steps: steps::of(surface, tool, variant),
        effect: variant.effect.as_str(),
        arguments: arguments(tool, variant),
        groups: variant
            .groups
            .iter()
            .map(|(kind, arguments)| GroupExplained {
                rule: match kind {
                    GroupKind::OneOf => "one_of",
                    GroupKind::AnyOf => "any_of",
                    GroupKind::AtMostOne => "at_most_one",
                },
                arguments: arguments.iter().filter_map(name).collect(),
            })
            .collect(),
        fixed: variant.fixed.iter().map(|fixed| (fixed.slot.name.clone(), fixed.value.clone())).collect(),
        not_offered: left_out,
        gates: gates::of(surface, tool, variant),
        pages: pages::of(tool, variant),
        answer,
        projection,
        fields,
    }
}

/// The arguments and their slots. One that goes to several steps is told once: each step says what it is given.
fn arguments(tool: &ToolPlan, variant: &VariantPlan) -> Vec<ArgumentExplained> {
    let mut explained: Vec<ArgumentExplained> = Vec::new();
    for input in &variant.inputs {
        let Some(name) = tool.arguments.get(input.argument).map(|argument| &argument.name) else { continue };
        match explained.iter_mut().find(|known| known.argument == *name) {
            Some(known) => known.required |= input.required,
            None => explained.push(argument(name.clone(), input)),
        }
    }
    for argument in explained.iter_mut().filter(|_| variant.steps.is_some()) {
        argument.slot.clear();
    }
    explained
}

fn argument(name: String, input: &InputPlan) -> ArgumentExplained {
    ArgumentExplained {
        argument: name,
        slot: input.slot.name.clone(),
        required: input.required,
        types: input.check.types.names().collect(),
        default: input.default.clone(),
        r#type: match input.conversion {
            Conversion::None | Conversion::Bytes | Conversion::Digits { .. } => "",
            Conversion::Resume => "resume",
            Conversion::Uuid => "uuid",
            Conversion::Date => "date",
            Conversion::DateTime => "date-time",
            Conversion::Duration | Conversion::DurationSeconds | Conversion::DurationIso => "duration",
            Conversion::RowLimit { .. } => "row-limit",
            Conversion::IdListText | Conversion::IdListInteger | Conversion::IdListJoined => "id-list",
        },
        bytes: input.conversion == Conversion::Bytes,
        maximum: match input.conversion {
            Conversion::RowLimit { max, .. } => Some(max),
            _ => None,
        },
        full_schema: !input.check.schema.is_empty(),
        from: if input.rule.is_empty() { "document".to_owned() } else { input.rule.clone() },
    }
}

fn answer(answer: &AnswerPlan, words: &fields::Words<'_>) -> (&'static str, String, Map<String, Value>) {
    match answer {
        AnswerPlan::Whole => ("whole", String::new(), Map::new()),
        AnswerPlan::Object { projection, fields } => {
            ("object", projection.clone(), fields::named(fields, words))
        }
        AnswerPlan::Rows { projection, fields, .. } => {
            ("rows", projection.clone(), fields::named(fields, words))
        }
        AnswerPlan::Detail { brief, full, .. } => {
            let (kind, one, mut named) = self::answer(brief, words);
            let (_, other, more) = self::answer(full, words);
            // What both have is told once.
            more.into_iter().for_each(|(name, from)| {
                named.entry(name).or_insert(from);
            });
            (kind, format!("{one} or {other}"), named)
        }
        AnswerPlan::Link { .. } => ("link", String::new(), Map::new()),
    }
}
