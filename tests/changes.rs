//! What the accepted case `changes` sends: bodies that are read, changed in part, judged and written back, rows that are
//! kept by an argument, and objects that are told as their properties.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test")]

use std::fs;
use std::sync::{Arc, Mutex, PoisonError};

use fewtools::{Caller, Dispatcher, Reply, Request, Response, Sending, Upstream};
use fewtools_tests::{fixtures, inline};
use http::header::{CONTENT_TYPE, ETAG};
use http::{HeaderMap, HeaderValue, StatusCode};
use serde_json::{Value, json};

/// Answers reads with what it has, and everything else with what it was sent.
struct Watch {
    has: (u16, Value),
    requests: Mutex<Vec<Request>>,
}

impl Upstream for Watch {
    fn send(&self, request: Request) -> Sending<'_> {
        let (status, body) = match request.method.as_str() {
            "GET" => (self.has.0, self.has.1.to_string()),
            _ => (200, String::from_utf8(request.body.clone().unwrap_or_default()).unwrap()),
        };
        let over = format!("{{\"over\":{},", body.contains("critical"));
        let body = if request.url.contains("preview=true") { body.replacen('{', &over, 1) } else { body };
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).push(request);
        let headers = HeaderMap::from_iter([
            (CONTENT_TYPE, HeaderValue::from_static("application/json")),
            (ETAG, HeaderValue::from_static("\"v7\"")),
        ]);
        let response =
            Response { status: StatusCode::from_u16(status).unwrap(), headers, body: body.into_bytes() };
        Box::pin(async move { Ok(response) })
    }
}

/// A tool that changes one field.
const RENAME: &str = "  rename:
    about: Give a rule another name.
    args: [ruleId, name]
    call: putRule
    effect: idempotent
    ungated: It can be changed back.
    merge_into: { call: getRule, at: rule }
    result: Rule
";

