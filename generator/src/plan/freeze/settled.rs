//! The operations that are called → the answers without a success that the document declares for them.

use std::collections::BTreeSet;

use fewtools_contract::{Resource, Settled, Tool};

use super::Ice;
use crate::lower::api::Response;
use crate::plan::texts;

impl<'a> Ice<'a, '_, '_> {
    /// Of every operation that these call, in the order of their names; an exact status before a range that holds it.
    pub(super) fn settled(
        &self,
        tools: &[&Tool<'a>],
        operations: &[&Tool<'a>],
        resources: &[Resource<'a>],
    ) -> &'a [Settled<'a>] {
        let read = resources.iter().map(|resource| resource.tool);
        let tools = tools.iter().chain(operations).copied().chain(read);
        let calls = tools.flat_map(|tool| tool.variants).flat_map(|variant| variant.work.calls());
        let called: BTreeSet<&'a str> = calls.map(|call| call.operation).collect();
        self.list(called.into_iter().flat_map(|operation| self.settled_of(operation)))
    }

    fn settled_of(&self, operation: &'a str) -> Vec<Settled<'a>> {
        let api = self.planner.api;
        let known = api.by_id.get(operation).and_then(|index| api.operations.get(*index));
        let responses = known.map_or(&[][..], |known| known.responses.as_slice());
        let settled = |response: &Response| {
            let (from, to) = statuses(&response.status)?;
            Some(Settled { operation, from, to, say: self.text(&texts::note(&response.description)) })
        };
        let mut all: Vec<Settled<'a>> = responses.iter().filter_map(|response| settled(response)).collect();
        all.sort_by_key(|entry| (entry.to - entry.from, entry.from));
        all
    }
}

/// The statuses that a key of `responses` means, where they are neither a success nor an error.
fn statuses(key: &str) -> Option<(u16, u16)> {
    if key.eq_ignore_ascii_case("3XX") {
        return Some((300, 399));
    }
    let status = key.parse().ok().filter(|status| (300..400).contains(status))?;
    Some((status, status))
}
