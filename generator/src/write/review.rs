//! A catalogue → texts that a person reviews: the instructions, and each prompt as a model gets it.

use fewtools_contract::{Catalogue, Prompt, PromptPart};

/// The instructions of the whole surface, then those of each profile under its name.
pub(super) fn instructions(catalogue: &Catalogue<'_>) -> String {
    let of_profiles = catalogue
        .profiles
        .iter()
        .map(|profile| format!("\n== profile {} ==\n{}\n", profile.name, profile.instructions));
    std::iter::once(format!("{}\n", catalogue.instructions)).chain(of_profiles).collect()
}

/// Every prompt under its name, `{{argument}}` where a caller's text is put.
pub(super) fn prompts(catalogue: &Catalogue<'_>) -> String {
    let prompts: Vec<String> =
        catalogue.prompts.iter().map(|prompt| format!("== {} ==\n{}\n", prompt.name, text(prompt))).collect();
    prompts.join("\n")
}

fn text(prompt: &Prompt<'_>) -> String {
    let name = |index: usize| prompt.arguments.get(index).map_or("", |argument| argument.name);
    let part = |part: &PromptPart<'_>| match part {
        PromptPart::Text(text) => (*text).to_owned(),
        PromptPart::Argument(index) => format!("{{{{{}}}}}", name(*index)),
    };
    prompt.text.iter().map(part).collect()
}
