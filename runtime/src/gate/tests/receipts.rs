//! Proofs of a dry run.

use fewtools_contract::{
    Catalogue, Confirm, Credential, Gates, Requirement, Scheme, SchemeKind, Variant, Work,
};
use http::{HeaderValue, header};
use serde_json::{Value, json};

use super::changing;
use crate::gate::receipt::{Receipts, Subject, Window};
use crate::trial::{Recorder, Trial, answer, gated, input, keep, things};
use crate::{Caller, Dispatcher};

const NAMES: [&str; 9] = ["queue", "to", "filter", "x", "y", "z", "dryRun", "confirm", "override"];

/// A destructive tool for which a receipt is required.
fn receipted() -> Catalogue<'static> {
    let own = gated("", &[input(0, "path.queue"), input(1, "query.to"), input(2, "body.filter")]);
    let confirm = own.gates.confirm.map(|confirm| Confirm { receipt: true, ..confirm });
    let own_call = own.work.exchange().expect("one request").call;
    let call = fewtools_contract::Call { security: &[&[Requirement { scheme: 0, scopes: &[] }]], ..own_call };
    let schemes =
        &[Scheme { name: "own", kind: SchemeKind::Bearer, credential: Credential::Forward("authorization") }];
    let variant = Variant { gates: Gates { confirm, ..own.gates }, work: Work::one(call), ..own };
    Catalogue { schemes, ..things(variant, &NAMES) }
}

