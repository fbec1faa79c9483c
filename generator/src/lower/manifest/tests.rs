//! Manifests → curations and faults.

use fewtools_contract::{Effect, EffectMatch, GroupKind, Mode, Types};
use serde_json::json;

use crate::diagnostics::{Fault, Part, Sink};
use crate::load::texts;
use crate::lower::curation::{ArgType, AuthEntry, Ceiling, Curation, FromEntry, PickEntry, Policy, Word};

/// The least a manifest says.
const LEAST: &str = "curation: 1\nserver: { name: console, about: Looks after clusters. }\n";

fn read(manifest: &str) -> (Option<Curation>, Vec<Fault>) {
    let mut sink = Sink::default();
    let documents = texts(manifest, "openapi: 3.1.0\n", &mut sink);
    assert_eq!(sink.faults(), [], "{manifest}");
    let curation = super::read(&documents, &mut sink);
    (curation, sink.into_faults())
}

/// A curation without faults.
fn good(rest: &str) -> Curation {
    let (curation, faults) = read(&format!("{LEAST}{rest}"));
    assert_eq!(faults, [], "{rest}");
    curation.unwrap()
}

/// A tool `t` with these lines beside `about` and `call`.
fn with_tool(rest: &str) -> String {
    format!("tools:\n  t: {{ about: Does it., call: op, {rest} }}\n")
}

fn values(words: &[Word]) -> Vec<&str> {
    words.iter().map(|word| word.value.as_str()).collect()
}

/// Asserts that a text has exactly one fault: code, pointer (with `#` for the key), and a part of its text.
fn refused(manifest: &str, code: &str, at: &str, says: &str) {
    let (curation, faults) = read(manifest);
    let [fault] = faults.as_slice() else { panic!("{manifest}\n{faults:#?}") };
    let place = fault.place.as_ref().unwrap();
    let key = if place.part == Part::Key { "#" } else { "" };
    assert_eq!(
        (fault.code.0, format!("{key}{}", place.pointer)),
        (code, at.to_owned()),
        "{manifest}\n{fault}"
    );
    assert!(fault.to_string().contains(says), "{manifest}\n{fault}");
    assert!(curation.is_none());
}

#[test]
fn what_is_not_said_has_its_default() {
    let curation = good("");
    assert_eq!(curation.name.value, "console");
    assert_eq!(curation.about, "Looks after clusters.");
    assert!(!curation.refuse_by_protocol);
    assert_eq!((curation.coverage.uncovered, curation.coverage.undecided), (Policy::Deny, Policy::Warn));
    assert_eq!(curation.budget.listing.value, Ceiling::Tokens(2_000));
    assert_eq!(curation.budget.per_tool.value, Ceiling::Tokens(200));
    assert_eq!(curation.budget.average.value, Ceiling::None);
    assert_eq!(curation.budget.result.value, Ceiling::Tokens(4_000));
    assert_eq!((curation.rows.default, curation.rows.max), (25, 100));
    assert_eq!(curation.error_code.value, "/code");
    assert_eq!(curation.schema.mode, None);
    assert!(curation.tools.is_empty());
}

#[test]
fn the_settings_of_a_manifest_are_read() {
    let curation = good(
        "document: openapi.yaml
coverage: { uncovered: warn, undecided: allow, not_offered: [query.page, header.x] }
schema: { mode: terse, texts: document }
budget: { listing: 900, per_tool: none, average: 80, result: none }
rows: { default: 10, max: 20 }
error_code: /error/code~1x
renamed: { old: new, gone: tool.variant }
exclude:
  - { ops: [a, GET /b], why: Later. }
  - { ops: [c], why: Never. }
",
    );
    assert_eq!((curation.coverage.uncovered, curation.coverage.undecided), (Policy::Warn, Policy::Allow));
    assert_eq!(values(&curation.coverage.not_offered), ["query.page", "header.x"]);
    assert_eq!((curation.schema.mode, curation.schema.texts_of_document), (Some(Mode::Terse), Some(true)));
    assert_eq!(curation.budget.listing.value, Ceiling::Tokens(900));
    assert_eq!(curation.budget.listing.at.pointer.as_str(), "/budget/listing");
    assert_eq!(curation.budget.per_tool.value, Ceiling::None);
    assert_eq!(curation.budget.average.value, Ceiling::Tokens(80));
    assert_eq!(curation.budget.result.value, Ceiling::None);
    assert_eq!((curation.rows.default, curation.rows.max), (10, 20));
    assert_eq!(curation.error_code.value, "/error/code~1x");
    assert_eq!(curation.renamed["gone"].value, "tool.variant");
    assert_eq!(values(&curation.exclude[0].ops), ["a", "GET /b"]);
    assert_eq!(curation.exclude[1].why, "Never.");
}

