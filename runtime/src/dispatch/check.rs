//! Judges a catalogue before it is served: every reference leads somewhere, every call can be sent.

use fewtools_contract::{
    Answer, Call, Catalogue, Content, Expected, Field, Gates, Items, Location, PathPart, Picked, Preview,
    Source, Tool, Variant,
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
    if !filters_hold(variant) {
        problem("a filter of its result compares with something that is not JSON".to_owned());
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
    let answer = answer_holds(&variant.answer, variant, catalogue);
    let gates = gates_hold(variant, catalogue);
    let mut listed = variant.denial.told.iter().filter_map(|told| told.visible);
    let visible = listed.all(|listed| listed.resource < catalogue.resources.len());
    let call = variant.work.exchange().is_none_or(|exchange| call_holds(&exchange.call, variant, catalogue));
    inputs && groups && answer && gates && visible && call
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

fn gates_hold(variant: &Variant<'_>, catalogue: &Catalogue<'_>) -> bool {
    let Gates { dry_run, confirm, cap } = variant.gates;
    let is_input = |index: usize| index < variant.inputs.len();
    let expected = match confirm.map(|confirm| confirm.equals) {
        Some(Expected::Input(index)) => is_input(index),
        Some(Expected::Lookup { call, .. }) => call_holds(call, variant, catalogue),
        Some(Expected::Preview { .. }) | None => true,
    };
    expected
        && dry_run.is_none_or(|gate| is_input(gate.input))
        && confirm.is_none_or(|gate| is_input(gate.input))
        && cap.is_none_or(|gate| is_input(gate.input))
}

fn call_holds(call: &Call<'_>, variant: &Variant<'_>, catalogue: &Catalogue<'_>) -> bool {
    let source_holds = |source: Source<'_>| match source {
        Source::Input(index) => index < variant.inputs.len(),
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

fn filters_hold(variant: &Variant<'_>) -> bool {
    constants_hold(&variant.answer)
}

fn constants_hold(answer: &Answer<'_>) -> bool {
    match answer {
        Answer::Whole | Answer::Link(_) => true,
        Answer::Object(fields) => fields.iter().all(filter_holds),
        Answer::Rows(rows) => rows.pick.iter().all(filter_holds),
        Answer::Detail(detail) => constants_hold(detail.brief) && constants_hold(detail.full),
    }
}

fn items_hold(items: &Items<'_>) -> bool {
    items.filter.is_none_or(|filter| is_json(filter.equals))
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde_json::Value>(text).is_ok()
}

fn filter_holds(field: &Field<'_>) -> bool {
    match field.value {
        Picked::Object { pick, .. } => pick.iter().all(filter_holds),
        Picked::Each { of, pick } => items_hold(&of) && pick.iter().all(filter_holds),
        Picked::Count(of) | Picked::Sum { of, .. } => items_hold(&of),
        Picked::Constant(text) => is_json(text),
        Picked::At(_)
        | Picked::Digits(_)
        | Picked::Text { .. }
        | Picked::Now
        | Picked::Hook { .. }
        | Picked::Findings(_) => true,
    }
}
