//! A catalogue that holds every variant of every type, its texts passed through a function.

mod answers;
mod context;
mod safety;
mod steps;

use fewtools_contract::{
    Annotations, Answer, Argument, Body, BodyField, Call, Catalogue, Ceilings, Check, Content, Conversion,
    Credential, Definition, Denial, Discriminator, Effect, EffectMatch, Encoding, ErrorRule, FieldEncoding,
    Gates, Group, GroupKind, Hook, Input, Inside, Location, MediaKind, Mode, Parameter, PathPart, Problem,
    Requirement, Say, Scheme, SchemeKind, Server, Settled, Source, Spread, Spreading, Style, Tool, Types,
    Upstream, Variant, Work,
};

/// What becomes of each text.
pub(super) type Texts = fn(&'static str) -> &'static str;

/// A slice that lives as long as the test.
pub(super) fn kept<T>(items: impl IntoIterator<Item = T>) -> &'static [T] {
    Box::leak(items.into_iter().collect::<Vec<T>>().into_boxed_slice())
}

pub(super) fn catalogue(t: Texts) -> Catalogue<'static> {
    let named = ["type", "Answer", "tools"].map(|name| tool(name, kept([plain(t)])));
    let others = [tool("self", uploads(t)), tool("queue_overview", steps::variants(t))];
    let tools: &[Tool<'_>] = kept([queue_action(t)].into_iter().chain(others).chain(named));
    Catalogue {
        server: Server { name: t("console"), about: t("Queues and messages."), refuse_by_protocol: true },
        tools: kept(tools.iter()),
        help: Some(context::help(t)),
        resources: context::resources(t),
        prompts: context::prompts(t),
        instructions: t("Begin with the queues."),
        profiles: context::profiles(t, &tools[1]),
        ceilings: Ceilings { listing: 2000, per_tool: 200, instructions: 400, resources: 0, prompts: 1 },
        upstream: Upstream { base: t("http://127.0.0.1:8161/v1"), timeout_ms: 30_000, max_response: 8 << 20 },
        schemes: schemes(t),
        errors: errors(t),
        settled: kept([Settled { operation: t("purgeQueue"), from: 304, to: 304, say: t("empty already") }]),
        renamed: kept([(t("purge_queue"), t("queue_action"))]),
        definitions: kept([Definition {
            name: t("Node"),
            schema: t(r##"{"items":{"$ref":"#/$defs/Node"}}"##),
        }]),
        hooks: kept([Hook { name: "trend", arguments: kept([t("of")]) }]),
        operations: kept([&*Box::leak(Box::new(tool("get_queue", kept([plain(t)]))))]),
        result_tokens: 4000,
    }
}

fn schemes(t: Texts) -> &'static [Scheme<'static>] {
    let scheme = |name, kind, credential| Scheme { name: t(name), kind, credential };
    kept([
        scheme("key", SchemeKind::KeyHeader(t("X-Key")), Credential::Env(t("CONSOLE_KEY"))),
        scheme("query", SchemeKind::KeyQuery(t("key")), Credential::Forward(t("x-key"))),
        scheme("cookie", SchemeKind::KeyCookie(t("session")), Credential::Env(t("CONSOLE_SESSION"))),
        scheme("basic", SchemeKind::Basic, Credential::Env(t("CONSOLE_LOGIN"))),
        scheme("bearer", SchemeKind::Bearer, Credential::Forward(t("authorization"))),
    ])
}

fn errors(t: Texts) -> &'static [ErrorRule<'static>] {
    let status = |from, to, code, code_at| Problem::Status { from, to, code: t(code), code_at: t(code_at) };
    let rule = |on, effect, operations, say| ErrorRule { on, effect, operations, say };
    kept([
        rule(status(429, 429, "", ""), None, kept([]), kept([Say::Text(t("busy, again ")), Say::RetryAfter])),
        rule(
            status(400, 499, "E17", "/code"),
            Some(EffectMatch::Only(Effect::Destructive)),
            kept([t("purgeQueue")]),
            kept([Say::Field(t("/detail"))]),
        ),
        rule(Problem::Network, Some(EffectMatch::Mutation), kept([]), kept([Say::Text(t("no answer"))])),
    ])
}