#[test]
fn one_limit_of_rows_moves_the_other() {
    let limits = |text: &str| {
        let rows = good(text).rows;
        (rows.default, rows.max)
    };
    assert_eq!(limits("rows: { max: 10 }\n"), (10, 10));
    assert_eq!(limits("rows: { default: 200 }\n"), (200, 200));
    assert_eq!(limits("rows: { max: 50 }\n"), (25, 50));
}

#[test]
fn the_way_to_the_upstream_is_read() {
    let upstream = good(
        "upstream:
  server: 1
  variables: { region: eu, port: 8080, secure: true }
  retrieved_from: https://example.com/openapi.json
  timeout: 500ms
  max_response: 8 MiB
",
    )
    .upstream;
    assert_eq!(upstream.server.map(|server| server.value), Some(1));
    let variables: Vec<_> = upstream.variables.values().map(|word| word.value.as_str()).collect();
    assert_eq!(variables, ["eu", "8080", "true"]);
    assert_eq!(upstream.retrieved_from.unwrap().value, "https://example.com/openapi.json");
    assert_eq!(upstream.timeout_ms.unwrap().value, 500);
    assert_eq!(upstream.max_response.unwrap().value, 8 << 20);
    assert_eq!(
        good("upstream: { url: 'http://[::1]:80/v1' }\n").upstream.url.unwrap().value,
        "http://[::1]:80/v1"
    );
}

#[test]
fn durations_and_sizes_have_units() {
    for (text, milliseconds) in [("8s", 8_000), ("2m", 120_000), ("1 h", 3_600_000), ("1d", 86_400_000)] {
        let upstream = good(&format!("upstream: {{ timeout: {text} }}\n")).upstream;
        assert_eq!(upstream.timeout_ms.unwrap().value, milliseconds);
    }
    for (text, bytes) in
        [("8kB", 8_000), ("1KiB", 1_024), ("2MB", 2_000_000), ("512B", 512), ("1GiB", 1 << 30)]
    {
        let upstream = good(&format!("upstream: {{ max_response: {text} }}\n")).upstream;
        assert_eq!(upstream.max_response.unwrap().value, bytes);
    }
    for bad in ["8", "s", "0s", "-1s", "8 parsecs", "1.5s", "99999999999d", "''"] {
        let (_, faults) = read(&format!("{LEAST}upstream: {{ timeout: '{bad}' }}\n"));
        assert!(faults.len() == 1 || bad == "''", "{bad}: {faults:?}");
    }
}

#[test]
fn credentials_come_from_the_environment_or_the_caller() {
    let auth = good("auth: { a: { env: API_TOKEN }, b: { forward: authorization } }\n").auth;
    assert_eq!(auth["a"].value, AuthEntry::Env("API_TOKEN".to_owned()));
    assert_eq!(auth["b"].value, AuthEntry::Forward("authorization".to_owned()));
}

#[test]
fn shared_arguments_are_read() {
    let args = good(
        "args:
  queue: { to: path.queueName }
  window: { type: duration, default: 1h }
  rule: { to: body, type: object }
  limit: { type: row-limit }
",
    )
    .args;
    assert_eq!(args["queue"].value.to.as_ref().unwrap().value, "path.queueName");
    assert_eq!(args["window"].value.ty.as_ref().unwrap().value, ArgType::Duration);
    assert_eq!(args["window"].value.default.as_ref().unwrap().value, json!("1h"));
    assert_eq!(args["rule"].value.ty.as_ref().unwrap().value, ArgType::Plain(Types::OBJECT));
    assert_eq!(args["limit"].value.ty.as_ref().unwrap().value, ArgType::RowLimit);
    assert_eq!(args["queue"].at.part, Part::Key);
}

