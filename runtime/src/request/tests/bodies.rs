//! Bodies, byte for byte.

use fewtools_contract::{Body, BodyField, Call, Content, Encoding, FieldEncoding, MediaKind, Source, Style};
use serde_json::{Value, json};

use super::{run, styled};
use crate::trial::{CALL, leak};

fn with_body(
    kind: MediaKind,
    media_type: &'static str,
    content: Content<'static>,
    required: bool,
) -> Call<'static> {
    Call { method: "POST", body: Some(Body { media_type, kind, required, content, schema: "" }), ..CALL }
}

fn field(at: &'static [&'static str], index: usize, encoding: FieldEncoding<'static>) -> BodyField<'static> {
    BodyField { at, needed_in: None, source: Source::Input(index), encoding }
}

fn written(call: Call<'static>, names: &[&'static str], arguments: Value) -> Result<Option<String>, String> {
    let request = run(call, names, arguments)?;
    assert_eq!(request.body.is_some(), request.headers.contains_key("content-type"));
    Ok(request.body.map(|body| String::from_utf8_lossy(&body).into_owned()))
}

#[test]
fn json_bodies() {
    let form = FieldEncoding::Usual;
    let fields = leak(vec![
        field(&["a"], 0, form),
        field(&["deep", "b"], 1, form),
        BodyField { at: &["dryRun"], needed_in: None, source: Source::Fixed("true"), encoding: form },
    ]);
    let all = with_body(
        MediaKind::Json,
        "application/json",
        Content::Fields { fields, more: Some(Source::Input(2)) },
        true,
    );
    let names = ["a", "b", "more"];
    assert_eq!(
        written(all, &names, json!({"a": 18446744073709551615_u64, "b": [0.1], "more": {"x": null}})),
        Ok(Some(r#"{"a":18446744073709551615,"deep":{"b":[0.1]},"dryRun":true,"x":null}"#.to_owned()))
    );
    assert_eq!(
        written(all, &names, json!({"more": {"dryRun": false}})),
        Err("more cannot set `dryRun`, which has its own place.".to_owned())
    );
    assert_eq!(written(all, &names, json!({"more": 5})), Err("more must be an object.".to_owned()));

    let some = |required| {
        let fields = leak(vec![field(&["a"], 0, form)]);
        with_body(
            MediaKind::Json,
            "application/merge-patch+json",
            Content::Fields { fields, more: None },
            required,
        )
    };
    assert_eq!(written(some(true), &["a"], json!({})), Ok(Some("{}".to_owned())), "an empty patch is a body");
    assert_eq!(written(some(false), &["a"], json!({})), Ok(None));

    let whole = with_body(MediaKind::Json, "application/json", Content::Whole(Source::Input(0)), false);
    for (value, body) in
        [(json!("true"), "\"true\""), (json!(false), "false"), (json!([]), "[]"), (json!({}), "{}")]
    {
        assert_eq!(written(whole, &["a"], json!({"a": value})), Ok(Some(body.to_owned())));
    }
    assert_eq!(written(whole, &["a"], json!({})), Ok(None));
}

#[test]
fn form_bodies() {
    let default = FieldEncoding::Usual;
    let fields = leak(vec![
        field(&["email"], 0, default),
        field(&["address"], 1, default),
        field(&["expand"], 2, default),
        field(&["ids"], 3, FieldEncoding::As(styled(Style::Form, false))),
        field(&["box"], 5, FieldEncoding::As(styled(Style::Form, true))),
        field(&["raw"], 6, FieldEncoding::As(Encoding::Content("application/json"))),
        field(&["meta"], 4, FieldEncoding::As(styled(Style::DeepObject, true))),
    ]);
    let call = with_body(
        MediaKind::Form,
        "application/x-www-form-urlencoded",
        Content::Fields { fields, more: None },
        true,
    );
    let names = ["email", "address", "expand", "ids", "meta", "box", "raw"];
    assert_eq!(
        written(call, &names, json!({"email": "a+b@x.org", "address": {"zip": "9+1"}, "expand": ["a", "b c"], "ids": [1, 2], "meta": {"k": "v"}, "box": {"w": 1, "h": 2}, "raw": [1]})),
        Ok(Some("email=a%2Bb%40x.org&address=%7B%22zip%22%3A%229%2B1%22%7D&expand=a&expand=b%20c&ids=1,2&w=1&h=2&raw=%5B1%5D&meta%5Bk%5D=v".to_owned()))
    );
    let whole = with_body(
        MediaKind::Form,
        "application/x-www-form-urlencoded",
        Content::Whole(Source::Input(0)),
        true,
    );
    assert_eq!(
        written(whole, &["a"], json!({"a": "x"})),
        Err("a must be an object to be sent as a form.".to_owned())
    );
}

#[test]
fn text_and_byte_bodies() {
    let whole = |kind, media_type| with_body(kind, media_type, Content::Whole(Source::Input(0)), true);
    let text = whole(MediaKind::Text, "text/plain; charset=utf-8");
    assert_eq!(written(text, &["a"], json!({"a": "say \"hé\"\n"})), Ok(Some("say \"hé\"\n".to_owned())));
    let latin = whole(MediaKind::Text, "text/plain; charset=ISO-8859-1");
    assert_eq!(run(latin, &["a"], json!({"a": "hé"})).expect("sent").body.as_deref(), Some(&b"h\xe9"[..]));
    assert_eq!(
        written(latin, &["a"], json!({"a": "€"})),
        Err("a cannot be written in the character set iso-8859-1.".to_owned())
    );
    let bytes = whole(MediaKind::Bytes, "application/octet-stream");
    for (given, sent) in [("AP/+gA==", &[0_u8, 255, 254, 128][..]), ("aGk", b"hi")] {
        let request = run(bytes, &["a"], json!({"a": given})).expect("sent");
        assert_eq!(request.body.as_deref(), Some(sent));
    }
    assert_eq!(
        written(bytes, &["a"], json!({"a": "not base64!"})),
        Err("a holds text that is not base64: it must be bytes as base64 text, or {data, filename, media_type} with base64 text as data.".to_owned())
    );
}

fn multipart(fields: Vec<BodyField<'static>>) -> Call<'static> {
    let content = Content::Fields { fields: leak(fields), more: None };
    with_body(MediaKind::Multipart, "multipart/form-data", content, true)
}

/// The body with its boundary written as `B`, and the content type.
fn parts(call: Call<'static>, names: &[&'static str], arguments: Value) -> Result<(String, String), String> {
    let request = run(call, names, arguments)?;
    let content_type =
        request.headers.get("content-type").and_then(|value| value.to_str().ok()).unwrap_or_default();
    let boundary = content_type.strip_prefix("multipart/form-data; boundary=").expect("a boundary");
    let body = String::from_utf8_lossy(&request.body.expect("a body")).into_owned();
    Ok((body.replace(boundary, "B"), content_type.replace(boundary, "B")))
}

#[test]
fn multipart_bodies() {
    let call = multipart(vec![
        field(&["file"], 0, FieldEncoding::File("image/png, image/jpeg")),
        field(&["meta"], 1, FieldEncoding::Usual),
        field(&["tags"], 2, FieldEncoding::Usual),
        field(&["public"], 3, FieldEncoding::Usual),
        field(&["csv"], 4, FieldEncoding::As(Encoding::Content("text/csv"))),
        field(&["ids"], 5, FieldEncoding::As(styled(Style::PipeDelimited, false))),
        field(&["box"], 6, FieldEncoding::As(styled(Style::DeepObject, true))),
    ]);
    let names = ["file", "meta", "tags", "public", "csv", "ids", "box"];
    let (body, content_type) = parts(
        call,
        &names,
        json!({
            "file": {"data": "aGk=", "filename": "ü \"1\".png", "media_type": "image/jpeg"}, "meta": {"title": "T"},
            "tags": ["x", {"k": 1}, null], "public": true, "csv": "a,b", "ids": [1, 2], "box": {"w": {"x": 1}, "h": [2, 3]},
        }),
    )
    .expect("sent");
    assert_eq!(content_type, "multipart/form-data; boundary=B");
    assert_eq!(
        body.replace("\r\n", "\n"),
        "--B\nContent-Disposition: form-data; name=\"file\"; filename=\"ü %221%22.png\"\nContent-Type: image/jpeg\n\nhi\n\
         --B\nContent-Disposition: form-data; name=\"meta\"\nContent-Type: application/json\n\n{\"title\":\"T\"}\n\
         --B\nContent-Disposition: form-data; name=\"tags\"\n\nx\n\
         --B\nContent-Disposition: form-data; name=\"tags\"\nContent-Type: application/json\n\n{\"k\":1}\n\
         --B\nContent-Disposition: form-data; name=\"public\"\n\ntrue\n\
         --B\nContent-Disposition: form-data; name=\"csv\"\nContent-Type: text/csv\n\na,b\n\
         --B\nContent-Disposition: form-data; name=\"ids\"\n\n1|2\n\
         --B\nContent-Disposition: form-data; name=\"box[w][x]\"\n\n1\n\
         --B\nContent-Disposition: form-data; name=\"box[h][]\"\n\n2\n\
         --B\nContent-Disposition: form-data; name=\"box[h][]\"\n\n3\n\
         --B--\n"
    );
}

#[test]
fn files() {
    let call = |accepted| multipart(vec![field(&["f"], 0, FieldEncoding::File(accepted))]);
    let head = |accepted, value: Value| {
        let (body, _) = parts(call(accepted), &["f"], json!({"f": value}))?;
        let lines: Vec<String> = body.split("\r\n").map(str::to_owned).collect();
        Ok::<_, String>(
            lines.into_iter().filter(|line| line.starts_with("Content-")).collect::<Vec<_>>().join(" | "),
        )
    };
    let blob = "Content-Disposition: form-data; name=\"f\"; filename=\"blob\" | Content-Type: ";
    for (accepted, value, content_type) in [
        ("", json!("aGk="), "application/octet-stream"),
        ("image/*, image/png", json!("aGk="), "image/png"),
        ("image/*", json!({"data": "", "media_type": "image/webp"}), "image/webp"),
        ("", json!({"data": "", "media_type": "text/csv"}), "text/csv"),
    ] {
        assert_eq!(head(accepted, value), Ok(format!("{blob}{content_type}")), "{accepted}");
    }
    let two = head("", json!(["aGk=", {"data": "aG8=", "filename": "o"}])).expect("sent");
    assert!(two.contains("\"blob\"") && two.contains("\"o\""), "{two}");
    assert_eq!(
        head("image/png", json!({"data": "", "media_type": "text/html"})),
        Err("f must be a file of the type image/png, not text/html.".to_owned())
    );
    assert!(
        head("", json!("no base64!")).expect_err("refused").starts_with("f holds text that is not base64")
    );
}

#[test]
fn a_value_cannot_leave_its_part() {
    let call = multipart(vec![
        field(&["file"], 0, FieldEncoding::File("")),
        field(&["a\"\r\nb"], 1, FieldEncoding::Usual),
    ]);
    let file = json!({"data": "aGk=", "filename": "a\"\r\nX-Evil: 1\r\n; name=\"public"});
    let (body, _) = parts(call, &["file", "a"], json!({"file": file, "a": "--B--"})).expect("sent");
    assert!(body.contains("filename=\"a%22%0D%0AX-Evil: 1%0D%0A; name=%22public\"\r\n"), "{body}");
    assert!(body.contains("name=\"a%22%0D%0Ab\"\r\n\r\n--B--\r\n"), "{body}");

    let text = || multipart(vec![field(&["t"], 0, FieldEncoding::Usual)]);
    let boundary = |value: &str| {
        let request = run(text(), &["t"], json!({"t": value})).expect("sent");
        request.headers.get("content-type").and_then(|value| value.to_str().ok()).expect("a type").to_owned()
    };
    assert_eq!(boundary("x"), boundary("x"));
    assert_ne!(boundary("x"), boundary("y"));
}
