//! The rules, one line each, sorted by code.

use super::check::Check;
use super::rules;

/// One rule: a fault it finds.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// The code of its faults.
    pub code: &'static str,
    /// The fault in one sentence.
    pub about: &'static str,
    /// Finds the faults.
    pub(super) check: Check,
}

/// Every rule.
pub const RULES: &[Rule] = &[
    rules::ambiguous_argument::RULE,
    rules::argument_clash::RULE,
    rules::argument_type_differs::RULE,
    rules::bad_address::RULE,
    rules::bad_condition::RULE,
    rules::bad_list_from::RULE,
    rules::bad_name::RULE,
    rules::bad_prompt::RULE,
    rules::blind_reveal::RULE,
    rules::contradicted_document::RULE,
    rules::dead_error_rule::RULE,
    rules::dead_page_rule::RULE,
    rules::deprecated_operation::RULE,
    rules::discriminator_clash::RULE,
    rules::dry_run_clash::RULE,
    rules::duplicate_name::RULE,
    rules::empty_profile::RULE,
    rules::excluded_and_used::RULE,
    rules::exposed_credential::RULE,
    rules::exposed_enumeration::RULE,
    rules::function_differs::RULE,
    rules::gate_argument_clash::RULE,
    rules::gate_on_read::RULE,
    rules::gate_slot_taken::RULE,
    rules::hidden_characters::RULE,
    rules::instructions_over_budget::RULE,
    rules::listing_over_budget::RULE,
    rules::look_alike_values::RULE,
    rules::mistaken_read::RULE,
    rules::mixed_posture::RULE,
    rules::mutating_resource::RULE,
    rules::mutating_step::RULE,
    rules::needless_permission::RULE,
    rules::needless_posture::RULE,
    rules::needless_ungated::RULE,
    rules::no_output_schema::RULE,
    rules::notes_clash::RULE,
    rules::offered_and_not_offered::RULE,
    rules::overlapping_address::RULE,
    rules::prescribed_real_run::RULE,
    rules::prompts_over_budget::RULE,
    rules::resources_over_budget::RULE,
    rules::reworked_gate::RULE,
    rules::settled_group::RULE,
    rules::slot_filled_twice::RULE,
    rules::step_cycle::RULE,
    rules::tool_over_budget::RULE,
    rules::unbound_argument::RULE,
    rules::uncovered_operation::RULE,
    rules::undecided_parameter::RULE,
    rules::unfilled_requirement::RULE,
    rules::unfit_default::RULE,
    rules::unfit_denied_field::RULE,
    rules::unfit_filter::RULE,
    rules::unfit_flatten::RULE,
    rules::unfit_gate::RULE,
    rules::unfit_merge::RULE,
    rules::unfit_step_value::RULE,
    rules::unfit_type::RULE,
    rules::ungated_destruction::RULE,
    rules::ungated_mutation::RULE,
    rules::unknown_argument::RULE,
    rules::unknown_error_field::RULE,
    rules::unknown_field::RULE,
    rules::unknown_operation::RULE,
    rules::unknown_profile_member::RULE,
    rules::unknown_projection::RULE,
    rules::unknown_projection_path::RULE,
    rules::unknown_reference::RULE,
    rules::unknown_resource::RULE,
    rules::unknown_scheme::RULE,
    rules::unknown_server::RULE,
    rules::unknown_slot::RULE,
    rules::unknown_step::RULE,
    rules::unknown_tool::RULE,
    rules::unknown_variant::RULE,
    rules::unlinked_result::RULE,
    rules::unlisted_template::RULE,
    rules::unmet_security::RULE,
    rules::unportable_schema::RULE,
    rules::unproven_denial::RULE,
    rules::unread_answer::RULE,
    rules::unsent_credential::RULE,
    rules::unusable_operation::RULE,
    rules::unused_argument::RULE,
    rules::unused_projection::RULE,
    rules::unused_prompt_argument::RULE,
    rules::unused_step::RULE,
    rules::unused_subject::RULE,
    rules::unused_type::RULE,
    rules::whole_answer::RULE,
];

#[cfg(test)]
mod tests {
    use super::RULES;

    #[test]
    fn rules_are_sorted_and_each_has_a_file() {
        let codes: Vec<String> = RULES.iter().map(|rule| rule.code.replace('-', "_")).collect();
        let mut sorted = codes.clone();
        sorted.sort();
        assert_eq!(codes, sorted);
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/verify/rules");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .filter_map(|entry| entry.unwrap().path().file_stem()?.to_str().map(str::to_owned))
            .filter(|name| name != "mod")
            .collect();
        files.sort();
        assert_eq!(codes, files);
    }

    #[test]
    fn every_rule_says_what_it_finds_in_a_sentence() {
        for rule in RULES {
            assert!(rule.about.ends_with('.') && rule.about.len() > 20, "{}", rule.code);
        }
    }
}
