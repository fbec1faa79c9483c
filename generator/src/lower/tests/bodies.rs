//! Request bodies and responses.

use fewtools_contract::Style;

use super::{only, refused};
use crate::lower::api::Encoding;

#[test]
fn a_body_has_every_media_type_with_its_schema() {
    let body = only(
        "  /a:
    post:
      requestBody: {$ref: '#/components/requestBodies/thing', description: beside}
components:
  requestBodies:
    thing:
      required: true
      content:
        application/json: {schema: {$ref: '#/components/schemas/T'}}
        text/plain: {}
",
    )
    .body
    .unwrap();
    assert!(body.required);
    assert_eq!(body.description, "beside");
    let media: Vec<_> = body.media.iter().map(|media| media.media_type.as_str()).collect();
    assert_eq!(media, ["application/json", "text/plain"]);
    let schema = body.media[0].schema.as_ref().map(|place| place.pointer.as_str());
    assert_eq!(schema, Some("/components/requestBodies/thing/content/application~1json/schema"));
    assert_eq!(body.media[1].schema, None);
}

#[test]
fn a_field_is_written_by_style_or_by_content_type() {
    let body = only(
        "  /a:
    post:
      requestBody:
        content:
          multipart/form-data:
            encoding:
              tags: {explode: false}
              place: {style: deepObject, explode: true, contentType: ignored}
              file: {contentType: image/png}
              none: {headers: {}}
",
    )
    .body
    .unwrap();
    let encoding = &body.media[0].encoding;
    let styled = |style, explode| Encoding::Styled { style, explode, allow_reserved: false };
    assert_eq!(encoding.get("tags"), Some(&(styled(Style::Form, false), String::new())));
    assert_eq!(encoding.get("place"), Some(&(styled(Style::DeepObject, true), "ignored".to_owned())));
    assert_eq!(
        encoding.get("file"),
        Some(&(Encoding::Content("image/png".to_owned()), "image/png".to_owned()))
    );
    assert_eq!(encoding.get("none"), None);
}

#[test]
fn a_body_without_media_types_is_refused_only_when_it_is_required() {
    assert!(only("  /a: {post: {requestBody: {}}}\n").body.is_none());
    let (message, place) = refused("  /a: {post: {requestBody: {required: true}}}\n");
    assert!(message.starts_with("bad-body: "), "{message}");
    assert_eq!(place, "/paths/~1a/post/requestBody");
}

#[test]
fn responses_come_in_document_order() {
    let operation = only(
        "  /a:
    get:
      responses:
        default: {$ref: '#/components/responses/failed'}
        200: {description: ok, content: {application/json: {schema: true}}}
        4XX: {description: bad}
        x-note: 5
components: {responses: {failed: {description: failed, content: {}}}}
",
    );
    let shown: Vec<_> = operation
        .responses
        .iter()
        .map(|one| (one.status.as_str(), one.description.as_str(), one.media.len()))
        .collect();
    assert_eq!(shown, [("default", "failed", 0), ("200", "ok", 1), ("4XX", "bad", 0)]);
}

#[test]
fn missing_responses_are_fine() {
    assert!(only("  /a: {get: {}}\n").responses.is_empty());
    assert_eq!(only("  /a: {get: {responses: {204: }}}\n").responses[0].status, "204");
}
