//! Tools written in Rust: their arguments, gates, operations and listing.

use std::sync::{Arc, Mutex};

use fewtools_contract::{
    Call, Catalogue, Ceilings, Denial, Effect, Input, Location, PathPart, Profile, Tool, Types, Variant,
    Work, instructions,
};
use serde_json::{Map, Value, json};

use crate::trial::{
    CALL, Recorder, Trial, VARIANT, answer, arguments, input, keep, leak, parameter, things, tool, types,
};
use crate::{AuditOutcome, Caller, Context, Dispatcher, Failed, HandTool, Handler, StartError, testing};

crate::arguments! {
    /// What the tools here take.
    struct Named {
        /// The name,
        /// as it is listed.
        name("thingName"): String,
        limit: Option<i64>,
        tags: Option<Vec<String>>,
        share: Option<f64>,
        more: Option<Map<String, Value>>,
        loud: Option<bool>,
    }
}

/// Gives back what it takes.
struct Echo;

impl Handler for Echo {
    type Arguments = Named;

    async fn call(&self, context: Context<'_>, taken: Named) -> Result<Value, Failed> {
        let Named { name, limit, tags, share, more, loud } = taken;
        let key = context.caller().header("x-key").is_some();
        Ok(
            json!({"name": name, "limit": limit, "tags": tags, "share": share, "more": more, "loud": loud, "key": key}),
        )
    }
}

/// Reads a thing, then deletes it.
struct Delete;

impl Handler for Delete {
    type Arguments = Named;

    async fn call(&self, context: Context<'_>, taken: Named) -> Result<Value, Failed> {
        let named = || Map::from_iter([("id".to_owned(), Value::from(taken.name.as_str()))]);
        let found = context.operation(0, context.caller(), named()).await?;
        let done = context.operation(1, context.caller(), named()).await?;
        Ok(json!({"was": found.body, "status": done.status}))
    }
}

fn operation(name: &'static str, method: &'static str, effect: Effect) -> &'static Tool<'static> {
    let id = Input { required: true, check: types(Types::STRING), ..input(0, "path.id") };
    let path = leak(vec![PathPart::Text("/things/"), PathPart::Parameter(0)]);
    let parameters = leak(vec![parameter(Location::Path, "id", 0)]);
    let call = Call { operation: name, method, path, parameters, ..CALL };
    let denial = Denial { hidden: "There is no such thing.", ..Denial::OPEN };
    tool(
        name,
        arguments(&["id"]),
        Variant { effect, denial, inputs: leak(vec![id]), work: Work::one(call), ..VARIANT },
    )
}

fn catalogue() -> Catalogue<'static> {
    let read = operation("getThing", "GET", Effect::Read);
    let delete = operation("deleteThing", "DELETE", Effect::Destructive);
    Catalogue { operations: leak(vec![read, delete]), ..things(VARIANT, &[]) }
}

fn delete() -> HandTool {
    let tool = HandTool::new("delete_thing", "Deletes a thing.", Delete).effect(Effect::Destructive);
    tool.dry_run("dryRun").confirm("confirm", "thingName")
}

fn echo() -> HandTool {
    HandTool::new("echo", "Says it again.", Echo)
}