#[test]
fn a_tool_with_a_call_has_one_variant_without_a_name() {
    let curation = good(&with_tool(
        "args: [a, b], notes: { a: 'Like 15m' }, bind: { b: query.c.d }, defaults: { a: 1 }, needs: [a],
        fixed: { query.dryRun: true, body.x: null }, not_offered: [body.y], effect: additive, one_of: [a, b],
        result: Row, schema: { mode: simple }",
    ));
    let tool = &curation.tools["t"].value;
    assert_eq!(tool.about.value, "Does it.");
    assert_eq!(values(tool.args.as_ref().unwrap()), ["a", "b"]);
    assert_eq!(tool.notes["a"].value, "Like 15m");
    assert_eq!(tool.bind["b"].value, "query.c.d");
    assert_eq!(tool.defaults["a"].value, json!(1));
    let fixed: Vec<_> = tool.fixed.iter().map(|(slot, spot)| (slot.as_str(), &spot.value)).collect();
    assert_eq!(fixed, [("query.dryRun", &json!(true)), ("body.x", &json!(null))]);
    assert_eq!(values(&tool.not_offered), ["body.y"]);
    assert_eq!(tool.effect.as_ref().unwrap().value, Effect::Additive);
    assert_eq!(tool.schema.mode, Some(Mode::Simple));
    let result = tool.result.as_ref().unwrap();
    assert!(result.rows.is_none());
    assert_eq!(result.projection.as_ref().unwrap().value, "Row");
    let [variant] = tool.variants.as_slice() else { panic!() };
    assert_eq!((variant.name.value.as_str(), variant.call.value.as_str()), ("", "op"));
    assert_eq!(values(&variant.needs), ["a"]);
    assert_eq!((variant.groups[0].0, values(&variant.groups[0].1)), (GroupKind::OneOf, vec!["a", "b"]));
    assert!(good(&with_tool("")).tools["t"].value.args.is_none());
}

#[test]
fn a_family_has_variants() {
    let curation = good(
        "tools:
  t:
    about: >
      Acts on
      messages.
    discriminator: { arg: action, default: move, aliases: { mv: move } }
    mixed_posture: One tool is cheaper.
    variants:
      move: { call: moveMessages, needs: [target], one_of: [ids, filter], bind: { target: query.to } }
      purge:
        call: POST /purge
        about: It removes every message.
        effect: destructive
        any_of: [x, y]
        at_most_one: [x, z]
        fixed: { query.dryRun: true }
        not_offered: [query.z]
        rows: { at: data/items, pick: Row, ordered_by: name }
      list: { call: listMessages, rows: Row }
      all: { call: listAll, rows: { at: items } }
  u: { about: Lists., discriminator: kind, variants: { 'on': { call: a } } }
",
    );
    let tool = &curation.tools["t"].value;
    assert_eq!(tool.about.value, "Acts on messages.");
    let discriminator = tool.discriminator.as_ref().unwrap();
    assert_eq!(discriminator.arg.value, "action");
    assert_eq!(discriminator.default.as_ref().unwrap().value, "move");
    assert_eq!(discriminator.aliases["mv"].value, "move");
    assert_eq!(tool.mixed_posture.as_ref().unwrap().value, "One tool is cheaper.");
    let [moving, purge, list, all] = tool.variants.as_slice() else { panic!() };
    assert_eq!((moving.name.value.as_str(), moving.name.at.part), ("move", Part::Key));
    assert_eq!(moving.bind["target"].value, "query.to");
    assert_eq!(purge.call.value, "POST /purge");
    assert_eq!(purge.about, "It removes every message.");
    assert_eq!(purge.effect.as_ref().unwrap().value, Effect::Destructive);
    let kinds: Vec<_> = purge.groups.iter().map(|(kind, _)| *kind).collect();
    assert_eq!(kinds, [GroupKind::AnyOf, GroupKind::AtMostOne]);
    assert_eq!(purge.fixed["query.dryRun"].value, json!(true));
    let rows = purge.result.as_ref().unwrap().rows.as_ref().unwrap();
    assert_eq!(
        (rows.path.as_ref().unwrap().value.as_str(), rows.ordered_by.as_str()),
        ("data/items", "name")
    );
    assert_eq!(list.result.as_ref().unwrap().projection.as_ref().unwrap().value, "Row");
    assert!(list.result.as_ref().unwrap().rows.as_ref().unwrap().path.is_none());
    assert!(all.result.as_ref().unwrap().projection.is_none());
    let other = &curation.tools["u"].value;
    assert_eq!(other.discriminator.as_ref().unwrap().arg.value, "kind");
    assert_eq!(other.variants[0].name.value, "on");
}

