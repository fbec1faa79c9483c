//! A document of the corpus → a manifest that offers every operation of it and that `check` accepts.

use std::collections::BTreeMap;
use std::path::PathBuf;

use bumpalo::Bump;
use fewtools::contract::Catalogue;
use fewtools_build::diagnostics::{Fault, Level};
use fewtools_build::explain::{self, Explanation};
use fewtools_build::load::Documents;
use fewtools_build::lower::Api;
use fewtools_build::pipeline;
use fewtools_build::plan::{Bytes, Slot, Surface, ToolPlan};
use fewtools_tests::corpus::Entry;
use fewtools_tests::every_operation::{self, Everything};
use serde_json::{Map, Value, json};
use tempfile::TempDir;

/// What can be offered of one document.
pub struct Offer {
    /// The operations that are left out: operation and reason.
    pub left_out: BTreeMap<String, String>,
    /// The tools that are served, and what they are; `None` where nothing of the document is.
    pub served: Option<Served>,
}

/// An accepted manifest.
pub struct Served {
    /// Its catalogue, which is never freed, as in a program that serves it.
    pub catalogue: &'static Catalogue<'static>,
    /// The listing and slots it resolved to.
    pub explanation: Explanation,
    /// The document's own schemas: for each tool, those of its inputs in their order.
    pub schemas: Vec<Vec<Value>>,
    /// What they refer to as `#/$defs/<name>`.
    pub definitions: Map<String, Value>,
}

/// Offers everything, and leaves out what a fault names, until `check` accepts the rest.
///
/// # Errors
/// Why nothing of the document can be read.
pub fn offer(entry: &Entry) -> Result<Offer, String> {
    let nothing = Manifest::of(entry, &BTreeMap::new(), &[]);
    let input = pipeline::read(&nothing.path);
    let (api, _) =
        input.lowered.ok_or_else(|| input.faults.first().map_or_else(String::new, Fault::to_string))?;
    let mut left_out: BTreeMap<String, String> =
        api.unreadable.iter().map(|lost| (lost.id.clone(), lost.fault.to_string())).collect();
    let operations = api.operations.iter();
    let ids: Vec<(String, String)> =
        operations.map(|operation| (operation.id.clone(), operation.method.clone())).collect();
    let variables = variables(&api);
    drop(api);
    while left_out.len() < entry.operations.max(ids.len()) {
        let kept = ids.iter().filter(|(id, _)| !left_out.contains_key(id));
        let kept: Vec<(&str, &str)> = kept.map(|(id, method)| (id.as_str(), method.as_str())).collect();
        match check(&Manifest::of(entry, &variables, &kept)) {
            Ok(served) => return Ok(Offer { left_out, served: Some(served) }),
            Err(faults) if faults.is_empty() => return Err("a fault names no tool".to_owned()),
            Err(faults) => left_out.extend(faults),
        }
    }
    Ok(Offer { left_out, served: None })
}

/// Values for the variables of servers whose defaults only show where a value goes.
fn variables(api: &Api) -> BTreeMap<String, String> {
    let own = api.operations.iter().filter_map(|operation| operation.servers.first());
    let mut values = BTreeMap::new();
    for server in api.servers.first().into_iter().chain(own) {
        for (name, ..) in server.variables.iter().filter(|(_, default, _)| default.contains('{')) {
            let begins = server.url.starts_with(&format!("{{{name}}}"));
            let value = if begins { "https://upstream.test" } else { "sample" };
            values.insert(name.clone(), value.to_owned());
        }
    }
    values
}

/// A manifest on disk.
struct Manifest {
    everything: Everything,
    path: PathBuf,
    _folder: TempDir,
}

impl Manifest {
    fn of(entry: &Entry, variables: &BTreeMap<String, String>, operations: &[(&str, &str)]) -> Self {
        let mut folders = entry.file.ancestors();
        let base =
            folders.find(|folder| folder.ends_with(&entry.name)).expect("a document lies in its folder");
        let everything = every_operation::manifest(&entry.file, base, variables, operations);
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("curation.yaml");
        std::fs::write(&path, &everything.text).expect("a manifest");
        Self { everything, path, _folder: folder }
    }
}

