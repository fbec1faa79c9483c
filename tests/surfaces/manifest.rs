//! The operations of a document → a manifest that offers some of them, put together by chance.

use fewtools_build::explain::{OperationExplained, SlotExplained};
use serde_json::{Map, Value, json};

use crate::dice::Dice;
use crate::words;

/// A manifest over these operations; `fields` are names that answers may have.
pub fn of(operations: &[&OperationExplained], fields: &[String], dice: &mut Dice) -> Value {
    let projections = (0..3).map(|_| (words::name(dice), projection(fields, dice))).collect::<Map<_, _>>();
    let names: Vec<String> = projections.keys().cloned().collect();
    let tools = (0..1 + dice.below(6)).map(|_| (words::name(dice), tool(operations, &names, dice)));
    let tools: Map<_, _> = tools.collect();
    let mut manifest = json!({
        "curation": 1,
        "server": { "name": words::name(dice), "about": words::prose(dice) },
        "document": "./openapi.json",
        "coverage": { "uncovered": "allow", "undecided": "allow" },
        "budget": { "listing": "none", "per_tool": "none" },
        "schema": { "texts": dice.one(&["notes", "document"]), "mode": dice.one(&["terse", "simple"]) },
        "tools": tools,
        "renamed": { words::text(dice): words::name(dice) },
        "projections": projections,
        "errors": [
            { "status": 409, "code": words::text(dice), "say": words::prose(dice) },
            { "network": "any", "say": words::prose(dice) },
        ],
    });
    if dice.percent(70) {
        manifest["upstream"] = json!({ "url": "https://api.example.com/v1" });
    }
    manifest
}

fn projection(fields: &[String], dice: &mut Dice) -> Value {
    let field = |dice: &mut Dice| dice.one(fields).replace('~', "~0").replace('/', "~1");
    let fields = (0..3 + dice.below(12)).map(|_| match dice.below(8) {
        0..3 => json!({ words::text(dice): field(dice) }),
        3 => json!({ words::text(dice): { "each": field(dice), "pick": [field(dice)] } }),
        4 => json!({ words::name(dice): format!("{}/{}", field(dice), field(dice)) }),
        _ => json!(field(dice)),
    });
    fields.collect()
}

fn tool(operations: &[&OperationExplained], projections: &[String], dice: &mut Dice) -> Value {
    if dice.percent(70) {
        return Value::Object(call(operations, projections, dice));
    }
    let variants = (0..2 + dice.below(3)).map(|_| {
        let mut variant = call(operations, projections, dice);
        variant.retain(|key, _| !["args", "notes", "defaults"].contains(&key.as_str()));
        (words::sign(dice), Value::Object(variant))
    });
    let variants: Map<_, _> = variants.collect();
    let names: Vec<&String> = variants.keys().collect();
    json!({
        "about": words::prose(dice),
        "discriminator": {
            "arg": words::name(dice),
            "default": dice.one(&names),
            "aliases": { words::sign(dice): dice.one(&names) },
        },
        "mixed_posture": words::prose(dice),
        "variants": variants,
    })
}

fn call(operations: &[&OperationExplained], projections: &[String], dice: &mut Dice) -> Map<String, Value> {
    let operation = dice.one(operations);
    let mut tool = Map::new();
    let mut say = |key: &str, value: Value| drop(tool.insert(key.to_owned(), value));
    say("about", json!(words::prose(dice)));
    say("call", json!(operation.id));
    if dice.percent(60) {
        for (key, value) in arguments(&operation.slots, dice) {
            say(&key, value);
        }
    }
    for (key, value) in posture(operation, dice) {
        say(key, value);
    }
    if dice.percent(60) {
        say(if dice.percent(50) { "result" } else { "rows" }, json!(dice.one(projections)));
    }
    tool
}

/// What it does, mostly only reading, and what stands before that.
fn posture(operation: &OperationExplained, dice: &mut Dice) -> Vec<(&'static str, Value)> {
    let writes = ["PUT ", "PATCH ", "DELETE "].iter().any(|method| operation.route.starts_with(method));
    if !writes && dice.percent(60) {
        return vec![("effect", json!("read"))];
    }
    let path = operation.slots.iter().find_map(|slot| slot.slot.strip_prefix("path."));
    let dry_run = json!({ "local": true });
    match path.filter(|_| dice.percent(50)) {
        Some(path) => {
            let confirm = json!({ "equals": format!("$request.path.{path}") });
            vec![
                ("effect", json!("destructive")),
                ("gates", json!({ "dry_run": dry_run, "confirm": confirm })),
            ]
        }
        None => {
            let effect = ("effect", json!(dice.one(&["additive", "idempotent"])));
            let ungated = ("ungated", json!(words::prose(dice)));
            vec![effect, if dice.percent(50) { ungated } else { ("gates", json!({ "dry_run": dry_run })) }]
        }
    }
}

/// What becomes of each slot: an argument by its own name or another, a constant, or nothing.
fn arguments(slots: &[SlotExplained], dice: &mut Dice) -> Map<String, Value> {
    let mut args = Vec::new();
    let [mut bind, mut fixed, mut notes, mut defaults] = [Map::new(), Map::new(), Map::new(), Map::new()];
    let mut not_offered = Vec::new();
    for slot in slots {
        match dice.below(if slot.required { 8 } else { 11 }) {
            0 => drop(fixed.insert(slot.slot.clone(), words::value(dice))),
            1..4 => {
                let name = words::name(dice);
                args.push(name.clone());
                bind.insert(name, json!(slot.slot));
            }
            4..8 => args.push(slot.argument.clone()),
            8 => not_offered.push(slot.slot.clone()),
            _ => {
                args.push(slot.argument.clone());
                defaults.insert(slot.argument.clone(), words::value(dice));
            }
        }
        if let Some(name) = args.last().filter(|_| dice.percent(30)) {
            notes.insert(name.clone(), json!(words::prose(dice)));
        }
    }
    let said = json!({
        "args": args, "bind": bind, "fixed": fixed, "notes": notes, "defaults": defaults, "not_offered": not_offered,
    });
    let said = said.as_object().cloned().unwrap_or_default().into_iter();
    said.filter(|(key, value)| key == "args" || *value != json!({}) && *value != json!([])).collect()
}
