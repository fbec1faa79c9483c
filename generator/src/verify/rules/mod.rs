//! The rules, one file each, named after the fault it finds.

pub(super) mod ambiguous_argument;
pub(super) mod argument_type_differs;
pub(super) mod bad_name;
pub(super) mod contradicted_document;
pub(super) mod discriminator_clash;
pub(super) mod excluded_and_used;
pub(super) mod listing_over_budget;
pub(super) mod mixed_posture;
pub(super) mod slot_filled_twice;
pub(super) mod tool_over_budget;
pub(super) mod unbound_argument;
pub(super) mod uncovered_operation;
pub(super) mod undecided_parameter;
pub(super) mod unfilled_requirement;
pub(super) mod unknown_argument;
pub(super) mod unknown_error_field;
pub(super) mod unknown_operation;
pub(super) mod unknown_projection;
pub(super) mod unknown_projection_path;
pub(super) mod unknown_scheme;
pub(super) mod unknown_server;
pub(super) mod unknown_slot;
pub(super) mod unknown_tool;
pub(super) mod unknown_variant;
pub(super) mod unmet_security;
pub(super) mod unportable_schema;
pub(super) mod unusable_operation;
pub(super) mod unused_argument;
pub(super) mod unused_projection;
pub(super) mod whole_answer;

use crate::diagnostics::Level;
use crate::lower::curation::Policy;
use crate::plan::{ToolPlan, VariantPlan};

/// The level of a coverage fault; `None` where it is allowed.
fn level(policy: Policy) -> Option<Level> {
    match policy {
        Policy::Deny => Some(Level::Error),
        Policy::Warn => Some(Level::Warning),
        Policy::Allow => None,
    }
}

/// `tool` or `tool.variant`.
fn user(tool: &ToolPlan, variant: &VariantPlan) -> String {
    match variant.name.value.as_str() {
        "" => tool.name.value.clone(),
        name => format!("{}.{name}", tool.name.value),
    }
}
