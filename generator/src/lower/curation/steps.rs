//! The manifest's composites as written.

use indexmap::IndexMap;
use serde_json::Value;

use super::{ConditionEntry, OperandEntry, Spot, WayEntry, Word};

/// `steps` of a tool, and what goes with them.
#[derive(Debug, Clone)]
pub struct StepsEntry {
    /// The steps by name; the place is that of the key.
    pub steps: IndexMap<String, Spot<StepEntry>>,
    /// `deadline` in milliseconds; `upstream.timeout` when absent.
    pub deadline_ms: Option<Spot<u32>>,
    /// `concurrency`: the most requests in flight at once, 16 when absent.
    pub concurrency: Option<Spot<u32>>,
    /// Where `steps` stands.
    pub at: crate::diagnostics::Place,
}

/// One step.
#[derive(Debug, Clone)]
pub struct StepEntry {
    /// `call`: an operationId or `GET /path`.
    pub call: Word,
    /// `with`: slot, or the bare name of one → an expression or a constant. The place is that of the value.
    pub with: IndexMap<String, Spot<OperandEntry>>,
    /// `when`
    pub when: Option<Spot<ConditionEntry>>,
    /// `for_each`
    pub for_each: Option<Spot<ForEachEntry>>,
    /// `if_failed: note`
    pub optional: bool,
    /// `if_denied`: fields of the result → constants.
    pub if_denied: Option<IndexMap<String, Spot<Value>>>,
}

/// `for_each`: `{ rows: <expression>, most: <n> }`.
#[derive(Debug, Clone)]
pub struct ForEachEntry {
    /// `rows`
    pub rows: WayEntry,
    /// `most`, 10 when absent.
    pub most: u32,
}
