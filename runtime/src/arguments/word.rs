//! Reads the one argument of a tool that takes a word from a list, if any.

use fewtools_contract::Tool;
use serde_json::{Map, Value};

use super::nearest::nearest;
use super::{bounds, names, text};
use crate::refusal::{Fault, Refusal, reason};

/// The word that is given for the tool's first argument; `None` for none.
///
/// # Errors
/// [`Refusal`] with all faults: other arguments, and a value that is none of the words.
pub(crate) fn word<'w>(
    tool: &Tool<'_>,
    mut arguments: Map<String, Value>,
    words: &[&'w str],
) -> Result<Option<&'w str>, Refusal> {
    names::drop_injected(tool, &mut arguments);
    bounds::check(&arguments)?;
    let mut faults = Vec::new();
    names::check(tool, None, &arguments, &mut faults);
    let name = tool.arguments.first().map_or("", |argument| argument.name);
    let given = arguments.shift_remove(name).unwrap_or_default();
    let chosen = words.iter().find(|word| given.as_str() == Some(word)).copied();
    if chosen.is_none() && !given.is_null() {
        faults.push(wrong(name, &given, words));
    }
    if faults.is_empty() { Ok(chosen) } else { Err(Refusal::new(faults)) }
}

fn wrong(name: &str, given: &Value, words: &[&str]) -> Fault {
    let closest = given.as_str().and_then(|given| nearest(given, words.iter().copied()));
    let said = format!("{name} must be one of: {}.{}", text::list(words), text::did_you_mean(closest));
    let accepted = words.iter().take(text::LISTED_AS_DATA).copied();
    Fault::new(reason::VALUE, name, said).accepting(accepted).near(closest)
}
