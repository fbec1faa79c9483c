//! A response schema and the query parameters of its operation → where an answer names its next page, and which argument
//! asks for it.
//!
//! A place counts only where both sides are in the document: the field that names the page, and the parameter that its
//! name is made from (`next_cursor` and `cursor`), or the address of the page. Nothing is guessed from answers.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use fewtools_contract::{Location, Types};
use serde_json::Value;

use super::response;
use crate::diagnostics::{Fault, Place};
use crate::lower::Api;
use crate::lower::api::Operation;
use crate::lower::schemas::PropertySearch;
use crate::plan::shape::{Shape, definition_key, types_of};
use crate::plan::slots::SlotKind;
use crate::plan::surface::SegmentPlan;

/// How deep a place may be: `meta.pagination.next_cursor`.
const MAX_DEPTH: usize = 3;
/// How many fields are looked at.
const MAX_FIELDS: usize = 400;

/// Parameters that a field called `next` alone may go to.
const TURNS: [&str; 7] = ["cursor", "pagetoken", "after", "page", "offset", "start", "token"];

/// Where an answer names its next page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The way to it.
    pub at: Vec<SegmentPlan>,
    /// What takes it, as an index in the sources that were looked at; `None` for an address.
    pub input: Option<usize>,
}

/// Finds the places, and keeps what it has read of definitions: many operations answer with the same ones.
pub struct NextPages<'a> {
    api: &'a Api,
    search: RefCell<PropertySearch<'a>>,
    places: RefCell<BTreeMap<Place, bool>>,
    shapes: RefCell<BTreeMap<String, Rc<Shape>>>,
    fields: RefCell<BTreeMap<String, Rc<[Field]>>>,
}

impl<'a> NextPages<'a> {
    /// Nothing read yet.
    pub fn new(api: &'a Api) -> Self {
        let search = RefCell::new(PropertySearch::new(&api.schemas, may_mean_a_page));
        Self {
            api,
            search,
            places: RefCell::default(),
            shapes: RefCell::default(),
            fields: RefCell::default(),
        }
    }

    /// Finds the place for an operation, if there is one. The sources are slots that can be filled, with what they take.
    ///
    /// # Errors
    /// A schema that cannot be read.
    pub fn find(&self, operation: &Operation, sources: &[(SlotKind, Types)]) -> Result<Option<Found>, Fault> {
        // Few answers name a page, and the others need not be lowered.
        let first = response::first_success(operation);
        if !first.is_some_and(|place| self.may_find(place)) {
            return Ok(None);
        }
        let Some(schema) = response::successes(self.api, operation)?.into_iter().next() else {
            return Ok(None);
        };
        let fields = self.fields(&schema)?;
        let parameters: Vec<Parameter> = sources
            .iter()
            .enumerate()
            .filter_map(|(index, (kind, types))| query(operation, index, kind, *types))
            .collect();
        let value = fields.iter().find_map(|field| {
            let parameter = parameters.iter().find(|parameter| field.names(parameter))?;
            Some(Found { at: field.way.clone(), input: Some(parameter.source) })
        });
        let address = || fields.iter().find(|field| field.is_address());
        Ok(value.or_else(|| address().map(|field| Found { at: field.way.clone(), input: None })))
    }

    /// Whether an answer of the schema at a place may name a page.
    fn may_find(&self, place: &Place) -> bool {
        if let Some(known) = self.places.borrow().get(place) {
            return *known;
        }
        let found = self.search.borrow_mut().may_find(place, MAX_DEPTH);
        self.places.borrow_mut().insert(place.clone(), found);
        found
    }

    /// The fields of an answer that may name a page, the outer ones first.
    fn fields(&self, schema: &Value) -> Result<Rc<[Field]>, Fault> {
        let key = reference_alone(schema);
        if let Some(known) = key.as_ref().and_then(|key| self.fields.borrow().get(key).map(Rc::clone)) {
            return Ok(known);
        }
        let mut search = Search { pages: self, way: Vec::new(), seen: 0, found: Vec::new() };
        search.object(&self.view(schema)?)?;
        let found = Rc::from(search.found);
        if let Some(key) = key {
            self.fields.borrow_mut().insert(key, Rc::clone(&found));
        }
        Ok(found)
    }

    /// What a schema says of types and properties; copies nothing where it is simple.
    fn view<'v>(&self, schema: &'v Value) -> Result<View<'v>, Fault> {
        if is_simple(schema) {
            return Ok(View::Simple(schema));
        }
        let Some(key) = reference_alone(schema) else {
            return Ok(View::Merged(Rc::new(Shape::of(&self.api.schemas, schema)?)));
        };
        let definition = self.api.schemas.definition(&key)?;
        if is_simple(&definition) {
            return Ok(View::SimpleDefinition(definition));
        }
        if let Some(known) = self.shapes.borrow().get(&key) {
            return Ok(View::Merged(Rc::clone(known)));
        }
        let shape = Rc::new(Shape::of(&self.api.schemas, schema)?);
        self.shapes.borrow_mut().insert(key, Rc::clone(&shape));
        Ok(View::Merged(shape))
    }
}

