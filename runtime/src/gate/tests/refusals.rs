//! The table of refusals that the manifest's reference promises, to the letter.

use fewtools_contract::{Catalogue, Check, Expected, Gates, Input, Preview, Profile, Types, Variant, Work};
use serde_json::{Value, json};

use super::{CLUSTER, changing, purge};
use crate::trial::{
    CALL, Recorder, Trial, VARIANT, answer, arguments, broker, catalogue, input, keep, leak, things, tool,
    types,
};
use crate::{Caller, Malformed};

#[test]
fn every_row_of_the_reference() {
    let action = |action: &str, more: Value| {
        let mut call = purge(more);
        call["action"] = json!(action);
        call
    };
    for (tool, call, said) in [
        (
            "list_resources",
            json!({"kind": "queue", "clusterId": CLUSTER}),
            "kind must be one of: queues, addresses, consumers, sessions, connections, producers. Did you mean queues?",
        ),
        (
            "queue_action",
            action("move", json!({})),
            "move needs targetQueue, and one of messageIds, filter. It also takes clusterId, queue, dryRun, confirm, override.",
        ),
        (
            "queue_action",
            purge(json!({"filter": "x"})),
            "purge takes no filter: it removes every message. To remove some, use action=delete.",
        ),
        (
            "queue_action",
            purge(json!({"dryRun": false})),
            "A real run needs confirm to be exactly \"orders.dlq\". Run with dryRun=true first to see what it would affect.",
        ),
        ("message_action", json!({}), "message_action is now queue_action, same arguments."),
    ] {
        let trial = Trial::of(broker());
        assert_eq!(trial.said(tool, call), said);
        assert!(trial.upstream.requests().is_empty());
    }
    let unknown = Trial::of(broker()).call("resources", json!({}));
    assert_eq!(unknown, Err(Malformed::UnknownTool));
}

#[test]
fn a_missing_confirmation_takes_the_channel_of_refusals() {
    let server = fewtools_contract::Server { refuse_by_protocol: true, ..broker().server };
    let trial = Trial::of(Catalogue { server, ..broker() });
    let Err(Malformed::Refused(refusal)) = trial.call("queue_action", purge(json!({"dryRun": false}))) else {
        panic!("refused by protocol");
    };
    assert_eq!(refusal.data()["reason"], "confirm-needed");
}

#[test]
fn a_gate_that_cannot_hold_is_a_fault_at_the_start() {
    let purge = broker().tools[1].variants[2];
    let gates = purge.gates;
    let own = purge.work.exchange().expect("one request").call;
    let lookup = CALL;
    let posts = keep(fewtools_contract::Call { method: "POST", ..CALL });
    let confirms = |equals| gates.confirm.map(|gate| fewtools_contract::Confirm { equals, ..gate });
    let at = &[];
    let cut = Variant {
        work: Work::one(fewtools_contract::Call { parameters: &[], path: lookup.path, ..own }),
        ..purge
    };
    let local = gates.dry_run.map(|gate| fewtools_contract::DryRun { preview: Preview::Local, ..gate });
    for (variant, problem) in [
        (cut, "what its gates wait for cannot come"),
        (
            Variant {
                gates: Gates { confirm: confirms(Expected::Lookup { call: posts, at }), ..gates },
                ..purge
            },
            "what its gates wait for cannot come",
        ),
        (
            Variant {
                gates: Gates { confirm: confirms(Expected::Preview { at }), dry_run: local, cap: None },
                ..purge
            },
            "what its gates wait for cannot come",
        ),
        (
            Variant { gates: Gates { confirm: confirms(Expected::Input(99)), ..gates }, ..purge },
            "it refers to something that is not in the catalogue",
        ),
    ] {
        let names = ["clusterId", "queue", "a", "b", "c", "d", "dryRun", "confirm", "override"];
        let builder = crate::Dispatcher::builder(keep(things(Variant { name: "", ..variant }, &names)));
        let error = builder.upstream(std::sync::Arc::new(Recorder::silent())).build().expect_err("a fault");
        assert_eq!(error.problems(), [format!("tool `things`: {problem}")]);
    }
}

