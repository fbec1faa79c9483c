//! A prompt of the manifest → its text in pieces, every name in it checked, and what it uses.

mod code;
mod real_run;
mod scan;
mod template;

use std::ops::Range;

use super::Planner;
use super::hole::{Hole, HoleKind};
use super::mentions::{self, Lexicon, Strictness, Uses};
use super::resources::ResourcePlan;
use super::surface::ToolPlan;
use super::texts;
use super::uri::AddressPart;
use crate::diagnostics::Place;
use crate::lower::curation::{PromptArgumentEntry, PromptEntry, Spot, Word};
use template::{Rendered, Trouble};

/// A prompt.
#[derive(Debug)]
pub struct PromptPlan {
    /// Its name.
    pub name: Word,
    /// The listed description.
    pub about: String,
    /// What the caller fills in.
    pub arguments: Vec<PromptArgumentPlan>,
    /// The text in pieces; none where it cannot be filled in.
    pub text: Vec<TextPiece>,
    /// What it mentions.
    pub uses: Uses,
}

/// What the caller of a prompt fills in.
#[derive(Debug)]
pub struct PromptArgumentPlan {
    /// Its name.
    pub name: Word,
    /// The listed description; empty for none.
    pub about: String,
    /// The prompt is refused without it.
    pub required: bool,
    /// Where values for it come from: a resource and the field of its rows.
    pub complete: Option<(usize, String)>,
}

/// A piece of a prompt's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TextPiece {
    /// Text of the prompt's author.
    Text(String),
    /// The caller's text for this argument.
    Argument(usize),
}

/// Plans every prompt.
pub(super) fn plan(
    planner: &mut Planner<'_>,
    tools: &[ToolPlan],
    resources: &[ResourcePlan],
) -> Vec<PromptPlan> {
    let curation = planner.curation;
    if curation.prompts.is_empty() {
        return Vec::new();
    }
    let lexicon = Lexicon::new(curation, tools, resources);
    curation.prompts.iter().map(|(name, entry)| prompt(planner, &lexicon, name, entry)).collect()
}

fn prompt(
    planner: &mut Planner<'_>,
    lexicon: &Lexicon<'_>,
    name: &str,
    entry: &Spot<PromptEntry>,
) -> PromptPlan {
    let Spot { value: prompt, at } = entry;
    let arguments = prompt.args.iter().map(|argument| PromptArgumentPlan {
        name: argument.name.clone(),
        about: argument.about.clone(),
        required: argument.required,
        complete: completion(lexicon, &argument.name.value),
    });
    let mut plan = PromptPlan {
        name: Word::new(name.to_owned(), at.clone()),
        about: prompt.about.value.clone(),
        arguments: arguments.collect(),
        text: Vec::new(),
        uses: Uses::default(),
    };
    // The rule about them tells, and what they hide would pass for what the generator marks.
    if texts::hides_something(&prompt.text) {
        return plan;
    }
    let mut reading = Reading { planner, lexicon, prompt, name };
    if let Some(rendered) = reading.rendered() {
        plan.uses = reading.judge(&rendered);
        plan.text = rendered.pieces();
    }
    plan
}

/// Where values for an argument come from: where the subject of that argument is found, else where a template lists its
/// variable of that name from.
fn completion(lexicon: &Lexicon<'_>, argument: &str) -> Option<(usize, String)> {
    let subjects = lexicon.curation.subjects.values().map(|subject| &subject.value);
    let found_at = subjects
        .filter(|subject| subject.arg.value == argument)
        .find_map(|subject| subject.found_at.as_ref());
    let found = found_at.and_then(|address| {
        let index = lexicon.resources.iter().position(|resource| resource.address.value == address.value)?;
        Some((index, lexicon.resources.get(index)?.row_field(argument)?))
    });
    found.or_else(|| {
        lexicon.resources.iter().find_map(|template| {
            let is_variable =
                |part: &AddressPart| matches!(part, AddressPart::Variable(name) if name == argument);
            template.parts.iter().find(|part| is_variable(part))?;
            let list_from = template.list_from.as_ref()?;
            let index = template.tool.arguments.iter().position(|known| known.name == argument)?;
            Some((list_from.resource, list_from.fields.get(index)?.clone()))
        })
    })
}

/// One prompt as it is read.
struct Reading<'r, 'a, 'p> {
    planner: &'r mut Planner<'a>,
    lexicon: &'r Lexicon<'p>,
    prompt: &'r PromptEntry,
    name: &'r str,
}

