//! Holds what fields are made of beside the place that they are read from: inputs, steps, constants, functions, the time.

use std::time::SystemTime;

use fewtools_contract::{Condition, Operand, Origin, Way};
use serde_json::{Map, Value};

use super::constants::Constants;
use super::{condition, fields};
use crate::hooks::Functions;

/// What fields are made of beside the place that they are read from.
pub(crate) struct Sources<'s> {
    /// One value for each of the variant's inputs.
    pub(crate) inputs: &'s [Option<Value>],
    /// What each step answered.
    pub(crate) steps: &'s [Seen],
    /// The constants of the variant.
    pub(crate) constants: &'s Constants,
    /// The functions of the host program.
    pub(crate) functions: &'s Functions,
    /// Fields of the result that are these, whatever was read.
    pub(crate) set: &'s [(&'static str, &'static str)],
    /// The time of the answer.
    pub(crate) now: SystemTime,
}

/// What a step answered; nothing of it is there where it was left out or failed.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    /// The body.
    pub(crate) body: Value,
    /// The status, a number.
    pub(crate) status: Value,
    /// The headers that a way names, in lower case.
    pub(crate) headers: Map<String, Value>,
}

impl<'s> Sources<'s> {
    /// The sources of an answer to one request.
    pub(crate) fn new(
        inputs: &'s [Option<Value>],
        constants: &'s Constants,
        functions: &'s Functions,
    ) -> Self {
        Self { inputs, steps: &[], constants, functions, set: &[], now: SystemTime::now() }
    }

    /// What a way leads to; `here` is where it starts unless it says another place.
    pub(crate) fn at<'v>(&'v self, way: &Way<'_>, here: &'v Value) -> Option<&'v Value> {
        let step = |index: usize| self.steps.get(index);
        let start = match way.from {
            Origin::Here => here,
            Origin::Input(index) => self.inputs.get(index)?.as_ref()?,
            Origin::Body(index) => &step(index)?.body,
            Origin::Status(index) => &step(index)?.status,
            Origin::Header { step: index, name } => step(index)?.headers.get(name)?,
        };
        fields::at(way.path, start)
    }

    /// What an operand is where there are no fields; `null` where a way leads nowhere.
    pub(crate) fn value<'v>(&'v self, operand: &Operand<'_>, here: &'v Value) -> &'v Value {
        match operand {
            Operand::Way(way) => self.at(way, here).unwrap_or(&Value::Null),
            Operand::Constant(text) => self.constants.value(text),
            Operand::Field(_) => &Value::Null,
        }
    }

    /// Whether a condition over what is known so far holds.
    pub(crate) fn hold(&self, condition: &Condition<'_>) -> bool {
        condition::holds(condition, &|operand| self.value(operand, &Value::Null))
    }
}
