//! The keys of a mapping → faults for those that are unknown here or not built yet.

use serde_json::{Map, Value};

use crate::diagnostics::{Fault, Place, Pointer, nearest};

/// The keys that a mapping of the manifest may have.
pub(super) struct Keys {
    /// What the mapping is, as a fault says it: `a tool: a mapping with …`.
    pub(super) expected: &'static str,
    /// The keys that are read.
    pub(super) known: &'static [&'static str],
    /// The keys of the language that are not built yet, each with what to write instead.
    pub(super) later: &'static [(&'static str, &'static str)],
}

/// What others call a key of the manifest: OpenAPI, MCP.
const ELSEWHERE: [(&str, &str); 6] = [
    ("description", "about"),
    ("summary", "about"),
    ("arguments", "args"),
    ("parameters", "args"),
    ("operation", "call"),
    ("operationId", "call"),
];

impl Keys {
    /// Faults for keys that are not read; whether one of them is only not built yet.
    ///
    /// The keys in `told` have their own faults.
    pub(super) fn judge(
        &self,
        map: &Map<String, Value>,
        told: &[&str],
        at: &Place,
        faults: &mut Vec<Fault>,
    ) -> bool {
        let mut has_later = false;
        let is_told = |key: &str| told.contains(&key.to_ascii_lowercase().as_str());
        for key in map.keys().filter(|key| !self.known.contains(&key.as_str()) && !is_told(key)) {
            let place = at.key(key).at_key();
            let later = self.later.iter().find(|(later, _)| later == key);
            has_later |= later.is_some();
            faults.push(match later {
                Some((_, instead)) => {
                    let what = format!("`{}` is not built yet", path(&place.pointer));
                    Fault::error("not-built-yet", place, what).instead(*instead)
                }
                None => self.unknown(key, at, place),
            });
        }
        has_later
    }

    fn unknown(&self, key: &str, at: &Place, place: Place) -> Fault {
        let what = match path(&at.pointer) {
            root if root.is_empty() => format!("a manifest has no key `{key}`"),
            path => format!("`{path}` has no key `{key}`"),
        };
        let later = self.later.iter().map(|(key, _)| *key);
        let fault = Fault::error("unknown-key", place, what);
        let meant = ELSEWHERE.iter().find(|(word, meant)| *word == key && self.known.contains(meant));
        let meant = meant.map(|(_, meant)| *meant);
        match meant.or_else(|| nearest(key, self.known.iter().copied().chain(later))) {
            Some(near) => fault.instead(format!("`{near}`")),
            None => {
                let known: Vec<_> = self.known.iter().map(|key| format!("`{key}`")).collect();
                fault.instead(format!("one of {}", known.join(", ")))
            }
        }
    }
}

/// A pointer as the manifest's readers say it: `tools.list.args`, `exclude[2].why`.
pub(super) fn path(pointer: &Pointer) -> String {
    let mut path = String::new();
    for segment in pointer.segments() {
        if !segment.is_empty() && segment.bytes().all(|byte| byte.is_ascii_digit()) {
            path.push_str(&format!("[{segment}]"));
        } else {
            path.push_str(if path.is_empty() { "" } else { "." });
            path.push_str(&segment);
        }
    }
    path
}
