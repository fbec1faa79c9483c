//! A surface → the faults of every rule, in the order of the rules.

use serde_json::{Map, Value};

use super::Rule;
use crate::diagnostics::Fault;
use crate::lower::Curation;
use crate::lower::curation::ToolEntry;
use crate::plan::{Surface, ToolPlan, VariantPlan};

/// How a rule finds its faults: in the surface as a whole, then in its tools, those of one entry after the other.
#[derive(Debug, Clone, Copy)]
pub(super) struct Check {
    whole: Option<OfWhole>,
    made: Option<OfMade>,
    hidden: bool,
}

type OfWhole = fn(&Surface<'_>) -> Vec<Fault>;
type OfMade = fn(&Surface<'_>, Made<'_>) -> Vec<Fault>;

/// What one entry of `tools` makes: one tool, or with `expand` one for each variant.
#[derive(Debug, Clone, Copy)]
pub(super) struct Made<'s> {
    /// The tools.
    pub(super) tools: &'s [ToolPlan],
    /// Each as it is listed; empty for the hidden tool of a resource.
    pub(super) listed: &'s [Map<String, Value>],
}

/// A variant with its tool.
pub(super) type Member<'s> = (&'s ToolPlan, &'s VariantPlan);

impl<'s> Made<'s> {
    /// The entry, by its name; `None` for a resource.
    pub(super) fn entry(self, curation: &Curation) -> Option<(&str, &ToolEntry)> {
        let (name, entry) = curation.tools.get_key_value(&self.tools.first()?.entry)?;
        Some((name, &entry.value))
    }

    /// The variants of the entry in their order.
    pub(super) fn members(self) -> impl Iterator<Item = Member<'s>> {
        self.tools.iter().flat_map(|tool| tool.variants.iter().map(move |variant| (tool, variant)))
    }

    /// What calls one operation each.
    pub(super) fn requests(self) -> impl Iterator<Item = Member<'s>> {
        self.tools.iter().flat_map(|tool| tool.requests().map(move |request| (tool, request)))
    }
}

impl Check {
    const NOTHING: Self = Self { whole: None, made: None, hidden: false };

    /// Looks at the surface as a whole.
    pub(super) const fn whole(check: OfWhole) -> Self {
        Self { whole: Some(check), ..Self::NOTHING }
    }

    /// Looks at the tools of one entry at a time.
    pub(super) const fn tools(check: OfMade) -> Self {
        Self { made: Some(check), ..Self::NOTHING }
    }

    /// As [`Check::tools`], and at the hidden tool of each resource.
    pub(super) const fn all_tools(check: OfMade) -> Self {
        Self { made: Some(check), hidden: true, ..Self::NOTHING }
    }

    /// Looks at the surface as a whole first.
    pub(super) const fn after(self, check: OfWhole) -> Self {
        Self { whole: Some(check), ..self }
    }
}

/// Judges a surface by rules. Each tool is looked at by all rules for tools before the next one is: a surface of a
/// thousand is far larger than what a processor keeps at hand.
pub(super) fn run(rules: &[Rule], surface: &Surface<'_>) -> impl Iterator<Item = Fault> {
    let whole = |rule: &Rule| rule.check.whole.map_or_else(Vec::new, |check| check(surface));
    let mut faults: Vec<Vec<Fault>> = rules.iter().map(whole).collect();
    let hidden =
        surface.hidden_tools().map(|tool| (Made { tools: std::slice::from_ref(tool), listed: &[] }, true));
    for (made, is_hidden) in entries(surface).map(|made| (made, false)).chain(hidden) {
        for (rule, faults) in rules.iter().zip(&mut faults) {
            if let Some(check) = rule.check.made.filter(|_| rule.check.hidden || !is_hidden) {
                faults.extend(check(surface, made));
            }
        }
    }
    faults.into_iter().flatten()
}

/// The tools of each entry, which stand side by side.
pub(super) fn entries<'s>(surface: &'s Surface<'_>) -> impl Iterator<Item = Made<'s>> {
    let mut listed = surface.listing.as_slice();
    surface.tools.chunk_by(|one, other| one.entry == other.entry).map(move |tools| {
        let (mine, others) = listed.split_at(tools.len().min(listed.len()));
        listed = others;
        Made { tools, listed: mine }
    })
}