impl Reading<'_, '_, '_> {
    /// The filled-in text; `None` where it cannot be filled in, which is put down.
    fn rendered(&mut self) -> Option<Rendered> {
        let names: Vec<&str> = self.prompt.args.iter().map(|argument| argument.name.value.as_str()).collect();
        let misused = scan::misused(&self.prompt.text, &names);
        for (at, name) in &misused {
            let hole = self.hole(HoleKind::Prompt, at, name);
            let hole =
                hole.because(format!("`{name}` may only be printed: what a caller says decides nothing"));
            self.planner.holes.add(hole.instead(format!("`{{{{ {name} }}}}`")));
        }
        if !misused.is_empty() {
            return None;
        }
        let (rendered, troubles) = template::render(self.lexicon, &self.prompt.text, &names);
        for trouble in troubles {
            self.trouble(trouble);
        }
        rendered
    }

    fn trouble(&mut self, trouble: Trouble) {
        match trouble {
            Trouble::Unknown(unknown) => self.unknown(unknown.at.clone(), &unknown),
            Trouble::Undefined { at, name } => {
                let names = self.prompt.args.iter();
                let names: Vec<String> =
                    names.map(|PromptArgumentEntry { name, .. }| name.value.clone()).collect();
                let hole = self.hole(HoleKind::Reference, &at, &name);
                let hole = hole.because("no argument of it");
                self.planner.holes.add(hole.among(names));
            }
            Trouble::Template { at, why, instead } => {
                let hole = self.hole(HoleKind::Prompt, &at, self.name);
                self.planner.holes.add(hole.because(why).instead(instead));
            }
        }
    }

    /// Checks every name in the text; what it uses.
    fn judge(&mut self, rendered: &Rendered) -> Uses {
        let (uses, unknown) = mentions::find(self.lexicon, &rendered.text, Strictness::NearMisses);
        for unknown in unknown {
            self.unknown(rendered.source(&unknown.at), &unknown);
        }
        self.judge_code(rendered);
        let destroys = uses.tools.iter().find_map(|(tool, variant)| self.destroys(*tool, *variant));
        if let Some(tool) = destroys {
            let gates = &self.lexicon.curation.gates;
            for found in real_run::find(&rendered.text, gates, &rendered.never()) {
                let hole = self.hole(HoleKind::RealRun, &rendered.source(&found.at), &found.said);
                let why = format!("prescribes a real run of `{tool}`, which may destroy");
                self.planner.holes.add(
                    hole.because(why)
                        .instead("`{{ never(\"…\") }}` around what is not to be done, or no such words"),
                );
            }
        }
        uses
    }

    /// Puts down every argument that stands in code of the author's: a caller's text could end that.
    fn judge_code(&mut self, rendered: &Rendered) {
        for (at, index) in code::arguments(&rendered.text) {
            let Some(argument) = self.prompt.args.get(index) else { continue };
            let name = argument.name.value.clone();
            let hole = self.hole(HoleKind::Prompt, &rendered.source(&at), &name);
            let hole = hole.because(format!("`{name}` stands in code, which a caller's text could end"));
            let instead =
                format!("`{{{{ {name} }}}}` outside of backticks and fences: it gets a fence of its own");
            self.planner.holes.add(hole.instead(instead));
        }
    }

    /// The name of a tool of which something that is used may destroy.
    fn destroys(&self, tool: usize, variant: Option<usize>) -> Option<String> {
        let tool = self.lexicon.tools.get(tool)?;
        let used = tool
            .variants
            .iter()
            .enumerate()
            .filter(|(index, _)| variant.is_none_or(|variant| variant == *index));
        let destroys = used
            .map(|(_, variant)| variant.effect)
            .any(|effect| effect == fewtools_contract::Effect::Destructive);
        destroys.then(|| tool.name.value.clone())
    }

    fn unknown(&mut self, at: Range<usize>, unknown: &mentions::Unknown) {
        let hole = self.hole(unknown.kind, &at, &unknown.name);
        self.planner.holes.add(
            hole.because(unknown.what.clone())
                .among(unknown.candidates.clone())
                .instead(unknown.instead.clone()),
        );
    }

    /// A hole at bytes of the file.
    fn hole(&self, kind: HoleKind, at: &Range<usize>, name: &str) -> Hole {
        let (line, column) = position(&self.prompt.text, at.start);
        let word = Word::new(name.to_owned(), Place::text(self.prompt.source, line, column));
        Hole::new(kind, &word, format!("the prompt `{}`", self.name))
    }
}

/// The line and column of a byte, both from 1.
fn position(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    (line, column)
}

#[cfg(test)]
mod tests;
