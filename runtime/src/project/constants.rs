//! Parses the JSON texts of a variant once, at the start: what it compares with, and what it sets.

use std::collections::BTreeMap;

use fewtools_contract::{Condition, Items, Operand, Picked, Step, Variant};
use serde_json::Value;

use super::parts;

/// The constants of a variant, by their text.
#[derive(Debug, Default)]
pub(crate) struct Constants(BTreeMap<&'static str, Value>);

impl Constants {
    /// Parses every constant of a variant.
    ///
    /// # Errors
    /// The first text that is not JSON.
    pub(crate) fn of(variant: &Variant<'static>) -> Result<Self, &'static str> {
        let mut texts = Vec::new();
        parts::visit(&variant.answer, &mut |picked, _| of_field(picked, &mut texts));
        variant.work.steps().iter().for_each(|step| of_step(step, &mut texts));
        let parsed = texts
            .into_iter()
            .map(|text| serde_json::from_str(text).map(|value| (text, value)).map_err(|_| text));
        Ok(Self(parsed.collect::<Result<_, _>>()?))
    }

    /// The value of a text; `null` for one that the variant does not have.
    pub(crate) fn value(&self, text: &str) -> &Value {
        self.0.get(text).unwrap_or(&Value::Null)
    }
}

fn of_field(picked: &Picked<'static>, texts: &mut Vec<&'static str>) {
    match picked {
        Picked::Constant(text) => texts.push(text),
        Picked::Each { of, .. }
        | Picked::EachScalars { of, .. }
        | Picked::Sum { of, .. }
        | Picked::Count(of) => {
            of_items(of, texts);
        }
        Picked::Findings(findings) => {
            findings.iter().for_each(|finding| of_condition(&finding.when, texts));
        }
        Picked::At(_)
        | Picked::Scalars { .. }
        | Picked::Digits(_)
        | Picked::Text { .. }
        | Picked::Object { .. }
        | Picked::Now
        | Picked::Hook { .. } => {}
    }
}

fn of_items(items: &Items<'static>, texts: &mut Vec<&'static str>) {
    texts.extend(items.filter.map(|filter| filter.equals));
}

fn of_step(step: &Step<'static>, texts: &mut Vec<&'static str>) {
    step.given.iter().for_each(|given| of_operand(&given.value, texts));
    step.when.iter().for_each(|condition| of_condition(condition, texts));
    texts.extend(step.if_denied.unwrap_or_default().iter().map(|(_, text)| *text));
}

fn of_condition(condition: &Condition<'static>, texts: &mut Vec<&'static str>) {
    parts::operands(condition, &mut |operand| of_operand(operand, texts));
}

fn of_operand(operand: &Operand<'static>, texts: &mut Vec<&'static str>) {
    if let Operand::Constant(text) = operand {
        texts.push(text);
    }
}