/// Checks a manifest; the operations that faults name where it is not accepted.
fn check(manifest: &Manifest) -> Result<Served, BTreeMap<String, String>> {
    let everything = &manifest.everything;
    // What a catalogue borrows from lives as long as the program, as it does under `fewtools serve`.
    let input = Box::leak(Box::new(pipeline::read(&manifest.path)));
    let arena: &'static Bump = Box::leak(Box::default());
    let checked = pipeline::check(arena, input);
    let Some(verified) = checked.verified() else {
        let errors = checked.faults.iter().filter(|fault| fault.level == Level::Error);
        return Err(errors.flat_map(|fault| named(fault, everything)).collect());
    };
    let surface = verified.get();
    let explanation = explain::explain(surface, None).expect("everything is explained");
    let schemas: Vec<Vec<Value>> = surface.tools.iter().map(schemas).collect();
    let definitions = definitions(surface, &schemas);
    Ok(Served { catalogue: Box::leak(Box::new(surface.catalogue)), explanation, schemas, definitions })
}

fn schemas(tool: &ToolPlan) -> Vec<Value> {
    let inputs = tool.variants.iter().flat_map(|variant| {
        let slot = |bound: &Slot| variant.slots.list.iter().find(|slot| slot.name == bound.name);
        variant
            .inputs
            .iter()
            .map(move |input| slot(&input.slot).map_or(Value::Bool(true), |slot| schema(slot)))
    });
    inputs.collect()
}

/// The schema that the document gives a slot; bytes are given as base64 text, files with a name and a type.
fn schema(slot: &Slot) -> Value {
    let bytes = || json!({ "type": "string", "contentEncoding": "base64" });
    let file = || {
        json!({
            "type": "object",
            "properties": {
                "data": bytes(),
                "filename": { "enum": ["a b&\u{fc}.txt"] },
                "media_type": { "enum": ["text/plain"] },
            },
            "required": ["data"],
        })
    };
    match slot.bytes {
        Bytes::No => (*slot.schema).clone(),
        Bytes::Whole => bytes(),
        Bytes::Ranged => json!({
            "type": "object",
            "properties": { "data": bytes(), "media_type": { "enum": ["image/png"] } },
            "required": ["data", "media_type"],
        }),
        Bytes::File => file(),
        Bytes::Files(..) | Bytes::FileOrFiles(_) => json!({ "type": "array", "items": file() }),
    }
}

/// Every definition that schemas refer to, and that those refer to.
fn definitions(surface: &Surface<'_>, schemas: &[Vec<Value>]) -> Map<String, Value> {
    let mut found = Map::new();
    let mut names = Vec::new();
    schemas.iter().flatten().for_each(|schema| references(schema, &mut names));
    while let Some(name) = names.pop() {
        if found.contains_key(&name) {
            continue;
        }
        if let Ok(schema) = surface.api.schemas.definition(&name) {
            references(&schema, &mut names);
            found.insert(name, (*schema).clone());
        }
    }
    found
}

fn references(schema: &Value, names: &mut Vec<String>) {
    match schema {
        Value::Object(members) => {
            let target = members
                .get("$ref")
                .and_then(Value::as_str)
                .and_then(|target| target.strip_prefix("#/$defs/"));
            names.extend(target.map(|name| name.replace("~1", "/").replace("~0", "~")));
            members.values().for_each(|member| references(member, names));
        }
        Value::Array(members) => members.iter().for_each(|member| references(member, names)),
        _ => {}
    }
}

/// The operations of the tools that a fault is about.
fn named(fault: &Fault, everything: &Everything) -> Vec<(String, String)> {
    let place = fault.place.as_ref().filter(|place| place.file == Documents::MANIFEST);
    let mut keys = place.map(|place| place.pointer.segments()).into_iter().flatten().skip(1);
    let at = keys.next();
    let said = |tool: &str| fault.what.contains(&format!("`{tool}`"));
    let about = everything.tools.iter().filter(|(tool, _)| match &at {
        Some(at) => tool == at,
        None => said(tool),
    });
    about.map(|(_, operation)| (operation.clone(), fault.to_string())).collect()
}
