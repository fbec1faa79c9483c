//! A reason for a mix of reads and mutations where there is none.

use crate::diagnostics::Fault;
use crate::plan::Surface;
use crate::verify::Rule;
use crate::verify::check::{Check, Made};

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A reason for a mix of reads and mutations where there is none.",
    check: Check::tools(check),
};

const CODE: &str = "needless-posture";

/// The whole entry is judged, so that `expand` can be switched on and off.
fn check(surface: &Surface<'_>, made: Made<'_>) -> Vec<Fault> {
    needless(surface, made).into_iter().collect()
}

fn needless(surface: &Surface<'_>, made: Made<'_>) -> Option<Fault> {
    let (name, entry) = made.entry(surface.curation)?;
    let reason = entry.mixed_posture.as_ref()?;
    let whole = made.members().all(|(_, variant)| variant.operation.is_some());
    let mutations = made.members().filter(|(_, variant)| variant.effect.is_mutation()).count();
    if !whole || (mutations > 0 && mutations < made.members().count()) {
        return None;
    }
    let does = if mutations == 0 { "only reads" } else { "reads nothing" };
    let what = format!("`{name}` {does}: there is no mix to explain");
    Some(Fault::error(CODE, reason.at.at_key(), what).instead("no `mixed_posture`"))
}
