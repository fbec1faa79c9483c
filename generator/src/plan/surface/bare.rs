//! A name → a variant of which nothing more is said.

use std::rc::Rc;

use fewtools_contract::Effect;

use super::{AnswerPlan, GatesPlan, VariantPlan};
use crate::diagnostics::Place;
use crate::lower::curation::Word;

impl VariantPlan {
    /// A variant that calls nothing, takes nothing, only reads, and of whose answer everything leaves.
    pub fn bare(name: Word, label: String, call_at: Place) -> Self {
        Self {
            name,
            label,
            about: String::new(),
            call_at,
            operation: None,
            effect: Effect::Read,
            slots: Rc::default(),
            inputs: Vec::new(),
            fixed: Vec::new(),
            not_offered: Vec::new(),
            groups: Vec::new(),
            answer: AnswerPlan::Whole,
            pages: Default::default(),
            gates: GatesPlan::default(),
            denial: Default::default(),
            security: Vec::new(),
            base: String::new(),
            steps: None,
            merge: None,
            together: String::new(),
            keep: None,
        }
    }
}
