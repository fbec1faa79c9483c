//! Answers with every way a field can be made, their texts passed through a function.

use fewtools_contract::{
    Answer, Check, Comparison, Condition, Detail, Exchange, Field, Filter, Finding, Items, Keep, Kept,
    KeptField, Link, Merge, Next, Operand, Origin, Paging, Phrase, Picked, Rows, Segment, Sort, Turned,
    Types, Variant, Way, Work,
};

use super::{Texts, call, kept, plain};

pub(super) fn path(t: Texts, name: &'static str) -> &'static [Segment<'static>] {
    kept([Segment::Key(t(name))])
}

pub(super) fn fields(t: Texts) -> &'static [Field<'static>] {
    let here = |name| Way::here(path(t, name));
    let from = |from| Way { from, path: kept([]) };
    let field = |name, value| Field { name: t(name), value };
    let nested = kept([field("id", Picked::At(here("id")))]);
    let first = kept([Segment::Key(t("messages")), Segment::Index(0), Segment::Key(t("id"))]);
    let open = items(t, "sessions");
    let all = Items { at: Way::here(kept([])), filter: None, sort: None, first: 0 };
    let header = from(Origin::Header { step: 1, name: t("etag") });
    kept([
        field("first", Picked::At(Way::here(first))),
        field("tags", Picked::Scalars { at: here("tags"), lists: 1 }),
        field("serial", Picked::Digits(here("serial"))),
        field("text", Picked::Text { at: here("text"), most: 8192 }),
        field("owner", Picked::Object { at: here("owner"), pick: nested }),
        field("open", Picked::Each { of: open, pick: nested }),
        field("all", Picked::Each { of: all, pick: kept([]) }),
        field("names", Picked::EachScalars { of: open, lists: 0 }),
        field("sessions", Picked::Count(all)),
        field("size", Picked::Sum { of: open, at: path(t, "size") }),
        field("kind", Picked::Constant(t("\"queue\""))),
        field("at", Picked::Now),
        field("trend", Picked::Hook { hook: 0, of: kept([from(Origin::Input(0)), from(Origin::Body(1))]) }),
        field("status", Picked::At(from(Origin::Status(0)))),
        field("etag", Picked::At(header)),
        field("findings", Picked::Findings(findings(t))),
    ])
}

fn items(t: Texts, at: &'static str) -> Items<'static> {
    Items {
        at: Way::here(path(t, at)),
        filter: Some(Filter { at: path(t, "state"), equals: t("\"open\"") }),
        sort: Some(Sort { at: path(t, "size"), descending: true }),
        first: 3,
    }
}

fn findings(t: Texts) -> &'static [Finding<'static>] {
    let compare = |by| Condition::Compare { left: Operand::Field(8), by, right: Operand::Constant(t("0")) };
    let signs = [
        Comparison::Equal,
        Comparison::Unequal,
        Comparison::Less,
        Comparison::AtMost,
        Comparison::More,
        Comparison::AtLeast,
    ];
    let any = Condition::Any(kept(signs.map(compare)));
    let paused = Condition::Holds(Operand::Way(Way::here(path(t, "paused"))));
    let not = Condition::Not(Box::leak(Box::new(paused)));
    let say = kept([Phrase::Text(t("Backed up: ")), Phrase::Field(8)]);
    kept([Finding { when: Condition::All(kept([any, not])), say }])
}

/// A page of rows for each way in which a next page is asked for, and the answers that are no pages.
pub(super) fn lists(t: Texts) -> Vec<Variant<'static>> {
    let rows = Rows {
        at: path(t, "items"),
        pick: fields(t),
        keep: Some(Keep { input: 0, at: path(t, "key") }),
        ordered_by: t("depth, deepest first"),
        default: 25,
        max: 100,
        limit: Some(0),
    };
    let turns = [
        Next::Body { at: path(t, "next"), input: Some(1) },
        Next::Offset { input: 1, first: 0 },
        Next::Page { input: 1, first: 1 },
    ];
    let list = |next| {
        let check = Check { types: Types::STRING, ..Check::ANY };
        let turned = kept([Turned { slot: t("query.page"), check }]);
        let paging = Paging { next: Some(next), resume: Some(2), turned, named: kept([0]), follow: 3 };
        let merge = Merge {
            call: call(t, "getQueue", "GET"),
            at: path(t, "queue"),
            kept: Kept::Fields {
                fields: kept([
                    KeptField { name: t("id"), nulls: false, kept: Kept::Nothing },
                    KeptField { name: t("name"), nulls: true, kept: Kept::All },
                ]),
                others: true,
            },
            if_match: true,
            schema: t("{}"),
        };
        let exchange = Exchange { call: call(t, "listQueues", "GET"), paging, merge: Some(merge) };
        Variant { name: t("list"), work: Work::Call(exchange), answer: Answer::Rows(rows), ..plain(t) }
    };
    let whole: &[Answer<'_>] = kept([Answer::Whole, Answer::Rows(rows)]);
    let detail = Answer::Detail(Detail { input: 0, brief: &whole[0], full: &whole[1] });
    let link = Answer::Link(Link { resource: 1, inputs: kept([0]) });
    let others = [detail, link].map(|answer| Variant { name: t("other"), answer, ..plain(t) });
    turns.map(list).into_iter().chain(others).collect()
}
