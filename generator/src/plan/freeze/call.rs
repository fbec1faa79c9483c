//! A variant's operation, inputs and constants → the request template.

use std::collections::BTreeMap;

use fewtools_contract::{
    Body, BodyField, Call, Content, Encoding, FieldEncoding, Location, MediaKind, Parameter, PathPart,
    Requirement, Source,
};

use super::Ice;
use crate::lower::api::{self, Media, Operation, Response, TemplatePart};
use crate::plan::bytes::Bytes;
use crate::plan::media;
use crate::plan::shape::Shape;
use crate::plan::slots::{Slot, SlotKind};
use crate::plan::surface::VariantPlan;

impl<'a> Ice<'a, '_, '_> {
    /// The request of a variant.
    pub(super) fn call(&self, operation: &Operation, variant: &VariantPlan) -> Call<'a> {
        let parameters = self.parameters(operation, variant);
        let body = self.body(operation, variant);
        Call {
            operation: self.text(&operation.id),
            method: self.text(&operation.method),
            base: self.text(&variant.base),
            path: self.list(operation.template.iter().filter_map(|part| self.path_part(&parameters, part))),
            spreads: self.spreads(operation, variant, &parameters, body.as_ref()),
            parameters: self.list(parameters.into_iter()),
            body,
            security: self.list(variant.security.iter().map(|alternative| {
                self.list(alternative.iter().map(|(scheme, scopes)| Requirement {
                    scheme: *scheme,
                    scopes: self.list(scopes.iter().map(|scope| self.text(scope))),
                }))
            })),
            accept: self.accept(operation),
        }
    }

    /// The parameters that have a source, in document order.
    fn parameters(&self, operation: &Operation, variant: &VariantPlan) -> Vec<Parameter<'a>> {
        let mut sources = self.parameter_sources(variant);
        let mut parameters = Vec::new();
        for (index, parameter) in operation.parameters.iter().enumerate() {
            if let Some(source) = sources.remove(&index) {
                parameters.push(Parameter {
                    location: parameter.location,
                    name: self.text(&parameter.name),
                    encoding: self.encoding(&parameter.encoding),
                    source,
                });
            }
        }
        parameters
    }

    /// The source of each parameter that has one, a constant before an argument.
    fn parameter_sources(&self, variant: &VariantPlan) -> BTreeMap<usize, Source<'a>> {
        let inputs = variant.filling().enumerate().map(|(index, slot)| (&slot.kind, Source::Input(index)));
        let inputs = inputs.collect::<Vec<_>>().into_iter().rev();
        let fixed = variant.fixed.iter().rev();
        let fixed = fixed.map(|fixed| (&fixed.slot.kind, Source::Fixed(self.json(&fixed.value))));
        let parameter = |(kind, source): (&SlotKind, _)| match kind {
            SlotKind::Parameter(index) => Some((*index, source)),
            _ => None,
        };
        inputs.chain(fixed).filter_map(parameter).collect()
    }

    fn path_part(&self, parameters: &[Parameter<'_>], part: &TemplatePart) -> Option<PathPart<'a>> {
        match part {
            TemplatePart::Text(text) => Some(PathPart::Text(self.text(&escaped(text)))),
            TemplatePart::Parameter(name) => parameters
                .iter()
                .position(|parameter| parameter.location == Location::Path && parameter.name == name)
                .map(PathPart::Parameter),
        }
    }

    fn source(&self, variant: &VariantPlan, mine: impl Fn(&Slot) -> bool) -> Option<Source<'a>> {
        if let Some(fixed) = variant.fixed.iter().find(|fixed| mine(&fixed.slot)) {
            return Some(Source::Fixed(self.json(&fixed.value)));
        }
        variant.filling().position(|slot| mine(slot)).map(Source::Input)
    }

    fn encoding(&self, encoding: &api::Encoding) -> Encoding<'a> {
        match encoding {
            api::Encoding::Styled { style, explode, allow_reserved } => {
                Encoding::Styled { style: *style, explode: *explode, allow_reserved: *allow_reserved }
            }
            api::Encoding::Content(media_type) => Encoding::Content(self.text(media_type)),
        }
    }

    fn body(&self, operation: &Operation, variant: &VariantPlan) -> Option<Body<'a>> {
        let body = operation.body.as_ref()?;
        let (media, kind) = variant.slots.media?;
        let media = body.media.get(media)?;
        let content = match self.source(variant, |slot| slot.kind == SlotKind::Body) {
            Some(source) => Content::Whole(source),
            None => self.fields(variant, media)?,
        };
        Some(Body {
            media_type: self.text(media::concrete(&media.media_type, kind)),
            kind,
            required: body.required,
            schema: self.text(if matches!(content, Content::Fields { .. }) { &variant.together } else { "" }),
            content,
        })
    }

    /// The fields that have a source; a required body of an object without any is sent as `{}`.
    fn fields(&self, variant: &VariantPlan, media: &Media) -> Option<Content<'a>> {
        let inputs = variant.filling().enumerate().map(|(index, slot)| (slot, Source::Input(index)));
        let fixed = variant.fixed.iter().map(|fixed| (&fixed.slot, Source::Fixed(self.json(&fixed.value))));
        let mut fields = Vec::new();
        let mut more = None;
        for (slot, source) in inputs.chain(fixed) {
            match &slot.kind {
                SlotKind::Field(keys) => fields.push(BodyField {
                    at: self.list(keys.iter().map(|key| self.text(key))),
                    needed_in: slot.needed_in,
                    source,
                    encoding: self.field_encoding(variant, media, keys),
                }),
                SlotKind::More => more = Some(source),
                SlotKind::Parameter(_) | SlotKind::Body | SlotKind::Nowhere => {}
            }
        }
        let object = variant.slots.list.iter().any(|slot| matches!(slot.kind, SlotKind::Field(_)));
        let order = |field: &BodyField<'_>| {
            let first = field.at.first().copied().unwrap_or_default();
            variant.slots.position(&format!("body.{first}"))
        };
        fields.sort_by_cached_key(order);
        let empty = fields.is_empty() && more.is_none();
        let needed = variant.slots.body.as_ref().is_some_and(|body| body.required);
        (!empty || (object && needed))
            .then(|| Content::Fields { fields: self.list(fields.into_iter()), more })
    }

    /// How a field of a form or multipart body is written. A style that the document writes down goes before a content
    /// type (OpenAPI 3.1, section 4.8.15.1); a text that is encoded inside of JSON has the media type of its schema.
    fn field_encoding(&self, variant: &VariantPlan, media: &Media, keys: &[String]) -> FieldEncoding<'a> {
        let [key] = keys else { return FieldEncoding::Usual };
        let slot = variant.slots.position(&format!("body.{key}"));
        let slot = slot.and_then(|index| variant.slots.list.get(index));
        let said = media::content_type(media, key);
        let multipart = media::kind(&media.media_type) == MediaKind::Multipart;
        let shape = slot
            .filter(|_| said.is_empty() && multipart)
            .and_then(|slot| Shape::of(&self.planner.api.schemas, &slot.schema).ok());
        let own = shape.map(|shape| shape.content_media_type).unwrap_or_default();
        let named = if own.is_empty() { said } else { own.as_str() };
        if slot.is_some_and(|slot| slot.bytes != Bytes::No) {
            return FieldEncoding::File(self.text(named));
        }
        match media.encoding.get(key) {
            Some((encoding @ api::Encoding::Styled { .. }, _)) => FieldEncoding::As(self.encoding(encoding)),
            _ if named.is_empty() => FieldEncoding::Usual,
            _ => FieldEncoding::As(Encoding::Content(self.text(named))),
        }
    }

    /// The media types of the success answers, else of the `default` one, JSON first; empty where none is declared.
    fn accept(&self, operation: &Operation) -> &'a str {
        let is_success = |response: &Response| response.status.starts_with('2');
        let has_success = operation.responses.iter().any(|response| is_success(response));
        let answers = operation.responses.iter().filter(|response| match has_success {
            true => is_success(response),
            false => response.status.eq_ignore_ascii_case("default"),
        });
        let mut types: Vec<&str> = Vec::new();
        for media in answers.flat_map(|response| &response.media) {
            let essence = media.media_type.split(';').next().unwrap_or_default().trim();
            if !essence.is_empty() && !types.contains(&essence) {
                types.push(essence);
            }
        }
        types.sort_by_key(|essence| media::kind(essence) != fewtools_contract::MediaKind::Json);
        self.text(&types.join(", "))
    }
}

/// The text of a path with what an address cannot hold percent-encoded (RFC 3986, section 3.3); what is encoded already
/// stays so.
fn escaped(text: &str) -> String {
    let bytes = text.as_bytes();
    let is_triple = |index: usize| {
        let digits = bytes.get(index + 1..index + 3);
        digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    };
    let mut escaped = String::with_capacity(text.len());
    for (index, byte) in bytes.iter().enumerate() {
        let stays = byte.is_ascii_alphanumeric()
            || b"-._~!$&'()*+,;=:@/?".contains(byte)
            || (*byte == b'%' && is_triple(index));
        if stays {
            escaped.push(char::from(*byte));
        } else {
            escaped.push_str(&format!("%{byte:02X}"));
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn only_what_an_address_cannot_hold_is_encoded() {
        assert_eq!(escaped("/v1/a:b/x@y;z=1/~c.d"), "/v1/a:b/x@y;z=1/~c.d");
        assert_eq!(escaped("/caf\u{e9} 1|\"\\/100%/%2Fx%zz"), "/caf%C3%A9%201%7C%22%5C/100%25/%2Fx%25zz");
    }
}
