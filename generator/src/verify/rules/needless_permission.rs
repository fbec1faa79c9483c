//! A permission that no denial names.

use crate::diagnostics::Fault;
use crate::plan::Surface;
use crate::verify::check::Check;
use crate::verify::{Rule, suggest};

pub(crate) const RULE: Rule =
    Rule { code: CODE, about: "A permission that no denial names.", check: Check::whole(check) };

const CODE: &str = "needless-permission";

/// Where something is hidden, a denial that named a permission would tell it from what is missing.
fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (name, permission) in &surface.curation.permissions {
        let at = permission.value.operation.at.clone();
        let decision = surface.decisions.iter().find(|one| one.id == *name || one.route == *name);
        let Some(decision) = decision else { continue };
        if decision.used.is_empty() {
            let what = format!("`{name}` has a permission and is not used");
            faults.push(Fault::error(CODE, at, what).instead("no entry, or a tool that calls it"));
            continue;
        }
        let callers: Vec<_> = surface
            .all_tools()
            .flat_map(|tool| tool.requests())
            .filter(|variant| operation(surface, variant.operation) == Some(&decision.id))
            .collect();
        let hiding = callers.iter().find(|variant| !variant.denial.hidden.is_empty());
        let all = callers.iter().all(|variant| !variant.denial.hidden.is_empty());
        if let Some(variant) = hiding.filter(|_| all) {
            let secrets: Vec<String> =
                variant.denial.secrets.iter().chain(&variant.denial.unclaimed).cloned().collect();
            let what =
                format!("the permission of `{name}` is never named: {} is hidden", suggest::quoted(&secrets));
            faults.push(Fault::error(CODE, at, what).instead("no entry, or a subject that is revealed"));
        }
    }
    faults
}

fn operation<'s>(surface: &'s Surface<'_>, index: Option<usize>) -> Option<&'s String> {
    surface.api.operations.get(index?).map(|operation| &operation.id)
}
