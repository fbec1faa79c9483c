//! The rules, one file each, named after the fault it finds.

pub(super) mod ambiguous_argument;
pub(super) mod argument_clash;
pub(super) mod argument_type_differs;
pub(super) mod bad_address;
pub(super) mod bad_condition;
pub(super) mod bad_list_from;
pub(super) mod bad_name;
pub(super) mod bad_prompt;
pub(super) mod blind_reveal;
pub(super) mod contradicted_document;
pub(super) mod dead_error_rule;
pub(super) mod dead_page_rule;
pub(super) mod deprecated_operation;
pub(super) mod discriminator_clash;
pub(super) mod dry_run_clash;
pub(super) mod duplicate_name;
pub(super) mod empty_profile;
pub(super) mod excluded_and_used;
pub(super) mod exposed_credential;
pub(super) mod exposed_enumeration;
pub(super) mod function_differs;
pub(super) mod gate_argument_clash;
pub(super) mod gate_on_read;
pub(super) mod gate_slot_taken;
pub(super) mod hidden_characters;
pub(super) mod instructions_over_budget;
pub(super) mod listing_over_budget;
pub(super) mod look_alike_values;
pub(super) mod mistaken_read;
pub(super) mod mixed_posture;
pub(super) mod mutating_resource;
pub(super) mod mutating_step;
pub(super) mod needless_permission;
pub(super) mod needless_posture;
pub(super) mod needless_ungated;
pub(super) mod no_output_schema;
pub(super) mod notes_clash;
pub(super) mod offered_and_not_offered;
pub(super) mod overlapping_address;
pub(super) mod prescribed_real_run;
pub(super) mod prompts_over_budget;
pub(super) mod resources_over_budget;
pub(super) mod reworked_gate;
pub(super) mod settled_group;
pub(super) mod slot_filled_twice;
pub(super) mod step_cycle;
pub(super) mod tool_over_budget;
pub(super) mod unbound_argument;
pub(super) mod uncovered_operation;
pub(super) mod undecided_parameter;
pub(super) mod unfilled_requirement;
pub(super) mod unfit_default;
pub(super) mod unfit_denied_field;
pub(super) mod unfit_filter;
pub(super) mod unfit_flatten;
pub(super) mod unfit_gate;
pub(super) mod unfit_merge;
pub(super) mod unfit_step_value;
pub(super) mod unfit_type;
pub(super) mod ungated_destruction;
pub(super) mod ungated_mutation;
pub(super) mod unknown_argument;
pub(super) mod unknown_error_field;
pub(super) mod unknown_field;
pub(super) mod unknown_operation;
pub(super) mod unknown_profile_member;
pub(super) mod unknown_projection;
pub(super) mod unknown_projection_path;
pub(super) mod unknown_reference;
pub(super) mod unknown_resource;
pub(super) mod unknown_scheme;
pub(super) mod unknown_server;
pub(super) mod unknown_slot;
pub(super) mod unknown_step;
pub(super) mod unknown_tool;
pub(super) mod unknown_variant;
pub(super) mod unlinked_result;
pub(super) mod unlisted_template;
pub(super) mod unmet_security;
pub(super) mod unportable_schema;
pub(super) mod unproven_denial;
pub(super) mod unread_answer;
pub(super) mod unsent_credential;
pub(super) mod unusable_operation;
pub(super) mod unused_argument;
pub(super) mod unused_projection;
pub(super) mod unused_prompt_argument;
pub(super) mod unused_step;
pub(super) mod unused_subject;
pub(super) mod unused_type;
pub(super) mod whole_answer;

use crate::diagnostics::{Fault, Level};
use crate::lower::curation::{Ceiling, Policy, Spot};
use crate::plan::{Hole, HoleKind, StepPlan, Surface, ToolPlan, VariantPlan};
use crate::verify::{savings, suggest};

/// The methods that store or remove what the address names (RFC 9110, section 9.3; RFC 5789). POST may be a search.
const WRITES: [&str; 3] = ["PUT", "PATCH", "DELETE"];

/// A fault for each hole of a kind, with what is wrong in words.
fn of_holes(
    surface: &Surface<'_>,
    kind: HoleKind,
    code: &'static str,
    what: impl Fn(&Hole) -> String,
) -> Vec<Fault> {
    let holes = surface.holes.iter().filter(|hole| hole.kind == kind);
    holes.map(|hole| of_hole(hole, code, what(hole))).collect()
}

