//! Requests, byte for byte: addresses and headers.

mod bodies;

use fewtools_contract::{Call, Encoding, Input, Location, Parameter, PathPart, Source, Style, Variant, Work};
use serde_json::{Value, json};

use crate::trial::{CALL, Trial, VARIANT, input, leak, parameter, things, usual};
use crate::upstream::Request;

const BASE: &str = "https://api.example.com/v1";

const fn styled(style: Style, explode: bool) -> Encoding<'static> {
    Encoding::Styled { style, explode, allow_reserved: false }
}

/// What is sent for one argument `a` at this place, or what is said instead.
fn sent(
    location: Location,
    name: &'static str,
    encoding: Encoding<'static>,
    value: Value,
) -> Result<Request, String> {
    let one = Parameter { location, name, encoding, source: Source::Input(0) };
    let path: &[PathPart<'_>] = match location {
        Location::Path => &[PathPart::Text("/x/"), PathPart::Parameter(0), PathPart::Text("/y")],
        _ => CALL.path,
    };
    run(Call { path, parameters: leak(vec![one]), ..CALL }, &["a"], json!({"a": value}))
}

/// What this call sends with these arguments, each an input of the same index.
fn run(call: Call<'static>, names: &[&'static str], arguments: Value) -> Result<Request, String> {
    let inputs: Vec<Input<'_>> = (0..names.len()).map(|index| input(index, "query.x")).collect();
    let trial = Trial::of(things(Variant { inputs: leak(inputs), work: Work::one(call), ..VARIANT }, names));
    let reply = trial.call("things", arguments).expect("a reply");
    trial.upstream.requests().pop().ok_or(reply.text)
}

#[test]
fn an_address_has_a_length() {
    for location in [Location::Path, Location::Query] {
        let sent = |length: usize| sent(location, "a", usual(location), json!("x".repeat(length)));
        assert!(sent(32_000).is_ok());
        let refused = sent(33_000).map(|request| request.url.len());
        let said = "a is too long: the address of a request has at most 32768 bytes.";
        assert_eq!(refused, Err(said.to_owned()));
    }
}

#[test]
fn path_styles() {
    let (list, object) = (json!(["blue", "black"]), json!({"R": 100, "G": 200}));
    for (style, explode, value, segment) in [
        (Style::Simple, false, json!("a/b?c#d%e"), "a%2Fb%3Fc%23d%25e"),
        (Style::Simple, false, json!("ü b+c;d,{e}"), "%C3%BC%20b%2Bc%3Bd%2C%7Be%7D"),
        (Style::Simple, false, json!("~x-y_z.1"), "~x-y_z.1"),
        (Style::Simple, false, json!("%2e%2e%2fadmin"), "%252e%252e%252fadmin"),
        (Style::Simple, false, json!("..\\admin"), "..%5Cadmin"),
        (Style::Simple, false, json!(true), "true"),
        (Style::Simple, false, list.clone(), "blue,black"),
        (Style::Simple, true, list.clone(), "blue,black"),
        (Style::Simple, false, object.clone(), "R,100,G,200"),
        (Style::Simple, true, object.clone(), "R=100,G=200"),
        (Style::SpaceDelimited, false, list.clone(), "blue%20black"),
        (Style::PipeDelimited, false, json!(["a|b", "c"]), "a%7Cb%7Cc"),
        (Style::TabDelimited, false, list.clone(), "blue%09black"),
        (Style::Label, false, json!("blue"), ".blue"),
        (Style::Label, false, list.clone(), ".blue,black"),
        (Style::Label, true, list.clone(), ".blue.black"),
        (Style::Label, false, object.clone(), ".R,100,G,200"),
        (Style::Label, true, object.clone(), ".R=100.G=200"),
        (Style::Matrix, false, json!("blue"), ";c=blue"),
        (Style::Matrix, false, json!(""), ";c"),
        (Style::Matrix, false, list.clone(), ";c=blue,black"),
        (Style::Matrix, true, json!(["blue", "a;b"]), ";c=blue;c=a%3Bb"),
        (Style::Matrix, false, object.clone(), ";c=R,100,G,200"),
        (Style::Matrix, true, object.clone(), ";R=100;G=200"),
    ] {
        let url = sent(Location::Path, "c", styled(style, explode), value.clone()).map(|request| request.url);
        assert_eq!(url, Ok(format!("{BASE}/x/{segment}/y")), "{style:?} {explode} {value}");
    }
    let json = sent(Location::Path, "c", Encoding::Content("application/json"), json!({"k": "/"}));
    assert_eq!(json.map(|request| request.url), Ok(format!("{BASE}/x/%7B%22k%22%3A%22%2F%22%7D/y")));
}

