//! Judges a catalogue before it is served: every reference leads somewhere, every call can be sent.

use fewtools_contract::{
    Answer, Catalogue, Content, Field, Location, PathPart, Picked, Source, Tool, Variant,
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
    let headers = variant.call.parameters.iter().filter(|parameter| parameter.location == Location::Header);
    for header in headers.filter(|header| !is_sendable_header(header.name)) {
        problem(format!("`{}` is no header that a parameter can set", header.name));
    }
    if !filters_hold(variant) {
        problem("a filter of its result compares with something that is not JSON".to_owned());
    }
}

fn references_hold(tool: &Tool<'_>, variant: &Variant<'_>, catalogue: &Catalogue<'_>) -> bool {
    let call = &variant.call;
    let source_holds = |source: Source<'_>| match source {
        Source::Input(index) => index < variant.inputs.len(),
        Source::Fixed(_) => true,
    };
    let is_argument = |index: &usize| *index < tool.arguments.len();
    let inputs = variant.inputs.iter().all(|input| is_argument(&input.argument));
    let groups = variant.groups.iter().all(|group| group.arguments.iter().all(is_argument));
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
    let limit = match variant.answer {
        Answer::Rows(rows) => rows.limit.is_none_or(|index| index < variant.inputs.len()),
        Answer::Whole | Answer::Object(_) => true,
    };
    inputs && groups && parameters && path && body && security && limit
}

fn filters_hold(variant: &Variant<'_>) -> bool {
    match variant.answer {
        Answer::Whole => true,
        Answer::Object(fields) => fields.iter().all(filter_holds),
        Answer::Rows(rows) => rows.pick.iter().all(filter_holds),
    }
}

fn filter_holds(field: &Field<'_>) -> bool {
    match field.value {
        Picked::At(_) => true,
        Picked::Object { pick, .. } => pick.iter().all(filter_holds),
        Picked::Each { filter, pick, .. } => {
            let parses =
                filter.is_none_or(|filter| serde_json::from_str::<serde_json::Value>(filter.equals).is_ok());
            parses && pick.iter().all(filter_holds)
        }
    }
}