#[test]
fn projections_are_lists_of_fields() {
    let curation = good(
        "projections:
  Row: [name, depth: messages/total, first: items/0/id]
  Tree:
    - nodes: { each: nodes, where: active, pick: [name, role: kind/name] }
      rest: { each: '', pick: Row }
    - all: { each: items }
"
        .replace("''", "x/y")
        .as_str(),
    );
    let row = &curation.projections["Row"];
    assert_eq!(row.at.part, Part::Key);
    let fields: Vec<_> = row
        .value
        .iter()
        .map(|field| match &field.from {
            FromEntry::Path(path) => (field.name.value.as_str(), path.value.as_str()),
            FromEntry::Each { .. } => panic!("{field:?}"),
        })
        .collect();
    assert_eq!(fields, [("name", "name"), ("depth", "messages/total"), ("first", "items/0/id")]);
    let tree = &curation.projections["Tree"].value;
    let FromEntry::Each { each, filter, pick } = &tree[0].from else { panic!() };
    assert_eq!(each.value, "nodes");
    assert_eq!(filter.as_ref().unwrap().equals, json!(true));
    let Some(PickEntry::Fields(fields)) = pick else { panic!() };
    assert_eq!(fields[1].name.value, "role");
    assert!(
        matches!(&tree[1].from, FromEntry::Each { pick: Some(PickEntry::Named(name)), .. } if name.value == "Row")
    );
    assert!(matches!(&tree[2].from, FromEntry::Each { filter: None, pick: None, .. }));
}

#[test]
fn a_condition_is_a_field_or_a_comparison() {
    let filter = |condition: &str| {
        let text = format!("projections:\n  P:\n    - a: {{ each: b, where: {condition} }}\n");
        let curation = good(&text);
        match &curation.projections["P"].value[0].from {
            FromEntry::Each { filter: Some(filter), .. } => {
                (filter.path.value.clone(), filter.equals.clone())
            }
            other => panic!("{other:?}"),
        }
    };
    for (condition, path, equals) in [
        ("differs", "differs", json!(true)),
        ("a/b == open", "a/b", json!("open")),
        ("a==3", "a", json!(3)),
        ("a == -1.5", "a", json!(-1.5)),
        ("a == false", "a", json!(false)),
        ("a == null", "a", json!(null)),
        ("'a == \"two words\"'", "a", json!("two words")),
        ("\"a == 'two words'\"", "a", json!("two words")),
    ] {
        assert_eq!(filter(condition), (path.to_owned(), equals), "{condition}");
    }
    for bad in
        ["a == ", "== b", "a != b", "a > 3", "a == b c", "a && b", "a == [1]", "a === b", "a b", "not(a)"]
    {
        let text = format!("{LEAST}projections:\n  P:\n    - a: {{ each: b, where: '{bad}' }}\n");
        refused(&text, "bad-value", "/projections/P/0/a/where", "`field == constant`");
    }
}

#[test]
fn error_rules_are_read() {
    let rules = good(
        "errors:
  - { status: 409, code: too-many, ops: [a], error_code: /error, say: Too many. }
  - { status: 5xx, effect: mutation, say: Unknown. }
  - { network: any, effect: additive, say: No answer. }
  - { code: gone, say: Gone. }
",
    )
    .errors;
    let statuses: Vec<_> = rules.iter().map(|rule| rule.value.status).collect();
    assert_eq!(statuses, [Some((409, 409)), Some((500, 599)), None, Some((400, 599))]);
    assert_eq!(rules[0].value.code, "too-many");
    assert_eq!(rules[0].value.error_code.as_ref().unwrap().value, "/error");
    assert_eq!(values(&rules[0].value.ops), ["a"]);
    assert_eq!(rules[1].value.effect, Some(EffectMatch::Mutation));
    assert_eq!(rules[2].value.effect, Some(EffectMatch::Only(Effect::Additive)));
    assert_eq!(rules[1].value.say.value, "Unknown.");
}

