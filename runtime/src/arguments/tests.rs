//! Refusals, word for word.

mod bodies;

use fewtools_contract::{
    Body, BodyField, Call, Check, Content, Conversion, FieldEncoding, Input, Location, MediaKind, Source,
    Types, Variant, Work,
};
use serde_json::{Value, json};

use crate::trial::{
    CALL, Trial, VARIANT, arguments, broker, catalogue, input, leak, parameter, things, tool, types,
};

const CLUSTER: &str = "123e4567-e89b-12d3-a456-426614174000";

/// A call to `things` with one argument `a` that has this check.
fn one(check: Check<'static>) -> Trial {
    checked(Input { check, ..input(0, "query.a") })
}

fn checked(input: Input<'static>) -> Trial {
    let call = Call { parameters: leak(vec![parameter(Location::Query, "a", 0)]), ..CALL };
    Trial::of(things(Variant { inputs: leak(vec![input]), work: Work::one(call), ..VARIANT }, &["a"]))
}

fn data(trial: &Trial, tool: &str, arguments: Value) -> Value {
    let reply = trial.call(tool, arguments).expect("a reply");
    assert!(reply.is_error, "{reply:?}");
    Value::Object(reply.structured.expect("data"))
}

#[test]
fn the_examples_of_the_reference() {
    let trial = Trial::of(broker());
    let queue = json!({"clusterId": CLUSTER, "queue": "orders"});
    let with = |more: Value| {
        let mut all = queue.clone();
        all.as_object_mut().expect("object").extend(more.as_object().expect("object").clone());
        all
    };
    for (tool, arguments, said) in [
        (
            "list_resources",
            json!({"clusterId": CLUSTER, "kind": "queue"}),
            "kind must be one of: queues, addresses, consumers, sessions, connections, producers. Did you mean queues?",
        ),
        (
            "queue_action",
            with(json!({"action": "move"})),
            "move needs targetQueue, and one of messageIds, filter. It also takes clusterId, queue, dryRun, confirm, override.",
        ),
        (
            "queue_action",
            json!({"action": "move"}),
            "move needs targetQueue, and one of messageIds, filter. It also takes clusterId, queue, dryRun, confirm, override. \
             queue_action always needs clusterId, queue.",
        ),
        (
            "queue_action",
            with(json!({"action": "purge", "filter": "x"})),
            "purge takes no filter: it removes every message. To remove some, use action=delete.",
        ),
        ("message_action", json!({}), "message_action is now queue_action, same arguments."),
    ] {
        assert_eq!(trial.said(tool, arguments), said);
    }
    assert!(trial.upstream.requests().is_empty(), "a refused call sends nothing");
}

#[test]
fn data_beside_the_text() {
    let trial = Trial::of(broker());
    assert_eq!(
        data(
            &trial,
            "queue_action",
            json!({"clusterId": CLUSTER, "queue": "q", "action": "purge", "filter": "x"})
        ),
        json!({
            "reason": "foreign-argument", "argument": "filter",
            "accepted": ["clusterId", "queue", "dryRun", "confirm", "override"],
            "closest": null, "needs": ["clusterId", "queue"],
        })
    );
    let several = data(&trial, "queue_action", json!({"action": "move", "clusterId": CLUSTER, "queue": "q"}));
    assert_eq!(several["argument"], "targetQueue");
    assert_eq!(several["needs"], json!(["clusterId", "queue", "targetQueue", "messageIds|filter"]));
    assert_eq!(several["faults"][1]["reason"], "group");
    assert_eq!(several["faults"][1]["accepted"], json!(["messageIds", "filter"]));
    let wrong = data(&trial, "list_resources", json!({"clusterId": CLUSTER, "kind": "queue"}));
    assert_eq!((&wrong["reason"], &wrong["closest"]), (&json!("wrong-value"), &json!("queues")));
}

#[test]
fn all_faults_at_once() {
    let trial = Trial::of(broker());
    let said =
        trial.said("list_resources", json!({"kind": "queues", "clusterId": "1", "limit": 0, "filtr": "x"}));
    assert_eq!(
        said,
        "`filtr` is no argument of list_resources. Did you mean filter? \
         clusterId must be a UUID like 123e4567-e89b-12d3-a456-426614174000. \
         limit must be an integer from 1 to 100."
    );
}

