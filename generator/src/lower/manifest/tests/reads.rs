//! What a manifest says → what the curation holds.

use fewtools_contract::{Effect, EffectMatch, GroupKind, Mode, Types};
use serde_json::json;

use super::{LEAST, good, read, refused, values, with_tool};
use crate::diagnostics::Part;
use crate::lower::curation::{
    ArgType, AuthEntry, Ceiling, Expression, FromEntry, ItemsEntry, PickEntry, Policy, Spot,
};

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
            FromEntry::Way(Spot { value: Expression::Path(path), .. }) => {
                (field.name.value.as_str(), path.as_str())
            }
            _ => panic!("{field:?}"),
        })
        .collect();
    assert_eq!(fields, [("name", "name"), ("depth", "messages/total"), ("first", "items/0/id")]);
    let tree = &curation.projections["Tree"].value;
    let FromEntry::Each { of, pick } = &tree[0].from else { panic!() };
    assert_eq!(of.at.value, Expression::Path("nodes".to_owned()));
    assert_eq!(of.filter.as_ref().unwrap().equals, json!(true));
    let Some(PickEntry::Fields(fields)) = pick else { panic!() };
    assert_eq!(fields[1].name.value, "role");
    assert!(
        matches!(&tree[1].from, FromEntry::Each { pick: Some(PickEntry::Named(name)), .. } if name.value == "Row")
    );
    let all = |of: &ItemsEntry| of.filter.is_none();
    assert!(matches!(&tree[2].from, FromEntry::Each { of, pick: None } if all(of)));
}

#[test]
fn a_condition_is_a_field_or_a_comparison() {
    let filter = |condition: &str| {
        let text = format!("projections:\n  P:\n    - a: {{ each: b, where: {condition} }}\n");
        let curation = good(&text);
        match &curation.projections["P"].value[0].from {
            FromEntry::Each { of: ItemsEntry { filter: Some(filter), .. }, .. } => {
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