fn of_hole(hole: &Hole, code: &'static str, what: String) -> Fault {
    let instead = match (hole.instead.as_str(), hole.candidates.as_slice()) {
        ("", []) => without_candidates(hole),
        ("", candidates) => suggest::name(&hole.name, candidates),
        (instead, _) => instead.to_owned(),
    };
    let fault = Fault::error(code, hole.at.clone(), what).instead(instead);
    match &hole.also {
        Some(place) => fault.also(place.clone(), "found here"),
        None => fault,
    }
}

/// What to write where there is no name of that kind at all.
fn without_candidates(hole: &Hole) -> String {
    let name = &hole.name;
    match hole.kind {
        HoleKind::Projection => {
            format!("`projections: {{ {name}: [<field>] }}`, as the manifest has none yet")
        }
        HoleKind::Resource => {
            format!("`resources: {{ {name}: … }}`, as the manifest has none yet, or leave it out")
        }
        HoleKind::Scheme => "leave it out: the document has no security scheme".to_owned(),
        _ => "leave it out".to_owned(),
    }
}

/// `: why`, where a hole says why.
fn because(hole: &Hole) -> String {
    if hole.detail.is_empty() { String::new() } else { format!(": {}", hole.detail) }
}

/// The level of a coverage fault; `None` where it is allowed.
fn level(policy: Policy) -> Option<Level> {
    match policy {
        Policy::Deny => Some(Level::Error),
        Policy::Warn => Some(Level::Warning),
        Policy::Allow => None,
    }
}

/// Whether `body#/a/b` leads into the field `a`.
pub(super) fn leads_into(name: &str, field: &str) -> bool {
    entered(name).is_some_and(|entered| entered == field)
}

/// The field of the body that `body#/a/b` leads into.
fn entered(name: &str) -> Option<String> {
    let first = name.strip_prefix("body#/")?.split('/').next()?;
    Some(first.replace("~1", "/").replace("~0", "~"))
}

/// A list beside `tools/list` that costs more than its ceiling, with what shorter texts would save.
fn listed_over_budget(
    code: &'static str,
    kind: &str,
    tokens: usize,
    ceiling: &Spot<Ceiling>,
    entries: impl Iterator<Item = savings::Entry>,
) -> Vec<Fault> {
    let Ceiling::Tokens(limit) = ceiling.value else { return Vec::new() };
    if tokens <= limit {
        return Vec::new();
    }
    let entries: Vec<savings::Entry> = entries.collect();
    let over = tokens - limit;
    let what = format!("{kind}/list is {tokens} tokens, {over} over `budget.{kind}` ({limit})");
    let saved = savings::of_entries(&entries);
    let instead = if saved.is_empty() { format!("fewer {kind}, or shorter texts") } else { saved.join("; ") };
    let fault = Fault::error(code, ceiling.at.clone(), what).instead(instead);
    vec![fault.detail(savings::by_size(kind, &entries))]
}

/// What fills a slot of a tool, or of what answers a resource.
fn filler(surface: &Surface<'_>, tool: &ToolPlan) -> &'static str {
    let is_resource = surface.curation.resources.contains_key(&tool.name.value);
    if is_resource { "a `{variable}` of the address" } else { "an argument in `args`" }
}

/// The key that gives constants to a tool's requests.
fn constant(tool: &ToolPlan) -> &'static str {
    let has_steps = tool.variants.iter().any(|variant| variant.steps.is_some());
    if has_steps { "`with`" } else { "`fixed`" }
}

/// `tool`, `tool.variant` or `tool.step`.
pub(super) fn user(tool: &ToolPlan, variant: &VariantPlan) -> String {
    match variant.name.value.as_str() {
        "" => tool.name.value.clone(),
        name => format!("{}.{name}", tool.name.value),
    }
}

/// The steps of a variant; none where it makes one request.
pub(super) fn steps(variant: &VariantPlan) -> impl Iterator<Item = &StepPlan> {
    variant.steps.iter().flat_map(|composite| &composite.steps)
}

/// The arguments of a tool's gates, as indices.
pub(super) fn gate_arguments(tool: &ToolPlan) -> Vec<usize> {
    let mut arguments: Vec<usize> = Vec::new();
    for variant in &tool.variants {
        let inputs = variant.gates.inputs().filter_map(|input| variant.inputs.get(input));
        arguments.extend(inputs.map(|input| input.argument));
    }
    arguments.sort_unstable();
    arguments.dedup();
    arguments
}