/// The types and the properties of a schema.
enum View<'v> {
    /// Its own keywords say them.
    Simple(&'v Value),
    /// Those of the definition that it is.
    SimpleDefinition(Rc<Value>),
    /// They come from several schemas.
    Merged(Rc<Shape>),
}

impl View<'_> {
    /// Without `null`.
    fn types(&self) -> Types {
        let said = |schema: &Value| schema.get("type").map_or(Types::ANY, types_of).without(Types::NULL);
        match self {
            Self::Simple(schema) => said(schema),
            Self::SimpleDefinition(schema) => said(schema),
            Self::Merged(shape) => shape.solid(),
        }
    }

    fn properties(&self) -> Box<dyn Iterator<Item = (&String, &Value)> + '_> {
        let written: &Value = match self {
            Self::Simple(schema) => schema,
            Self::SimpleDefinition(schema) => schema,
            Self::Merged(shape) => return Box::new(shape.properties.iter()),
        };
        let written = written.get("properties").filter(|_| self.types().meets(Types::OBJECT));
        Box::new(written.and_then(Value::as_object).into_iter().flatten())
    }
}

/// Whether the types and the properties of a schema are what stands under `type` and `properties`.
fn is_simple(schema: &Value) -> bool {
    let others = ["$ref", "allOf", "oneOf", "anyOf", "enum", "const"];
    schema.as_object().is_some_and(|keywords| !others.iter().any(|other| keywords.contains_key(*other)))
}

/// The definition that a schema is, where it says nothing else.
fn reference_alone(schema: &Value) -> Option<String> {
    let keywords = schema.as_object().filter(|keywords| keywords.len() == 1)?;
    keywords.get("$ref").and_then(Value::as_str).map(definition_key)
}

/// A query parameter that can be filled.
struct Parameter {
    name: String,
    source: usize,
    types: Types,
}

fn query(operation: &Operation, source: usize, kind: &SlotKind, types: Types) -> Option<Parameter> {
    let SlotKind::Parameter(parameter) = kind else { return None };
    let parameter = operation.parameters.get(*parameter)?;
    let name = plain(&parameter.name);
    (parameter.location == Location::Query).then_some(Parameter { name, source, types })
}

/// A scalar field of the answer whose name may mean a page.
struct Field {
    way: Vec<SegmentPlan>,
    /// The plain names of the field and of the object it stands in.
    name: String,
    parent: String,
    types: Types,
}

/// A walk through the scalar fields of an object and of the objects in it, the outer ones first.
struct Search<'p, 'a> {
    pages: &'p NextPages<'a>,
    way: Vec<String>,
    seen: usize,
    found: Vec<Field>,
}

impl Search<'_, '_> {
    fn object(&mut self, object: &View<'_>) -> Result<(), Fault> {
        let parent = self.way.last().map(|parent| plain(parent)).unwrap_or_default();
        let mut inner = Vec::new();
        for (name, property) in object.properties() {
            if self.seen >= MAX_FIELDS {
                return Ok(());
            }
            let view = self.pages.view(property)?;
            let types = view.types();
            if types == Types::OBJECT && view.properties().next().is_some() {
                inner.push((name, view));
            } else {
                self.scalar(name, &parent, types);
            }
        }
        if self.way.len() + 1 < MAX_DEPTH {
            for (name, object) in inner {
                self.way.push(name.clone());
                self.object(&object)?;
                self.way.pop();
            }
        }
        Ok(())
    }

    /// Counts a field, and takes it where its name may mean a page.
    fn scalar(&mut self, name: &str, parent: &str, types: Types) {
        let scalar = types.without(Types::STRING).without(Types::INTEGER).without(Types::NUMBER).is_empty();
        if !scalar || types.is_empty() {
            return;
        }
        self.seen += 1;
        let field = Field { way: Vec::new(), name: plain(name), parent: parent.to_owned(), types };
        if field.may_mean_a_page() {
            let way = self.way.iter().map(String::as_str).chain([name]);
            let way = way.map(|key| SegmentPlan::Key(key.to_owned())).collect();
            self.found.push(Field { way, ..field });
        }
    }
}

impl Field {
    /// Whether some parameter could make a name of it, or it is an address.
    fn may_mean_a_page(&self) -> bool {
        may_mean_a_page(&self.name) || self.is_address()
    }

    /// Whether the field names the next value of a parameter.
    fn names(&self, parameter: &Parameter) -> bool {
        let wanted = parameter.name.as_str();
        let by_name = self.name.strip_prefix("next").is_some_and(|rest| rest == wanted)
            || (self.name == wanted && (wanted.starts_with("next") || wanted.contains("continuation")))
            || (self.name == "next" && TURNS.contains(&wanted))
            || (self.name == "endcursor" && wanted == "after");
        let text = parameter.types.meets(Types::STRING);
        by_name && (text || self.types.meets(Types::INTEGER.with(Types::NUMBER)))
    }

