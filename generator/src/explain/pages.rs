//! The pages of a variant's answer → how they follow each other, in the words of the manifest.

use fewtools_contract::Conversion;
use serde::Serialize;

use super::fields;
use crate::plan::{AnswerPlan, InputPlan, PagesPlan, ToolPlan, TurnPlan, VariantPlan};

/// How the pages of a list follow each other.
#[derive(Debug, Serialize)]
pub struct PagesExplained {
    /// How the next page is asked for; where it is absent, only a `Link` header of an answer says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<NextExplained>,
    /// The argument that goes on where an answer ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arg: Option<String>,
    /// The most pages of one call.
    pub follow: u32,
    /// Whether an argument asks for what comes after an answer.
    pub goes_on: bool,
    /// Slots that are no arguments and that the address of a next page sets.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by_address: Vec<String>,
}

/// How the next page is asked for, as an entry of `pages.next`.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum NextExplained {
    /// The answer says it.
    Cursor {
        /// The way to it.
        at: String,
        /// The slot that takes it; absent for an address.
        #[serde(skip_serializing_if = "Option::is_none")]
        to: Option<String>,
    },
    /// Rows are counted.
    Offset {
        /// The slot.
        offset: String,
        /// The first row.
        first: u32,
    },
    /// Pages are counted.
    Page {
        /// The slot.
        page: String,
        /// The first page.
        first: u32,
    },
}

/// The pages of a variant; `None` where its answer is no list and says nothing of a next page.
pub(super) fn of(tool: &ToolPlan, variant: &VariantPlan) -> Option<PagesExplained> {
    let PagesPlan { next, resume, turned, follow, .. } = &variant.pages;
    let is_list = matches!(variant.answer.brief(), AnswerPlan::Rows { .. });
    if !is_list && next.is_none() {
        return None;
    }
    let slot = |input: usize| {
        let mut slots = variant.filling();
        slots.nth(input).map(|slot| slot.name.clone()).unwrap_or_default()
    };
    let asked = variant.pages.asked(variant.inputs.len()).map(|slot| slot.name.as_str());
    let arg = resume.and_then(|input| tool.arguments.get(variant.inputs.get(input)?.argument));
    let by_address =
        turned.iter().map(|turned| &turned.slot.name).filter(|name| Some(name.as_str()) != asked);
    Some(PagesExplained {
        next: next.as_ref().map(|next| match next {
            TurnPlan::Body { at, input } => {
                NextExplained::Cursor { at: fields::path(at), to: input.map(slot) }
            }
            TurnPlan::Offset { input, first } => {
                NextExplained::Offset { offset: slot(*input), first: *first }
            }
            TurnPlan::Page { input, first } => NextExplained::Page { page: slot(*input), first: *first },
        }),
        arg: arg.map(|argument| argument.name.clone()),
        follow: *follow,
        goes_on: goes_on(variant),
        by_address: by_address.cloned().collect(),
    })
}

/// Whether an argument asks for a next page: one that goes on, one that turns pages, or one that the address of a page may
/// name, which a row limit does not turn.
fn goes_on(variant: &VariantPlan) -> bool {
    let is_argument = |input: usize| input < variant.inputs.len();
    let is_named = |input: &InputPlan| {
        input.slot.name.starts_with("query.") && !matches!(input.conversion, Conversion::RowLimit { .. })
    };
    let PagesPlan { next, resume, .. } = &variant.pages;
    resume.is_some()
        || match next {
            Some(TurnPlan::Body { input: Some(input), .. }) => is_argument(*input),
            Some(TurnPlan::Offset { input, .. } | TurnPlan::Page { input, .. }) => is_argument(*input),
            Some(TurnPlan::Body { input: None, .. }) | None => variant.inputs.iter().any(is_named),
        }
}
