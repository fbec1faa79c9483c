//! Judges a catalogue before it is served: every reference leads somewhere, every call can be sent.

mod result;
mod steps;

use fewtools_contract::{
    Call, Catalogue, Content, Expected, Gates, Location, PathPart, Preview, Source, Tool, Variant,
};

use crate::request::is_sendable_header;

/// What a problem of a variant begins with: `tool `queue_action`, `move``.
pub(super) fn place(tool: &Tool<'_>, variant: &Variant<'_>) -> String {
    if variant.name.is_empty() {
        format!("tool `{}`", tool.name)
    } else {
        format!("tool `{}`, `{}`", tool.name, variant.name)
    }
}

/// Judges what holds a tool together.
pub(super) fn tool(tool: &Tool<'_>, problems: &mut Vec<String>) {
    let mut problem = |what: &str| problems.push(format!("tool `{}`: {what}", tool.name));
    match tool.discriminator {
        None if tool.variants.len() != 1 => problem("without a discriminator it needs exactly one variant"),
        None => {}
        Some(chooses) => {
            let variants = chooses.default.into_iter().chain(chooses.aliases.iter().map(|(_, index)| *index));
            if chooses.argument >= tool.arguments.len() {
                problem("its discriminator is no argument of it");
            }
            if tool.variants.is_empty() || variants.into_iter().any(|index| index >= tool.variants.len()) {
                problem("its discriminator leads to a variant that is not there");
            }
        }
    }
}

/// Judges one variant.
pub(super) fn variant(
    tool: &Tool<'_>,
    variant: &Variant<'_>,
    catalogue: &Catalogue<'_>,
    problems: &mut Vec<String>,
) {
    let place = place(tool, variant);
    let mut problem = |what: String| problems.push(format!("{place}: {what}"));
    if !references_hold(tool, variant, catalogue) {
        problem("it refers to something that is not in the catalogue".to_owned());
    }
    let parameters = variant.work.calls().flat_map(|call| call.parameters);
    let headers = parameters.filter(|parameter| parameter.location == Location::Header);
    for header in headers.filter(|header| !is_sendable_header(header.name)) {
        problem(format!("`{}` is no header that a parameter can set", header.name));
    }
    if !is_gated(variant) {
        problem("what its gates wait for cannot come".to_owned());
    }
    if !steps::hold(variant) {
        problem(
            "its steps change something, wait for each other, or for something that is not there".to_owned(),
        );
    }
}

/// Whether a real run can satisfy the gates: a lookup reads, and a preview that is asked is one by the upstream.
fn is_gated(variant: &Variant<'_>) -> bool {
    let Gates { dry_run, confirm, .. } = variant.gates;
    let asks = dry_run.is_some_and(|gate| matches!(gate.preview, Preview::Upstream { .. }));
    let sent = |input| variant.work.exchange().is_some_and(|exchange| is_sent(&exchange.call, input));
    if asks && !dry_run.is_some_and(|gate| sent(gate.input)) {
        return false;
    }
    match confirm.map(|gate| (gate.equals, gate.receipt)) {
        Some((_, true)) if dry_run.is_none() => false,
        Some((Expected::Lookup { call, .. }, _)) => matches!(call.method, "GET" | "HEAD"),
        Some((Expected::Preview { .. }, _)) => asks,
        Some((Expected::Input(_), _)) | None => true,
    }
}

/// Whether an input has a place of its own in the request. A dry run that never arrives would be a real one.
fn is_sent(call: &Call<'_>, input: usize) -> bool {
    let mut sources = call.parameters.iter().map(|parameter| parameter.source);
    let in_body = match call.body.map(|body| body.content) {
        Some(Content::Fields { fields, .. }) => {
            fields.iter().any(|field| field.source == Source::Input(input))
        }
        Some(Content::Whole(_)) | None => false,
    };
    in_body || sources.any(|source| source == Source::Input(input))
}

fn references_hold(tool: &Tool<'_>, variant: &Variant<'_>, catalogue: &Catalogue<'_>) -> bool {
    let is_argument = |index: &usize| *index < tool.arguments.len();
    let inputs = variant.inputs.iter().all(|input| is_argument(&input.argument));
    let groups = variant.groups.iter().all(|group| group.arguments.iter().all(is_argument));
    let answer = result::holds(variant, catalogue);
    let gates = gates_hold(variant, catalogue);
    let denials = variant.work.steps().iter().map(|step| step.denial).chain([variant.denial]);
    let mut listed = denials.flat_map(|denial| denial.told).filter_map(|told| told.visible);
    let visible = listed.all(|listed| listed.resource < catalogue.resources.len());
    let turned = variant.work.exchange().map_or(0, |exchange| exchange.paging.turned.len());
    let named = variant.work.exchange().map_or(&[][..], |exchange| exchange.paging.named);
    let named = named.iter().all(|index| *index < variant.inputs.len());
    let call = variant
        .work
        .exchange()
        .is_none_or(|exchange| call_holds(&exchange.call, variant.inputs.len() + turned, catalogue));
    let merge = variant.work.exchange().and_then(|exchange| exchange.merge);
    let merge = merge.is_none_or(|merge| call_holds(&merge.call, variant.inputs.len(), catalogue));
    let mut steps = variant.work.steps().iter();
    let steps = steps.all(|step| call_holds(&step.call, step.given.len(), catalogue));
    inputs && groups && answer && gates && visible && call && named && merge && steps
}

fn gates_hold(variant: &Variant<'_>, catalogue: &Catalogue<'_>) -> bool {
    let Gates { dry_run, confirm, cap } = variant.gates;
    let is_input = |index: usize| index < variant.inputs.len();
    let expected = match confirm.map(|confirm| confirm.equals) {
        Some(Expected::Input(index)) => is_input(index),
        Some(Expected::Lookup { call, .. }) => call_holds(call, variant.inputs.len(), catalogue),
        Some(Expected::Preview { .. }) | None => true,
    };
    expected
        && dry_run.is_none_or(|gate| is_input(gate.input))
        && confirm.is_none_or(|gate| is_input(gate.input))
        && cap.is_none_or(|gate| is_input(gate.input))
}

/// Whether everything that a call refers to is there; its sources are so many values.
fn call_holds(call: &Call<'_>, values: usize, catalogue: &Catalogue<'_>) -> bool {
    let source_holds = |source: Source<'_>| match source {
        Source::Input(index) => index < values,
        Source::Fixed(_) => true,
    };
    let parameters = call.parameters.iter().all(|parameter| source_holds(parameter.source));
    let path = call.path.iter().all(|part| match part {
        PathPart::Text(_) => true,
        PathPart::Parameter(index) => *index < call.parameters.len(),
    });
    let body = match call.body.map(|body| body.content) {
        None => true,
        Some(Content::Whole(source)) => source_holds(source),
        Some(Content::Fields { fields, more }) => {
            fields.iter().map(|field| field.source).chain(more).all(source_holds)
        }
    };
    let mut needs = call.security.iter().flat_map(|alternative| alternative.iter());
    let security = needs.all(|need| need.scheme < catalogue.schemes.len());
    parameters && path && body && security
}
