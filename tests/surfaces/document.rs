//! The documents of the fixtures → the same with some of their nodes changed by chance.

use fewtools_tests::{fixtures, mutants};
use serde_json::Value;

use crate::dice::Dice;
use crate::words;

/// The documents that surfaces are made of.
pub fn all() -> Vec<Value> {
    let mut files = vec![fixtures::folder("broker-console").join("openapi.yaml")];
    for case in ["accept", "hostile"].into_iter().flat_map(fixtures::cases) {
        let names = ["openapi.yaml", "openapi.json", "swagger.yaml"];
        files.extend(names.map(|name| case.folder.join(name)).into_iter().filter(|file| file.is_file()));
    }
    files.iter().map(|file| mutants::read(file)).collect()
}

/// One of the documents, changed in up to eight places.
pub fn changed(documents: &[Value], dice: &mut Dice) -> Value {
    let mut document = dice.one(documents).clone();
    for _ in 0..dice.below(9) {
        change(&mut document, dice);
    }
    document
}

fn change(document: &mut Value, dice: &mut Dice) {
    let places = mutants::places(document);
    let place = dice.one(&places).clone();
    let other = dice.one(&places).clone();
    // What a document is, and where it is at home, is left alone: without them there is nothing to offer.
    if ["", "/openapi", "/swagger", "/paths", "/servers", "/info"].contains(&place.as_str()) {
        return;
    }
    let other = document.pointer(&other).filter(|node| node.to_string().len() < 2_000).cloned();
    let Some(node) = document.pointer_mut(&place) else { return };
    let named = place.ends_with("/schema") || place.ends_with("/items");
    match (dice.below(6), node) {
        (0 | 1, Value::Object(members)) => rename(members, dice),
        (2, Value::Object(members)) => {
            let key = members.keys().nth(dice.below(members.len())).cloned();
            key.and_then(|key| members.shift_remove(&key));
        }
        (2, Value::Array(items)) if !items.is_empty() => drop(items.remove(dice.below(items.len()))),
        (3, node) => *node = other.unwrap_or_default(),
        (4, Value::String(text)) => text.push_str(&words::text(dice)),
        (_, node) if named => *node = words::schema(dice),
        (_, node) => *node = words::value(dice),
    }
}

/// Gives one member another name, where it stands.
fn rename(members: &mut serde_json::Map<String, Value>, dice: &mut Dice) {
    let chosen = dice.below(members.len());
    let renamed = members.iter().enumerate().map(|(index, (key, value))| {
        let key = if index == chosen { format!("{}{}", key, words::text(dice)) } else { key.clone() };
        (key, value.clone())
    });
    *members = renamed.collect();
}
