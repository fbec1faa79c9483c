//! A composite and a tool of the host program, their texts passed through a function.

use fewtools_contract::{
    Answer, Check, Comparison, Composite, Condition, Denial, ForEach, Given, Operand, Origin, Step, Variant,
    Way, Work,
};

use super::{Texts, answers, call, kept, plain};

pub(super) fn variants(t: Texts) -> &'static [Variant<'static>] {
    let composite = Composite { steps: steps(t), deadline_ms: 8000, at_once: 16 };
    let answer = Answer::Object(answers::fields(t));
    kept([
        Variant { name: t("overview"), work: Work::Steps(composite), answer, ..plain(t) },
        Variant { name: t("host"), work: Work::Host, ..plain(t) },
    ])
}

fn steps(t: Texts) -> &'static [Step<'static>] {
    let way = |from| Operand::Way(Way { from, path: kept([]) });
    let given = |slot, value, required| Given {
        slot: t(slot),
        value,
        required,
        check: Check { max_length: 9, schema: t("{}"), ..Check::ANY },
    };
    let row = Step {
        name: t("row"),
        call: call(t, "getQueue", "GET"),
        given: kept([
            given("path.id", way(Origin::Input(0)), true),
            given("query.kind", Operand::Constant(t("\"queue\"")), false),
        ]),
        after: kept([]),
        when: None,
        each: None,
        denial: Denial::OPEN,
        optional: false,
        if_denied: None,
    };
    let found = Condition::Compare {
        left: way(Origin::Status(0)),
        by: Comparison::Equal,
        right: Operand::Constant(t("200")),
    };
    let rows = Way { from: Origin::Body(0), path: answers::path(t, "items") };
    let each = Step {
        name: t("each"),
        given: kept([given("path.id", way(Origin::Here), true)]),
        after: kept([0]),
        when: Some(found),
        each: Some(ForEach { rows, most: 10 }),
        optional: true,
        if_denied: Some(kept([(t("visible"), t("false"))])),
        ..row
    };
    kept([row, each])
}