#[test]
fn refusals_can_go_by_the_protocol() {
    let (curation, _) = read("curation: 1\nserver: { name: a, about: b, refusals: protocol }\n");
    assert!(curation.unwrap().refuse_by_protocol);
}

#[test]
fn what_must_be_there_is_asked_for() {
    refused("server: { name: a, about: b }\n", "missing-key", "", "curation: 1");
    refused("curation: 1\n", "missing-key", "", "`server`");
    refused("curation: 1\nserver: { about: b }\n", "missing-key", "/server", "`server`: the key `name`");
    refused("curation: 1\nserver: { name: a }\n", "missing-key", "/server", "`about`");
    for (rest, at, says) in [
        ("tools: { t: { call: a } }\n", "/tools/t", "`about`"),
        ("tools: { t: { about: b } }\n", "/tools/t", "`call` with an operationId"),
        ("tools: { t: { about: b, discriminator: c } }\n", "/tools/t", "`variants`"),
        ("tools: { t: { about: b, variants: { c: { call: d } } } }\n", "/tools/t", "`discriminator`"),
        (
            "tools: { t: { about: b, discriminator: {}, variants: { c: { call: d } } } }\n",
            "/tools/t/discriminator",
            "`arg`",
        ),
        (
            "tools: { t: { about: b, discriminator: c, variants: { d: {} } } }\n",
            "/tools/t/variants/d",
            "`call`",
        ),
        ("exclude: [{ ops: [a] }]\n", "/exclude/0", "`why`"),
        ("exclude: [{ why: a }]\n", "/exclude/0", "`ops`"),
        ("errors: [{ status: 404 }]\n", "/errors/0", "`say`"),
        ("errors: [{ say: a }]\n", "/errors/0", "`status: 409`"),
        ("auth: { a: {} }\n", "/auth/a", "forward"),
        ("projections: { P: [a: { pick: [b] }] }\n", "/projections/P/0/a", "`each`"),
    ] {
        refused(&format!("{LEAST}{rest}"), "missing-key", at, says);
    }
}

#[test]
fn a_wrong_type_says_what_was_expected_and_found() {
    for (rest, at, says) in [
        ("coverage: [a]\n", "/coverage", "found a list"),
        ("coverage: { not_offered: query.page }\n", "/coverage/not_offered", "`[query.page]`"),
        ("schema: terse\n", "/schema", "`mode`"),
        ("budget: 2000\n", "/budget", "found a number"),
        ("budget: { listing: [1] }\n", "/budget/listing", "a number of tokens, or `none`, found a list"),
        ("budget: { per_tool: null }\n", "/budget/per_tool", "`none`"),
        ("rows: { max: ten }\n", "/rows/max", "found a text"),
        ("upstream: { server: main }\n", "/upstream/server", "the index"),
        ("upstream: { timeout: 8 }\n", "/upstream/timeout", "`8s`"),
        ("upstream: { variables: { a: [] } }\n", "/upstream/variables/a", "a text"),
        ("auth: { a: TOKEN }\n", "/auth/a", "`{ env: NAME }`"),
        ("args: [a]\n", "/args", "a mapping of arguments"),
        ("args: { a: path.b }\n", "/args/a", "`to`"),
        ("tools: [a]\n", "/tools", "a mapping of tools"),
        ("tools: { t: listQueues }\n", "/tools/t", "a tool"),
        ("tools:\n  t:\n", "/tools/t", "found nothing"),
        (
            "tools: { t: { about: b, discriminator: c, variants: { d: op } } }\n",
            "/tools/t/variants/d",
            "`{ call: op }`",
        ),
        (
            "tools: { t: { about: b, discriminator: [c], variants: { d: { call: e } } } }\n",
            "/tools/t/discriminator",
            "`arg`",
        ),
        ("projections: { P: { name: a } }\n", "/projections/P", "a list of fields"),
        ("projections: { P: [1] }\n", "/projections/P/0", "a field"),
        ("projections: { P: [a: 1] }\n", "/projections/P/0/a", "`each`"),
        ("errors: { status: 404 }\n", "/errors", "a list of rules"),
        ("errors: [{ status: true, say: a }]\n", "/errors/0/status", "`409`"),
        ("error_code: 7\n", "/error_code", "JSON Pointer"),
        ("renamed: [a]\n", "/renamed", "old names"),
        ("exclude: { ops: [a], why: b }\n", "/exclude", "a list of"),
        ("exclude: [{ ops: a, why: b }]\n", "/exclude/0/ops", "`[a]`"),
        (
            "exclude: [{ ops: [1], why: b }]\n",
            "/exclude/0/ops/0",
            "`exclude[0].ops[0]`: expected a name, found a number",
        ),
    ] {
        refused(&format!("{LEAST}{rest}"), "wrong-type", at, says);
    }
    refused(
        &format!("{LEAST}{}", with_tool("args: 3")),
        "wrong-type",
        "/tools/t/args",
        "expected a list of names, found a number",
    );
    refused(&format!("{LEAST}{}", with_tool("rows: [a]")), "wrong-type", "/tools/t/rows", "a projection");
    refused("curation: one\nserver: { name: a, about: b }\n", "wrong-type", "/curation", "version");
}

