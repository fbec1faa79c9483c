//! `pages`, and what the document says of next pages → how the pages of a variant's answer follow each other.

use std::collections::BTreeSet;
use std::rc::Rc;

use fewtools_contract::{Conversion, Effect, Location, Types};

use super::Planner;
use super::answers::{self, End, Found, Node};
use super::checks;
use super::hole::{Hole, HoleKind};
use super::listed;
use super::shape::Shape;
use super::signature::Signature;
use super::slots::{Slot, SlotKind};
use super::surface::{CheckPlan, InputPlan, SegmentPlan};
use super::variants::Member;
use crate::diagnostics::Place;
use crate::lower::Curation;
use crate::lower::curation::{Spot, ToolEntry, TurnEntry, Word};

/// Names of parameters that turn pages, in small letters and without what stands between their words. An address of a next
/// page may set them where they are no arguments.
const TURNING: [&str; 25] = [
    "page",
    "pagenumber",
    "pageno",
    "pagenum",
    "pageindex",
    "cursor",
    "nextcursor",
    "pagecursor",
    "pagetoken",
    "nextpagetoken",
    "nexttoken",
    "continuationtoken",
    "continuation",
    "continue",
    "marker",
    "after",
    "before",
    "pageafter",
    "pagebefore",
    "startingafter",
    "endingbefore",
    "offset",
    "pageoffset",
    "skip",
    "startat",
];
/// Further names that an address may set where they are arguments: as often as they turn pages, they mean something else.
const PERHAPS_TURNING: [&str; 6] = ["since", "sinceid", "maxid", "start", "startindex", "from"];
/// The most of them that one variant has.
const MOST_TURNED: usize = 8;

/// How the pages of an answer follow each other. An input is an index in the variant's inputs, followed by `turned`.
#[derive(Debug, Clone, Default)]
pub struct PagesPlan {
    /// How the next page is asked for.
    pub next: Option<TurnPlan>,
    /// The input that goes on where an answer ended.
    pub resume: Option<usize>,
    /// Slots that are no arguments and turn pages.
    pub turned: Vec<TurnedPlan>,
    /// Inputs that turn pages where the address of one names them.
    pub named: Vec<usize>,
    /// The most pages of one call.
    pub follow: u32,
}

impl PagesPlan {
    /// The slot beside the inputs, so many, that every next page is asked for with. The others of `turned` are only set
    /// where the address of a page does so.
    pub fn asked(&self, inputs: usize) -> Option<&Slot> {
        let input = match self.next.as_ref()? {
            TurnPlan::Body { input, .. } => (*input)?,
            TurnPlan::Offset { input, .. } | TurnPlan::Page { input, .. } => *input,
        };
        self.turned.get(input.checked_sub(inputs)?).map(|turned| turned.slot.as_ref())
    }
}

/// A slot that is no argument and turns pages.
#[derive(Debug, Clone)]
pub struct TurnedPlan {
    /// The slot.
    pub slot: Rc<Slot>,
    /// What a value of it must satisfy.
    pub check: Rc<CheckPlan>,
}

/// How the next page is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TurnPlan {
    /// The answer says it.
    Body {
        /// The way to it.
        at: Vec<SegmentPlan>,
        /// What takes it; `None` for an address.
        input: Option<usize>,
    },
    /// Rows are counted.
    Offset {
        /// What takes the number.
        input: usize,
        /// The offset of the first row.
        first: u32,
    },
    /// Pages are counted.
    Page {
        /// What takes the number.
        input: usize,
        /// The number of the first page.
        first: u32,
    },
}