#[test]
fn a_path_value_cannot_leave_its_segment() {
    let dots = "a cannot be a part of the path that is only dots.";
    let empty = "a cannot be empty: it is a part of the path.";
    for (value, said) in [
        (json!("."), dots),
        (json!(".."), dots),
        (json!(""), empty),
        (json!([]), empty),
        (json!([null]), empty),
    ] {
        let refused =
            sent(Location::Path, "c", usual(Location::Path), value.clone()).map(|request| request.url);
        assert_eq!(refused, Err(said.to_owned()), "{value}");
    }
    let two = Call {
        path: &[
            PathPart::Text("/x/%2e"),
            PathPart::Parameter(0),
            PathPart::Text("/"),
            PathPart::Parameter(0),
            PathPart::Parameter(1),
        ],
        parameters: leak(vec![parameter(Location::Path, "a", 0), parameter(Location::Path, "b", 1)]),
        ..CALL
    };
    let url = |arguments| run(two, &["a", "b"], arguments).map(|request| request.url);
    assert_eq!(url(json!({"a": "1", "b": "{a}"})), Ok(format!("{BASE}/x/%2e1/1%7Ba%7D")));
    assert_eq!(url(json!({"a": ".", "b": "x"})), Err(dots.to_owned()), "beside a written dot");
    assert_eq!(url(json!({"a": "b"})), Err(empty.replace("a cannot", "b cannot")), "absent");
}

#[test]
fn query_styles() {
    let (list, object) = (json!(["a b", "c&d"]), json!({"R": 100, "G": "x=y"}));
    for (style, explode, value, query) in [
        (Style::Form, true, json!("100% = a+b?"), "?c=100%25%20%3D%20a%2Bb%3F"),
        (Style::Form, true, json!(""), "?c="),
        (Style::Form, true, json!(false), "?c=false"),
        (Style::Form, true, json!(0.1), "?c=0.1"),
        (Style::Form, true, json!(18446744073709551615_u64), "?c=18446744073709551615"),
        (Style::Form, true, list.clone(), "?c=a%20b&c=c%26d"),
        (Style::Form, false, list.clone(), "?c=a%20b,c%26d"),
        (Style::Form, false, json!(["x,y", "z"]), "?c=x%2Cy,z"),
        (Style::Form, true, object.clone(), "?R=100&G=x%3Dy"),
        (Style::Form, false, object.clone(), "?c=R,100,G,x%3Dy"),
        (Style::Form, true, json!([]), ""),
        (Style::Form, true, json!({}), ""),
        (Style::Form, true, json!([null, 1]), "?c=1"),
        (Style::Form, true, json!([{"k": 1}]), "?c=%7B%22k%22%3A1%7D"),
        (Style::SpaceDelimited, false, list.clone(), "?c=a%20b%20c%26d"),
        (Style::PipeDelimited, false, list.clone(), "?c=a%20b%7Cc%26d"),
        (Style::PipeDelimited, true, list.clone(), "?c=a%20b&c=c%26d"),
        (Style::TabDelimited, false, json!([1, 2]), "?c=1%092"),
        (
            Style::DeepObject,
            true,
            json!({"status": "in work", "a b": 1}),
            "?c%5Bstatus%5D=in%20work&c%5Ba%20b%5D=1",
        ),
        (
            Style::DeepObject,
            false,
            json!({"x": {"y": [1, 2]}, "n": null}),
            "?c%5Bx%5D%5By%5D%5B%5D=1&c%5Bx%5D%5By%5D%5B%5D=2",
        ),
        (Style::DeepObject, true, json!({}), ""),
    ] {
        let url =
            sent(Location::Query, "c", styled(style, explode), value.clone()).map(|request| request.url);
        assert_eq!(url, Ok(format!("{BASE}/things{query}")), "{style:?} {explode} {value}");
    }
}

#[test]
fn names_and_media_types_in_the_query() {
    let url = |name, encoding, value| sent(Location::Query, name, encoding, value).map(|request| request.url);
    let form = usual(Location::Query);
    assert_eq!(url("filter[x y]", form, json!(1)), Ok(format!("{BASE}/things?filter%5Bx%20y%5D=1")));
    assert_eq!(
        url("f", Encoding::Content("application/vnd.x+json"), json!({"a": ["b&c"]})),
        Ok(format!("{BASE}/things?f=%7B%22a%22%3A%5B%22b%26c%22%5D%7D"))
    );
    assert_eq!(url("f", Encoding::Content("text/plain"), json!("x y")), Ok(format!("{BASE}/things?f=x%20y")));
}

