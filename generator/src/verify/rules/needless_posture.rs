//! A reason for a mix of reads and mutations where there is none.

use super::Members;
use crate::diagnostics::Fault;
use crate::plan::Surface;
use crate::verify::Rule;

pub(crate) const RULE: Rule =
    Rule { code: CODE, about: "A reason for a mix of reads and mutations where there is none.", check };

const CODE: &str = "needless-posture";

/// The whole entry is judged, so that `expand` can be switched on and off.
fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let all = Members::of(surface);
    let mut faults = Vec::new();
    for (name, entry) in &surface.curation.tools {
        let Some(reason) = &entry.value.mixed_posture else { continue };
        let members = all.of_entry(name);
        let whole = members.iter().all(|(_, variant)| variant.operation.is_some());
        let mutations = members.iter().filter(|(_, variant)| variant.effect.is_mutation()).count();
        if whole && (mutations == 0 || mutations == members.len()) {
            let does = if mutations == 0 { "only reads" } else { "reads nothing" };
            let what = format!("`{name}` {does}: there is no mix to explain");
            faults.push(Fault::error(CODE, reason.at.at_key(), what).instead("no `mixed_posture`"));
        }
    }
    faults
}
