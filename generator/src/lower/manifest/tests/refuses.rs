//! What a manifest may not say → faults with their places and what to write instead.

use super::{LEAST, read, refused, with_tool};
use crate::diagnostics::Sink;
use crate::load::texts;
use crate::lower::manifest;

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
        ("projections: { P: [a: { pick: [b] }] }\n", "/projections/P/0/a", "`{ each: <path>"),
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
        ("auth: { basicAuth: 'user:pw' }\n", "/auth/basicAuth", "`{ env: BASIC_AUTH }`"),
        ("auth: { 1st: 5 }\n", "/auth/1st", "`{ env: NAME }`"),
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
        (
            "tools: { t: { about: a, call: b, description: a } }\n",
            "#/tools/t/description",
            "instead: `about`",
        ),
        ("tools: { t: { about: a, call: b, arguments: [c] } }\n", "#/tools/t/arguments", "instead: `args`"),
        ("projections: { P: [a: { each: b, picks: [c] }] }\n", "#/projections/P/0/a/picks", "`pick`"),
        ("exclude: [{ ops: [a], reason: b, why: c }]\n", "#/exclude/0/reason", "one of `ops`, `why`"),
    ] {
        refused(&format!("{LEAST}{rest}"), "unknown-key", at, says);
    }
}

#[test]
fn what_is_not_built_yet_is_told_by_name() {
    for key in ["layout", "domains", "hierarchical"] {
        refused(&format!("{LEAST}{key}: {{}}\n"), "not-built-yet", &format!("#/{key}"), &format!("`{key}`"));
    }
    for (rest, at, says) in [
        ("schema: { mode: rich }\n", "/schema/mode", "`rich`"),
        ("schema: { conditionals: root }\n", "#/schema/conditionals", "`schema.conditionals`"),
        ("schema: { clients: [a] }\n", "#/schema/clients", "`schema.clients`"),
        ("budget: { tokenizer: o200k_base }\n", "#/budget/tokenizer", "a quarter"),
        ("exclude: [{ tags: [a], why: b }]\n", "#/exclude/0/tags", "`ops`"),
    ] {
        refused(&format!("{LEAST}{rest}"), "not-built-yet", at, says);
    }
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
    assert!(manifest::read(&documents, &mut sink).is_none());
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
        "types: { t",
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
