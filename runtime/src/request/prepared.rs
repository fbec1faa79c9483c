//! Prepares a call before the first one is made: its method, its address and the values that are always the same.

use fewtools_contract::{Call, Content, MediaKind, Source, Spreading};
use http::Method;
use serde_json::Value;

use super::Reserved;

/// A call with everything worked out that depends on no caller and no argument.
pub(crate) struct Prepared {
    /// What is sent.
    pub(crate) call: &'static Call<'static>,
    /// The method of its request.
    pub(crate) method: Method,
    /// The address its path is appended to.
    pub(crate) base: String,
    /// The argument of each input that the call may refer to.
    names: Vec<&'static str>,
    constants: Constants,
    reserved: Vec<(Spreading, Reserved)>,
}

/// The values that are sent on every call.
#[derive(Default)]
struct Constants {
    /// One place for each parameter.
    parameters: Vec<Option<Value>>,
    /// One place for each field of the body.
    fields: Vec<Option<Value>>,
    /// The whole body, or its further keys.
    content: Option<Value>,
}

impl Prepared {
    /// Prepares a call that goes to this address. `names` are the arguments that its sources come from; problems are
    /// phrases.
    pub(crate) fn new(
        call: &'static Call<'static>,
        base: String,
        names: Vec<&'static str>,
        problems: &mut Vec<String>,
    ) -> Self {
        let method = Method::from_bytes(call.method.as_bytes()).unwrap_or_else(|_| {
            problems.push(format!("`{}` is no HTTP method", call.method));
            Method::GET
        });
        let constants = constants(call, problems);
        Self { call, method, base, names, constants, reserved: reserved(call) }
    }

    /// The name of the argument a value comes from; empty for a constant.
    pub(crate) fn source_name(&self, source: Source<'_>) -> &'static str {
        match source {
            Source::Input(index) => self.names.get(index).copied().unwrap_or_default(),
            Source::Fixed(_) => "",
        }
    }

    /// The names that the keys of a spread value may not be.
    pub(super) fn reserved(&self, of: Spreading) -> Option<&Reserved> {
        self.reserved.iter().find(|(spread, _)| *spread == of).map(|(_, reserved)| reserved)
    }

    /// The value of a parameter.
    pub(super) fn parameter<'v>(&'v self, index: usize, inputs: &'v [Option<Value>]) -> Option<&'v Value> {
        let source = self.call.parameters.get(index)?.source;
        value(source, self.constants.parameters.get(index), inputs)
    }

    /// The value of a field of the body.
    pub(super) fn field<'v>(&'v self, index: usize, inputs: &'v [Option<Value>]) -> Option<&'v Value> {
        let Content::Fields { fields, .. } = self.call.body?.content else { return None };
        value(fields.get(index)?.source, self.constants.fields.get(index), inputs)
    }

    /// The value of the whole body or of its further keys.
    pub(super) fn content<'v>(
        &'v self,
        source: Source<'_>,
        inputs: &'v [Option<Value>],
    ) -> Option<&'v Value> {
        value(source, Some(&self.constants.content), inputs)
    }
}

fn value<'v>(
    source: Source<'_>,
    constant: Option<&'v Option<Value>>,
    inputs: &'v [Option<Value>],
) -> Option<&'v Value> {
    match source {
        Source::Input(index) => inputs.get(index)?.as_ref(),
        Source::Fixed(_) => constant?.as_ref(),
    }
}

/// What the keys of each spread value may not be, read once.
fn reserved(call: &Call<'_>) -> Vec<(Spreading, Reserved)> {
    let kind: Option<MediaKind> = call.body.map(|body| body.kind);
    let in_body = |of| kind.filter(|_| !matches!(of, Spreading::Parameter(_)));
    call.spreads.iter().map(|spread| (spread.of, Reserved::of(spread, in_body(spread.of)))).collect()
}

fn constants(call: &Call<'_>, problems: &mut Vec<String>) -> Constants {
    let mut fixed = |source| match source {
        Source::Input(_) => None,
        Source::Fixed(text) => {
            serde_json::from_str(text).map_err(|_| problems.push("a constant is not JSON".to_owned())).ok()
        }
    };
    let parameters = call.parameters.iter().map(|one| fixed(one.source)).collect();
    match call.body.map(|body| body.content) {
        None => Constants { parameters, ..Constants::default() },
        Some(Content::Whole(source)) => Constants { parameters, fields: Vec::new(), content: fixed(source) },
        Some(Content::Fields { fields, more }) => Constants {
            parameters,
            fields: fields.iter().map(|field| fixed(field.source)).collect(),
            content: more.and_then(fixed),
        },
    }
}
