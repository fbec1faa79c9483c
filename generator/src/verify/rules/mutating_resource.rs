//! A resource whose operation is no plain read.

use crate::diagnostics::Fault;
use crate::plan::Surface;
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule =
    Rule { code: CODE, about: "A resource whose operation is no plain read.", check: Check::whole(check) };

const CODE: &str = "mutating-resource";
/// The methods that promise to change nothing and take no body (RFC 9110, section 9.2.1).
const READS: [&str; 2] = ["GET", "HEAD"];

/// A client reads resources when it likes, as often as it likes, and asks nobody.
fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for resource in &surface.resources {
        for variant in &resource.tool.variants {
            let operation = variant.operation.and_then(|index| surface.api.operations.get(index));
            let Some(operation) = operation.filter(|operation| !READS.contains(&operation.method.as_str()))
            else {
                continue;
            };
            let what = format!(
                "`{}` calls `{}`, which is {} {}",
                resource.address.value, operation.id, operation.method, operation.path
            );
            let fault = Fault::error(CODE, variant.call_at.clone(), what);
            faults.push(fault.instead("an operation with GET or HEAD, or a tool that calls it"));
        }
    }
    faults
}
