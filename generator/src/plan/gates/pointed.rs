//! A pointer that a gate follows in an answer → the way to the field, judged by its type.

use fewtools_contract::Types;

use super::Gated;
use crate::lower::curation::Word;
use crate::plan::answers::{self, Pointed};
use crate::plan::hole::HoleKind;
use crate::plan::surface::SegmentPlan;

/// What a gate takes from an answer.
pub(super) struct Wanted {
    /// The types it can have.
    pub types: Types,
    /// What a field of another type is.
    pub in_words: &'static str,
    /// What to name instead.
    pub instead: &'static str,
    /// The gate.
    pub gate: &'static str,
}

impl Gated<'_, '_, '_> {
    /// The way to a field of an operation's answer.
    pub(super) fn field(
        &mut self,
        operation: usize,
        wanted: &Wanted,
        pointer: &Word,
        call: &str,
    ) -> Option<Vec<SegmentPlan>> {
        let word = Word::new(pointer.value.trim_start_matches('/').to_owned(), pointer.at.clone());
        match answers::pointed(self.planner.api, operation, &pointer.value, wanted.types) {
            Ok(Pointed::Found(at)) => Some(at),
            Ok(Pointed::Other) => {
                let why = format!("`{}` of `{call}` is {}", word.value, wanted.in_words);
                self.unfit(&word, why, wanted.instead);
                None
            }
            Ok(Pointed::Undeclared) => {
                let why = format!("the document declares no JSON schema for the answer of `{call}`");
                let instead = match wanted.gate {
                    "confirm" => "`$request.path.<parameter>`, or a schema in the document",
                    _ => "leave it out, or a schema in the document",
                };
                self.unfit(&word, why, instead);
                None
            }
            Ok(Pointed::Missing(names)) => {
                let inside =
                    format!("the answer of `{call}`, for `{}` of {}", wanted.gate, self.member.label);
                self.planner.holes.mark(HoleKind::ProjectionPath, &word, inside, names);
                None
            }
            Err(fault) => {
                self.planner.holes.unusable(&word, &self.member.label, &fault);
                None
            }
        }
    }
}