#[test]
fn the_discriminator() {
    let trial = Trial::of(broker());
    for (arguments, said) in [
        (
            json!({"clusterId": CLUSTER}),
            "list_resources needs kind, one of: queues, addresses, consumers, sessions, connections, producers.",
        ),
        (
            json!({"clusterId": CLUSTER, "kind": 3, "nonsense": 1}),
            "kind must be one of: queues, addresses, consumers, sessions, connections, producers. \
             `nonsense` is no argument of list_resources. It takes clusterId, kind, filter, limit.",
        ),
    ] {
        assert_eq!(trial.said("list_resources", arguments), said);
    }
    let alias =
        trial.call("list_resources", json!({"clusterId": CLUSTER, "kind": "topics"})).expect("a reply");
    assert!(trial.upstream.requests().len() == 1, "an alias is accepted: {alias:?}");
}

#[test]
fn groups_and_foreign_arguments() {
    let trial = Trial::of(broker());
    let queue = json!({"clusterId": CLUSTER, "queue": "q"});
    let said = |more: Value| {
        let mut all = queue.clone();
        all.as_object_mut().expect("object").extend(more.as_object().expect("object").clone());
        trial.said("queue_action", all)
    };
    assert_eq!(
        said(json!({"action": "retry"})),
        "retry needs one of messageIds, filter. It also takes clusterId, queue, dryRun, confirm, override."
    );
    assert_eq!(
        said(json!({"action": "retry", "filter": "x", "messageIds": "1"})),
        "retry takes only one of messageIds, filter."
    );
    assert_eq!(
        said(json!({"action": "retry", "filter": "x", "targetQueue": "t"})),
        "retry takes no targetQueue. targetQueue is for move."
    );
    assert_eq!(
        said(json!({"action": "purge", "messageIds": "1", "filter": "x"})),
        "purge takes no messageIds, no filter: it removes every message. To remove some, use action=delete."
    );
}

#[test]
fn flat_checks() {
    for (check, value, said) in [
        (types(Types::INTEGER), json!("5"), "a must be an integer, not text."),
        (types(Types::INTEGER), json!(5.5), "a must be an integer, not a number with a fraction."),
        (types(Types::STRING.with(Types::NULL)), json!(true), "a must be null or text, not true or false."),
        (
            types(Types::INTEGER),
            json!(1.8446744073709552e19),
            "a has been rounded on its way: it has more digits than this program can read.",
        ),
        (
            Check { values: &["\"info\"", "\"warning\"", "3"], ..Check::ANY },
            json!("Warnings"),
            "a must be one of: info, warning, 3. Did you mean warning?",
        ),
        (
            Check { minimum: "1", maximum: "100", ..Check::ANY },
            json!(101),
            "a must be at least 1 and at most 100.",
        ),
        (Check { exclusive_minimum: "0", ..Check::ANY }, json!(0.0), "a must be more than 0."),
        (
            Check { maximum: "9007199254740992", ..Check::ANY },
            json!(9007199254740993_u64),
            "a must be at most 9007199254740992.",
        ),
        (Check { min_length: 2, ..Check::ANY }, json!("ü"), "a must have at least 2 characters, not 1."),
        (Check { max_length: 1, ..Check::ANY }, json!("üü"), "a must have at most 1 character, not 2."),
        (Check { min_items: 1, ..types(Types::ARRAY) }, json!([]), "a must have at least 1 item, not 0."),
        (
            Check { items: Types::INTEGER, ..types(Types::ARRAY) },
            json!([1, "x"]),
            "a[1] must be an integer, not text.",
        ),
    ] {
        assert_eq!(one(check).said("things", json!({"a": value})), said);
    }
}

#[test]
fn accepted_values_leave_as_they_are_meant() {
    for (check, value, query) in [
        (types(Types::INTEGER), json!(5.0), "a=5"),
        (types(Types::NUMBER), json!(0.1), "a=0.1"),
        (Check { values: &["5"], ..Check::ANY }, json!(5.0), "a=5"),
        (types(Types::NUMBER), json!(1e21), "a=1e21"),
        (types(Types::INTEGER), json!(1e21), "a=1000000000000000000000"),
        (types(Types::NUMBER), json!("\u{fdd0}0.1000000000000000055"), "a=0.1000000000000000055"),
        (types(Types::ARRAY), json!("[18446744073709551616]"), "a=18446744073709551616"),
        (Check { max_length: 2, ..Check::ANY }, json!("üü"), "a=%C3%BC%C3%BC"),
        (types(Types::ARRAY), json!("[1,2]"), "a=1&a=2"),
        (types(Types::OBJECT), json!("{\"k\":1}"), "k=1"),
        (types(Types::OBJECT.with(Types::STRING)), json!("{\"k\":1}"), "a=%7B%22k%22%3A1%7D"),
    ] {
        let trial = one(check);
        trial.call("things", json!({"a": value})).expect("a reply");
        let url = trial.upstream.requests().pop().expect("a request").url;
        assert_eq!(url, format!("https://api.example.com/v1/things?{query}"));
    }
}

