//! Turns a call whose result is a link into the address of the resource that has the answer.

use fewtools_contract::Link;
use serde_json::{Map, Value};

use super::address;
use crate::dispatch::Route;
use crate::refusal::{Fault, Refusal, reason};
use crate::{Dispatcher, Reply, ResourceLink, arguments, number};

impl Dispatcher {
    /// The link that a call with these inputs gives; nothing is asked for.
    ///
    /// # Errors
    /// A value that cannot stand in an address.
    pub(crate) fn linked(
        &self,
        route: &Route,
        link: &Link<'_>,
        inputs: &[Option<Value>],
    ) -> Result<Reply, Refusal> {
        let Some(resource) = self.catalogue().resources.get(link.resource) else {
            return Err(Refusal::new(Vec::new()));
        };
        let value = |argument: usize| text_of(inputs.get(*link.inputs.get(argument)?)?.as_ref()?);
        let Some(uri) = address::write(resource.parts, value) else {
            let input = link.inputs.first().and_then(|input| route.variant.inputs.get(*input));
            let name = input.map_or("", |input| route.argument(input).name);
            let said = "The values of this call cannot stand in an address: they are too long, empty or hold \
                        control characters.";
            return Err(arguments::hinted(
                route,
                vec![Fault::new(reason::UNSENDABLE, name, said.to_owned())],
            ));
        };
        let text = format!("The answer is the resource {uri}: read it there.");
        let structured = Map::from_iter([("uri".to_owned(), uri.clone().into())]);
        let link = ResourceLink {
            uri,
            name: resource.tool.name.to_owned(),
            about: resource.tool.about.to_owned(),
            media_type: "application/json".to_owned(),
        };
        Ok(Reply { text, structured: Some(structured), attachment: None, link: Some(link), is_error: false })
    }
}

/// A value as it stands in an address.
fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::Array(_) | Value::Object(_) | Value::Null => None,
        Value::String(text) if number::digits(text).is_none() => Some(text.clone()),
        other => Some(number::to_json(other)),
    }
}
