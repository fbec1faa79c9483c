//! A text that would be listed or given to a model and holds characters that nobody sees.

use crate::diagnostics::{Fault, Place};
use crate::lower::Curation;
use crate::lower::curation::{PromptEntry, ResultEntry, ToolEntry, Word};
use crate::plan::{Surface, hides_something, lists_texts_of_document};
use crate::verify::Rule;
use crate::verify::check::{Check, Made};

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A text that would be listed or given to a model and holds characters that nobody sees.",
    check: Check::tools(of_document).after(check),
};

const CODE: &str = "hidden-characters";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let mut faults = of_prompts(surface);
    faults.extend(of_manifest(surface.curation));
    faults
}

/// They are left out of what is listed; a person should still look at a text that hides something.
fn of_document(surface: &Surface<'_>, made: Made<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for tool in made.tools {
        let entry = surface.curation.tools.get(&tool.entry);
        if !entry.is_some_and(|entry| lists_texts_of_document(surface.curation, &entry.value)) {
            continue;
        }
        for variant in tool.requests() {
            let Some(operation) = variant.operation.and_then(|index| surface.api.operations.get(index))
            else {
                continue;
            };
            let own = [&operation.summary, &operation.description].into_iter();
            let of_slots = variant.slots.list.iter().map(|slot| &slot.description);
            if own.chain(of_slots).any(|text| hides_something(text)) {
                let what =
                    format!("texts of `{}` hold invisible characters, which are not listed", operation.id);
                let fault = Fault::warning(CODE, operation.at.clone(), what);
                let instead = "an `about` and `notes` of your own, with `schema: { texts: notes }`";
                faults.push(fault.instead(instead).also(variant.call_at.clone(), "used here"));
            }
        }
    }
    faults
}

/// A text of the manifest: its key, itself, and where it or its entry stands.
type Text<'t> = (&'static str, &'t str, &'t Place);

/// The manifest's texts are given to callers and models as they are.
fn of_manifest(curation: &Curation) -> Vec<Fault> {
    let texts = of_server(curation).into_iter();
    let texts = texts.chain(curation.prompts.values().flat_map(|entry| of_prompt(&entry.value)));
    let texts = texts.chain(curation.tools.values().flat_map(|entry| of_tool(&entry.value)));
    let hidden = texts.filter(|(_, text, _)| hides_something(text));
    let fault = |(key, _, at): Text<'_>| {
        let what = format!("a text of `{key}` holds an invisible character");
        Fault::error(CODE, at.clone(), what).instead("the text without it")
    };
    hidden.map(fault).collect()
}

fn of_server(curation: &Curation) -> Vec<Text<'_>> {
    let preface = curation.instructions.as_ref().and_then(|instructions| instructions.preface.as_ref());
    let subjects = curation.subjects.values().filter_map(|subject| subject.value.say.as_ref());
    let says = subjects.chain(curation.errors.iter().map(|rule| &rule.value.say));
    let resources = curation.resources.values().map(|entry| &entry.value);
    let mut texts = vec![("about", curation.about.as_str(), &curation.name.at)];
    texts.extend(preface.map(|word| text("preface", word)));
    texts.extend(says.map(|word| text("say", word)));
    texts.extend(resources.clone().map(|resource| text("about", &resource.about)));
    texts.extend(resources.filter_map(|resource| resource.result.as_ref()).filter_map(ordered_by));
    texts
}

fn of_prompt(prompt: &PromptEntry) -> Vec<Text<'_>> {
    let arguments = prompt.args.iter();
    let arguments = arguments.map(|argument| ("about", argument.about.as_str(), &argument.name.at));
    [text("about", &prompt.about)].into_iter().chain(arguments).collect()
}

fn of_tool(tool: &ToolEntry) -> Vec<Text<'_>> {
    let variants = tool.variants.iter();
    let results = variants.clone().map(|variant| &variant.result).chain([&tool.result]);
    let mut texts = vec![text("about", &tool.about)];
    texts.extend(tool.notes.values().map(|note| text("notes", note)));
    texts.extend(variants.map(|variant| ("about", variant.about.as_str(), &variant.name.at)));
    texts.extend(results.flatten().filter_map(ordered_by));
    texts
}

fn ordered_by(result: &ResultEntry) -> Option<Text<'_>> {
    Some(("ordered_by", result.rows.as_ref()?.ordered_by.as_str(), &result.at))
}

fn text<'t>(key: &'static str, word: &'t Word) -> Text<'t> {
    (key, &word.value, &word.at)
}

/// The text of a prompt is the manifest's own, and nothing is left out of it.
fn of_prompts(surface: &Surface<'_>) -> Vec<Fault> {
    let hidden = surface.curation.prompts.values().filter_map(|entry| {
        let prompt = &entry.value;
        let line = prompt.text.lines().position(hides_something)?;
        let column = prompt.text.lines().nth(line)?.chars().position(|c| hides_something(&c.to_string()))?;
        let what = format!("`{}` holds an invisible character", prompt.file.value);
        let place = Place::text(prompt.source, line + 1, column + 1);
        Some(Fault::error(CODE, place, what).instead("the text without it"))
    });
    hidden.collect()
}
