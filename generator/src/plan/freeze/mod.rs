//! The planned surface → the catalogue that is measured, emitted and served.

mod answer;
mod call;
mod context;
mod merge;
mod safety;
mod settled;
mod spreads;
mod steps;

use bumpalo::Bump;
use fewtools_contract::budget::{self, Beside, Measure, Meter};
use fewtools_contract::{
    Argument, Catalogue, Ceilings, Check, Credential, Definition, Discriminator, ErrorRule, Exchange, Group,
    Hook, Input, Inside, Problem, Profile, Say, Scheme, SchemeKind, Server, Tool, Upstream, Variant, Work,
    listing,
};
use serde_json::{Map, Value};

use super::Planner;
use super::errors::{ErrorPlan, Piece};
use super::outputs;
use super::profiles::ProfilePlan;
use super::prompts::PromptPlan;
use super::resources::ResourcePlan;
use super::security::SchemePlan;
use super::servers::UpstreamPlan;
use super::surface::{ArgumentPlan, CheckPlan, InputPlan, ToolPlan, VariantPlan};
use super::types::InsidePlan;
use crate::lower::api::SecurityKind;
use crate::lower::curation::{AuthEntry, Budget, Ceiling, Spot};

/// The catalogue, and what its listing costs.
pub(super) struct Frozen<'a> {
    /// The catalogue.
    pub catalogue: Catalogue<'a>,
    /// The tools as they are listed.
    pub listing: Vec<Map<String, Value>>,
    /// What that costs.
    pub measure: Measure,
    /// What is listed or told beside tools costs.
    pub beside: Beside,
    /// What the listing of each profile costs.
    pub profile_measures: Vec<Measure>,
}

/// What is frozen.
pub(super) struct Planned {
    /// The tools.
    pub tools: Vec<ToolPlan>,
    /// The resources.
    pub resources: Vec<ResourcePlan>,
    /// The operations that code of the host program calls.
    pub client: Vec<ToolPlan>,
    /// The prompts.
    pub prompts: Vec<PromptPlan>,
    /// The profiles.
    pub profiles: Vec<ProfilePlan>,
    /// Where requests go.
    pub upstream: UpstreamPlan,
    /// The security schemes.
    pub schemes: Vec<SchemePlan>,
    /// The sentences for errors.
    pub errors: Vec<ErrorPlan>,
}

/// Freezes the surface.
pub(super) fn run<'a>(arena: &'a Bump, planner: &Planner<'_>, planned: &Planned) -> Frozen<'a> {
    let Planned { tools, upstream, schemes, errors, .. } = planned;
    let ice = Ice { arena, planner, resources: &planned.resources };
    let curation = planner.curation;
    let mut listed = Listed::default();
    // Each tool is listed as soon as it is frozen, while it is at hand.
    let tools = ice.list(tools.iter().map(|tool| listed.add(arena.alloc(ice.tool(tool)))));
    let help = curation.help.as_ref().map(|name| listed.add(ice.help(&name.value)));
    let resources = ice.list(planned.resources.iter().map(|resource| ice.resource(resource)));
    let operations = ice.list(planned.client.iter().map(|tool| &*arena.alloc(ice.tool(tool))));
    let catalogue = Catalogue {
        server: Server {
            name: ice.text(&curation.name.value),
            about: ice.text(&curation.about),
            refuse_by_protocol: curation.refuse_by_protocol,
        },
        tools,
        help,
        resources,
        prompts: ice.list(planned.prompts.iter().map(|prompt| ice.prompt(prompt))),
        instructions: ice.instructions(tools, planned),
        profiles: ice.list(planned.profiles.iter().map(|profile| ice.profile(profile, tools))),
        ceilings: ceilings(&curation.budget),
        upstream: Upstream {
            base: ice.text(&upstream.base),
            timeout_ms: upstream.timeout_ms,
            max_response: upstream.max_response,
        },
        schemes: ice.list(schemes.iter().map(|scheme| ice.scheme(scheme))),
        errors: ice.list(errors.iter().map(|rule| ice.error(rule))),
        settled: ice.settled(tools, operations, resources),
        renamed: ice.list(curation.renamed.iter().map(|(old, new)| (ice.text(old), ice.text(&new.value)))),
        definitions: ice.list(
            planner
                .typings
                .definitions
                .texts()
                .iter()
                .map(|(name, schema)| Definition { name: ice.text(name), schema: ice.text(schema) }),
        ),
        hooks: ice.list(planner.hooks.iter().map(|hook| Hook {
            name: ice.text(&hook.name),
            arguments: ice.list(hook.arguments.iter().map(|(name, _)| ice.text(name))),
        })),
        operations,
        result_tokens: match curation.budget.result.value {
            Ceiling::Tokens(tokens) => u32::try_from(tokens).unwrap_or(u32::MAX),
            Ceiling::None => 0,
        },
    };
    let of_profile = |profile: &Profile<'a>| listing::tools(&Catalogue { tools: profile.tools, ..catalogue });
    let profile_measures = catalogue.profiles.iter().filter_map(|profile| of_profile(profile).ok());
    let profile_measures = profile_measures.map(|listing| budget::measure(&listing)).collect();
    let Listed { listing, meter } = listed;
    Frozen { catalogue, listing, measure: meter.read(), beside: budget::beside(&catalogue), profile_measures }
}

