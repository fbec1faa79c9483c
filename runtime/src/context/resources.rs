//! Lists what can be read, and reads it: an address in, the answer of the tool behind it out.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;

use fewtools_contract::{ListFrom, Resource, Types};
use serde_json::{Map, Value};

use super::address;
use super::rows::{Unread, text_of};
use crate::visible::plain;
use crate::{Caller, Dispatcher, Reply, number};

/// The most addresses of one list.
const LISTED: usize = 1_000;

/// The most characters of what a row says to a person.
const TITLE: usize = 100;

/// Why a resource is not read.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadError {
    /// The address names nothing, or nothing that this caller may see, or is no address at all: one answer for all.
    NoSuch,
    /// The API did not answer as it should, in a sentence that names no id.
    Failed(String),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuch => f.write_str("No such resource, or it is not visible to this key."),
            Self::Failed(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for ReadError {}

/// The rows that a list needs, fetched once each.
type Fetched = BTreeMap<usize, Vec<Map<String, Value>>>;

impl Dispatcher {
    /// The resources that this caller can read, as `resources/list` shows them, in listing order; the addresses of a
    /// template stand in its place, sorted. Rows that this caller does not get, for whatever reason, are no entries.
    pub async fn resources(&self, caller: &Caller) -> Vec<Map<String, Value>> {
        let mut fetched = Fetched::new();
        let mut listed = Vec::new();
        for entry in self.surfaces().of(caller).resources() {
            let from = self.catalogue().resources.get(entry.index).and_then(|resource| resource.list_from);
            match (&entry.listed, from) {
                (Some(fixed), _) => listed.push(fixed.clone()),
                (None, Some(from)) => {
                    let rows = self.fetch(caller, from.resource, &mut fetched).await;
                    if let Some(template) = self.catalogue().resources.get(entry.index) {
                        let is_read = |address: &str| {
                            let variables = variables(template, address);
                            variables.is_some_and(|variables| self.is_asked_for(entry.index, variables))
                        };
                        listed.extend(addresses(template, &from, rows, is_read));
                    }
                }
                (None, None) => {}
            }
        }
        if listed.len() > LISTED {
            tracing::warn!(all = listed.len(), listed = LISTED, "resources were left out of the list");
            listed.truncate(LISTED);
        }
        listed
    }

    async fn fetch<'f>(
        &self,
        caller: &Caller,
        resource: usize,
        fetched: &'f mut Fetched,
    ) -> &'f [Map<String, Value>] {
        match fetched.entry(resource) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(self.rows_of(caller, resource).await.unwrap_or_default()),
        }
    }

    /// The templates of addresses that this caller is offered, as `resources/templates/list` shows them.
    pub fn templates(&self, caller: &Caller) -> &[Map<String, Value>] {
        self.surfaces().of(caller).templates()
    }

    /// Reads the resource of this address for this caller: what the tool over the same operation gives.
    ///
    /// # Errors
    /// [`ReadError`]; an address that matches nothing is refused without a request.
    pub async fn read(&self, caller: &Caller, uri: &str) -> Result<Reply, ReadError> {
        let (index, variables) = self.find(caller, uri).ok_or(ReadError::NoSuch)?;
        let tokens = self.catalogue().result_tokens;
        self.answer_of(caller, index, variables, tokens).await.map_err(|unread| match unread {
            Unread::Denied => ReadError::NoSuch,
            Unread::Failed(what) => ReadError::Failed(what),
        })
    }

    fn find(&self, caller: &Caller, uri: &str) -> Option<(usize, Map<String, Value>)> {
        let surface = self.surfaces().of(caller);
        if let Some(index) = surface.resource(uri) {
            return Some((index, Map::new()));
        }
        let mut templates = surface.resources().iter().filter(|entry| entry.listed.is_none());
        templates.find_map(|entry| {
            let resource = self.catalogue().resources.get(entry.index)?;
            Some((entry.index, variables(resource, uri)?))
        })
    }
}

/// The arguments that an address of a template gives, and their values; `None` for an address of another.
fn variables(template: &Resource<'_>, uri: &str) -> Option<Map<String, Value>> {
    let values = address::read(template.parts, uri)?.into_iter();
    values.map(|(argument, value)| variable(template, argument, value)).collect()
}

/// An argument and its value. An address is text; where the argument takes none, a number or a truth value is meant.
fn variable(resource: &Resource<'_>, argument: usize, value: String) -> Option<(String, Value)> {
    let name = resource.tool.arguments.get(argument)?.name.to_owned();
    let mut inputs = resource.tool.variants.iter().flat_map(|variant| variant.inputs);
    let takes_text = inputs.all(|input| input.argument != argument || input.check.types.meets(Types::STRING));
    let other = if takes_text { None } else { scalar(&value) };
    Some((name, other.unwrap_or(Value::String(value))))
}

fn scalar(text: &str) -> Option<Value> {
    let value = serde_json::from_slice(&number::marked(text.as_bytes())).ok()?;
    (number::written(&value).is_some() || value.is_boolean()).then_some(value)
}

/// The addresses that rows give and that can be read, sorted, each once.
fn addresses(
    template: &Resource<'_>,
    from: &ListFrom<'_>,
    rows: &[Map<String, Value>],
    is_read: impl Fn(&str) -> bool,
) -> impl Iterator<Item = Map<String, Value>> {
    let mut titles = BTreeMap::new();
    for row in rows {
        let field = |argument: usize| from.fields.get(argument).and_then(|field| text_of(row, field));
        if let Some(address) = address::write(template.parts, field).filter(|address| is_read(address)) {
            titles.entry(address).or_insert_with(|| title(row, from));
        }
    }
    let name = template.tool.name.to_owned();
    titles.into_iter().map(move |(address, title)| {
        Map::from_iter([
            ("uri".to_owned(), address.into()),
            ("name".to_owned(), name.clone().into()),
            ("title".to_owned(), title.into()),
            ("mimeType".to_owned(), "application/json".into()),
        ])
    })
}

/// What a row says to a person: its label, or else the values of the variables.
fn title(row: &Map<String, Value>, from: &ListFrom<'_>) -> String {
    let values = || from.fields.iter().filter_map(|field| text_of(row, field)).collect::<Vec<_>>().join(", ");
    plain(&text_of(row, from.label).unwrap_or_else(values), TITLE)
}
