//! Judges what a result is made of: every way starts somewhere, every function and field is there.

use fewtools_contract::{Answer, Catalogue, Condition, Field, Operand, Origin, Phrase, Picked, Variant, Way};

use crate::project::parts;

/// Whether everything that the result of a variant refers to is there.
pub(super) fn holds(variant: &Variant<'_>, catalogue: &Catalogue<'_>) -> bool {
    let mut hold = answer_holds(&variant.answer, variant, catalogue);
    parts::visit(&variant.answer, &mut |picked, beside| {
        hold &= picked_holds(picked, beside, variant, catalogue);
    });
    hold
}

/// Whether a way starts at something that the variant has.
pub(super) fn way_holds(way: &Way<'_>, variant: &Variant<'_>) -> bool {
    match way.from {
        Origin::Here => true,
        Origin::Input(index) => index < variant.inputs.len(),
        Origin::Body(step) | Origin::Status(step) | Origin::Header { step, .. } => {
            step < variant.work.steps().len()
        }
    }
}

/// Whether the operands of a condition are there; `fields` is how many stand beside it.
pub(super) fn condition_holds(condition: &Condition<'_>, fields: usize, variant: &Variant<'_>) -> bool {
    let mut hold = true;
    parts::operands(condition, &mut |operand| {
        hold &= match operand {
            Operand::Field(index) => *index < fields,
            Operand::Way(way) => way_holds(way, variant),
            Operand::Constant(_) => true,
        };
    });
    hold
}

fn answer_holds(answer: &Answer<'_>, variant: &Variant<'_>, catalogue: &Catalogue<'_>) -> bool {
    let is_input = |index: usize| index < variant.inputs.len();
    match answer {
        Answer::Whole | Answer::Object(_) => true,
        Answer::Rows(rows) => {
            rows.limit.is_none_or(is_input) && rows.keep.is_none_or(|keep| is_input(keep.input))
        }
        Answer::Detail(detail) => {
            is_input(detail.input)
                && answer_holds(detail.brief, variant, catalogue)
                && answer_holds(detail.full, variant, catalogue)
        }
        Answer::Link(link) => {
            link.resource < catalogue.resources.len() && link.inputs.iter().copied().all(is_input)
        }
    }
}

fn picked_holds(
    picked: &Picked<'_>,
    beside: &[Field<'_>],
    variant: &Variant<'_>,
    catalogue: &Catalogue<'_>,
) -> bool {
    let parts = match picked {
        Picked::Hook { hook, .. } => *hook < catalogue.hooks.len(),
        Picked::Findings(findings) => findings.iter().all(|finding| {
            let said = finding.say.iter().all(|phrase| match phrase {
                Phrase::Text(_) => true,
                Phrase::Field(index) => *index < beside.len(),
            });
            said && condition_holds(&finding.when, beside.len(), variant)
        }),
        _ => true,
    };
    parts && parts::ways(picked).iter().all(|way| way_holds(way, variant))
}
