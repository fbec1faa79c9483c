//! Finds the variant that a call chooses by its discriminator.

use fewtools_contract::Tool;
use serde_json::{Map, Value};

use super::nearest::nearest;
use super::text;
use crate::dispatch::{Route, ToolRoute};
use crate::refusal::{Fault, reason};

/// The chosen variant; the discriminator is taken out of the arguments.
pub(super) fn variant<'r>(
    tool: &'r ToolRoute,
    arguments: &mut Map<String, Value>,
) -> Result<&'r Route, Fault> {
    let Some(discriminator) = tool.tool.discriminator else {
        return tool.route(0).ok_or_else(|| empty(tool));
    };
    let name = tool.tool.arguments.get(discriminator.argument).map_or("", |argument| argument.name);
    let given = arguments.shift_remove(name).unwrap_or_default();
    let index = match (&given, discriminator.default) {
        (Value::Null, Some(default)) => Some(default),
        (Value::String(word), _) => position(tool.tool, word),
        _ => None,
    };
    index.and_then(|index| tool.route(index)).ok_or_else(|| wrong(tool.tool, name, &given))
}

fn position(tool: &Tool<'_>, word: &str) -> Option<usize> {
    let by_name = tool.variants.iter().position(|variant| variant.name == word);
    let aliases = tool.discriminator.map_or(&[][..], |discriminator| discriminator.aliases);
    by_name.or_else(|| aliases.iter().find(|(alias, _)| *alias == word).map(|(_, index)| *index))
}

fn wrong(tool: &Tool<'_>, name: &str, given: &Value) -> Fault {
    let accepted: Vec<&str> = tool.variants.iter().map(|variant| variant.name).collect();
    let listed = text::list(&accepted);
    if given.is_null() {
        let said = format!("{} needs {name}, one of: {listed}.", tool.name);
        return Fault::new(reason::MISSING, name, said).accepting(accepted);
    }
    let closest = given.as_str().and_then(|word| meant(tool, word));
    let said = format!("{name} must be one of: {listed}.{}", text::did_you_mean(closest));
    Fault::new(reason::VALUE, name, said).accepting(accepted).near(closest)
}

/// The variant that was probably meant: by its name, or by an alias near to what was given.
fn meant<'t>(tool: &Tool<'t>, word: &str) -> Option<&'t str> {
    let aliases = tool.discriminator.map_or(&[][..], |discriminator| discriminator.aliases);
    nearest(word, tool.variants.iter().map(|variant| variant.name)).or_else(|| {
        let alias = nearest(word, aliases.iter().map(|(alias, _)| *alias))?;
        let (_, index) = aliases.iter().find(|(known, _)| *known == alias)?;
        tool.variants.get(*index).map(|variant| variant.name)
    })
}

/// Cannot happen: a dispatcher does not start with a tool that has no variant.
fn empty(tool: &ToolRoute) -> Fault {
    Fault::new(reason::VALUE, "", format!("{} has nothing to run.", tool.tool.name))
}
