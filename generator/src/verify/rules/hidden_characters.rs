//! A text that would be listed or given to a model and holds characters that nobody sees.

use crate::diagnostics::{Fault, Place};
use crate::plan::{Surface, hides_something, lists_texts_of_document};
use crate::verify::Rule;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A text that would be listed or given to a model and holds characters that nobody sees.",
    check,
};

const CODE: &str = "hidden-characters";

/// They are left out of what is listed; a person should still look at a text that hides something.
fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let mut faults = of_prompts(surface);
    for tool in &surface.tools {
        let entry = surface.curation.tools.get(&tool.entry);
        if !entry.is_some_and(|entry| lists_texts_of_document(surface.curation, &entry.value)) {
            continue;
        }
        for variant in &tool.variants {
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
