//! A response schema and the query parameters of its operation → where an answer names its next page, and which argument
//! asks for it.
//!
//! A place counts only where both sides are in the document: the field that names the page, and the parameter that its
//! name is made from (`next_cursor` and `cursor`), or the address of the page. Nothing is guessed from answers.

use std::rc::Rc;

use fewtools_contract::{Location, Types};
use serde_json::Value;

use super::response;
use crate::diagnostics::Fault;
use crate::lower::api::Operation;
use crate::lower::{Api, Schemas};
use crate::plan::shape::Shape;
use crate::plan::slots::SlotKind;
use crate::plan::surface::{InputPlan, SegmentPlan};

/// How deep a place may be: `meta.pagination.next_cursor`.
const MAX_DEPTH: usize = 3;
/// How many fields are looked at.
const MAX_FIELDS: usize = 400;

/// Parameters that a field called `next` alone may go to.
const TURNS: [&str; 7] = ["cursor", "pagetoken", "after", "page", "offset", "start", "token"];

/// Where an answer names its next page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NextPlan {
    /// The way to it.
    pub at: Vec<SegmentPlan>,
    /// The input that takes it; `None` for an address.
    pub input: Option<usize>,
}

/// Finds the place, if there is one.
///
/// # Errors
/// A schema that cannot be read.
pub fn plan(api: &Api, operation: &Operation, inputs: &[InputPlan]) -> Result<Option<NextPlan>, Fault> {
    let Some(schema) = response::successes(api, operation)?.into_iter().next() else { return Ok(None) };
    let mut fields = Vec::new();
    collect(&api.schemas, &schema, &mut Vec::new(), &mut fields)?;
    let parameters: Vec<Parameter<'_>> =
        inputs.iter().enumerate().filter_map(|(index, input)| query(operation, index, input)).collect();
    let value = fields.iter().find_map(|field| {
        let parameter = parameters.iter().find(|parameter| field.names(parameter))?;
        Some(NextPlan { at: field.way.clone(), input: Some(parameter.input) })
    });
    let address = || fields.iter().find(|field| field.is_address());
    Ok(value.or_else(|| address().map(|field| NextPlan { at: field.way.clone(), input: None })))
}

/// A query parameter that an argument goes to.
struct Parameter<'p> {
    name: String,
    input: usize,
    check: &'p InputPlan,
}

fn query<'p>(operation: &Operation, index: usize, input: &'p InputPlan) -> Option<Parameter<'p>> {
    let SlotKind::Parameter(parameter) = input.slot.kind else { return None };
    let parameter = operation.parameters.get(parameter)?;
    let name = plain(&parameter.name);
    (parameter.location == Location::Query).then_some(Parameter { name, input: index, check: input })
}

/// A scalar field of the answer.
struct Field {
    way: Vec<SegmentPlan>,
    /// The plain names of the field and of the object it stands in.
    name: String,
    parent: String,
    types: Types,
}

impl Field {
    /// Whether the field names the next value of a parameter.
    fn names(&self, parameter: &Parameter<'_>) -> bool {
        let wanted = parameter.name.as_str();
        let by_name = self.name.strip_prefix("next").is_some_and(|rest| rest == wanted)
            || (self.name == wanted && (wanted.starts_with("next") || wanted.contains("continuation")))
            || (self.name == "next" && TURNS.contains(&wanted))
            || (self.name == "endcursor" && wanted == "after");
        let text = parameter.check.check.types.meets(Types::STRING);
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

/// The scalar fields of an object and of the objects in it, the outer ones first.
fn collect(
    schemas: &Schemas,
    schema: &Rc<Value>,
    way: &mut Vec<String>,
    fields: &mut Vec<Field>,
) -> Result<(), Fault> {
    let shape = Shape::of(schemas, schema)?;
    let mut inner = Vec::new();
    for (name, property) in &shape.properties {
        if fields.len() >= MAX_FIELDS {
            return Ok(());
        }
        let property_shape = Shape::of(schemas, property)?;
        let types = property_shape.solid();
        let scalar = types.without(Types::STRING).without(Types::INTEGER).without(Types::NUMBER).is_empty();
        if types == Types::OBJECT && !property_shape.properties.is_empty() {
            inner.push((name, Rc::new(property.clone())));
        } else if scalar && !types.is_empty() {
            let keys = way.iter().chain([name]).cloned().map(SegmentPlan::Key).collect();
            let parent = way.last().map(|parent| plain(parent)).unwrap_or_default();
            fields.push(Field { way: keys, name: plain(name), parent, types });
        }
    }
    if way.len() + 1 < MAX_DEPTH {
        for (name, schema) in inner {
            way.push(name.clone());
            collect(schemas, &schema, way, fields)?;
            way.pop();
        }
    }
    Ok(())
}

/// A name in small letters, without what stands between its words.
fn plain(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
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
        let next = surface.catalogue.tools.first()?.variants.first()?.next?;
        let way = next.at.iter().map(|segment| match segment {
            fewtools_contract::Segment::Key(key) => (*key).to_owned(),
            fewtools_contract::Segment::Index(index) => index.to_string(),
        });
        Some((way.collect::<Vec<_>>().join("/"), next.input))
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