/// A tool that changes one field behind every gate there is; the document says what it needs for them.
const GUARDED: &str = "  guarded:
    about: Change how grave a rule is.
    args: [ruleId, severity]
    call: putRule
    effect: destructive
    gates:
      dry_run: { upstream: query.preview }
      confirm: { equals: '$lookup.body#/rule/name', lookup: getRule }
      cap: { upstream: query.force, foreseen: $preview.body#/over }
    merge_into: { call: getRule, at: rule }
    result: Rule
";

/// What the manifest says of gates, and with a cap beside.
const DRY_RUN: &str = "dry_run: { arg: dryRun }";
const CAP: &str = "dry_run: { arg: dryRun }, cap: { arg: override, tripped_by: { status: 409, code: over } }";

/// The same document with what gates need.
fn with_gates(document: &str) -> String {
    let put = "      operationId: putRule\n      summary: Replace a rule\n      parameters:\n";
    let parameters = ["preview", "force"];
    let parameters = parameters
        .map(|name| format!("        - {{ name: {name}, in: query, schema: {{ type: boolean }} }}\n"))
        .concat();
    let id = "        id: { type: string, readOnly: true }\n";
    let over = "        over: { type: boolean, readOnly: true }\n";
    document.replacen(put, &format!("{put}{parameters}"), 1).replacen(id, &format!("{id}{over}"), 1)
}

/// Calls a tool where the API has this: the reply, and what was sent.
fn call(has: Value, tool: &str, arguments: Value) -> (Reply, Vec<Request>) {
    answered((200, has), tool, arguments)
}

fn answered(has: (u16, Value), tool: &str, arguments: Value) -> (Reply, Vec<Request>) {
    let folder = fixtures::folder("accept/changes");
    let text = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let curation = text("curation.yaml");
    let (own, curation, document) = match tool {
        "guarded" => (GUARDED, curation.replacen(DRY_RUN, CAP, 1), with_gates(&text("openapi.yaml"))),
        _ => (RENAME, curation, text("openapi.yaml")),
    };
    let curation = curation.replacen("tools:\n", &format!("tools:\n{own}"), 1);
    let catalogue = inline::catalogue(&curation, &document);
    let upstream = Arc::new(Watch { has, requests: Mutex::default() });
    let dispatcher = Dispatcher::builder(catalogue).upstream(upstream.clone()).build().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let arguments = arguments.as_object().cloned().unwrap();
    let reply = runtime.block_on(dispatcher.call(&Caller::anonymous(), tool, arguments)).unwrap();
    let requests = std::mem::take(&mut *upstream.requests.lock().unwrap_or_else(PoisonError::into_inner));
    (reply, requests)
}

fn body(request: &Request) -> Value {
    serde_json::from_slice(request.body.as_deref().unwrap()).unwrap()
}

/// A rule as the API has it.
fn rule() -> Value {
    json!({"rule": {
        "id": "r1", "name": "Fog", "severity": "info", "note": null, "watched": 3,
        "berth": {"number": 4, "quay": "north", "free": true}, "tags": ["a", "b"],
    }})
}

#[test]
fn a_call_says_only_what_changes() {
    let change = json!({"op": "update", "ruleId": "r1", "severity": "critical", "dryRun": false});
    let (reply, requests) = call(rule(), "rule", change);
    assert!(!reply.is_error, "{}", reply.text);
    let [read, write] = requests.as_slice() else { panic!("{requests:?}") };
    assert_eq!((read.method.as_str(), read.url.as_str()), ("GET", "https://watch.example/v1/rules/r1"));
    assert_eq!((write.method.as_str(), write.url.as_str()), ("PUT", "https://watch.example/v1/rules/r1"));
    assert_eq!(write.headers["if-match"], "\"v7\"");
    let written = json!({
        "name": "Fog", "severity": "critical", "note": null, "berth": {"number": 4, "quay": "north"}, "tags": ["a", "b"],
    });
    assert_eq!(body(write), written);
}

#[test]
fn objects_are_merged_and_lists_are_replaced() {
    let change = json!({"ruleId": "r1", "rule": {"berth": {"quay": "south"}, "tags": []}});
    let (_, requests) = call(rule(), "whole_rule", change);
    let sent = body(&requests[1]);
    assert_eq!((&sent["berth"], &sent["tags"]), (&json!({"number": 4, "quay": "south"}), &json!([])));
    let (_, requests) = call(rule(), "berth", json!({"ruleId": "r1", "number": 9}));
    assert_eq!(body(&requests[1])["berth"], json!({"number": 9, "quay": "north"}));
}

#[test]
fn an_explicit_null_is_a_value_where_the_schema_allows_it() {
    let mut has = rule();
    has["rule"]["note"] = json!("old");
    let (_, requests) = call(has, "whole_rule", json!({"ruleId": "r1", "rule": {"note": null}}));
    assert_eq!(body(&requests[1])["note"], Value::Null);
    let (reply, requests) = call(rule(), "whole_rule", json!({"ruleId": "r1", "rule": {"name": null}}));
    assert!(reply.is_error && requests.is_empty(), "{}", reply.text);
}

#[test]
fn a_dry_run_shows_what_changes_and_nothing_that_only_the_api_said() {
    let change = json!({"op": "update", "ruleId": "r1", "name": "Mist", "berth": {"quay": "south"}});
    let (reply, requests) = call(rule(), "rule", change);
    assert_eq!(requests.len(), 1, "only the read is sent");
    let told = &reply.structured.unwrap()["wouldSend"];
    assert_eq!(told["body"], json!({"name": "Mist", "berth": {"quay": "south"}}));
    assert_eq!(told["note"], "The body holds what changes; everything else in it stays as the API has it.");
    assert!(told["headers"].get("if-match").is_none(), "{told}");
    let has = json!({"rule": {"name": "Fog", "severity": "mild", "berth": {"number": 1}}});
    let (reply, _) = call(has, "rule", json!({"op": "update", "ruleId": "r1", "name": "Mist"}));
    assert_eq!(reply.text, "severity must be one of: info, warning, critical.", "it is judged as a whole");
}

#[test]
fn every_gate_stands_before_a_change_in_part_and_what_is_there_is_read_once() {
    let sent = |arguments: Value| {
        let (reply, requests) = call(rule(), "guarded", arguments);
        let shown = requests.iter().map(|request| {
            let query = request.url.split_once('?').map_or("", |(_, query)| query);
            format!("{} {query}", request.method)
        });
        let shown: Vec<String> = shown.collect();
        for write in requests.iter().filter(|request| request.method == "PUT") {
            let body = body(write);
            assert_eq!((&body["name"], &body["berth"]["number"]), (&json!("Fog"), &json!(4)));
            assert_eq!(write.headers["if-match"], "\"v7\"");
        }
        (reply, shown)
    };
    let (reply, dry) = sent(json!({"ruleId": "r1", "severity": "warning"}));
    assert_eq!(dry, ["GET ", "PUT preview=true"], "{}", reply.text);
    let real =
        |severity: &str| json!({"ruleId": "r1", "severity": severity, "dryRun": false, "confirm": "Fog"});
    let (reply, done) = sent(real("warning"));
    assert_eq!(done, ["GET ", "PUT preview=true", "PUT preview=false"], "{}", reply.text);
    assert!(!reply.is_error && reply.structured.unwrap()["severity"] == "warning");
    let (reply, over) = sent(real("critical"));
    assert_eq!(over, ["GET ", "PUT preview=true"], "{}", reply.text);
    assert!(reply.is_error && reply.text.contains("override"), "{}", reply.text);
    let mut lifted = real("critical");
    lifted["override"] = json!(true);
    assert_eq!(sent(lifted).1, ["GET ", "PUT preview=false&force=true"]);
    let mut wrong = real("warning");
    wrong["confirm"] = json!("Mist");
    let (reply, refused) = sent(wrong);
    assert_eq!(refused, ["GET "]);
    assert!(reply.is_error && reply.text.contains("confirm to be exactly \"Fog\""), "{}", reply.text);
}

#[test]
fn something_has_to_change() {
    let (reply, requests) = call(rule(), "rule", json!({"op": "update", "ruleId": "r1", "dryRun": false}));
    assert!(requests.is_empty());
    let said = "update needs at least one of name, severity, note, berth, tags.";
    assert!(reply.text.starts_with(said), "{}", reply.text);
    let (reply, requests) = call(rule(), "whole_rule", json!({"ruleId": "r1"}));
    assert!(requests.is_empty() && reply.text.contains("whole_rule needs rule."), "{}", reply.text);
}

#[test]
fn the_merged_body_is_judged_as_a_whole() {
    let has = json!({"rule": {"name": "Fog", "severity": "mild", "berth": {"number": 1}}});
    let change = json!({"op": "update", "ruleId": "r1", "name": "Mist", "dryRun": false});
    let (reply, requests) = call(has, "rule", change);
    assert_eq!(requests.len(), 1, "nothing is written");
    assert_eq!(reply.text, "severity must be one of: info, warning, critical.");
    let (reply, _) =
        call(json!({"rule": {"name": "Fog"}}), "whole_rule", json!({"ruleId": "r1", "rule": {"note": "n"}}));
    assert!(reply.text.contains("rule needs severity."), "{}", reply.text);
}

#[test]
fn what_no_argument_can_mend_is_no_fault_of_the_call() {
    let has = json!({"rule": {"name": "Fog", "severity": "mild", "berth": {"number": 1}}});
    let (reply, requests) = call(has, "rename", json!({"ruleId": "r1", "name": "Mist"}));
    assert_eq!((requests.len(), reply.is_error), (1, true), "nothing is written");
    let said = "What the API has cannot be written back, so that nothing was changed: severity must be one of: info, \
                warning, critical.";
    assert_eq!(reply.text, said);
}

#[test]
fn a_read_that_is_denied_ends_the_call() {
    let change = json!({"op": "update", "ruleId": "r1", "name": "Mist", "dryRun": false});
    let (reply, requests) = answered((404, json!({})), "rule", change.clone());
    assert!(reply.is_error && requests.len() == 1, "{}", reply.text);
    let (other, _) = answered((403, json!({})), "rule", change);
    assert_eq!(reply.text, other.text);
    let odd = call(json!({"rule": 5}), "whole_rule", json!({"ruleId": "r1", "rule": {"name": "Mist"}}));
    assert!(odd.0.is_error && odd.1.len() == 1, "{}", odd.0.text);
}

#[test]
fn properties_are_arguments_and_what_the_body_needs_is_needed() {
    let (reply, _) = call(json!({}), "rule", json!({"op": "create", "name": "Fog", "dryRun": false}));
    assert!(reply.text.starts_with("create needs severity, berth."), "{}", reply.text);
    let rule =
        json!({"op": "create", "name": "Fog", "severity": "info", "berth": {"number": 2}, "dryRun": false});
    let (_, requests) = call(json!({}), "rule", rule);
    assert_eq!(body(&requests[0]), json!({"name": "Fog", "severity": "info", "berth": {"number": 2}}));
}

#[test]
fn rows_are_kept_by_an_argument() {
    let settings = json!([
        {"key": "poll", "value": "5s", "owner": {"name": "crew"}},
        {"key": "cap", "value": "9", "owner": {"name": "harbour"}},
    ]);
    let items = |arguments: Value| {
        let (reply, requests) = call(settings.clone(), "setting", arguments);
        assert_eq!(requests[0].url, "https://watch.example/v1/settings", "it goes to no slot");
        reply.structured.unwrap()["items"].clone()
    };
    assert_eq!(items(json!({"key": "cap"})), json!([{"key": "cap", "value": "9"}]));
    assert_eq!(items(json!({"op": "owned", "owner": "crew"})), json!([{"key": "poll", "value": "5s"}]));
    assert_eq!(items(json!({})).as_array().unwrap().len(), 2);
    let (reply, requests) = call(settings.clone(), "setting", json!({"op": "owned", "owner": "nobody"}));
    assert!(
        requests.is_empty() && reply.text.contains("owner must be one of: harbour, crew."),
        "{}",
        reply.text
    );
}

/// A rule whose fields are arguments, a place of which one half cannot be given, and a file that belongs to a number.
const TOGETHER: &str = "openapi: 3.1.0
info: { title: Rules, version: '1' }
servers: [{ url: https://watch.example/v1 }]
paths:
  /rules: { post: { operationId: addRule, requestBody: { required: true, content: { application/json: { schema: {
    type: object, required: [rule], properties: { note: { type: string }, rule: { type: object, minProperties: 2,
    dependentRequired: { a: [b] }, properties: { a: { type: integer }, b: { type: integer }, c: { type: integer } } } }
    } } } }, responses: { '204': { description: Made. } } } }
  /places: { post: { operationId: addPlace, requestBody: { required: true, content: { application/json: { schema: {
    type: object, dependentRequired: { lat: [lon] }, properties: { name: { type: string }, lat: { type: number }, lon: { type: number } }
    } } } }, responses: { '204': { description: Made. } } } }
  /scans: { post: { operationId: addScan, requestBody: { required: true, content: { multipart/form-data: { schema: {
    type: object, dependentRequired: { a: [f] }, properties: { a: { type: integer }, f: { type: string, format: binary, maxLength: 3 } }
    } } } }, responses: { '204': { description: Made. } } } }
  /finds: { post: { operationId: find, requestBody: { required: true, content: { application/json: { schema: {
    type: object, minProperties: 2, dependentRequired: { a: [b] }, properties: { a: { type: integer }, b: { type: integer } }
    } } } }, responses: { '200': { description: Found., content: { application/json: { schema: { type: object, properties: { n: { type: integer } } } } } } } } }
";

/// Its tools: the rule as its properties, and each by itself.
const TOGETHER_TOOLS: &str = "curation: 1
server: { name: rules, about: Rules of a harbour. }
document: ./openapi.yaml
tools:
  flat: { about: Add a rule., args: [rule], flatten: rule, call: addRule, effect: additive, ungated: It is small., not_offered: [body.note] }
  bound: { about: Add a rule in part., args: [one], bind: { one: 'body#/rule/a' }, fixed: { 'body#/rule/c': 1 }, call: addRule, effect: additive, ungated: It is small., not_offered: [body.note] }
  place: { about: Add a place., args: [name, lat], call: addPlace, effect: additive, ungated: It is small., not_offered: [body.lon] }
  scan: { about: Add a scan., args: [a, f], call: addScan, effect: additive, ungated: It is small. }
  find: { about: Find., args: [a, b], steps: { found: { call: find } }, effect: read, result: Found }
projections: { Found: [n: '$steps.found.body#/n'] }
";

#[test]
fn an_object_that_arguments_make_is_judged_as_one() {
    let served = inline::Inline::of(TOGETHER_TOOLS, TOGETHER);
    let said = |tool: &str, arguments: Value| served.call(tool, arguments).map(|request| body(&request));
    for (tool, arguments, told) in [
        ("flat", json!({}), "flat needs one of a, b, c."),
        ("flat", json!({"a": 1}), "rule needs b."),
        ("flat", json!({"c": 1}), "rule must have at least 2 keys."),
        (
            "bound",
            json!({"one": 1}),
            "rule needs b, which no argument gives. This call cannot give it: one asks for it.",
        ),
        (
            "place",
            json!({"lat": 1}),
            "place needs lon, which no argument gives. This call cannot give it: lat asks for it.",
        ),
        ("scan", json!({"a": 1}), "scan needs f."),
        ("find", json!({"a": 1}), "found needs b."),
        ("find", json!({"a": 1}), "found must have at least 2 keys."),
        ("find", json!({"b": 1}), "found must have at least 2 keys."),
    ] {
        let refused = said(tool, arguments.clone()).unwrap_err();
        assert!(refused.contains(told), "{tool} {arguments}: {refused}");
    }
    assert_eq!(said("flat", json!({"b": 1, "c": 2})).unwrap(), json!({"rule": {"b": 1, "c": 2}}));
    assert_eq!(said("place", json!({"name": "Quay"})).unwrap(), json!({"name": "Quay"}));
    for file in [json!("aGVsbG8="), json!({"data": "aGVsbG8=", "filename": "hello.txt"})] {
        assert!(served.call("scan", json!({"a": 1, "f": file})).is_ok(), "{file}");
    }
}

/// A GET that counts anew, one that hands out a number, and messages that are gone once they are got.
const USED_UP: &str = "openapi: 3.1.0
info: { title: Queues, version: '1' }
servers: [{ url: https://queues.example }]
paths:
  /reset/{q}: { get: { operationId: reset, parameters: [{ $ref: '#/components/parameters/Q' }], responses: { '200': { $ref: '#/components/responses/One' } } } }
  /ticket: { get: { operationId: ticket, responses: { '200': { $ref: '#/components/responses/One' } } } }
  /peek/{q}: { post: { operationId: peek, parameters: [{ $ref: '#/components/parameters/Q' }], requestBody: { $ref: '#/components/requestBodies/Get' }, responses: { '200': { $ref: '#/components/responses/Many' } } } }
  /take/{q}: { post: { operationId: take, parameters: [{ $ref: '#/components/parameters/Q' }], requestBody: { $ref: '#/components/requestBodies/Get' }, responses: { '200': { $ref: '#/components/responses/Many' } } } }
components:
  parameters: { Q: { name: q, in: path, required: true, schema: { type: string } } }
  requestBodies: { Get: { required: true, content: { application/json: { schema: { type: object, properties: { count: { type: integer } } } } } } }
  responses:
    One: { description: One., content: { application/json: { schema: { type: object, properties: { n: { type: integer } } } } } }
    Many: { description: Many., content: { application/json: { schema: { type: array, items: { type: object, properties: { n: { type: integer } } } } } } }
";

const USED_UP_TOOLS: &str = "curation: 1
server: { name: queues, about: Messages of a harbour. }
document: ./openapi.yaml
gates: { dry_run: { arg: dryRun }, confirm: { arg: confirm } }
args: { limit: { type: row-limit } }
tools:
  reset: { about: Count anew., call: reset, effect: destructive, gates: { dry_run: { local: true }, confirm: { equals: $request.path.q } }, result: N }
  ticket: { about: Draw a number., call: ticket, effect: additive, ungated: There are more., result: N }
  peek: { about: Look., args: [q, limit], bind: { limit: body.count }, call: peek, effect: read, rows: N }
  take: { about: Take., args: [q, limit], bind: { limit: body.count }, call: take, effect: destructive, gates: { dry_run: { local: true }, confirm: { equals: $request.path.q } }, rows: N }
projections: { N: [n] }
";

#[test]
fn a_get_that_changes_something_is_a_change() {
    let tools = inline::catalogue(USED_UP_TOOLS, USED_UP).tools;
    let annotations = |name: &str| tools.iter().find(|tool| tool.name == name).unwrap().annotations;
    let (reset, ticket) = (annotations("reset"), annotations("ticket"));
    assert!(!reset.read_only && reset.destructive, "{reset:?}");
    assert!(!ticket.read_only && !ticket.destructive, "{ticket:?}");
    let served = inline::Inline::of(USED_UP_TOOLS, USED_UP);
    let dry = served.call("reset", json!({"q": "fog"})).unwrap_err();
    assert!(dry.contains("wouldSend"), "{dry}");
    let wrong = served.call("reset", json!({"q": "fog", "dryRun": false})).unwrap_err();
    assert!(wrong.contains("confirm"), "{wrong}");
    let sent = served.call("reset", json!({"q": "fog", "dryRun": false, "confirm": "fog"})).unwrap();
    assert_eq!((sent.method.as_str(), sent.url.as_str()), ("GET", "https://queues.example/reset/fog"));
}

#[test]
fn a_change_asks_for_no_row_that_it_does_not_show() {
    let served = inline::Inline::of(USED_UP_TOOLS, USED_UP);
    let sent = |tool: &str, arguments: Value| body(&served.call(tool, arguments).unwrap())["count"].clone();
    assert_eq!(sent("peek", json!({"q": "fog", "limit": 3})), 4);
    assert_eq!(sent("take", json!({"q": "fog", "limit": 3, "dryRun": false, "confirm": "fog"})), 3);
    let dry = served.call("take", json!({"q": "fog", "limit": 3})).unwrap_err();
    assert!(dry.contains("\"count\":3"), "{dry}");
}