#[test]
fn a_value_that_is_not_known_is_refused() {
    for (rest, at, says) in [
        ("coverage: { uncovered: dney }\n", "/coverage/uncovered", "instead: `deny`"),
        (
            "coverage: { undecided: maybe }\n",
            "/coverage/undecided",
            "`maybe` is not one of `deny`, `warn`, `allow`",
        ),
        ("schema: { mode: verbose }\n", "/schema/mode", "`terse`"),
        ("budget: { listing: 0 }\n", "/budget/listing", "from 1"),
        ("budget: { listing: 1.5 }\n", "/budget/listing", "from 1"),
        ("rows: { default: 50, max: 20 }\n", "/rows/default", "more than `rows.max`"),
        ("upstream: { url: example.com }\n", "/upstream/url", "https://"),
        ("upstream: { url: 'file:///etc/passwd' }\n", "/upstream/url", "https://"),
        ("upstream: { max_response: 8mb }\n", "/upstream/max_response", "`8MiB`"),
        ("upstream: { server: -1 }\n", "/upstream/server", "`0`"),
        ("auth: { a: { env: 'MY TOKEN' } }\n", "/auth/a/env", "environment"),
        ("auth: { a: { forward: 'x: y' } }\n", "/auth/a/forward", "header"),
        ("args: { a: { type: uuids } }\n", "/args/a/type", "`uuid`"),
        ("errors: [{ status: 42, say: a }]\n", "/errors/0/status", "`5xx`"),
        ("errors: [{ status: 9xx, say: a }]\n", "/errors/0/status", "`5xx`"),
        ("errors: [{ network: timeout, say: a }]\n", "/errors/0/network", "`any`"),
        ("errors: [{ network: any, effect: write, say: a }]\n", "/errors/0/effect", "`mutation`"),
        ("error_code: code\n", "/error_code", "`/code`"),
        ("error_code: /a~2\n", "/error_code", "JSON Pointer"),
        ("projections: { P: [messages/total] }\n", "/projections/P/0", "`total: messages/total`"),
    ] {
        refused(&format!("{LEAST}{rest}"), "bad-value", at, says);
    }
    refused(&format!("{LEAST}{}", with_tool("effect: destroys")), "bad-value", "/tools/t/effect", "`read`");
    refused(&format!("{LEAST}{}", with_tool("one_of: [a]")), "bad-value", "/tools/t/one_of", "`needs`");
    refused("curation: 2\nserver: { name: a, about: b }\n", "unknown-version", "/curation", "`curation: 1`");
}