fn tool(name: &'static str, variants: &'static [Variant<'static>]) -> Tool<'static> {
    Tool {
        name,
        about: "",
        mode: Mode::Terse,
        arguments: &[],
        discriminator: None,
        variants,
        annotations: Annotations { read_only: true, destructive: false, idempotent: false },
        output_schema: "",
        result_tokens: 0,
    }
}

fn queue_action(t: Texts) -> Tool<'static> {
    let argument = |name, note, required| Argument {
        name: t(name),
        schema: t(r#"{"type":"string"}"#),
        note: t(note),
        required,
    };
    let arguments = [
        argument("action", "what to do", true),
        argument("queueName", "", true),
        argument("targetQueue", "for move", false),
        argument("limit", "", false),
    ];
    Tool {
        about: t("Acts on one queue."),
        mode: Mode::Simple,
        arguments: kept(arguments),
        discriminator: Some(Discriminator {
            argument: 0,
            default: Some(1),
            aliases: kept([(t("drain"), 0), (t("list"), 1)]),
        }),
        annotations: Annotations { read_only: false, destructive: true, idempotent: true },
        output_schema: t(r#"{"type":"object"}"#),
        result_tokens: 800,
        ..tool(
            "queue_action",
            kept(safety::gates(t).map(|gates| purge(t, gates)).into_iter().chain(answers::lists(t))),
        )
    }
}

fn purge(t: Texts, gates: Gates<'static>) -> Variant<'static> {
    let group = |kind, arguments: &[usize]| Group { kind, arguments: kept(arguments.iter().copied()) };
    Variant {
        name: t("purge"),
        about: t("Removes every message."),
        effect: Effect::Destructive,
        inputs: kept(inputs(t)),
        groups: kept([
            group(GroupKind::OneOf, &[1, 2]),
            group(GroupKind::AnyOf, &[2, 3]),
            group(GroupKind::AtMostOne, &[1, 3]),
        ]),
        work: Work::one(Call {
            path: kept([PathPart::Text(t("/queues/")), PathPart::Parameter(0), PathPart::Text(t("/purge"))]),
            parameters: parameters(t),
            body: Some(json_body(t)),
            spreads: kept([
                Spread {
                    of: Spreading::Parameter(8),
                    reserved: kept([t("dryRun"), t("name")]),
                    bracketed: kept([t("a[b]")]),
                },
                Spread { of: Spreading::Field(0), reserved: &[], bracketed: &[] },
                Spread { of: Spreading::More, reserved: kept([t("filter")]), bracketed: &[] },
            ]),
            security: kept([
                kept([Requirement { scheme: 0, scopes: kept([]) }]),
                kept([Requirement { scheme: 4, scopes: kept([t("queues:write"), t("queues:read")]) }]),
                kept([]),
            ]),
            ..call(t, "purgeQueue", "POST")
        }),
        gates,
        denial: safety::denial(t),
        answer: Answer::Object(answers::fields(t)),
    }
}

fn inputs(t: Texts) -> Vec<Input<'static>> {
    let conversions = [
        Conversion::None,
        Conversion::Uuid,
        Conversion::Date,
        Conversion::DateTime,
        Conversion::Duration,
        Conversion::DurationSeconds,
        Conversion::DurationIso,
        Conversion::RowLimit { max: 100, slot_max: 10_000 },
        Conversion::IdListText,
        Conversion::IdListInteger,
        Conversion::IdListJoined,
        Conversion::Resume,
        Conversion::Bytes,
        Conversion::Digits { whole: true },
    ];
    let input = |(index, conversion)| Input {
        argument: 1 + index % 3,
        slot: t("body.id"),
        required: index == 0,
        default: if index == 1 { t("\"none\"") } else { "" },
        check: check(t, index),
        conversion,
        digits: if index == 4 { kept([kept([Inside::Key(t("items")), Inside::Items])]) } else { &[] },
        hint: if index == 2 { t("Ids come from console://clusters.") } else { "" },
        about: if index == 3 { t("When it began.") } else { "" },
    };
    conversions.into_iter().enumerate().map(input).collect()
}

fn check(t: Texts, index: usize) -> Check<'static> {
    match index {
        0 => Check { types: Types::STRING, min_length: 1, max_length: 200, ..Check::ANY },
        1 => Check {
            types: Types::STRING.with(Types::NULL),
            values: kept([t("\"a\""), t("null")]),
            ..Check::ANY
        },
        2 => Check { types: Types::INTEGER, minimum: t("1"), maximum: t("100"), ..Check::ANY },
        3 => Check { types: Types::ARRAY, min_items: 1, max_items: 5, items: Types::BOOLEAN, ..Check::ANY },
        4 => Check {
            types: Types(0),
            schema: t("{\"not\":{}}"),
            takes: t("name (text, required)"),
            ..Check::ANY
        },
        5 => everything(t),
        _ => Check::ANY,
    }
}

fn everything(t: Texts) -> Check<'static> {
    Check {
        types: Types::NUMBER.with(Types::OBJECT),
        values: kept([t("1.5")]),
        minimum: t("1"),
        maximum: t("2"),
        exclusive_minimum: t("0.5"),
        exclusive_maximum: t("2.5"),
        min_length: 1,
        max_length: 2,
        min_items: 3,
        max_items: 4,
        items: Types::STRING,
        schema: t(r#"{"pattern":"^\\d+$"}"#),
        takes: t("a number"),
    }
}

fn parameters(t: Texts) -> &'static [Parameter<'static>] {
    let styles = [
        (Location::Path, Style::Simple),
        (Location::Path, Style::Label),
        (Location::Path, Style::Matrix),
        (Location::Query, Style::Form),
        (Location::Query, Style::SpaceDelimited),
        (Location::Query, Style::PipeDelimited),
        (Location::Query, Style::TabDelimited),
        (Location::Query, Style::DeepObject),
        (Location::Header, Style::Simple),
        (Location::Cookie, Style::Cookie),
    ];
    let styled = |(index, (location, style))| Parameter {
        location,
        name: t("name"),
        encoding: Encoding::Styled { style, explode: index % 2 == 0, allow_reserved: index == 3 },
        source: if index == 4 { Source::Fixed(t("true")) } else { Source::Input(index) },
    };
    let whole = Parameter {
        location: Location::Querystring,
        name: t("filter"),
        encoding: Encoding::Content(t("application/json")),
        source: Source::Input(1),
    };
    kept(styles.into_iter().enumerate().map(styled).chain([whole]))
}

fn json_body(t: Texts) -> Body<'static> {
    let field =
        |at, needed_in, source| BodyField { at, needed_in, source, encoding: FieldEncoding::As(form()) };
    Body {
        media_type: t("application/json"),
        kind: MediaKind::Json,
        required: true,
        content: Content::Fields {
            fields: kept([
                field(kept([t("filter"), t("text")]), Some(1), Source::Input(2)),
                field(kept([t("dryRun")]), None, Source::Fixed(t("true"))),
            ]),
            more: Some(Source::Input(3)),
        },
        schema: t("{\"minProperties\":1}"),
    }
}