/// The argument that goes on where an answer ended, where a tool has it: where `args` names it, or is left out.
pub(super) fn name(
    curation: &Curation,
    entry: &ToolEntry,
    members: &[Member<'_>],
) -> Option<(String, Place)> {
    let arg = curation.pages.arg.as_ref().filter(|_| members.iter().any(|member| is_list(entry, member)))?;
    let place = match &entry.args {
        Some(args) => args.iter().find(|written| written.value == arg.value)?.at.clone(),
        None => arg.at.clone(),
    };
    Some((arg.value.clone(), place))
}

/// Whether a variant reads rows.
fn is_list(entry: &ToolEntry, member: &Member<'_>) -> bool {
    let result = member.entry.result.as_ref().or(entry.result.as_ref());
    !member.effect.is_mutation() && result.is_some_and(|result| result.rows.is_some())
}

/// Adds the argument that goes on where an answer ended to the inputs of a variant.
pub(super) fn resume(
    planner: &mut Planner<'_>,
    entry: &ToolEntry,
    member: &Member<'_>,
    signature: &Signature,
    inputs: &mut Vec<InputPlan>,
) {
    let arg = planner.curation.pages.arg.as_ref().filter(|_| is_list(entry, member));
    let argument = arg.and_then(|arg| signature.arguments.iter().position(|(name, _)| *name == arg.value));
    let Some(argument) = argument else { return };
    let is_bound = inputs.iter().any(|input| input.argument == argument);
    if is_bound || member.operation.is_none() {
        return;
    }
    planner.pages.resumes = true;
    inputs.push(InputPlan {
        check: checks::of_types(Types::STRING).into(),
        conversion: Conversion::Resume,
        listed: listed::only("string").into(),
        rule: "pages".to_owned(),
        ..InputPlan::plain(argument)
    });
}

/// What was seen of the entries of `pages`.
#[derive(Debug, Default)]
pub(super) struct PagesSeen {
    /// Whether some list can be gone on with.
    resumes: bool,
    /// Whether there is any list.
    lists: bool,
    /// The entries of `next` that some list has.
    used: BTreeSet<usize>,
    /// The slots of all lists.
    slots: BTreeSet<String>,
}

/// How the pages of a variant's answer follow each other.
pub(super) fn plan(
    planner: &mut Planner<'_>,
    entry: &ToolEntry,
    member: &Member<'_>,
    inputs: &[InputPlan],
) -> PagesPlan {
    let Some(index) = member.operation else { return PagesPlan::default() };
    let resume = inputs.iter().position(|input| input.conversion == Conversion::Resume);
    let mut turner = Turner { planner, member, inputs, turned: Vec::new(), operation: index };
    let mut pages = PagesPlan { next: None, resume, turned: Vec::new(), named: Vec::new(), follow: 1 };
    if is_list(entry, member) {
        pages.follow = turner.planner.curation.pages.follow.as_ref().map_or(1, |follow| follow.value);
        pages.next = turner.declared();
    }
    let hidden = pages.resume.is_some() || pages.follow > 1;
    // To ask for a next page is to call again, which only a read bears.
    if pages.next.is_none() && member.effect == Effect::Read {
        pages.next = turner.found(hidden);
    }
    if hidden && !matches!(pages.next, Some(TurnPlan::Offset { .. } | TurnPlan::Page { .. })) {
        turner.turn_by_address();
        pages.named = turner.named();
    }
    PagesPlan { turned: turner.turned, ..pages }
}

/// A variant whose pages are planned.
struct Turner<'t, 'a, 'e> {
    planner: &'t mut Planner<'a>,
    member: &'t Member<'e>,
    inputs: &'t [InputPlan],
    turned: Vec<TurnedPlan>,
    operation: usize,
}

