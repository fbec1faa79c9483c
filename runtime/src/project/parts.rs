//! Goes through everything that a result is made of.

use fewtools_contract::{Answer, Condition, Field, Operand, Picked, Variant, Way};

/// Shows every field of an answer, those inside of others too, each with the fields that stand beside it.
pub(crate) fn visit<'a>(answer: &Answer<'a>, see: &mut impl FnMut(&'a Picked<'a>, &'a [Field<'a>])) {
    match answer {
        Answer::Whole | Answer::Link(_) => {}
        Answer::Object(fields) => each(fields, see),
        Answer::Rows(rows) => each(rows.pick, see),
        Answer::Detail(detail) => {
            visit(detail.brief, see);
            visit(detail.full, see);
        }
    }
}

fn each<'a>(fields: &'a [Field<'a>], see: &mut impl FnMut(&'a Picked<'a>, &'a [Field<'a>])) {
    for field in fields {
        see(&field.value, fields);
        if let Picked::Object { pick, .. } | Picked::Each { pick, .. } = &field.value {
            each(pick, see);
        }
    }
}

/// Shows every operand of a condition.
pub(crate) fn operands<'a>(condition: &Condition<'a>, see: &mut impl FnMut(&Operand<'a>)) {
    match condition {
        Condition::All(all) | Condition::Any(all) => all.iter().for_each(|one| operands(one, see)),
        Condition::Not(one) => operands(one, see),
        Condition::Holds(operand) => see(operand),
        Condition::Compare { left, right, .. } => {
            see(left);
            see(right);
        }
    }
}

/// Every way of a variant: of its result, and of what its steps are given, wait for and run for.
pub(crate) fn all_ways<'a>(variant: &'a Variant<'a>) -> Vec<Way<'a>> {
    let mut found = Vec::new();
    visit(&variant.answer, &mut |picked, _| found.append(&mut ways(picked)));
    for step in variant.work.steps() {
        let mut of = |operand: &Operand<'a>| match operand {
            Operand::Way(way) => found.push(*way),
            Operand::Field(_) | Operand::Constant(_) => {}
        };
        step.given.iter().for_each(|given| of(&given.value));
        step.when.iter().for_each(|condition| operands(condition, &mut of));
        found.extend(step.each.map(|each| each.rows));
    }
    found
}

/// The ways of one field, those of fields inside of it left out.
pub(crate) fn ways<'a>(picked: &Picked<'a>) -> Vec<Way<'a>> {
    match picked {
        Picked::At(way) | Picked::Digits(way) => vec![*way],
        Picked::Scalars { at, .. } | Picked::Text { at, .. } | Picked::Object { at, .. } => vec![*at],
        Picked::Each { of, .. }
        | Picked::EachScalars { of, .. }
        | Picked::Sum { of, .. }
        | Picked::Count(of) => {
            vec![of.at]
        }
        Picked::Hook { of, .. } => of.to_vec(),
        Picked::Findings(findings) => {
            let mut ways = Vec::new();
            for finding in *findings {
                operands(&finding.when, &mut |operand| match operand {
                    Operand::Way(way) => ways.push(*way),
                    Operand::Field(_) | Operand::Constant(_) => {}
                });
            }
            ways
        }
        Picked::Constant(_) | Picked::Now => Vec::new(),
    }
}
