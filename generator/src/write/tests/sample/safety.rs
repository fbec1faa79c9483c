//! Gates and a denial, their texts passed through a function.

use fewtools_contract::{
    Call, Cap, Confirm, Denial, DryRun, Expected, Gates, Listed, Preview, Segment, Told,
};

use super::{Texts, call, kept};

/// A gate of every kind, in three sets.
pub(super) fn gates(t: Texts) -> [Gates<'static>; 3] {
    let confirm = |equals, receipt| Some(Confirm { input: 3, equals, receipt });
    let at = kept([Segment::Key(t("name"))]);
    let lookup: &'static Call<'static> = Box::leak(Box::new(call(t, "getQueue", "GET")));
    [
        Gates {
            dry_run: Some(DryRun { input: 2, preview: Preview::Upstream { on: t("\"All\"") } }),
            confirm: confirm(Expected::Input(1), true),
            cap: Some(Cap { input: 4, status: 409, code: t("too-many"), code_at: t("/code"), foreseen: at }),
        },
        Gates {
            dry_run: Some(DryRun { input: 2, preview: Preview::Local }),
            confirm: confirm(Expected::Lookup { call: lookup, at }, false),
            cap: None,
        },
        Gates { dry_run: None, confirm: confirm(Expected::Preview { at }, false), cap: None },
    ]
}

pub(super) fn denial(t: Texts) -> Denial<'static> {
    let told =
        |code, visible| Told { status: 404, code, code_at: t("/code"), say: t("No such queue."), visible };
    Denial {
        hidden: t("No such cluster."),
        told: kept([
            told(t("queue-not-found"), None),
            told("", Some(Listed { resource: 0, field: t("id") })),
        ]),
        permission: t("queues:write"),
    }
}
