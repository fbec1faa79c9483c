//! YAML text → tree: the 1.2 core schema, as documents in the wild use it.

use std::cell::RefCell;
use std::thread;

use serde::de::DeserializeSeed;
use serde_json::Value;
use serde_saphyr::budget::BudgetBreach;
use serde_saphyr::options::{DuplicateKeyPolicy, MergeKeyPolicy, NonFiniteFloatPolicy};
use serde_saphyr::{Error, Options};

use super::Documents;
use super::limits::{MAX_ALIAS_VALUES, MAX_BYTES, MAX_DEPTH, MAX_NODES};
use super::parse::beyond;
use super::tree::{Bound, Notes, Seed};
use crate::diagnostics::{Fault, FileId, Place};

/// The stack a parse may use. Unoptimised, as in a build script, a level of nesting takes some 25 KiB.
const STACK: usize = 32 << 20;

/// Parses a text that is meant to be YAML, on a stack that holds [`MAX_DEPTH`] levels wherever this is called from.
pub(super) fn tree(file: FileId, text: &str) -> (Result<Value, Fault>, Notes) {
    let refused =
        || Fault::error("unreadable-file", Place::text(file, 1, 1), "no thread could be started to read it");
    thread::scope(|scope| {
        let parse = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || parse(file, text));
        parse.ok().and_then(|parse| parse.join().ok())
    })
    .unwrap_or_else(|| (Err(refused()), Notes::default()))
}

fn parse(file: FileId, text: &str) -> (Result<Value, Fault>, Notes) {
    let notes = RefCell::default();
    let result = serde_saphyr::with_deserializer_from_str_with_options(text, options(file), |deserializer| {
        Seed::root(&notes).deserialize(deserializer)
    });
    let notes = notes.into_inner();
    (result.map_err(|error| fault(file, error.without_snippet(), &notes)), notes)
}

/// What the 1.2 core schema and the bounds ask of the parser.
///
/// Keys are read as text whatever they look like (`200:`, `null:`, `on:`), for which null must be text where text is
/// asked for. Repeated keys come through, so that the tree notes all of them. Aliases are bounded by how much they add,
/// not by how often a small anchor is used. A manifest says everything where it stands, so it has no merge keys.
fn options(file: FileId) -> Options {
    let merge_keys = match file {
        Documents::MANIFEST => MergeKeyPolicy::Error,
        _ => MergeKeyPolicy::Merge,
    };
    serde_saphyr::options! {
        strict_booleans: true,
        leading_zero_numbers_as_strings: true,
        underscored_numbers_as_strings: true,
        null_as_string: true,
        ignore_binary_tag_for_string: true,
        non_finite_float_policy: NonFiniteFloatPolicy::AsString,
        duplicate_keys: DuplicateKeyPolicy::PassThrough,
        merge_keys: merge_keys,
        with_snippet: false,
        alias_limits: serde_saphyr::alias_limits! {
            max_total_replayed_events: 2 * MAX_ALIAS_VALUES,
        },
        budget: serde_saphyr::budget! {
            // One more than the tree allows, so that it is the tree that says so.
            max_depth: MAX_DEPTH + 1,
            flow_nesting_limit: 16 * MAX_DEPTH,
            max_nodes: MAX_NODES + 1,
            max_events: 3 * MAX_NODES,
            max_total_scalar_bytes: 4 * MAX_BYTES as usize,
            max_recorded_anchor_events: 2 * MAX_ALIAS_VALUES,
            max_merge_keys: MAX_ALIAS_VALUES,
            max_aliases: MAX_ALIAS_VALUES,
            max_anchors: MAX_ALIAS_VALUES,
            enforce_alias_anchor_ratio: false,
        }
    }
}

fn fault(file: FileId, error: &Error, notes: &Notes) -> Fault {
    let at = match error.location() {
        Some(location) => Place::text(file, location.line() as usize, location.column() as usize),
        None => Place::text(file, 1, 1),
    };
    if let Some(bound) = notes.met {
        return beyond(bound, at);
    }
    let mut inner = error;
    while let Error::AliasError { error, .. } = inner {
        inner = error;
    }
    let aliases = |at| {
        let what =
            format!("aliases add more than {MAX_ALIAS_VALUES} values, or stand too deep in each other");
        Fault::error("alias-expansion", at, what).instead("write the parts out where they are used")
    };
    match inner {
        Error::Budget { breach: BudgetBreach::Depth { .. }, .. } => beyond(Bound::Depth, at),
        Error::Budget { breach: BudgetBreach::Nodes { .. } | BudgetBreach::Events { .. }, .. } => {
            beyond(Bound::Nodes, at)
        }
        Error::Budget { .. }
        | Error::AliasReplayLimitExceeded { .. }
        | Error::AliasReplayStackDepthExceeded { .. }
        | Error::AliasExpansionLimitExceeded { .. } => aliases(at),
        Error::MergeKeyNotAllowed { .. } => {
            Fault::error("merge-key", at, "a manifest has no merge keys (`<<`)")
                .instead("the keys themselves; an anchor and an alias may stand for a whole value")
        }
        Error::MultipleDocuments { .. } => {
            Fault::error("syntax", at, "the file holds more than one YAML document")
                .instead("keep the first one, up to the second `---`")
        }
        Error::RecursiveReferencesRequireWeakTypes { .. } => {
            Fault::error("alias-expansion", at, "an alias stands inside the value it repeats")
                .instead("the value itself; a schema refers to itself with `$ref`")
        }
        other => {
            let reason = reason(other);
            let fault = Fault::error("syntax", at, format!("this is not YAML: {reason}"));
            match reason.starts_with("mapping values are not allowed") {
                true => fault.instead("quotes around a text that holds `: `"),
                false => fault,
            }
        }
    }
}

/// What the parser says, without the place, which the fault has.
fn reason(error: &Error) -> String {
    let said = error.to_string();
    match (error.location(), said.rsplit_once(" at line ")) {
        (Some(_), Some((reason, _))) => reason.to_owned(),
        _ => said,
    }
}
