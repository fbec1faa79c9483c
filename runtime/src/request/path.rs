//! Fills the path template. A value cannot leave its segment.

use fewtools_contract::PathPart;
use serde_json::Value;

use super::{Prepared, style, unsendable};
use crate::refusal::Fault;

/// The base address and the filled path.
pub(super) fn url(prepared: &Prepared, inputs: &[Option<Value>]) -> Result<String, Fault> {
    let mut url = prepared.base.clone();
    let mut segment = Segment::default();
    for part in prepared.call.path {
        match part {
            PathPart::Text(text) => {
                let mut pieces = text.split('/');
                segment.text.push_str(pieces.next().unwrap_or_default());
                for piece in pieces {
                    segment.finish(&mut url)?;
                    url.push('/');
                    segment.text.push_str(piece);
                }
            }
            PathPart::Parameter(index) => segment.fill(prepared, *index, inputs)?,
        }
    }
    segment.finish(&mut url)?;
    Ok(url)
}

/// The text between two slashes, and the last argument that stands in it.
#[derive(Default)]
struct Segment<'r> {
    text: String,
    argument: Option<&'r str>,
}

impl<'r> Segment<'r> {
    fn fill(&mut self, prepared: &'r Prepared, index: usize, inputs: &[Option<Value>]) -> Result<(), Fault> {
        let Some(parameter) = prepared.call.parameters.get(index) else { return Ok(()) };
        let argument = prepared.source_name(parameter.source);
        let value = prepared.parameter(index, inputs);
        let filled = value
            .and_then(|value| style::path(parameter.name, parameter.encoding, value))
            .filter(|text| !text.is_empty());
        let filled =
            filled.ok_or_else(|| unsendable(argument, "cannot be empty: it is a part of the path"))?;
        self.text.push_str(&filled);
        self.argument = Some(argument);
        Ok(())
    }

    /// A dot segment made by a value would climb out of its place, and encoding its dots does not help: a client
    /// or server decodes them first (RFC 3986, section 6.2.2.2).
    fn finish(&mut self, url: &mut String) -> Result<(), Fault> {
        if let Some(argument) = self.argument.take() {
            let decoded = self.text.replace("%2e", ".").replace("%2E", ".");
            if decoded == "." || decoded == ".." {
                return Err(unsendable(argument, "cannot be a part of the path that is only dots"));
            }
        }
        url.push_str(&self.text);
        self.text.clear();
        Ok(())
    }
}
