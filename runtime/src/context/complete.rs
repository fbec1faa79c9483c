//! Completes an argument of a prompt or a variable of an address from rows that this caller sees.

use std::collections::BTreeSet;
use std::fmt;

use fewtools_contract::{Prompt, Resource, UriPart};
use serde_json::{Map, Value};

use super::rows::text_of;
use crate::visible::is_hidden;
use crate::{Caller, Dispatcher};

/// The most values of one completion (MCP, completion utilities).
const SHOWN: usize = 100;

/// What an argument or variable belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "these are the references of the protocol")]
pub enum Completing<'c> {
    /// The prompt of this name.
    Prompt(&'c str),
    /// The resource of this template.
    Resource(&'c str),
}

/// Values that begin with what was typed, then those that hold it; case does not count.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Completed {
    /// At most a hundred of them.
    pub values: Vec<String>,
    /// How many there are.
    pub total: usize,
}

/// No prompt or template of this name is offered to the caller, or it has no such argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "there is nothing more to tell")]
pub struct UnknownReference;

impl fmt::Display for UnknownReference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Unknown reference or argument.")
    }
}

impl std::error::Error for UnknownReference {}

/// Where values come from.
struct Source<'r> {
    resource: usize,
    field: &'r str,
    /// Fields that other variables have fixed already, and their values.
    fixed: Vec<(&'r str, &'r str)>,
}

impl Dispatcher {
    /// Values for an argument that begin with or hold what is `typed`. `given` are the other arguments that are known
    /// already, as texts. Nothing is told of a list that this caller does not get.
    ///
    /// # Errors
    /// [`UnknownReference`]
    pub async fn complete(
        &self,
        caller: &Caller,
        of: Completing<'_>,
        argument: &str,
        typed: &str,
        given: &Map<String, Value>,
    ) -> Result<Completed, UnknownReference> {
        let Some(source) = self.source(caller, of, argument, given)? else {
            return Ok(Completed::default());
        };
        let rows = self.rows_of(caller, source.resource).await.unwrap_or_default();
        let is_meant = |row: &&Map<String, Value>| {
            source.fixed.iter().all(|(field, value)| text_of(row, field).as_deref() == Some(*value))
        };
        let values = rows.iter().filter(is_meant).filter_map(|row| text_of(row, source.field));
        Ok(matching(values.filter(|value| !hides(value)), typed))
    }

    /// Where values for an argument come from; `None` where they come from nowhere.
    fn source<'r>(
        &self,
        caller: &Caller,
        of: Completing<'_>,
        argument: &str,
        given: &'r Map<String, Value>,
    ) -> Result<Option<Source<'r>>, UnknownReference> {
        let surface = self.surfaces().of(caller);
        match of {
            Completing::Prompt(name) => {
                let index = surface.prompt(name).ok_or(UnknownReference)?;
                let prompt = self.catalogue().prompts.get(index).ok_or(UnknownReference)?;
                let offered = |source: &Source<'_>| {
                    surface.resources().iter().any(|resource| resource.index == source.resource)
                };
                of_prompt(prompt, argument).map(|source| source.filter(offered))
            }
            Completing::Resource(uri) => {
                let all = surface.resources().iter();
                let mut offered = all.filter_map(|entry| self.catalogue().resources.get(entry.index));
                of_template(
                    offered.find(|resource| resource.uri == uri).ok_or(UnknownReference)?,
                    argument,
                    given,
                )
            }
        }
    }
}

fn of_prompt<'r>(prompt: &Prompt<'r>, argument: &str) -> Result<Option<Source<'r>>, UnknownReference> {
    let argument = prompt.arguments.iter().find(|known| known.name == argument).ok_or(UnknownReference)?;
    let source = |listed: fewtools_contract::Listed<'r>| Source {
        resource: listed.resource,
        field: listed.field,
        fixed: Vec::new(),
    };
    Ok(argument.complete.map(source))
}

fn of_template<'r>(
    template: &Resource<'r>,
    argument: &str,
    given: &'r Map<String, Value>,
) -> Result<Option<Source<'r>>, UnknownReference> {
    let arguments = template.tool.arguments;
    let is_variable = |index: &usize| template.parts.contains(&UriPart::Variable(*index));
    let variable = arguments.iter().position(|known| known.name == argument).filter(is_variable);
    let variable = variable.ok_or(UnknownReference)?;
    let Some(from) = template.list_from else { return Ok(None) };
    let others = arguments.iter().zip(from.fields).filter(|(other, _)| other.name != argument);
    let fixed = others.filter_map(|(other, field)| Some((*field, given.get(other.name)?.as_str()?)));
    let source = |field: &&'r str| Source { resource: from.resource, field, fixed: fixed.collect() };
    Ok(from.fields.get(variable).map(source))
}

/// Whether a value is more than what is seen of it, and so nothing to choose.
fn hides(value: &str) -> bool {
    value.chars().any(is_hidden)
}

fn matching(values: impl Iterator<Item = String>, typed: &str) -> Completed {
    let typed = typed.to_lowercase();
    let mut seen = BTreeSet::new();
    let (mut begin, mut hold) = (Vec::new(), Vec::new());
    for value in values.filter(|value| seen.insert(value.clone())) {
        let folded = value.to_lowercase();
        if folded.starts_with(&typed) {
            begin.push(value);
        } else if folded.contains(&typed) {
            hold.push(value);
        }
    }
    begin.append(&mut hold);
    let total = begin.len();
    begin.truncate(SHOWN);
    Completed { values: begin, total }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn completed(values: &[&str], typed: &str) -> Vec<String> {
        matching(values.iter().map(|value| (*value).to_owned()), typed).values
    }

    #[test]
    fn what_begins_with_it_comes_before_what_holds_it() {
        let names = ["main-orders", "Orders", "orders.dlq", "billing", "Orders"];
        assert_eq!(completed(&names, "ORD"), ["Orders", "orders.dlq", "main-orders"]);
        assert_eq!(completed(&names, "").len(), 4);
        assert_eq!(completed(&names, "x"), [""; 0]);
    }

    #[test]
    fn what_cannot_be_seen_is_not_offered() {
        for value in ["a\u{200b}", "\u{202e}a", "a\u{e0041}", "a\nb", "\u{1b}[0m"] {
            assert!(hides(value), "{value:?}");
        }
        assert!(!hides("zürich 1") && !hides("東京"));
    }

    #[test]
    fn a_hundred_are_shown_and_all_are_counted() {
        let all = matching((0..150).map(|n| format!("q{n}")), "q");
        assert_eq!((all.values.len(), all.total), (100, 150));
    }
}