fn started() -> Trial {
    let upstream = Recorder::answering(answer(200, r#"{"messages":7}"#));
    let key = |name: &str| (name == "FEWTOOLS_RECEIPT_KEY").then(|| "0123456789abcdef".to_owned());
    Trial::over(receipted(), upstream, |builder| builder.environment(key))
}

fn caller(token: &'static str) -> Caller {
    Caller::anonymous().with_header(header::AUTHORIZATION, HeaderValue::from_static(token))
}

fn confirm_of(trial: &Trial, caller: &Caller, arguments: Value) -> String {
    let reply = trial.call_as(caller, "things", arguments).expect("a reply");
    let data = reply.structured.expect("data");
    assert_eq!(data.keys().map(String::as_str).collect::<Vec<_>>(), ["dryRun", "messages", "confirm"]);
    data["confirm"].as_str().expect("text").to_owned()
}

fn real(mut arguments: Value, confirm: Value) -> Value {
    arguments["dryRun"] = json!(false);
    arguments["confirm"] = confirm;
    arguments
}

fn call() -> Value {
    json!({"queue": "1", "to": "orders.dlq", "filter": {"a": 1, "b": [2.0]}})
}

#[test]
fn the_receipt_of_a_dry_run_opens_the_same_call() {
    let trial = started();
    let receipt = confirm_of(&trial, &caller("ann"), call());
    let (text, digits) = receipt.split_once('#').expect("a receipt");
    assert!(text == "orders.dlq" && digits.len() == 8, "{receipt}");
    // The order of keys and the writing of numbers say nothing; what is absent is what it is by default.
    let same = json!({"filter": {"b": [2], "a": 1.0}, "to": "orders.dlq", "queue": "1"});
    let reply = trial.call_as(&caller("ann"), "things", real(same, receipt.clone().into())).expect("a reply");
    assert_eq!((reply.text.as_str(), changing(&trial)), (r#"{"messages":7}"#, 1));
    assert_eq!(confirm_of(&started(), &caller("ann"), call()), receipt, "for all servers with the same key");
}

#[test]
fn a_receipt_opens_nothing_else() {
    let trial = started();
    let receipt = confirm_of(&trial, &caller("ann"), call());
    let refused = |caller: &Caller, arguments: Value| {
        let reply = trial.call_as(caller, "things", arguments).expect("a reply");
        assert!(reply.is_error && changing(&trial) == 0, "{reply:?}");
        let valid = format!("{reply:?}").contains(receipt.as_str());
        assert!(!valid, "it prints what would be accepted: {reply:?}");
        (reply.text.clone(), reply.structured.expect("data")["reason"].clone())
    };
    let stale = "confirm is not from a dry run of these arguments in the last minutes. Run with dryRun=true again; its answer ends with confirm.";
    let mut other = call();
    other["filter"] = json!({"a": 2});
    let mut lifted = call();
    lifted["override"] = json!(true);
    for (token, arguments, confirm) in [
        ("bob", call(), json!(receipt)),
        ("ann", other, json!(receipt)),
        ("ann", lifted, json!(receipt)),
        ("ann", call(), json!("orders.dlq#00000000")),
        ("ann", call(), json!("orders.dlq")),
        ("ann", call(), json!(receipt.to_uppercase())),
        ("ann", call(), json!(format!("{receipt}0"))),
        ("ann", call(), json!(receipt.replace("orders", "order"))),
    ] {
        let said = refused(&caller(token), real(arguments, confirm.clone()));
        assert_eq!(said, (stale.to_owned(), json!("receipt-invalid")), "{confirm}");
    }
    let said = refused(&caller("ann"), real(call(), Value::Null));
    let missing = "A real run needs confirm from a dry run of the same arguments. Run with dryRun=true first; its answer ends with confirm.";
    assert_eq!(said, (missing.to_owned(), json!("confirm-needed")));
}

#[test]
fn a_receipt_is_its_callers_own_where_the_api_knows_all_by_one_key() {
    let schemes =
        &[Scheme { name: "own", kind: SchemeKind::Bearer, credential: Credential::Env("API_TOKEN") }];
    let upstream = Recorder::answering(answer(200, r#"{"messages":7}"#));
    let trial = Trial::over(Catalogue { schemes, ..receipted() }, upstream, |builder| {
        builder.environment(|_| Some("0123456789abcdef".to_owned()))
    });
    let receipt = confirm_of(&trial, &caller("ann"), call());
    let again = caller("ann").with_header(header::AUTHORIZATION, HeaderValue::from_static("ann"));
    assert_eq!(confirm_of(&trial, &again, call()), receipt);
    let mut twice = http::HeaderMap::new();
    twice.append(header::AUTHORIZATION, HeaderValue::from_static("ann"));
    twice.append(header::AUTHORIZATION, HeaderValue::from_static("ann"));
    for other in [caller("bob"), Caller::anonymous(), Caller::from_headers(twice)] {
        assert_ne!(confirm_of(&trial, &other, call()), receipt, "{other:?}");
        let real = real(call(), receipt.clone().into());
        let refused = trial.call_as(&other, "things", real).expect("a reply");
        assert!(refused.is_error && changing(&trial) == 0, "{other:?}");
    }
}

#[test]
#[cfg(feature = "http")]
fn a_token_that_is_not_passed_on_still_tells_callers_apart() {
    let digest = |token| caller(token).withholding_authorization().authorization();
    assert!(digest("ann").is_some() && digest("ann") != digest("bob"));
    assert_eq!(digest("ann"), caller("ann").authorization());
    assert!(caller("ann").withholding_authorization().header("authorization").is_none());
}

#[test]
fn a_receipt_is_good_in_its_window_and_the_next() {
    let mut problems = Vec::new();
    let receipts =
        Receipts::start("trial", &|_| Some("0123456789abcdef".to_owned()), &mut problems).expect("a key");
    let trial = Trial::of(receipted());
    let route = trial.dispatcher.routes().tool(0).and_then(|tool| tool.route(0)).expect("a route");
    let nobody = Caller::anonymous();
    let subject = Subject { route, inputs: &[], expected: "orders.dlq", caller: &nobody, carried: &[] };
    let now = Window::now();
    let earlier = now.previous();
    let receipt = receipts.issue(&subject, earlier);
    assert!(receipts.accepts(&subject, &receipt, earlier) && receipts.accepts(&subject, &receipt, now));
    let old = receipts.issue(&subject, earlier.previous());
    assert!(!receipts.accepts(&subject, &old, now));
    assert!(!receipts.accepts(&subject, &receipts.issue(&subject, now), earlier), "of the future");
    let narrowed = Caller::anonymous().with_profile("support");
    assert!(!receipts.accepts(&Subject { caller: &narrowed, ..subject }, &receipt, now), "of a profile");
}

#[test]
fn a_key_of_its_own_is_of_this_process_alone() {
    let start =
        || Trial::over(receipted(), Recorder::answering(answer(200, r#"{"messages":7}"#)), |builder| builder);
    let (one, other) = (start(), start());
    let receipt = confirm_of(&one, &caller("ann"), call());
    let reply =
        other.call_as(&caller("ann"), "things", real(call(), receipt.clone().into())).expect("a reply");
    assert!(reply.is_error);
    let reply = one.call_as(&caller("ann"), "things", real(call(), receipt.into())).expect("a reply");
    assert!(!reply.is_error, "{reply:?}");
}

#[test]
fn a_short_key_is_a_fault_at_the_start() {
    let builder = Dispatcher::builder(keep(receipted())).upstream(std::sync::Arc::new(Recorder::silent()));
    let error = builder.environment(|_| Some("short".to_owned())).build().expect_err("too short");
    assert_eq!(error.problems(), ["`FEWTOOLS_RECEIPT_KEY` has to have 16 characters or more"]);
}