#[test]
fn a_dry_run_in_an_optional_body_is_sent_by_itself() {
    use fewtools_contract::{Body, BodyField, Content, FieldEncoding, MediaKind, Source};
    let fields = &[
        BodyField {
            at: &["dryRun"],
            needed_in: None,
            source: Source::Input(0),
            encoding: FieldEncoding::Usual,
        },
        BodyField {
            at: &["why"],
            needed_in: Some(0),
            source: Source::Input(1),
            encoding: FieldEncoding::Usual,
        },
    ];
    let body = Body {
        media_type: "application/json",
        kind: MediaKind::Json,
        required: false,
        content: Content::Fields { fields, more: None },
        schema: "",
    };
    let flag = Input { default: "true", check: types(Types::BOOLEAN), ..input(0, "body.dryRun") };
    let gates = Gates {
        dry_run: Some(fewtools_contract::DryRun { input: 0, preview: Preview::Upstream { on: "" } }),
        ..Gates::NONE
    };
    let call = fewtools_contract::Call { method: "POST", body: Some(body), ..CALL };
    let inputs = leak(vec![flag, input(1, "body.why")]);
    let effect = fewtools_contract::Effect::Additive;
    let trial = Trial::of(things(
        Variant { inputs, gates, work: Work::one(call), effect, ..VARIANT },
        &["dryRun", "why"],
    ));
    for (call, sent) in [
        (json!({}), r#"{"dryRun":true}"#),
        (json!({"why": "w"}), r#"{"dryRun":true,"why":"w"}"#),
        (json!({"why": "w", "dryRun": false}), r#"{"dryRun":false,"why":"w"}"#),
    ] {
        trial.call("things", call).expect("a reply");
        let last = trial.upstream.requests().pop().and_then(|request| request.body);
        assert_eq!(last.as_deref().map(String::from_utf8_lossy).as_deref(), Some(sent));
    }
    let count = trial.upstream.requests().len();
    assert_eq!(
        trial.said("things", json!({"dryRun": null, "why": "w"})),
        "dryRun must be true or false, not null."
    );
    assert_eq!(trial.upstream.requests().len(), count);
}

#[test]
fn a_gate_argument_of_a_gated_sibling_is_refused() {
    let own = tool("setting", arguments(&["action", "dryRun"]), VARIANT);
    let gates = broker().tools[1].variants[2].gates;
    let dry = Input { default: "true", check: types(Types::BOOLEAN), ..input(1, "query.dryRun") };
    let reset = Variant {
        name: "reset",
        effect: fewtools_contract::Effect::Destructive,
        inputs: leak(vec![dry]),
        work: Work::one(fewtools_contract::Call {
            parameters: leak(vec![crate::trial::parameter(fewtools_contract::Location::Query, "dryRun", 0)]),
            ..CALL
        }),
        gates: fewtools_contract::Gates {
            dry_run: gates.dry_run.map(|gate| fewtools_contract::DryRun { input: 0, ..gate }),
            ..fewtools_contract::Gates::NONE
        },
        ..VARIANT
    };
    let set = Variant { name: "set", effect: fewtools_contract::Effect::Idempotent, ..VARIANT };
    let family = keep(fewtools_contract::Tool {
        discriminator: Some(fewtools_contract::Discriminator { argument: 0, default: None, aliases: &[] }),
        variants: leak(vec![set, reset]),
        ..*own
    });
    let trial = Trial::of(catalogue(vec![family]));
    assert_eq!(
        trial.said("setting", json!({"action": "set", "dryRun": true})),
        "set takes no dryRun. dryRun is for reset."
    );
    assert!(trial.upstream.requests().is_empty());
}

#[test]
fn a_profile_has_the_gates_of_what_it_narrows() {
    let whole = broker();
    let family = whole.tools[1];
    let narrowed = keep(fewtools_contract::Tool { variants: leak(vec![family.variants[2]]), ..*family });
    let profile = Profile {
        name: "operator",
        tools: leak(vec![narrowed]),
        resources: &[],
        prompts: &[],
        instructions: "",
    };
    let trial = Trial::over(
        Catalogue { profiles: leak(vec![profile]), ..whole },
        Recorder::answering(answer(200, "{}")),
        |builder| builder,
    );
    let operator = Caller::anonymous().with_profile("operator");
    for more in [json!({"dryRun": false}), json!({"dryRun": false, "override": true, "confirm": "orders"})] {
        let reply = trial.call_as(&operator, "queue_action", purge(more)).expect("a reply");
        assert!(
            reply.text.starts_with("A real run needs confirm to be exactly \"orders.dlq\"."),
            "{reply:?}"
        );
    }
    assert!(trial.upstream.requests().is_empty());
    let dry = trial.call_as(&operator, "queue_action", purge(json!({}))).expect("a reply");
    assert_eq!((dry.text.as_str(), changing(&trial)), (r#"{"dryRun":true}"#, 0));
}

#[test]
fn a_hint_says_where_values_come_from() {
    let hint = "Ids come from console://clusters.";
    let kinds = Check { values: &["\"a\"", "\"b\""], ..types(Types::STRING) };
    let inputs = leak(vec![
        Input {
            required: true,
            hint,
            conversion: fewtools_contract::Conversion::Uuid,
            ..input(0, "path.id")
        },
        Input { hint: "Kinds are listed by kinds.", check: kinds, ..input(1, "query.kind") },
        input(2, "query.other"),
    ]);
    let path = &[fewtools_contract::PathPart::Text("/things/"), fewtools_contract::PathPart::Parameter(0)];
    let parameters = leak(vec![crate::trial::parameter(fewtools_contract::Location::Path, "id", 0)]);
    let call = fewtools_contract::Call { path, parameters, ..CALL };
    let trial =
        Trial::of(things(Variant { inputs, work: Work::one(call), ..VARIANT }, &["id", "kind", "other"]));
    for (call, said) in [
        (json!({}), "things needs id. It also takes kind, other. Ids come from console://clusters."),
        (
            json!({"id": "x"}),
            "id must be a UUID like 123e4567-e89b-12d3-a456-426614174000. Ids come from console://clusters.",
        ),
        (
            json!({"id": "x", "kind": "c", "none": 1}),
            "`none` is no argument of things. It takes id, kind, other. id must be a UUID like 123e4567-e89b-12d3-a456-426614174000. Ids come from console://clusters. kind must be one of: a, b. Kinds are listed by kinds.",
        ),
    ] {
        assert_eq!(trial.said("things", call), said);
    }
    assert!(trial.upstream.requests().is_empty());
}
