//! The gates of a variant → one line each: what kind, and how it works.

use fewtools_build::explain::{ConfirmExplained, DryRunExplained, GatesExplained};

/// Kind and words of each gate, or the reason why there is none.
pub fn lines(gates: &GatesExplained) -> Vec<(String, String)> {
    let dry_run = gates.dry_run.as_ref().map(|gate| ("dry run", dry_run(gate)));
    let confirm = gates.confirm.as_ref().map(|gate| ("confirm", confirm(gate)));
    let cap = gates.cap.as_ref().map(|gate| {
        let sign = format!("{} {}", gate.status, gate.code);
        ("cap", format!("{} to {}, over the cap at {}", gate.argument, gate.upstream, sign.trim_end()))
    });
    let ungated = Some(("ungated", gates.ungated.clone())).filter(|(_, reason)| !reason.is_empty());
    let all = [dry_run, confirm, cap, ungated].into_iter().flatten();
    all.map(|(kind, words)| (kind.to_owned(), words)).collect()
}

fn dry_run(gate: &DryRunExplained) -> String {
    match (gate.upstream.as_str(), &gate.on) {
        ("", _) => format!("{}, the request is shown", gate.argument),
        (slot, Some(on)) => format!("{} to {slot} = {on}", gate.argument),
        (slot, None) => format!("{} to {slot}", gate.argument),
    }
}

fn confirm(gate: &ConfirmExplained) -> String {
    let lookup = if gate.lookup.is_empty() { String::new() } else { format!(" of {}", gate.lookup) };
    let receipt = if gate.receipt { ", with a receipt" } else { "" };
    format!("{} equals {}{lookup}{receipt}", gate.argument, gate.equals)
}
