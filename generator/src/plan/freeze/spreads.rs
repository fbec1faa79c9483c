//! A call whose values' keys become names on the wire → the names of the operation that these keys may not be.

use std::collections::{BTreeMap, BTreeSet};

use fewtools_contract::{
    Body, Content, Encoding, FieldEncoding, Location, MediaKind, Parameter, Source, Spread, Spreading, Style,
    Types,
};
use serde_json::Value;

use super::Ice;
use crate::lower::api::{self, Operation, SecurityKind, TemplatePart};
use crate::plan::shape::Shape;
use crate::plan::slots::SlotKind;
use crate::plan::surface::VariantPlan;

type Names = BTreeSet<String>;

impl<'a> Ice<'a, '_, '_> {
    /// The spread values of a call. Constants are the author's own and bound by nothing.
    pub(super) fn spreads(
        &self,
        operation: &Operation,
        variant: &VariantPlan,
        parameters: &[Parameter<'a>],
        body: Option<&Body<'a>>,
    ) -> &'a [Spread<'a>] {
        let mut places = BTreeMap::new();
        for (index, parameter) in operation.parameters.iter().enumerate() {
            places.entry((parameter.location, parameter.name.as_str())).or_insert(index);
        }
        let given = parameters.iter().enumerate();
        let given = given.filter(|(_, one)| matches!(one.source, Source::Input(_)));
        let mut spreads: Vec<Spread<'a>> = given
            .filter_map(|(index, one)| {
                let declared = *places.get(&(one.location, one.name))?;
                let cookies = one.location == Location::Header && one.name.eq_ignore_ascii_case("cookie");
                let spread = cookies || self.parameter_keys(operation, variant, declared).is_some();
                let of = Spreading::Parameter(index);
                let keys = is_deep(one.encoding).then(|| self.declared_keys(operation, declared));
                spread.then(|| {
                    self.spread(of, self.beside(operation, variant, declared), keys.unwrap_or_default())
                })
            })
            .collect();
        spreads.extend(body.into_iter().flat_map(|body| self.body_spreads(operation, variant, body)));
        self.list(spreads.into_iter())
    }

