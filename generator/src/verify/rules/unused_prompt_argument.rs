//! An argument of a prompt that its text does not print.

use crate::diagnostics::Fault;
use crate::plan::{Surface, TextPiece};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "An argument of a prompt that its text does not print.",
    check: Check::whole(check),
};

const CODE: &str = "unused-prompt-argument";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for prompt in surface.prompts.iter().filter(|prompt| !prompt.text.is_empty()) {
        for (index, argument) in prompt.arguments.iter().enumerate() {
            if prompt.text.contains(&TextPiece::Argument(index)) {
                continue;
            }
            let name = &argument.name;
            let what =
                format!("the text of `{}` does not use its argument `{}`", prompt.name.value, name.value);
            let instead = format!("`{{{{ {} }}}}` in the text, or no such argument", name.value);
            faults.push(Fault::error(CODE, name.at.clone(), what).instead(instead));
        }
    }
    faults
}