/// The tools of the catalogue as they are listed, and what that costs: what [`listing::tools`] and [`budget::measure`] give.
#[derive(Default)]
struct Listed {
    listing: Vec<Map<String, Value>>,
    meter: Meter,
}

impl Listed {
    fn add<'a>(&mut self, tool: &'a Tool<'a>) -> &'a Tool<'a> {
        let listed = listing::tool(tool).expect("every listed schema is made from a JSON object");
        self.meter.add(&listed);
        self.listing.push(listed);
        tool
    }
}

/// The ceilings as numbers; 0 for none.
fn ceilings(budget: &Budget) -> Ceilings {
    let of = |ceiling: &Spot<Ceiling>| match ceiling.value {
        Ceiling::Tokens(tokens) => u32::try_from(tokens).unwrap_or(u32::MAX),
        Ceiling::None => 0,
    };
    Ceilings {
        listing: of(&budget.listing),
        per_tool: of(&budget.per_tool),
        instructions: of(&budget.instructions),
        resources: of(&budget.resources),
        prompts: of(&budget.prompts),
    }
}

/// Puts texts and lists into the arena.
struct Ice<'a, 'p, 'd> {
    arena: &'a Bump,
    planner: &'p Planner<'d>,
    resources: &'p [ResourcePlan],
}