#[test]
fn empty_texts_and_lists_are_refused() {
    for (rest, code, at) in [
        ("exclude: [{ ops: [a], why: '' }]\n", "empty-text", "/exclude/0/why"),
        ("exclude: [{ ops: [], why: a }]\n", "empty-list", "/exclude/0/ops"),
        ("tools: { t: { about: ' ', call: a } }\n", "empty-text", "/tools/t/about"),
        ("tools: { t: { about: a, discriminator: b, variants: {} } }\n", "empty-list", "/tools/t/variants"),
        ("tools: { '': { about: a, call: b } }\n", "empty-text", "#/tools/"),
        ("projections: { P: [] }\n", "empty-list", "/projections/P"),
        ("errors: [{ status: 404, say: '' }]\n", "empty-text", "/errors/0/say"),
    ] {
        refused(&format!("{LEAST}{rest}"), code, at, "");
    }
}

#[test]
fn names_stand_once_in_a_list() {
    for (rest, at) in [
        ("exclude: [{ ops: [a, b, a], why: c }]\n", "/exclude/0/ops/2"),
        ("exclude: [{ ops: [a], why: c }, { ops: [b, a], why: d }]\n", "/exclude/1/ops/1"),
        ("projections: { P: [a, b: c, a: d] }\n", "#/projections/P/2/a"),
        ("coverage: { not_offered: [query.a, query.a] }\n", "/coverage/not_offered/1"),
    ] {
        refused(&format!("{LEAST}{rest}"), "duplicate-name", at, "`a` twice".trim_start_matches("`a`"));
    }
    refused(
        &format!("{LEAST}{}", with_tool("args: [a, a]")),
        "duplicate-name",
        "/tools/t/args/1",
        "names `a` twice",
    );
}

#[test]
fn what_excludes_each_other_is_refused_at_the_second() {
    for (rest, at) in [
        ("upstream: { url: 'https://a', server: 0 }\n", "#/upstream/server"),
        ("auth: { a: { env: A, forward: b } }\n", "#/auth/a/forward"),
        ("errors: [{ status: 404, network: any, say: a }]\n", "#/errors/0/network"),
        ("errors: [{ code: x, network: any, say: a }]\n", "#/errors/0/code"),
        (
            "tools: { t: { about: a, call: b, discriminator: c, variants: { d: { call: e } } } }\n",
            "#/tools/t/discriminator",
        ),
        ("tools: { t: { about: a, call: b, variants: { d: { call: e } } } }\n", "#/tools/t/variants"),
    ] {
        refused(&format!("{LEAST}{rest}"), "conflicting-keys", at, "keep");
    }
    refused(
        &format!("{LEAST}{}", with_tool("result: A, rows: B")),
        "conflicting-keys",
        "#/tools/t/rows",
        "`rows` for a list",
    );
}

#[test]
fn an_unknown_key_suggests_the_nearest_of_its_level() {
    for (rest, at, says) in [
        ("tool: {}\n", "#/tool", "a manifest has no key `tool`; instead: `tools`"),
        ("layouts: intent\n", "#/layouts", "`layout`"),
        ("zebra: 1\n", "#/zebra", "one of `curation`"),
        (
            "coverage: { uncoverd: deny }\n",
            "#/coverage/uncoverd",
            "`coverage` has no key `uncoverd`; instead: `uncovered`",
        ),
        ("budget: { per-tool: 1 }\n", "#/budget/per-tool", "`per_tool`"),
        ("args: { a: { too: path.b } }\n", "#/args/a/too", "`to`"),
        ("tools: { t: { about: a, call: b, arg: [c] } }\n", "#/tools/t/arg", "`args`"),
        (
            "tools: { t: { about: a, discriminator: b, variants: { c: { call: d, need: [e] } } } }\n",
            "#/tools/t/variants/c/need",
            "`needs`",
        ),
        (
            "tools: { t: { about: a, discriminator: b, variants: { c: { call: d } }, needs: [e] } }\n",
            "#/tools/t/needs",
            "variant",
        ),
        ("projections: { P: [a: { each: b, picks: [c] }] }\n", "#/projections/P/0/a/picks", "`pick`"),
        ("exclude: [{ ops: [a], reason: b, why: c }]\n", "#/exclude/0/reason", "one of `ops`, `why`"),
    ] {
        refused(&format!("{LEAST}{rest}"), "unknown-key", at, says);
    }
}