#[test]
fn json_text_must_be_of_the_right_type() {
    for (check, text, said) in [
        (types(Types::ARRAY), "[1,", "a must be an array, not text."),
        (types(Types::ARRAY), "{}", "a must be an array, not text."),
        (types(Types::OBJECT.with(Types::INTEGER)), "5", "a must be an integer or an object, not text."),
    ] {
        assert_eq!(one(check).said("things", json!({"a": text})), said);
    }
    let items = Check { items: Types::INTEGER, ..types(Types::ARRAY) };
    assert_eq!(one(items).said("things", json!({"a": "[\"x\"]"})), "a[0] must be an integer, not text.");
}

#[test]
fn null_is_absence_outside_of_json_bodies() {
    let optional = one(types(Types::STRING));
    optional.call("things", json!({"a": null})).expect("a reply");
    assert_eq!(optional.upstream.requests()[0].url, "https://api.example.com/v1/things");
    let required = checked(Input { required: true, check: types(Types::STRING), ..input(0, "query.a") });
    assert_eq!(required.said("things", json!({"a": null})), "a must be text, not null.");

    let body = |check| {
        let field = BodyField {
            at: &["a"],
            needed_in: None,
            source: Source::Input(0),
            encoding: FieldEncoding::Usual,
        };
        let body = Body {
            media_type: "application/json",
            kind: MediaKind::Json,
            required: false,
            content: Content::Fields { fields: leak(vec![field]), more: None },
            schema: "",
        };
        let call = Call { method: "PATCH", body: Some(body), ..CALL };
        Trial::of(things(
            Variant {
                inputs: leak(vec![Input { check, ..input(0, "body.a") }]),
                work: Work::one(call),
                ..VARIANT
            },
            &["a"],
        ))
    };
    let nullable = body(types(Types::STRING.with(Types::NULL)));
    nullable.call("things", json!({"a": null})).expect("a reply");
    assert_eq!(nullable.upstream.requests()[0].body.as_deref(), Some(&br#"{"a":null}"#[..]));
    assert_eq!(body(types(Types::STRING)).said("things", json!({"a": null})), "a must be text, not null.");
}

#[test]
fn defaults_are_converted_and_give_way_in_a_group() {
    let window =
        Input { default: "\"15m\"", conversion: Conversion::DurationSeconds, ..input(0, "query.window") };
    let call = Call { parameters: leak(vec![parameter(Location::Query, "window", 0)]), ..CALL };
    let trial = Trial::of(things(
        Variant { inputs: leak(vec![window]), work: Work::one(call), ..VARIANT },
        &["window"],
    ));
    trial.call("things", json!({})).expect("a reply");
    assert_eq!(trial.upstream.requests()[0].url, "https://api.example.com/v1/things?window=900");
}

#[test]
fn what_clients_add_is_dropped() {
    let reply = one(Check::ANY).call("things", json!({"a": 1, "wait_for_previous": false})).expect("a reply");
    assert!(!reply.is_error);
    let own = Call { parameters: leak(vec![parameter(Location::Query, "w", 0)]), ..CALL };
    let variant = Variant { inputs: leak(vec![input(0, "query.w")]), work: Work::one(own), ..VARIANT };
    let trial = Trial::of(catalogue(vec![tool("things", arguments(&["wait_for_previous"]), variant)]));
    trial.call("things", json!({"wait_for_previous": 1})).expect("a reply");
    assert_eq!(trial.upstream.requests()[0].url, "https://api.example.com/v1/things?w=1");
}

#[test]
fn arguments_have_bounds() {
    let deep = (0..70).fold(json!(1), |inner, _| json!([inner]));
    assert_eq!(
        one(Check::ANY).said("things", json!({"a": deep})),
        "`a` is nested deeper than 64 levels, which no argument may be."
    );
    let wide: Value = std::iter::repeat_n(json!(1), 200_001).collect();
    assert_eq!(one(Check::ANY).said("things", json!({"a": wide})), "`a` is larger than an argument may be.");
    let hidden = format!("{}1{}", "[".repeat(70), "]".repeat(70));
    assert_eq!(
        one(types(Types::ARRAY)).said("things", json!({"a": hidden})),
        "`a` is nested deeper than 64 levels, which no argument may be."
    );
    let many: serde_json::Map<String, Value> = (0..50).map(|n| (format!("x{n}"), json!(1))).collect();
    assert!(one(Check::ANY).said("things", Value::Object(many)).ends_with("30 more faults are not shown."));
}

#[cfg(feature = "full-validation")]
mod full {
    use super::*;
    use fewtools_contract::{Catalogue, Definition};

    const RULE: &str = r##"{"type":"object","properties":{"name":{"type":"string"},"severity":{"$ref":"#/$defs/Severity"},
        "steps":{"type":"array","items":{"type":"object","properties":{"at":{"type":"integer","minimum":1}}}},
        "code":{"type":"string","pattern":"^\\d{3}(?!x)$"}},"required":["name"],"additionalProperties":false}"##;
    const TAKES: &str = "name (text, required), severity (info, warning or critical)";

    fn rule() -> Trial {
        let check = Check { types: Types::OBJECT, schema: RULE, takes: TAKES, ..Check::ANY };
        let call = Call { parameters: leak(vec![parameter(Location::Query, "rule", 0)]), ..CALL };
        let variant = Variant {
            inputs: leak(vec![Input { check, ..input(0, "query.rule") }]),
            work: Work::one(call),
            ..VARIANT
        };
        let severity = r##"{"$ref":"#/$defs/Word"}"##;
        let definitions = leak(vec![
            Definition { name: "Severity", schema: severity },
            Definition { name: "Word", schema: r#"{"enum":["info","warning","critical"]}"# },
            Definition { name: "Unused", schema: r##"{"$ref":"#/$defs/Nowhere"}"## },
        ]);
        Trial::of(Catalogue { definitions, ..things(variant, &["rule"]) })
    }

    #[test]
    fn says_the_path_and_what_is_taken() {
        for (value, said) in [
            (
                json!({"name": "n", "severity": "warn"}),
                "rule.severity must be one of: info, warning, critical. Did you mean warning?",
            ),
            (json!({"severity": "info"}), "rule needs name."),
            (json!({"name": "n", "sev": 1}), "rule takes no sev."),
            (json!({"name": 5}), "rule.name must be text, not an integer."),
            (json!({"name": "n", "steps": [{"at": 1}, {"at": 0}]}), "rule.steps[1].at must be at least 1."),
            (json!({"name": "n", "code": "12"}), "rule.code must match the pattern ^\\d{3}(?!x)$."),
        ] {
            assert_eq!(rule().said("things", json!({"rule": value})), format!("{said} rule takes: {TAKES}."));
        }
        let fine =
            rule().call("things", json!({"rule": {"name": "n", "severity": "critical", "code": "123"}}));
        assert!(!fine.expect("a reply").is_error);
    }

    #[test]
    fn alternatives_lead_to_the_nearest() {
        let schema = r#"{"oneOf":[
            {"type":"object","properties":{"kind":{"const":"card"},"number":{"type":"string"}},"required":["kind","number"]},
            {"type":"object","properties":{"kind":{"const":"bank"},"iban":{"type":"string"}},"required":["kind","iban"]}]}"#;
        let trial = one(Check { schema, ..Check::ANY });
        assert_eq!(
            trial.said("things", json!({"a": {"kind": "bank"}})),
            "a fits none of its 2 alternatives; for the nearest, a needs iban."
        );
    }

    #[test]
    fn a_schema_that_cannot_be_compiled_stops_nothing() {
        for schema in
            ["{\"pattern\":\"(\"}", "not json", r##"{"$ref":"#/$defs/Nowhere"}"##, r#"{"type":"strin"}"#]
        {
            let trial = one(Check { schema, types: Types::STRING, ..Check::ANY });
            assert!(!trial.call("things", json!({"a": "x"})).expect("a reply").is_error, "{schema}");
            assert!(trial.call("things", json!({"a": 1})).expect("a reply").is_error, "{schema}");
        }
    }

    #[test]
    fn texts_are_bounded() {
        let values: Vec<String> = (0..400).map(|n| format!("value-number-{n}")).collect();
        let schema = json!({"enum": values}).to_string().leak();
        let said = one(Check { schema, ..Check::ANY }).said("things", json!({"a": "x".repeat(10_000)}));
        assert!(said.chars().count() <= 410, "{said}");
    }
}
