//! Bounds on time, memory and size.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use super::Facts;
use crate::cases::expected::Limits;
use crate::cases::product::{Built, Settings, Workshop};

/// Set for a process that runs one case alone and tells how much memory it took.
pub const ALONE: &str = "FEWTOOLS_CASE_ALONE";

/// How often a build is timed before its time counts; other tests run beside it.
const TRIES: usize = 4;

pub fn limits(
    facts: &mut Facts,
    limits: &Limits,
    built: &Built,
    workshop: &Workshop,
    most_memory: &dyn Fn() -> Option<f64>,
) {
    if let Some(most) = limits.compile_seconds {
        let again = || workshop.again(&Settings::default(), &workshop.all).took.as_secs_f64();
        let times = std::iter::once(built.took.as_secs_f64()).chain(std::iter::repeat_with(again));
        let mut took = f64::MAX;
        for time in times.take(TRIES) {
            took = took.min(time);
            if took <= most {
                break;
            }
        }
        facts.that(took <= most, || format!("compiled in {took} s, more than {most}"));
    }
    if let Some(most) = limits.published_schema_bytes {
        let tools = built.product.iter().flat_map(|product| product.tools.values());
        let bytes = tools.map(|tool| tool.listed["inputSchema"].to_string().len()).max();
        facts.that(bytes.is_some_and(|bytes| bytes <= most), || {
            format!("a schema of {bytes:?} bytes, more than {most}")
        });
    }
    if let Some(most) = limits.rss_megabytes {
        memory(facts, most, most_memory);
    }
}

/// The most memory of a process that runs the case alone. Where the system does not tell, nothing is compared.
pub fn memory(facts: &mut Facts, most: f64, measured: &dyn Fn() -> Option<f64>) {
    if env::var_os(ALONE).is_some() || !cfg!(target_os = "linux") {
        return;
    }
    match measured() {
        Some(took) => facts.that(took <= most, || format!("{took:.0} MB of memory, more than {most}")),
        None => facts.fail("no memory is measured"),
    }
}

/// Runs this program anew for one case and reads how much memory it took, in megabytes.
pub fn alone(folder: &Path) -> Option<f64> {
    let output = Command::new(env::current_exe().ok()?).env(ALONE, folder).output().ok()?;
    String::from_utf8(output.stdout).ok()?.lines().last()?.parse().ok()
}

/// The most memory that this process has had, in megabytes.
pub fn peak() -> Option<f64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: f64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kibibytes * 1024.0 / 1e6)
}
