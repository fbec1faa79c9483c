//! Resources, prompts, instructions, the help tool and profiles as written.

use super::*;
use crate::load::named_texts;
use crate::lower::curation::InstructionPart;

#[test]
fn a_resource_says_where_its_addresses_come_from() {
    let curation = good(
        "resources:\n  a://b: { about: All., call: list, rows: R }\n  a://b/{id}:\n    about: One.\n    name: one\n    \
         call: get\n    bind: { id: path.x }\n    list_from: { resource: a://b, bind: { id: key }, label: title }\n",
    );
    let [one, other] = ["a://b", "a://b/{id}"].map(|address| &curation.resources.get(address).unwrap().value);
    assert!(one.list_from.is_none() && one.result.as_ref().unwrap().rows.is_some());
    let list = &other.list_from.as_ref().unwrap().value;
    assert_eq!((list.resource.value.as_str(), list.bind["id"].value.as_str()), ("a://b", "key"));
    assert_eq!(list.label.as_ref().unwrap().value, "title");
    assert_eq!(
        (other.name.as_ref().unwrap().value.as_str(), other.bind["id"].value.as_str()),
        ("one", "path.x")
    );
}

#[test]
fn an_argument_of_a_prompt_is_a_name_or_says_more() {
    let manifest = format!(
        "{LEAST}document: openapi.yaml\nprompts:\n  p: {{ about: How., args: [a, {{ name: b, about: Why., optional: true \
         }}], text: p.md }}\n"
    );
    let mut sink = Sink::default();
    let files =
        [("curation.yaml", manifest.as_str()), ("openapi.yaml", "openapi: 3.1.0\n"), ("p.md", "{{ a }}")];
    let documents = named_texts(&files, &mut sink);
    let curation = super::super::read(&documents, &mut sink).unwrap();
    let prompt = &curation.prompts["p"].value;
    let args: Vec<_> =
        prompt.args.iter().map(|arg| (arg.name.value.as_str(), arg.about.as_str(), arg.required)).collect();
    assert_eq!(args, [("a", "", true), ("b", "Why.", false)]);
    assert_eq!((prompt.text.as_str(), Some(prompt.source)), ("{{ a }}", documents.prompt("p.md")));
}

#[test]
fn instructions_have_every_part_unless_they_say_which() {
    let parts = |text: &str| good(&format!("instructions: {text}\n")).instructions.unwrap().generate;
    let [tools, gates, resources] =
        [InstructionPart::ToolsByEffect, InstructionPart::Gates, InstructionPart::Resources];
    assert_eq!(parts("{}"), [tools, gates, resources]);
    assert_eq!(parts("{ generate: [resources, tools-by-effect] }"), [resources, tools]);
    assert_eq!(parts("{ generate: [] }"), []);
    let curation = good("help: { tool: console_help }\n");
    assert!(curation.instructions.is_none() && curation.help.unwrap().value == "console_help");
}

#[test]
fn a_profile_has_the_lists_it_writes() {
    let curation =
        good("profiles: { a: { effects: [read, additive] }, b: { tools: [t, t.v], resources: [] } }\n");
    let [a, b] = ["a", "b"].map(|name| &curation.profiles[name].value);
    assert_eq!((a.effects.as_ref().unwrap().len(), a.tools.is_none()), (2, true));
    assert_eq!(values(b.tools.as_ref().unwrap()), ["t", "t.v"]);
    assert_eq!((b.resources.as_ref().unwrap().len(), b.prompts.is_none()), (0, true));
}

#[test]
fn what_contradicts_itself_or_says_nothing_is_refused() {
    for (rest, code, at, says) in [
        (
            "resources: { 'a://{b}': { about: A., call: c, list_from: a, unlisted: b } }\n",
            "conflicting-keys",
            "#/resources/a:~1~1{b}/unlisted",
            "both",
        ),
        ("resources: { 'a://b': { about: A. } }\n", "missing-key", "/resources/a:~1~1b", "`call`"),
        ("profiles: { a: {} }\n", "empty-list", "/profiles/a", "narrows nothing"),
        ("profiles: { a: { effects: [red] } }\n", "bad-value", "/profiles/a/effects/0", "`red`"),
        ("instructions: { generate: [gate] }\n", "bad-value", "/instructions/generate/0", "`gate`"),
        (
            "instructions: { generate: [gates, gates] }\n",
            "duplicate-name",
            "/instructions/generate/1",
            "twice",
        ),
        ("help: console_help\n", "wrong-type", "/help", "{ tool:"),
        ("budget: { instructions: 0 }\n", "bad-value", "/budget/instructions", "tokens"),
    ] {
        refused(&format!("{LEAST}{rest}"), code, at, says);
    }
}
