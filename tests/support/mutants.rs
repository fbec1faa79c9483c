//! A tree → the same tree with one node replaced, for every node.

use std::path::Path;

use serde_json::Value;

/// The tree of a YAML or JSON file.
pub fn read(file: &Path) -> Value {
    let mut sink = fewtools_build::diagnostics::Sink::default();
    let mut documents = fewtools_build::load::document(file, &mut sink);
    assert!(!sink.failed());
    documents.sources.pop().unwrap().tree
}

/// The texts of all trees that differ from this one in one node.
pub fn of(tree: &Value, value: &Value) -> Vec<String> {
    places(tree)
        .iter()
        .map(|place| {
            let mut mutant = tree.clone();
            *mutant.pointer_mut(place).unwrap() = value.clone();
            mutant.to_string()
        })
        .collect()
}

/// The pointers of all nodes.
pub fn places(tree: &Value) -> Vec<String> {
    let mut places = Vec::new();
    collect(tree, String::new(), &mut places);
    places
}

fn collect(node: &Value, place: String, places: &mut Vec<String>) {
    match node {
        Value::Object(members) => {
            for (key, member) in members {
                let key = key.replace('~', "~0").replace('/', "~1");
                collect(member, format!("{place}/{key}"), places);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                collect(item, format!("{place}/{index}"), places);
            }
        }
        _ => {}
    }
    places.push(place);
}