#[test]
fn what_is_not_built_yet_is_told_by_name() {
    for key in [
        "layout",
        "domains",
        "hierarchical",
        "types",
        "gates",
        "subjects",
        "permissions",
        "resources",
        "prompts",
        "instructions",
        "help",
        "profiles",
    ] {
        refused(&format!("{LEAST}{key}: {{}}\n"), "not-built-yet", &format!("#/{key}"), &format!("`{key}`"));
    }
    for (rest, at, says) in [
        ("schema: { mode: rich }\n", "/schema/mode", "`rich`"),
        ("schema: { conditionals: root }\n", "#/schema/conditionals", "`schema.conditionals`"),
        ("schema: { clients: [a] }\n", "#/schema/clients", "`schema.clients`"),
        ("budget: { tokenizer: o200k_base }\n", "#/budget/tokenizer", "a quarter"),
        ("budget: { instructions: 1 }\n", "#/budget/instructions", "`budget.instructions`"),
        ("exclude: [{ tags: [a], why: b }]\n", "#/exclude/0/tags", "`ops`"),
        ("tools: { t: { about: a, steps: { b: { call: c } } } }\n", "#/tools/t/steps", "`tools.t.steps`"),
        ("projections: { P: [a: { from: b, each: c }] }\n", "#/projections/P/0/a/from", "from"),
        ("projections: { P: [a: { const: 1 }] }\n", "#/projections/P/0/a/const", "const"),
        ("projections: { P: [a: $now] }\n", "/projections/P/0/a", "`$now`"),
        ("projections: { P: [a: '$steps.b.body#/c'] }\n", "/projections/P/0/a", "`$steps`"),
        ("projections: { P: [a: [{ when: b }]] }\n", "/projections/P/0/a", "findings"),
    ] {
        refused(&format!("{LEAST}{rest}"), "not-built-yet", at, says);
    }
    for key in [
        "gates",
        "ungated",
        "deadline",
        "merge_into",
        "keep_where",
        "output_schema",
        "flatten",
        "body_shape",
        "expand",
    ] {
        refused(
            &format!("{LEAST}{}", with_tool(&format!("{key}: x"))),
            "not-built-yet",
            &format!("#/tools/t/{key}"),
            key,
        );
    }
    refused(&format!("{LEAST}{}", with_tool("result: link")), "not-built-yet", "/tools/t/result", "`link`");
}

#[test]
fn all_faults_are_told_in_one_run() {
    let (curation, faults) = read(
        "curation: 3
server: { name: '', abuot: x }
budget: { listing: many, tokenizer: x }
tools:
  a: { cal: x }
  b: { about: y, call: z, args: [p, p] }
exclude: [{ ops: [] }]
",
    );
    assert!(curation.is_none());
    let codes: Vec<_> = faults.iter().map(|fault| fault.code.0).collect();
    let mut sorted = codes.clone();
    sorted.sort_unstable();
    let expected = [
        "duplicate-name",
        "empty-list",
        "empty-text",
        "missing-key",
        "missing-key",
        "missing-key",
        "missing-key",
        "not-built-yet",
        "unknown-key",
        "unknown-key",
        "unknown-version",
        "wrong-type",
    ];
    assert_eq!(sorted, expected, "{faults:#?}");
}

#[test]
fn a_manifest_that_is_no_mapping_is_left_to_the_loader() {
    let mut sink = Sink::default();
    let documents = texts("- a\n", "openapi: 3.1.0\n", &mut sink);
    let told = sink.faults().len();
    assert!(super::read(&documents, &mut sink).is_none());
    assert_eq!(sink.faults().len(), told);
}

#[test]
fn any_tree_is_read_without_harm() {
    let odd =
        ["null", "true", "1", "''", "x", "[]", "[null]", "[[x]]", "{}", "{a: null}", "{a: {a: [{a: a}]}}"];
    let keys = [
        "curation",
        "server",
        "upstream",
        "coverage",
        "schema",
        "budget",
        "rows",
        "auth",
        "args",
        "tools",
        "projections",
        "errors",
        "error_code",
        "renamed",
        "exclude",
        "tools: { t",
        "projections: { P",
        "auth: { s",
    ];
    for key in keys {
        for value in odd {
            let close = if key.contains('{') { " }" } else { "" };
            let _ = read(&format!("{key}: {value}{close}\n"));
        }
    }
}
