//! The manifest's tree → [`Curation`]: every key is known, every value has its type, every fault is told.

use serde_json::Value;

use crate::diagnostics::{Fault, Place, Pointer, Sink};
use crate::load::{Documents, key_of_document};
use crate::lower::curation::{Curation, Spot, Word};

mod cursor;
mod keys;
mod measures;

mod arguments;
mod budget;
mod client;
mod condition;
mod conditions;
mod context;
mod coverage;
mod errors;
mod exclusions;
mod expressions;
mod gates;
mod pages;
mod projections;
mod prompts;
mod resources;
mod results;
mod server;
mod shaping;
mod steps;
mod subjects;
mod tools;
mod upstream;
mod variants;

use cursor::{Cursor, Faults, Members};
use keys::Keys;

const MANIFEST: Keys = Keys {
    expected: "a manifest: a mapping of keys",
    known: &[
        "curation",
        "server",
        "document",
        "upstream",
        "coverage",
        "schema",
        "budget",
        "rows",
        "pages",
        "auth",
        "args",
        "gates",
        "subjects",
        "permissions",
        "tools",
        "resources",
        "prompts",
        "instructions",
        "help",
        "profiles",
        "projections",
        "errors",
        "error_code",
        "renamed",
        "exclude",
        "client",
        "types",
    ],
    later: &[("layout", LEAVE_OUT), ("domains", LEAVE_OUT), ("hierarchical", LEAVE_OUT)],
};

/// What to do about a key that nothing replaces.
const LEAVE_OUT: &str = "leave it out";

/// The only version of the language there is.
const VERSION: u64 = 1;

/// Reads the manifest of a run; `None` when there is any fault in it, all of which are then in the sink.
///
/// The key `document`, and a manifest that is no mapping, are the loader's to judge. Names are taken as they are
/// written.
pub fn read(documents: &Documents, sink: &mut Sink) -> Option<Curation> {
    let source = documents.source(Documents::MANIFEST).filter(|source| source.tree.is_object())?;
    if let Some(key) = key_of_document(&source.tree) {
        let what = format!("`{}` is an OpenAPI document, and not the manifest that names it", source.name);
        let at = Place::new(Documents::MANIFEST, Pointer::root().key(key)).at_key();
        let instead = format!("a manifest of its own, with `document: ./{}`", source.name);
        sink.push(Fault::error("not-a-manifest", at, what).instead(instead));
        return None;
    }
    let faults = Faults::default();
    let root = Cursor::new(&source.tree, Place::new(Documents::MANIFEST, Pointer::root()), &faults);
    let curation = root.members(&MANIFEST).and_then(|members| curation(documents, &members));
    let faults = faults.into_inner();
    let is_good = faults.is_empty();
    sink.extend(faults);
    curation.filter(|_| is_good)
}

fn curation(documents: &Documents, members: &Members<'_>) -> Option<Curation> {
    version(members);
    let server =
        members.required("server", "`server: { name: …, about: … }`").and_then(|server| server::of(&server));
    let budget = budget::of(members);
    let rest = Curation {
        name: Spot::new(String::new(), members.at.clone()),
        about: String::new(),
        refuse_by_protocol: false,
        upstream: members.get("upstream").map(|at| upstream::of(&at)).unwrap_or_default(),
        coverage: coverage::of(members.get("coverage")),
        schema: members.get("schema").map(|at| coverage::schema(&at)).unwrap_or_default(),
        budget,
        rows: budget::rows(members.get("rows")),
        error_code: errors::pointer(members.get("error_code"), &members.at),
        gates: gates::names(members),
        subjects: members.get("subjects").map(|at| subjects::of(&at)).unwrap_or_default(),
        permissions: members.get("permissions").map(|at| subjects::permissions(&at)).unwrap_or_default(),
        resources: members.get("resources").map(|at| resources::of(&at)).unwrap_or_default(),
        prompts: members.get("prompts").map(|at| prompts::of(documents, &at)).unwrap_or_default(),
        instructions: members.get("instructions").and_then(|at| context::instructions(&at)),
        help: members.get("help").and_then(|at| context::help(&at)),
        profiles: members.get("profiles").map(|at| context::profiles(&at)).unwrap_or_default(),
        auth: members.get("auth").map(|at| upstream::auth(&at)).unwrap_or_default(),
        types: members.get("types").map(|at| shaping::types(&at)).unwrap_or_default(),
        pages: members.get("pages").map(|at| pages::of(&at)).unwrap_or_default(),
        client: members.get("client").map(|at| client::of(&at)).unwrap_or_default(),
        args: members.get("args").map(|at| arguments::of(&at)).unwrap_or_default(),
        tools: members.get("tools").map(|at| tools::of(&at)).unwrap_or_default(),
        projections: members.get("projections").map(|at| projections::of(&at)).unwrap_or_default(),
        errors: members.get("errors").map(|at| errors::of(&at)).unwrap_or_default(),
        renamed: members
            .get("renamed")
            .map(|at| names(&at, "old names with the new ones"))
            .unwrap_or_default(),
        exclude: members.get("exclude").map(|at| exclusions::of(&at)).unwrap_or_default(),
        at: members.at.clone(),
    };
    let server = server?;
    Some(Curation {
        name: server.name,
        about: server.about,
        refuse_by_protocol: server.refuse_by_protocol,
        ..rest
    })
}

/// `curation: 1`
fn version(members: &Members<'_>) {
    let Some(at) = members.required("curation", "`curation: 1`, the version of the manifest's language")
    else {
        return;
    };
    match at.value {
        Value::Number(number) if number.as_u64() == Some(VERSION) => {}
        Value::Number(number) => {
            let what = format!("`curation: {number}` is no version of the manifest's language");
            at.fault(Fault::error("unknown-version", at.at.clone(), what).instead("`curation: 1`"));
        }
        _ => at.expected::<()>("the version of the manifest's language, `1`").unwrap_or_default(),
    }
}

/// A mapping of names to words.
fn names(at: &Cursor<'_>, expected: &str) -> indexmap::IndexMap<String, Word> {
    let word = |(name, value): (Word, Cursor<'_>)| Some((name.value, value.word("a name")?));
    at.entries(expected).into_iter().filter_map(word).collect()
}

#[cfg(test)]
mod tests;
