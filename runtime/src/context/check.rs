//! Judges resources, prompts and profiles before they are served: every reference leads somewhere.

use fewtools_contract::{Answer, Catalogue, Listed, Prompt, PromptPart, Resource, UriPart};

/// Judges what resources, prompts and profiles refer to.
pub(super) fn references(catalogue: &Catalogue<'_>, problems: &mut Vec<String>) {
    let mut lost = |what: &str, name: &str| {
        problems.push(format!("{what} `{name}`: it refers to something that is not in the catalogue"));
    };
    for resource in catalogue.resources.iter().filter(|resource| !resource_holds(resource, catalogue)) {
        lost("resource", resource.uri);
    }
    for prompt in catalogue.prompts.iter().filter(|prompt| !prompt_holds(prompt, catalogue)) {
        lost("prompt", prompt.name);
    }
    for profile in catalogue.profiles {
        let resources = profile.resources.iter().all(|index| *index < catalogue.resources.len());
        if !resources || profile.prompts.iter().any(|index| *index >= catalogue.prompts.len()) {
            lost("profile", profile.name);
        }
    }
    let uris = sorted(catalogue.resources.iter().map(|resource| resource.uri));
    twins("resources", &uris, problems);
    let names = sorted(catalogue.prompts.iter().map(|prompt| prompt.name));
    twins("prompts", &names, problems);
}

/// Tells of names that stand twice in a sorted list.
pub(super) fn twins(what: &str, names: &[&str], problems: &mut Vec<String>) {
    for twins in names.windows(2) {
        if let [first, second] = twins
            && first == second
        {
            problems.push(format!("two {what} are named `{first}`"));
        }
    }
}

fn sorted<'n>(names: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    names
}

fn resource_holds(resource: &Resource<'_>, catalogue: &Catalogue<'_>) -> bool {
    let variables = resource.parts.iter().all(|part| match part {
        UriPart::Text(_) => true,
        UriPart::Variable(index) => *index < resource.tool.arguments.len(),
    });
    let runs = resource.tool.discriminator.is_none() && resource.tool.variants.len() == 1;
    let list = resource.list_from.is_none_or(|from| {
        lists_rows(from.resource, catalogue) && from.fields.len() == resource.tool.arguments.len()
    });
    variables && runs && list
}

fn prompt_holds(prompt: &Prompt<'_>, catalogue: &Catalogue<'_>) -> bool {
    let text = prompt.text.iter().all(|part| match part {
        PromptPart::Text(_) => true,
        PromptPart::Argument(index) => *index < prompt.arguments.len(),
    });
    let listed = |listed: Listed<'_>| lists_rows(listed.resource, catalogue);
    text && prompt.arguments.iter().all(|argument| argument.complete.is_none_or(listed))
}

/// Whether the resource of this index has one address, and its answer is rows.
fn lists_rows(index: usize, catalogue: &Catalogue<'_>) -> bool {
    catalogue.resources.get(index).is_some_and(|resource| {
        let rows = |answer| matches!(answer, Answer::Rows(_));
        !resource.is_template() && resource.tool.variants.iter().all(|variant| rows(variant.answer))
    })
}