fn form() -> Encoding<'static> {
    Encoding::Styled { style: Style::Form, explode: true, allow_reserved: false }
}

fn plain(t: Texts) -> Variant<'static> {
    Variant {
        name: "",
        about: "",
        effect: Effect::Read,
        inputs: &[],
        groups: &[],
        gates: Gates::NONE,
        denial: Denial::OPEN,
        work: Work::one(call(t, "listQueues", "GET")),
        answer: Answer::Whole,
    }
}

fn uploads(t: Texts) -> &'static [Variant<'static>] {
    let part =
        |key, encoding| BodyField { at: kept([t(key)]), needed_in: None, source: Source::Input(0), encoding };
    let parts = kept([
        part("file", FieldEncoding::File(t("image/png, image/jpeg"))),
        part("meta", FieldEncoding::As(Encoding::Content(t("application/json")))),
        part("tags", FieldEncoding::Usual),
    ]);
    let content = Content::Fields { fields: kept([]), more: None };
    let multipart = Content::Fields { fields: parts, more: None };
    let body =
        |kind, content| Body { media_type: t("text/plain"), kind, required: false, content, schema: "" };
    let upload = |(effect, body)| Variant {
        effect,
        work: Work::one(Call {
            base: t("https://files.example"),
            body: Some(body),
            ..call(t, "upload", "PUT")
        }),
        ..plain(t)
    };
    let bodies = [
        (Effect::Additive, body(MediaKind::Form, content)),
        (Effect::Idempotent, body(MediaKind::Multipart, multipart)),
        (Effect::Additive, body(MediaKind::Text, Content::Whole(Source::Input(0)))),
        (Effect::Additive, body(MediaKind::Bytes, Content::Whole(Source::Fixed(t("\"\""))))),
    ];
    kept(bodies.map(upload))
}

fn call(t: Texts, operation: &'static str, method: &'static str) -> Call<'static> {
    Call {
        operation: t(operation),
        method: t(method),
        base: "",
        path: kept([PathPart::Text(t("/queues"))]),
        parameters: &[],
        body: None,
        spreads: &[],
        security: &[],
        accept: t("application/json"),
    }
}