    fn is_address(&self) -> bool {
        let named = [
            "next",
            "nextlink",
            "nexturl",
            "nexthref",
            "nextpage",
            "nextpageurl",
            "nextpagelink",
            "odatanextlink",
        ];
        let inside = self.parent == "next" && matches!(self.name.as_str(), "href" | "url" | "link");
        self.types.meets(Types::STRING) && (inside || named.contains(&self.name.as_str()))
    }
}

/// Whether a field of this name, or inside an object of this name, may mean a page.
fn may_mean_a_page(name: &str) -> bool {
    let begins = plain_characters(name).take(4).eq("next".chars());
    let holds = |word: &str| name.len() >= word.len() && plain(name).contains(word);
    let is = |word: &str| plain_characters(name).eq(word.chars());
    begins || is("endcursor") || is("odatanextlink") || holds("continuation")
}

/// A name in small letters, without what stands between its words.
pub fn plain(name: &str) -> String {
    plain_characters(name).collect()
}

fn plain_characters(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use crate::diagnostics::Sink;
    use crate::{load, pipeline, plan};

    /// Where the answer of this schema names its next page, given these query parameters of type string.
    fn found(parameters: &[&str], schema: &str) -> Option<(String, Option<usize>)> {
        let parameter = |name: &&str| format!("{{name: '{name}', in: query, schema: {{type: string}}}}");
        let parameters = parameters.iter().map(parameter).collect::<Vec<_>>().join(", ");
        let document = format!(
            "openapi: 3.1.0\ninfo: {{title: t, version: '1'}}\nservers: [{{url: https://a.example}}]\npaths:\n  /x:\n    get:\n      \
             operationId: list\n      parameters: [{parameters}]\n      responses: {{'200': {{description: ok, content: {{application/json: {{schema: {schema}}}}}}}}}\n"
        );
        let manifest = "curation: 1\nserver: {name: s, about: a}\ntools: {t: {about: a, call: list}}\n";
        let mut sink = Sink::default();
        let documents = load::texts(manifest, &document, &mut sink);
        let (api, curation) = pipeline::lower(documents, sink).lowered.unwrap();
        let arena = bumpalo::Bump::new();
        let surface = plan::run(&arena, &api, &curation);
        let exchange = surface.catalogue.tools.first()?.variants.first()?.work.exchange()?;
        let fewtools_contract::Next::Body { at, input } = exchange.paging.next? else { return None };
        let way = at.iter().map(|segment| match segment {
            fewtools_contract::Segment::Key(key) => (*key).to_owned(),
            fewtools_contract::Segment::Index(index) => index.to_string(),
        });
        Some((way.collect::<Vec<_>>().join("/"), input))
    }

    fn text(name: &str) -> String {
        format!("{{type: object, properties: {{'{name}': {{type: [string, 'null']}}}}}}")
    }

    #[test]
    fn a_field_goes_to_the_parameter_it_is_named_after() {
        for (parameters, field) in [
            (&["limit", "cursor"][..], "next_cursor"),
            (&["limit", "pageToken"], "nextPageToken"),
            (&["limit", "page_token"], "nextPageToken"),
            (&["limit", "nextToken"], "nextToken"),
            (&["limit", "continuation-token"], "continuationToken"),
            (&["limit", "after"], "endCursor"),
            (&["limit", "cursor"], "next"),
        ] {
            assert_eq!(found(parameters, &text(field)), Some((field.to_owned(), Some(1))), "{field}");
        }
        for (parameters, field) in [
            (&["limit"][..], "next_cursor"),
            (&["page"], "page"),
            (&["cursor"], "cursor"),
            (&["token"], "token"),
        ] {
            assert_eq!(found(parameters, &text(field)), None, "{field}");
        }
    }

    #[test]
    fn a_place_may_lie_in_an_object() {
        let inside = |way: &str, name: &str| {
            format!(
                "{{type: object, properties: {{items: {{type: array, items: {{type: string}}}}, {way}: {}}}}}",
                text(name)
            )
        };
        assert_eq!(found(&["cursor"], &inside("meta", "next")), Some(("meta/next".to_owned(), Some(0))));
        assert_eq!(found(&["page"], &inside("_links", "next")), Some(("_links/next".to_owned(), Some(0))));
        assert_eq!(found(&["q"], &inside("links", "next")), Some(("links/next".to_owned(), None)));
        assert_eq!(found(&["q"], &inside("next", "href")), Some(("next/href".to_owned(), None)));
        assert_eq!(found(&["q"], &inside("prev", "href")), None);
        assert_eq!(found(&["cursor"], "{type: array, items: {type: string}}"), None);
    }
}