impl<'a> Ice<'a, '_, '_> {
    fn text(&self, text: &str) -> &'a str {
        if text.is_empty() { "" } else { self.arena.alloc_str(text) }
    }

    fn json(&self, value: &Value) -> &'a str {
        self.text(&value.to_string())
    }

    fn list<T>(&self, items: impl Iterator<Item = T>) -> &'a [T]
    where
        T: Copy,
    {
        let items: Vec<T> = items.collect();
        if items.is_empty() { &[] } else { self.arena.alloc_slice_copy(&items) }
    }

    fn tool(&self, tool: &ToolPlan) -> Tool<'a> {
        Tool {
            name: self.text(&tool.name.value),
            about: self.text(&tool.about.value),
            mode: tool.mode,
            arguments: self.list(tool.arguments.iter().map(|argument| self.argument(argument))),
            discriminator: tool.discriminator.as_ref().map(|chooser| Discriminator {
                argument: chooser.argument,
                default: chooser.default,
                aliases: self.list(chooser.aliases.iter().map(|(alias, index)| (self.text(alias), *index))),
            }),
            variants: self.list(tool.variants.iter().filter_map(|variant| self.variant(variant))),
            annotations: tool.annotations,
            output_schema: self.output_schema(tool),
            result_tokens: self.result_tokens(&tool.entry),
        }
    }

    /// The most tokens of one answer of a tool; 0 for as many as of any.
    fn result_tokens(&self, entry: &str) -> u32 {
        let entry = self.planner.curation.tools.get(entry);
        entry.and_then(|entry| entry.value.result_tokens.as_ref()).map_or(0, |tokens| tokens.value)
    }

    fn output_schema(&self, tool: &ToolPlan) -> &'a str {
        let schema = outputs::of(self.planner, tool);
        schema.map_or("", |schema| self.json(&Value::Object(schema)))
    }

    fn argument(&self, argument: &ArgumentPlan) -> Argument<'a> {
        Argument {
            name: self.text(&argument.name),
            schema: self.text(&serde_json::to_string(&*argument.schema).unwrap_or_default()),
            note: self.text(&argument.note),
            required: argument.required,
        }
    }

    /// A variant with an operation that is a hole is listed by no name: nothing can be called.
    fn variant(&self, variant: &VariantPlan) -> Option<Variant<'a>> {
        let work = match &variant.steps {
            Some(composite) => Work::Steps(self.composite(composite)?),
            None => Work::Call(self.exchange(variant)?),
        };
        Some(Variant {
            name: self.text(&variant.name.value),
            about: self.text(&variant.about),
            effect: variant.effect,
            inputs: self.list(variant.inputs.iter().map(|input| self.input(variant, input))),
            groups: self.list(variant.groups.iter().map(|(kind, arguments)| Group {
                kind: *kind,
                arguments: self.list(arguments.iter().copied()),
            })),
            gates: self.gates(&variant.gates),
            denial: self.denial(&variant.denial),
            work,
            answer: self.answer(&variant.answer, variant.keep.as_ref()),
        })
    }

    /// The one request of a variant.
    fn exchange(&self, variant: &VariantPlan) -> Option<Exchange<'a>> {
        let operation = self.planner.api.operations.get(variant.operation?)?;
        Some(Exchange {
            call: self.call(operation, variant),
            paging: self.paging(&variant.pages),
            merge: variant.merge.as_ref().and_then(|merge| self.merge(merge)),
        })
    }

    fn input(&self, variant: &VariantPlan, input: &InputPlan) -> Input<'a> {
        Input {
            argument: input.argument,
            slot: self.text(&input.slot.name),
            required: input.required,
            default: input.default.as_ref().map_or("", |default| self.json(default)),
            check: self.check(&input.check),
            conversion: input.conversion,
            digits: self.list(input.digits.iter().map(|way| {
                self.list(way.iter().map(|step| match step {
                    InsidePlan::Key(key) => Inside::Key(self.text(key)),
                    InsidePlan::Items => Inside::Items,
                }))
            })),
            hint: self.text(&input.hint),
            about: self.reference(variant, input),
        }
    }

    pub(super) fn check(&self, check: &CheckPlan) -> Check<'a> {
        let [minimum, maximum, exclusive_minimum, exclusive_maximum] = &check.bounds;
        Check {
            types: check.types,
            values: self.list(check.values.iter().map(|value| self.json(value))),
            minimum: self.text(minimum),
            maximum: self.text(maximum),
            exclusive_minimum: self.text(exclusive_minimum),
            exclusive_maximum: self.text(exclusive_maximum),
            min_length: check.length.0,
            max_length: check.length.1,
            min_items: check.count.0,
            max_items: check.count.1,
            items: check.items,
            schema: self.text(&check.schema),
            takes: self.text(&check.takes),
        }
    }

    fn scheme(&self, scheme: &SchemePlan) -> Scheme<'a> {
        Scheme {
            name: self.text(&scheme.name),
            kind: match &scheme.kind {
                SecurityKind::KeyHeader(name) => SchemeKind::KeyHeader(self.text(name)),
                SecurityKind::KeyQuery(name) => SchemeKind::KeyQuery(self.text(name)),
                SecurityKind::KeyCookie(name) => SchemeKind::KeyCookie(self.text(name)),
                SecurityKind::Basic => SchemeKind::Basic,
                SecurityKind::Bearer => SchemeKind::Bearer,
            },
            credential: match &scheme.credential {
                AuthEntry::Env(name) => Credential::Env(self.text(name)),
                AuthEntry::Forward(header) => Credential::Forward(self.text(header)),
            },
        }
    }

    fn error(&self, rule: &ErrorPlan) -> ErrorRule<'a> {
        ErrorRule {
            on: match rule.entry.status {
                Some((from, to)) => Problem::Status {
                    from,
                    to,
                    code: self.text(&rule.entry.code),
                    code_at: self.text(&rule.code_at),
                },
                None => Problem::Network,
            },
            effect: rule.entry.effect,
            operations: self.list(rule.operations.iter().map(|id| self.text(id))),
            say: self.list(rule.say.iter().map(|piece| match piece {
                Piece::Text(text) => Say::Text(self.text(text)),
                Piece::Field(pointer) => Say::Field(self.text(pointer)),
                Piece::RetryAfter => Say::RetryAfter,
            })),
        }
    }
}