impl Turner<'_, '_, '_> {
    /// The first entry of `pages.next` that the operation has.
    fn declared(&mut self) -> Option<TurnPlan> {
        let curation = self.planner.curation;
        self.planner.pages.lists = true;
        self.planner.pages.slots.extend(self.member.slots.names());
        let mut found = None;
        for (index, entry) in curation.pages.next.iter().enumerate() {
            // An entry counts as used where an earlier one goes first.
            let before = self.turned.len();
            let Some(plan) = self.turn(entry) else { continue };
            self.planner.pages.used.insert(index);
            match found {
                None => found = Some(plan),
                Some(_) => self.turned.truncate(before),
            }
        }
        found
    }

    fn turn(&mut self, entry: &Spot<TurnEntry>) -> Option<TurnPlan> {
        match &entry.value {
            TurnEntry::Offset { slot, first } => {
                Some(TurnPlan::Offset { input: self.source(&slot.value)?, first: *first })
            }
            TurnEntry::Page { slot, first } => {
                Some(TurnPlan::Page { input: self.source(&slot.value)?, first: *first })
            }
            TurnEntry::Cursor { at, to } => {
                let at = self.way(&at.value)?;
                let input = match to {
                    Some(to) => Some(self.source(&to.value)?),
                    None => None,
                };
                Some(TurnPlan::Body { at, input })
            }
        }
    }

    /// The way to a text or a number of the answer.
    fn way(&self, path: &str) -> Option<Vec<SegmentPlan>> {
        let api = self.planner.api;
        let answers = answers::successes(api, api.operations.get(self.operation)?).ok()?;
        let root = Node::root(&api.schemas, answers.get(..1)?).ok()?;
        match root.follow(&api.schemas, path).ok()? {
            End::Found(at, node) => {
                let scalar = Types::STRING.with(Types::INTEGER).with(Types::NUMBER);
                node.may_be(scalar).then_some(at)
            }
            End::Missing(_) => None,
        }
    }

    /// What fills a slot: an argument, else nothing but the turning of pages.
    fn source(&mut self, name: &str) -> Option<usize> {
        let slot = self.member.slots.find(self.planner.api, name).ok()??;
        if slot.name.starts_with("path.")
            || self.member.fixed.iter().any(|fixed| fixed.slot.kind == slot.kind)
        {
            return None;
        }
        match self.inputs.iter().position(|input| input.slot.kind == slot.kind) {
            Some(input) => Some(input),
            None => Some(self.hidden(&slot)),
        }
    }

    fn hidden(&mut self, slot: &Rc<Slot>) -> usize {
        let known = self.turned.iter().position(|turned| turned.slot.kind == slot.kind);
        let index = known.unwrap_or_else(|| {
            let check = self.planner.sent_check(slot);
            self.turned.push(TurnedPlan { slot: Rc::clone(slot), check });
            self.turned.len() - 1
        });
        self.inputs.len() + index
    }

    /// What the document says of next pages: of arguments, and of slots that are none where they may be turned.
    fn found(&mut self, hidden: bool) -> Option<TurnPlan> {
        let api = self.planner.api;
        let operation = api.operations.get(self.operation)?;
        let mut sources: Vec<(SlotKind, Types)> =
            self.inputs.iter().map(|input| (input.slot.kind.clone(), input.check.types)).collect();
        let free = if hidden { self.free() } else { Vec::new() };
        sources.extend(free.iter().map(|(slot, types)| (slot.kind.clone(), *types)));
        // A schema that cannot be read says nothing of pages.
        let Found { at, input } = self.planner.next_pages.find(operation, &sources).ok().flatten()?;
        let input = input.map(|index| match index.checked_sub(self.inputs.len()) {
            None => index,
            Some(free_at) => free.get(free_at).map_or(index, |(slot, _)| self.hidden(slot)),
        });
        Some(TurnPlan::Body { at, input })
    }

    /// Parameters of the query that can be left out, that take a text or a number and that nothing fills.
    fn free(&self) -> Vec<(Rc<Slot>, Types)> {
        let api = self.planner.api;
        let scalar = Types::STRING.with(Types::INTEGER).with(Types::NUMBER);
        let inputs = self.inputs.iter().map(|input| input.slot.name.as_str());
        let fixed = self.member.fixed.iter().map(|fixed| fixed.slot.name.as_str());
        let filled: BTreeSet<&str> = inputs.chain(fixed).collect();
        let is_free = |slot: &&Rc<Slot>| {
            let kind = &slot.kind;
            let in_query = slot.name.starts_with(Location::Query.as_str()) && !slot.required;
            in_query
                && matches!(kind, SlotKind::Parameter(_))
                && !filled.contains(slot.name.as_str())
                && !self.member.gates.has_slot(&slot.name)
        };
        let free = self.member.slots.list.iter().filter(is_free);
        free.filter_map(|slot| {
            let types = Shape::of(&api.schemas, &slot.schema).ok()?.solid();
            types.meets(scalar).then(|| (Rc::clone(slot), types))
        })
        .collect()
    }

    /// Arguments that the address of a next page may set.
    fn named(&self) -> Vec<usize> {
        let names = |input: &InputPlan| {
            let wire = input.slot.name.strip_prefix("query.").filter(|_| !input.required)?;
            let plain = answers::plain(wire);
            TURNING.iter().chain(&PERHAPS_TURNING).find(|name| **name == plain)
        };
        let own = |input: &InputPlan| !matches!(input.conversion, Conversion::RowLimit { .. });
        let inputs = self.inputs.iter().enumerate();
        inputs.filter(|(_, input)| own(input) && names(input).is_some()).map(|(index, _)| index).collect()
    }

    /// Slots that the address of a next page may set, in a `Link` header too.
    fn turn_by_address(&mut self) {
        for (slot, _) in self.free() {
            if self.turned.len() < MOST_TURNED && TURNING.contains(&answers::plain(&slot.wire).as_str()) {
                self.hidden(&slot);
            }
        }
    }
}

/// Every entry of `pages` is one that some list has.
pub(super) fn check(planner: &mut Planner<'_>) {
    let pages = &planner.curation.pages;
    let mut holes = Vec::new();
    let seen = &planner.pages;
    if let Some(arg) = pages.arg.as_ref().filter(|_| !seen.resumes) {
        let why = if seen.lists { "is in the `args` of no tool with `rows`" } else { "no tool has `rows`" };
        let hole = Hole::new(HoleKind::Pages, arg, "`pages.arg`").because(why);
        holes.push(hole.instead(format!("`{}` in the `args` of a tool with `rows`, or no `arg`", arg.value)));
    }
    for (index, entry) in pages.next.iter().enumerate().filter(|(index, _)| !seen.used.contains(index)) {
        let (word, to) = match &entry.value {
            TurnEntry::Offset { slot, .. } | TurnEntry::Page { slot, .. } => (slot, None),
            TurnEntry::Cursor { at, to } => (at, to.as_ref()),
        };
        let slot: Option<&Word> = match &entry.value {
            TurnEntry::Cursor { .. } => to.filter(|to| !seen.slots.contains(&to.value)),
            _ => Some(word),
        };
        let inside = format!("`pages.next[{index}]`");
        holes.push(match slot {
            Some(slot) if seen.slots.contains(&slot.value) => Hole::new(HoleKind::Pages, slot, inside)
                .because("is filled by a constant in every tool with `rows`")
                .instead("no `fixed` value for it, or no entry"),
            Some(slot) => Hole::new(HoleKind::Pages, slot, inside)
                .because("is a slot of no tool with `rows`")
                .among(seen.slots.iter().cloned().collect()),
            None => Hole::new(HoleKind::Pages, word, inside)
                .because("leads to a text or a number in the answer of no tool with `rows`")
                .instead("the way to what names the next page, from the root of the answer"),
        });
    }
    holes.into_iter().for_each(|hole| planner.holes.add(hole));
}
