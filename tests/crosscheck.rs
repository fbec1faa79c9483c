//! Every 3.0 document that `openapiv3` can read → the same operations and parameters as it reads, or who is right.

use std::collections::BTreeSet;
use std::rc::Rc;

use fewtools_build::diagnostics::Sink;
use fewtools_build::load::{self, Documents};
use fewtools_build::lower::{self, Api};
use fewtools_tests::corpus;
use openapiv3::{OpenAPI, Operation, Parameter, PathItem, ReferenceOr};

/// Documents that `openapiv3` refuses or reads in part, with words of its reason.
const NOT_READ: [(&str, &str); 5] = [
    // Its operations are references to other files.
    ("digitalocean", "invalid type: map, expected a string"),
    ("hivemq-edge-src", FOLLOWS_NONE),
    // A response without a description: wrong, and no reason to lose 47 operations.
    ("schema-registry", "missing field `description`"),
    // `required: true` in a schema: wrong, and no reason to lose 96 operations.
    ("spotify", "invalid type: boolean `true`, expected a sequence"),
    // One schema is a list: wrong, and no reason to lose 58 operations.
    ("weather-gov", "invalid type: sequence, expected struct Schema"),
];

const FOLLOWS_NONE: &str = "paths that are references are not followed";

/// What we alone read. We are right: a variable of a path has to be sent (OpenAPI 3.0.3, section 4.7.8.2), and the
/// document forgets to declare it.
const OURS_ALONE: [(&str, &str); 6] = [
    ("intercom", "GET /download/reporting_data/{job_identifier} takes path.job_identifier, required"),
    ("intercom", "GET /export/reporting_data/{job_identifier} takes path.job_identifier, required"),
    ("svix", "DELETE /api/v1/app/{app_id} takes path.app_id, required"),
    ("svix", "GET /api/v1/app/{app_id} takes path.app_id, required"),
    ("svix", "GET /api/v1/app/{app_id}/msg takes path.app_id, required"),
    ("svix", "PATCH /api/v1/app/{app_id} takes path.app_id, required"),
];

/// Headers whose declaration counts for nothing (OpenAPI 3.0.3, section 4.7.12.1), and one that the client itself
/// writes; `openapiv3` keeps them.
const IGNORED: [&str; 4] = [
    " takes header.Accept,",
    " takes header.Content-Type,",
    " takes header.Authorization,",
    " takes header.Content-Length,",
];

#[test]
fn the_other_reader_reads_the_same() {
    let Some(entries) = corpus::entries() else { return };
    let mut not_read = Vec::new();
    let mut ours_alone = Vec::new();
    let mut theirs_alone = Vec::new();
    for entry in entries.iter().filter(|entry| entry.release() == "3.0") {
        let documents = Rc::new(load::document(&entry.file, &mut Sink::default()));
        let theirs = match theirs(&documents) {
            Ok(theirs) => theirs,
            Err(why) => {
                not_read.push((entry.name.as_str(), why));
                continue;
            }
        };
        let ours = lower::api(Rc::clone(&documents), &mut Sink::default()).map(|api| lines_of_ours(&api));
        let ours = ours.unwrap_or_default();
        ours_alone.extend(ours.difference(&theirs).map(|line| (entry.name.as_str(), line.clone())));
        theirs_alone.extend(theirs.difference(&ours).map(|line| (entry.name.as_str(), line.clone())));
    }
    let texts = |pairs: &[(&'static str, &str)]| {
        pairs.iter().map(|(name, text)| (*name, (*text).to_owned())).collect::<Vec<_>>()
    };
    assert_eq!(not_read, texts(&NOT_READ));
    assert_eq!(ours_alone, texts(&OURS_ALONE));
    theirs_alone.retain(|(_, line)| !IGNORED.iter().any(|header| line.contains(header)));
    assert_eq!(theirs_alone, []);
}

fn theirs(documents: &Documents) -> Result<Lines, String> {
    let tree = documents.source(Documents::DOCUMENT).map(|source| source.tree.clone()).unwrap_or_default();
    let api: OpenAPI = serde_json::from_value(tree).map_err(|why| why.to_string())?;
    if api.paths.iter().any(|(_, item)| item.as_item().is_none()) {
        return Err(FOLLOWS_NONE.to_owned());
    }
    Ok(lines_of_theirs(&api))
}

/// One line for each operation and one for each of its parameters.
type Lines = BTreeSet<String>;

fn lines_of_ours(api: &Api) -> Lines {
    let mut lines = Lines::new();
    for operation in &api.operations {
        let route = format!("{} {}", operation.method, operation.path);
        lines.insert(named(&route, operation.operation_id.as_deref()));
        for parameter in &operation.parameters {
            let place = parameter.location.as_str();
            lines.insert(taken(&route, place, &parameter.name, parameter.required));
        }
    }
    lines
}

fn lines_of_theirs(api: &OpenAPI) -> Lines {
    let mut lines = Lines::new();
    for (path, item) in api.paths.iter() {
        let ReferenceOr::Item(item) = item else { continue };
        for (method, operation) in item.iter() {
            let route = format!("{} {path}", method.to_ascii_uppercase());
            lines.insert(named(&route, operation.operation_id.as_deref()));
            for (place, name, required) in parameters(api, item, operation) {
                lines.insert(taken(&route, place, name, required));
            }
        }
    }
    lines
}

/// The operation's own parameters, and those of the path that it does not replace.
fn parameters<'a>(
    api: &'a OpenAPI,
    item: &'a PathItem,
    operation: &'a Operation,
) -> Vec<(&'static str, &'a str, bool)> {
    let own = operation.parameters.iter().filter_map(|parameter| resolved(api, parameter));
    let mut all: Vec<_> = own.map(described).collect();
    for parameter in item.parameters.iter().filter_map(|parameter| resolved(api, parameter)).map(described) {
        if !all.iter().any(|(place, name, _)| (*place, *name) == (parameter.0, parameter.1)) {
            all.push(parameter);
        }
    }
    all
}

fn resolved<'a>(api: &'a OpenAPI, parameter: &'a ReferenceOr<Parameter>) -> Option<&'a Parameter> {
    match parameter {
        ReferenceOr::Item(parameter) => Some(parameter),
        ReferenceOr::Reference { reference } => {
            let name = reference.strip_prefix("#/components/parameters/")?;
            resolved(api, api.components.as_ref()?.parameters.get(name)?)
        }
    }
}

fn described(parameter: &Parameter) -> (&'static str, &str, bool) {
    let (place, data) = match parameter {
        Parameter::Query { parameter_data, .. } => ("query", parameter_data),
        Parameter::Header { parameter_data, .. } => ("header", parameter_data),
        Parameter::Path { parameter_data, .. } => ("path", parameter_data),
        Parameter::Cookie { parameter_data, .. } => ("cookie", parameter_data),
    };
    (place, &data.name, data.required)
}

fn named(route: &str, id: Option<&str>) -> String {
    format!("{route} is {}", id.unwrap_or("without an operationId"))
}

fn taken(route: &str, place: &str, name: &str, required: bool) -> String {
    format!("{route} takes {place}.{name}, {}", if required { "required" } else { "optional" })
}