fn trial(tool: HandTool, status: u16) -> Trial {
    Trial::over(catalogue(), Recorder::answering(answer(status, r#"{"v": 1}"#)), |builder| builder.tool(tool))
}

fn refused(tools: Vec<HandTool>, catalogue: Catalogue<'static>) -> StartError {
    let builder = Dispatcher::builder(keep(catalogue)).upstream(Arc::new(Recorder::silent()));
    tools.into_iter().fold(builder, crate::Builder::tool).build().expect_err("not sound")
}

#[test]
fn arguments_become_fields() {
    let trial = trial(echo(), 200);
    let all = json!({
        "thingName": "a", "limit": 5.0, "tags": ["x"], "share": 0.5, "more": {"deep": [1]}, "loud": true,
    });
    assert_eq!(
        trial.said("echo", all),
        r#"{"name":"a","limit":5,"tags":["x"],"share":0.5,"more":{"deep":[1]},"loud":true,"key":false}"#
    );
    assert!(trial.said("echo", json!({"thingName": "a", "limit": null})).contains("\"limit\":null"));
    for (arguments, said) in [
        (json!({}), "echo needs thingName. It also takes limit, tags, share, more, loud."),
        (json!({"thingName": 1}), "thingName must be text, not an integer."),
        (json!({"thingName": "a", "tags": ["x", 1]}), "tags[1] must be text, not an integer."),
        (
            json!({"thingName": "a", "limit": 1e19}),
            "limit must be at least -9223372036854775808 and at most 9223372036854775807.",
        ),
        (json!({"thingname": "a"}), "Did you mean thingName?"),
    ] {
        let reply = trial.call("echo", arguments).expect("a reply");
        assert!(reply.is_error && reply.text.contains(said), "{}", reply.text);
    }
}

struct Forgetful;

impl Handler for Forgetful {
    type Arguments = Named;

    async fn call(&self, context: Context<'_>, _: Named) -> Result<Value, Failed> {
        Ok(context.operation(0, context.caller(), Map::new()).await?.body)
    }
}

#[test]
fn an_operation_that_is_refused_is_named_as_one() {
    let trial = trial(HandTool::new("forgets", "Forgets the id.", Forgetful), 200);
    let reply = trial.call("forgets", json!({"thingName": "a"})).expect("a reply");
    assert!(reply.text.contains("the operation getThing needs id."), "{}", reply.text);
}

#[test]
fn it_is_listed_after_the_others_and_explained() {
    let trial = trial(echo(), 200);
    let listed = trial.dispatcher.listing(&Caller::anonymous());
    assert_eq!(listed.len(), 2);
    let schema = &listed[1]["inputSchema"];
    assert_eq!(listed[1]["annotations"], json!({"readOnlyHint": true}));
    assert_eq!(
        schema["properties"]["thingName"],
        json!({"type": "string", "description": "The name, as it is listed."})
    );
    assert_eq!(schema["required"], json!(["thingName"]));
    let extended = testing::with_tools(keep(catalogue()), &[echo(), delete()]).expect("within its budget");
    let names: Vec<&str> = testing::listing_snapshots(extended).map(|(name, _)| name).collect();
    assert_eq!(names, ["things", "echo", "delete_thing"]);
    let said = testing::rejections(extended).expect("sound");
    assert!(
        said.contains(
            "delete_thing without confirm\n  A real run needs confirm to be exactly \"<thingName>\"."
        ),
        "{said}"
    );
}

#[test]
fn a_dry_run_sends_nothing_that_changes_and_shows_it() {
    let trial = trial(delete(), 200);
    let dry = trial.said("delete_thing", json!({"thingName": "a b"}));
    assert_eq!(
        dry,
        r#"{"dryRun":true,"wouldSend":{"method":"DELETE","path":"/v1/things/a%20b","headers":{"accept":"application/json"}},"confirm":"a b"}"#
    );
    let methods = |trial: &Trial| -> Vec<String> {
        trial.upstream.requests().iter().map(|request| request.method.to_string()).collect()
    };
    assert_eq!(methods(&trial), ["GET"]);
    let unconfirmed = trial.call("delete_thing", json!({"thingName": "a", "dryRun": false, "confirm": "b"}));
    let unconfirmed = unconfirmed.expect("a reply");
    assert!(unconfirmed.is_error && unconfirmed.text.contains("to be exactly \"a\""), "{}", unconfirmed.text);
    assert_eq!(methods(&trial), ["GET"]);
    let real = trial.said("delete_thing", json!({"thingName": "a", "dryRun": false, "confirm": "a"}));
    assert_eq!(real, r#"{"was":{"v":1},"status":200}"#);
    assert_eq!(methods(&trial), ["GET", "GET", "DELETE"]);
}

#[test]
fn a_receipt_is_that_of_a_dry_run_of_the_same_arguments() {
    let trial = trial(delete().receipt(), 200);
    let real = |name: &str, confirm: &Value| {
        let arguments = json!({"thingName": name, "dryRun": false, "confirm": confirm});
        trial.call("delete_thing", arguments).expect("a reply")
    };
    let dry = trial.call("delete_thing", json!({"thingName": "a"})).expect("a reply");
    let receipt = dry.structured.expect("data")["confirm"].clone();
    assert!(receipt.as_str().is_some_and(|text| text.starts_with("a#") && text.len() == 10), "{receipt}");
    let plain = real("a", &json!("a"));
    assert!(plain.is_error && !plain.text.contains('#'), "{}", plain.text);
    assert!(plain.text.starts_with("confirm is not from a dry run of these arguments"), "{}", plain.text);
    assert!(real("b", &receipt).is_error);
    let sent = trial.upstream.requests().len();
    assert!(!real("a", &receipt).is_error);
    assert_eq!(trial.upstream.requests().len(), sent + 2);
}

#[test]
fn a_denial_is_worded_as_everywhere_and_told_to_the_audit_once() {
    let events = Arc::new(Mutex::new(Vec::new()));
    let told = events.clone();
    let real = json!({"thingName": "a", "dryRun": false, "confirm": "a"});
    for (status, of) in [(404, "GET"), (403, "DELETE")] {
        let told = told.clone();
        let upstream = Recorder::by(move |request| {
            answer(if request.method.as_str() == of { status } else { 200 }, "{}")
        });
        let trial = Trial::over(catalogue(), upstream, |builder| {
            builder.tool(delete()).audit(move |event| {
                let told_of = (event.tool.to_owned(), event.sent, event.outcome, event.status);
                told.lock().expect("not poisoned").push(told_of);
            })
        });
        assert_eq!(trial.said("delete_thing", real.clone()), "There is no such thing.");
    }
    let name = || "delete_thing".to_owned();
    assert_eq!(
        *events.lock().expect("not poisoned"),
        [(name(), false, AuditOutcome::Denied, Some(404)), (name(), true, AuditOutcome::Denied, Some(403))]
    );
}

#[test]
fn a_tool_does_no_more_than_it_says_of_itself() {
    let trial = trial(HandTool::new("sly", "Reads.", Delete), 200);
    let reply = trial.call("sly", json!({"thingName": "a"})).expect("a reply");
    assert_eq!(reply.text, "sly asks for more than it may do. Nothing was sent.");
    assert_eq!(trial.upstream.requests().len(), 1);
}

#[test]
fn it_has_the_gates_and_names_that_any_tool_has() {
    let named = |name: &str| HandTool::new(name, "", Echo);
    for (tool, said) in [
        (named("1x"), "its name is letters, digits and `_`, a letter first, at most 48 of them"),
        (named("x").dry_run("dryRun"), "it only reads and has gates"),
        (named("x").effect(Effect::Destructive).dry_run("dryRun"), "what may destroy needs"),
        (named("x").effect(Effect::Additive), "what changes something needs `.dry_run(\"dryRun\")`, or"),
        (named("x").ungated("why"), "`.ungated(…)` says nothing here"),
        (named("x").effect(Effect::Additive).dry_run("limit"), "two of its arguments are named `limit`"),
        (delete().confirm("confirm", "thingname"), "is no argument: `thingname`; instead: `thingName`"),
        (delete().confirm("confirm", "limit"), "has to be required: `limit`"),
        (echo().receipt(), "`.receipt()` needs `.dry_run(…)` and `.confirm(…)`"),
        (named("x").output_schema(&json!({"type": "array"})), "its output schema is no schema of an object"),
        (named("x").in_profiles(["triage"]), "there is no profile `triage`"),
        (named("things"), "two tools are named `things`"),
    ] {
        let error = refused(vec![tool], catalogue()).to_string();
        assert!(error.contains(said), "{error}");
    }
    assert!(
        Dispatcher::builder(keep(catalogue()))
            .upstream(Arc::new(Recorder::silent()))
            .tool(named("x").effect(Effect::Additive).ungated("It only adds a line."))
            .build()
            .is_ok()
    );
}

#[test]
fn it_counts_in_the_budget() {
    let ceilings = Ceilings { listing: 60, per_tool: 40, ..Ceilings::NONE };
    let error = refused(vec![echo()], Catalogue { ceilings, ..catalogue() });
    assert_eq!(
        error.problems(),
        [
            "the listing costs 126 tokens with the tools written in Rust (`echo` 95); its ceiling is 60",
            "tool `echo` costs 95 tokens; the ceiling of one tool is 40",
        ]
    );
}

#[test]
fn profiles_are_offered_it_where_it_says_so() {
    let profile = |name| Profile { name, tools: &[], resources: &[], prompts: &[], instructions: "" };
    let profiles = leak(vec![profile("triage"), profile("others")]);
    let catalogue = Catalogue { profiles, ..catalogue() };
    let trial =
        Trial::over(catalogue, Recorder::silent(), |builder| builder.tool(echo().in_profiles(["triage"])));
    for (profile, offered) in [("triage", true), ("others", false)] {
        let caller = Caller::anonymous().with_profile(profile);
        assert_eq!(trial.call_as(&caller, "echo", json!({"thingName": "a"})).is_ok(), offered);
    }
}

#[test]
fn instructions_that_name_tools_name_it_too() {
    let told = |text: String, ceiling: u32| {
        let ceilings = Ceilings { instructions: ceiling, ..Ceilings::NONE };
        let instructions: &'static str = String::leak(text);
        let extended = keep(Catalogue { instructions, ceilings, ..catalogue() });
        testing::with_tools(extended, &[echo()]).map(|extended| extended.instructions)
    };
    let own = "These only read: things.";
    assert_eq!(instructions::by_effect(catalogue().tools), [own]);
    let text = format!("Begin.\n{own}\nEnd.");
    let all = "Begin.\nThese only read: things, echo.\nEnd.";
    assert_eq!(told(text.clone(), 0).expect("sound"), all);
    for other in ["", "Begin.", "These only read: things. And more."] {
        assert_eq!(told(other.to_owned(), 0).expect("sound"), other, "it names no tools");
    }
    let over = told(text, 9).expect_err("over the ceiling");
    assert_eq!(
        over.problems(),
        ["the instructions cost 10 tokens with the tools written in Rust; their ceiling is 9"]
    );
}