#[test]
fn reserved_characters() {
    let reserved = Encoding::Styled { style: Style::Form, explode: true, allow_reserved: true };
    for (value, query) in [
        ("docs/a b&c#d+e:f?g[0]", "docs/a%20b%26c%23d%2Be:f?g%5B0%5D"),
        ("x%2Fy", "x%2Fy"),
        ("50%", "50%25"),
        ("5%zz%2", "5%25zz%252"),
    ] {
        let url = sent(Location::Query, "p", reserved, json!(value)).map(|request| request.url);
        assert_eq!(url, Ok(format!("{BASE}/things?p={query}")));
    }
    let path = sent(
        Location::Path,
        "p",
        Encoding::Styled { style: Style::Simple, explode: false, allow_reserved: true },
        json!("a:b/c?d"),
    );
    assert_eq!(path.map(|request| request.url), Ok(format!("{BASE}/x/a:b%2Fc%3Fd/y")));
}

#[test]
fn a_whole_query() {
    let url = |encoding, value| sent(Location::Querystring, "q", encoding, value).map(|request| request.url);
    let form = Encoding::Content("application/x-www-form-urlencoded");
    assert_eq!(url(form, json!({"a": "b c", "d": [1, 2]})), Ok(format!("{BASE}/things?a=b%20c&d=1&d=2")));
    assert_eq!(
        url(Encoding::Content("application/json"), json!({"a": 1})),
        Ok(format!("{BASE}/things?%7B%22a%22%3A1%7D"))
    );
    assert_eq!(url(form, json!({})), Ok(format!("{BASE}/things")));
}

#[test]
fn header_values() {
    let header = |encoding, value| {
        let request = sent(Location::Header, "X-Tags", encoding, value)?;
        Ok(request.headers.get("x-tags").map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned()))
    };
    let simple = usual(Location::Header);
    for (encoding, value, text) in [
        (simple, json!("plain text; q=1"), Some("plain text; q=1")),
        (simple, json!(["x", "y,z"]), Some("x,y%2Cz")),
        (styled(Style::SpaceDelimited, false), json!(["x", "y z,"]), Some("x y%20z,")),
        (styled(Style::PipeDelimited, false), json!(["x", "y"]), Some("x|y")),
        (styled(Style::TabDelimited, false), json!(["x", "y"]), Some("x\ty")),
        (simple, json!({"a": 1}), Some("a,1")),
        (styled(Style::Simple, true), json!({"a": 1}), Some("a=1")),
        (simple, json!(false), Some("false")),
        (simple, json!("grüße"), Some("grüße")),
        (simple, json!([]), None),
        (Encoding::Content("application/json"), json!({"a": "b"}), Some("{\"a\":\"b\"}")),
    ] {
        assert_eq!(header(encoding, value), Ok::<_, String>(text.map(str::to_owned)));
    }
    for value in ["a\r\nX-Admin: yes", "a\nb", "a\u{0}b", " a", "a\t"] {
        let said = header(simple, json!(value)).expect_err("refused");
        assert_eq!(
            said,
            "a is sent as a header and cannot hold line breaks, control characters or outer spaces."
        );
    }
}

#[test]
fn cookies_travel_in_one_header() {
    let call = Call {
        parameters: leak(vec![
            parameter(Location::Cookie, "session", 0),
            Parameter { encoding: styled(Style::Cookie, true), ..parameter(Location::Cookie, "raw", 1) },
        ]),
        ..CALL
    };
    let cookie = |arguments| {
        let request = run(call, &["a", "b"], arguments)?;
        Ok(request.headers.get("cookie").and_then(|value| value.to_str().ok().map(str::to_owned)))
    };
    assert_eq!(
        cookie(json!({"a": "x; y", "b": ["1/2", "3"]})),
        Ok(Some("session=x%3B%20y; raw=1/2; raw=3".to_owned()))
    );
    assert_eq!(cookie(json!({})), Ok(None));
    let said: Result<_, String> = cookie(json!({"b": "x; admin=1"}));
    assert!(said.expect_err("refused").starts_with("b is sent as a cookie"));
}

#[test]
fn constants_and_order() {
    let call = Call {
        path: &[PathPart::Text("/things"), PathPart::Text("?old=1#fragment")],
        parameters: leak(vec![
            parameter(Location::Query, "z", 0),
            Parameter { source: Source::Fixed("true"), ..parameter(Location::Query, "dryRun", 0) },
            parameter(Location::Query, "b", 1),
            parameter(Location::Query, "absent", 2),
        ]),
        ..CALL
    };
    let request = run(call, &["a", "b", "c"], json!({"b": 2, "a": 1})).expect("sent");
    assert_eq!(request.url, format!("{BASE}/things?old=1&z=1&dryRun=true&b=2"));
    assert_eq!(request.headers.get("accept").and_then(|value| value.to_str().ok()), Some("application/json"));
    assert_eq!(request.method, http::Method::GET);
}