    /// One spread value; `keys` are those that the document gives it, where it is a `deepObject`.
    fn spread(&self, of: Spreading, reserved: Names, keys: Names) -> Spread<'a> {
        let bracketed = keys.iter().filter(|key| key.contains(['[', ']']));
        Spread {
            of,
            reserved: self.list(reserved.iter().map(|name| self.text(name))),
            bracketed: self.list(bracketed.map(|key| self.text(key))),
        }
    }

    /// The names that stand beside a parameter in its place: those of the other parameters, the keys they spread, and
    /// those of credentials.
    fn beside(&self, operation: &Operation, variant: &VariantPlan, own: usize) -> Names {
        let place = operation.parameters.get(own).map(|own| self::place(own));
        let mut names = Names::new();
        for (index, other) in operation.parameters.iter().enumerate() {
            if index != own && Some(self::place(other)) == place {
                names.insert(other.name.clone());
                names.extend(self.parameter_keys(operation, variant, index).unwrap_or_default());
            }
        }
        names.extend(self.credentials(operation, place));
        if place == Some(Location::Query) {
            names.extend(written_pairs(operation));
        }
        names
    }

    fn credentials(&self, operation: &Operation, place: Option<Location>) -> Names {
        let needed = operation.security.iter().flatten().map(|(name, _)| name);
        let schemes = needed
            .filter_map(|name| self.planner.api.schemes.iter().find(|scheme| scheme.name == *name))
            .filter_map(|scheme| scheme.kind.as_ref().ok());
        let named = schemes.filter_map(|kind| match (kind, place) {
            (SecurityKind::KeyQuery(name), Some(Location::Query))
            | (SecurityKind::KeyCookie(name), Some(Location::Cookie)) => Some(name.clone()),
            _ => None,
        });
        named.collect()
    }

    /// The keys that a parameter is known to spread over its place; `None` where it spreads none.
    fn parameter_keys(&self, operation: &Operation, variant: &VariantPlan, index: usize) -> Option<Names> {
        let parameter = operation.parameters.get(index)?;
        let schema = parameter.schema.as_ref().and_then(|at| self.planner.api.schemas.at(at).ok());
        let schema = schema.as_deref().unwrap_or(&Value::Bool(true));
        let constant = variant.fixed.iter().find(|fixed| fixed.slot.kind == SlotKind::Parameter(index));
        let keys = self.keys(schema, constant.map(|fixed| &fixed.value))?;
        match (&parameter.encoding, parameter.location) {
            (_, Location::Header) => None,
            (api::Encoding::Content(_), Location::Querystring) => Some(keys),
            (api::Encoding::Content(_), _) => None,
            (api::Encoding::Styled { style, explode, .. }, location) => {
                spread_by(*style, *explode || location == Location::Querystring, location, keys)
            }
        }
    }

    /// The keys that the document declares for a parameter.
    fn declared_keys(&self, operation: &Operation, index: usize) -> Names {
        let schema = operation.parameters.get(index).and_then(|parameter| parameter.schema.as_ref());
        let schema = schema.and_then(|at| self.planner.api.schemas.at(at).ok());
        schema.and_then(|schema| self.keys(&schema, None)).unwrap_or_default()
    }

    /// The declared keys of an object and those of a constant; `None` where no object is accepted.
    fn keys(&self, schema: &Value, constant: Option<&Value>) -> Option<Names> {
        if Shape::types_alone(schema).is_some_and(|types| !types.meets(Types::OBJECT)) {
            return None;
        }
        let shape = Shape::of(&self.planner.api.schemas, schema).ok()?;
        let mut names: Names = shape.properties.keys().cloned().collect();
        names.extend(
            constant.and_then(Value::as_object).into_iter().flat_map(|members| members.keys()).cloned(),
        );
        shape.types.meets(Types::OBJECT).then_some(names)
    }

    /// The spread values of a body: exploded fields of a form, and further keys.
    fn body_spreads(&self, operation: &Operation, variant: &VariantPlan, body: &Body<'a>) -> Vec<Spread<'a>> {
        let Content::Fields { fields, more } = body.content else { return Vec::new() };
        let form = body.kind != MediaKind::Json;
        let keys: Vec<Option<Names>> = fields
            .iter()
            .map(|field| match (field.at, field.encoding) {
                ([key], FieldEncoding::As(Encoding::Styled { style, explode, .. })) if form => {
                    let keys = self.field_keys(variant, key)?;
                    spread_by(style, explode, Location::Query, keys)
                }
                _ => None,
            })
            .collect();
        let none = keys.iter().all(Option::is_none) && !matches!(more, Some(Source::Input(_)));
        let declared = if none { Names::new() } else { self.declared(operation, variant) };
        let mut spreads = Vec::new();
        for (index, field) in fields.iter().enumerate() {
            let spread = keys.get(index).is_some_and(Option::is_some);
            if !spread || matches!(field.source, Source::Fixed(_)) {
                continue;
            }
            let own = field.at.first().copied().unwrap_or_default();
            let mut names: Names = declared.iter().filter(|name| *name != own).cloned().collect();
            let others = keys.iter().enumerate().filter(|(other, _)| *other != index);
            names.extend(others.filter_map(|(_, keys)| keys.as_ref()).flatten().cloned());
            let deep = matches!(field.encoding, FieldEncoding::As(encoding) if is_deep(encoding));
            let own = if deep { self.field_keys(variant, own) } else { None };
            spreads.push(self.spread(Spreading::Field(index), names, own.unwrap_or_default()));
        }
        if let Some(Source::Input(_)) = more {
            let spread = keys.iter().flatten().flatten().cloned();
            let names = declared.iter().cloned().chain(spread).collect();
            spreads.push(self.spread(Spreading::More, names, Names::new()));
        }
        spreads
    }

    fn field_keys(&self, variant: &VariantPlan, key: &str) -> Option<Names> {
        let is_it = |kind: &SlotKind| matches!(kind, SlotKind::Field(keys) if *keys == [key]);
        let slot = variant.slots.list.iter().find(|slot| is_it(&slot.kind))?;
        let constant = variant.fixed.iter().find(|fixed| is_it(&fixed.slot.kind));
        self.keys(&slot.schema, constant.map(|fixed| &fixed.value))
    }

    /// Every property that the document declares for the body, sendable or not.
    fn declared(&self, operation: &Operation, variant: &VariantPlan) -> Names {
        let media = operation
            .body
            .as_ref()
            .zip(variant.slots.media)
            .and_then(|(body, (index, _))| body.media.get(index));
        let schema = media.and_then(|media| media.schema.as_ref());
        let schema = schema.and_then(|at| self.planner.api.schemas.at(at).ok());
        let shape = schema.and_then(|schema| Shape::of(&self.planner.api.schemas, &schema).ok());
        shape.map(|shape| shape.properties.keys().cloned().collect()).unwrap_or_default()
    }
}

fn is_deep(encoding: Encoding<'_>) -> bool {
    matches!(encoding, Encoding::Styled { style: Style::DeepObject, .. })
}

/// The whole query stands in the place of its pairs, and a header of cookies in that of cookies.
fn place(parameter: &api::Parameter) -> Location {
    match parameter.location {
        Location::Querystring => Location::Query,
        Location::Header if parameter.name.eq_ignore_ascii_case("cookie") => Location::Cookie,
        location => location,
    }
}

/// The keys as names on the wire, where a style makes names of them; between brackets they stand behind the name of
/// their parameter, which is told anyway.
fn spread_by(style: Style, explode: bool, location: Location, keys: Names) -> Option<Names> {
    match (style, location) {
        (Style::DeepObject, Location::Query) => Some(Names::new()),
        (Style::Matrix, Location::Path) if explode => Some(keys),
        (_, Location::Path) => None,
        _ if explode => Some(keys),
        _ => None,
    }
}

/// The names of the pairs that are written into the path itself: `/search?kind=book`.
fn written_pairs(operation: &Operation) -> Names {
    let texts = operation.template.iter().filter_map(|part| match part {
        TemplatePart::Text(text) => Some(text.as_str()),
        TemplatePart::Parameter(_) => None,
    });
    let path: String = texts.collect::<Vec<_>>().join("-");
    let query = path.split_once('?').map_or("", |(_, query)| query);
    let names = query.split(['&', ';']).filter_map(|pair| pair.split('=').next());
    names.filter(|name| !name.is_empty()).map(str::to_owned).collect()
}
