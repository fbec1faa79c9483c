//! A document → a manifest over it that `check` accepts, and the Rust of it. What a fault names is taken away.

use bumpalo::Bump;
use fewtools_build::diagnostics::{Fault, Level, Sink};
use fewtools_build::explain::{self, OperationExplained};
use fewtools_build::load::{self, Documents};
use fewtools_build::pipeline::{self, Input};
use fewtools_build::write::{self, Emission, Files};
use fewtools_build::{per_endpoint, plan};
use serde_json::Value;

use crate::dice::Dice;
use crate::{manifest, words};

/// How often faults are taken away before a manifest is given up.
const ROUNDS: usize = 40;

/// What was accepted.
pub struct Surface {
    /// The manifest.
    pub manifest: String,
    /// The document.
    pub document: String,
    /// What is emitted.
    pub rust: String,
    /// How many tools it has.
    pub tools: usize,
}

/// A manifest over the document and what is emitted for it; `None` where nothing of it is accepted.
pub fn accepted(document: &Value, dice: &mut Dice) -> Option<Surface> {
    let text = words::written(document);
    let mut manifest = manifest(&text, document, dice)?;
    for _ in 0..ROUNDS {
        if manifest["tools"].as_object().is_none_or(serde_json::Map::is_empty) {
            return None;
        }
        let written = words::written(&manifest);
        match judged(&written, &text) {
            Ok((rust, tools)) => return Some(Surface { manifest: written, document: text, rust, tools }),
            Err(faults) => repair(&mut manifest, &faults)?,
        }
    }
    None
}

fn manifest(text: &str, document: &Value, dice: &mut Dice) -> Option<Value> {
    let input = lowered("curation: 1", text);
    let api = fewtools_build::lower::api(input.documents.clone(), &mut Sink::default())?;
    let curation = per_endpoint::curation(&api);
    let arena = Bump::new();
    let explained = explain::explain(&plan::run(&arena, &api, &curation), None)?;
    let readable: Vec<&OperationExplained> =
        explained.operations.iter().filter(|operation| operation.unreadable.is_none()).collect();
    let mut fields = vec!["id".to_owned()];
    collect(document, &mut fields);
    (!readable.is_empty()).then(|| manifest::of(&readable, &fields, dice))
}

/// The names of properties.
fn collect(node: &Value, fields: &mut Vec<String>) {
    match node {
        Value::Object(members) => {
            let properties = members.get("properties").and_then(Value::as_object);
            fields.extend(properties.into_iter().flat_map(|properties| properties.keys().cloned()));
            members.values().for_each(|member| collect(member, fields));
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, fields)),
        _ => {}
    }
}

fn lowered(manifest: &str, document: &str) -> Input {
    let mut sink = Sink::default();
    let documents = load::texts(manifest, document, &mut sink);
    pipeline::lower(documents, sink)
}

/// The Rust and the number of its tools, or the errors.
fn judged(manifest: &str, document: &str) -> Result<(String, usize), Vec<Fault>> {
    let input = lowered(manifest, document);
    let arena = Bump::new();
    let checked = pipeline::check(&arena, &input);
    let Some(verified) = checked.verified() else {
        return Err(checked.faults.iter().filter(|fault| fault.level == Level::Error).cloned().collect());
    };
    let files = write::run(&Emission::of(verified, &input.documents));
    let rust = String::from_utf8(files.get(Files::RUST).unwrap().to_vec()).unwrap();
    Ok((rust, verified.get().catalogue.tools.len()))
}

/// Takes away what the faults name; `None` where one is not about the manifest.
fn repair(manifest: &mut Value, faults: &[Fault]) -> Option<()> {
    let places =
        faults.iter().map(|fault| fault.place.as_ref().filter(|place| place.file == Documents::MANIFEST));
    let mut places =
        places.map(|place| Some(place?.pointer.as_str().to_owned())).collect::<Option<Vec<_>>>()?;
    // The last of a list goes first, so that the others keep their places.
    places.sort();
    places.reverse();
    places.iter().try_for_each(|place| take_away(manifest, place))
}

fn take_away(manifest: &mut Value, place: &str) -> Option<()> {
    let segments: Vec<String> =
        place.split('/').skip(1).map(|segment| segment.replace("~1", "/").replace("~0", "~")).collect();
    let needed = ["about", "call", "variants", "discriminator"];
    let whole = |depth: usize| segments.get(depth).is_none_or(|key| needed.contains(&key.as_str()));
    let depth = match segments.first()?.as_str() {
        "tools" if whole(2) && !segments.iter().any(|segment| segment == "variants") => 2,
        "tools" if segments.get(2).is_some_and(|key| key == "variants") && whole(4) => 4,
        _ => segments.len(),
    };
    let at = &segments[..depth.min(segments.len())];
    let (last, path) = at.split_last()?;
    let pointer: String =
        path.iter().map(|key| format!("/{}", key.replace('~', "~0").replace('/', "~1"))).collect();
    // What is not there an earlier fault has taken away already.
    let Some(node) = manifest.pointer_mut(&pointer) else { return Some(()) };
    match node {
        Value::Object(members) => drop(members.shift_remove(last)),
        Value::Array(items) => {
            let index = last.parse::<usize>().ok().filter(|index| *index < items.len());
            drop(index.map(|index| items.remove(index)));
        }
        _ => {}
    }
    Some(())
}
