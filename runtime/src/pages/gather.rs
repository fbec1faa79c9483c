//! Puts the pages of a list together until there are rows enough, and knows where the list goes on after any row.

use fewtools_contract::Next as Rule;
use serde_json::Value;

use super::read::Row;
use super::{Listed, Position, limit, resume, rule, slot_max, token};
use crate::answer::Next;
use crate::dispatch::Route;

/// The pages of a list that were read.
pub(crate) struct Gathered<'r> {
    route: &'r Route,
    inputs: &'r [Option<Value>],
    /// The most rows that are shown.
    wanted: usize,
    pages: Vec<Page>,
    /// The rows that are kept, each with its page.
    rows: Vec<(usize, Row)>,
    /// How many rows could be shown, those that are not kept included.
    staying: usize,
}

/// A page that was read.
struct Page {
    /// Where it was read from.
    at: Position,
    /// The rows that the API was asked for; `None` where the request says no number.
    asked: Option<u64>,
    /// The rows that it gave.
    found: usize,
    /// What follows it.
    next: Follow,
}

/// What follows a page or a row.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Follow {
    /// Nothing that is known of.
    Nothing,
    /// A page at another origin, where nothing is sent.
    Elsewhere,
    /// A page that nothing in the request asks for.
    Unreachable,
    /// This place.
    At(Position),
}

impl<'r> Gathered<'r> {
    /// Nothing read yet.
    pub(crate) fn new(route: &'r Route, inputs: &'r [Option<Value>], wanted: usize) -> Self {
        Self { route, inputs, wanted, pages: Vec::new(), rows: Vec::new(), staying: 0 }
    }

    /// The rows that are still wanted.
    pub(crate) fn missing(&self) -> usize {
        self.wanted.saturating_sub(self.staying)
    }

    /// Where a page is read from: as its place says, and where the API gives everything at once, with as many rows more as
    /// are passed over.
    pub(crate) fn sized(&self, mut at: Position) -> Position {
        let grows = at.size.is_none() && at.skip > 0;
        if let Some(max) = self.slot_max().filter(|_| grows) {
            let size = (at.skip as u64).saturating_add(self.wanted as u64).saturating_add(1);
            at.size = Some(if max == 0 { size } else { size.min(max.into()) });
        }
        at
    }

    /// Adds a page that was read from this place, and what the API says to follow it.
    pub(crate) fn add(&mut self, at: Position, listed: Listed, next: Next) {
        let limit = limit(self.route, self.inputs);
        let sources = at.sources(self.route, self.inputs);
        let asked = limit.and_then(|index| sources.get(index)?.as_ref()?.as_u64());
        let next = self.follow(&at, &sources, asked, &listed, next);
        let page = self.pages.len();
        self.staying += listed.staying;
        self.rows.extend(listed.rows.into_iter().map(|row| (page, row)));
        self.pages.push(Page { at, asked, found: listed.found, next });
    }

    /// What follows a page.
    fn follow(
        &self,
        at: &Position,
        sources: &[Option<Value>],
        asked: Option<u64>,
        listed: &Listed,
        next: Next,
    ) -> Follow {
        let found = listed.found as u64;
        let full = asked.map_or(found > 0, |asked| found >= asked);
        let number = |input: usize, first: u32| counted(sources, input, first);
        match (next, rule(self.route)) {
            (Next::Page(turn), _) => {
                let turn = at.turned(token::kept(self.route, turn));
                let next = Position { turn, size: self.fixed(asked), skip: 0 };
                // A circle of pages is none.
                let known = next.turn == at.turn || self.pages.iter().any(|page| page.at.turn == next.turn);
                match known {
                    true => Follow::Nothing,
                    false if token::stays(self.route, &at.turn, &next.turn) => Follow::Unreachable,
                    false => Follow::At(next),
                }
            }
            (Next::Elsewhere, _) => Follow::Elsewhere,
            (Next::Unreachable, _) => Follow::Unreachable,
            (Next::Unsaid, Some(Rule::Offset { input, first })) if full => {
                let start = number(input, first).map(|start| start.saturating_add(found));
                start.map_or(Follow::Unreachable, |start| Follow::At(Self::offset(at, input, start)))
            }
            (Next::Unsaid, Some(Rule::Page { input, first })) if full => {
                let page = number(input, first).map(|page| page.saturating_add(1));
                page.map_or(Follow::Unreachable, |page| {
                    let turn = at.turned([(input, Some(page.into()))]);
                    Follow::At(Position { turn, size: self.fixed(asked), skip: 0 })
                })
            }
            (Next::Unsaid, None)
                if full && asked.is_some_and(|asked| self.grows(asked)) && at.turn.is_empty() =>
            {
                Follow::At(Position { skip: listed.found, ..Position::default() })
            }
            (Next::Unsaid, _) => Follow::Nothing,
        }
    }

    fn offset(at: &Position, input: usize, start: u64) -> Position {
        Position { turn: at.turned([(input, Some(start.into()))]), size: None, skip: 0 }
    }

    /// The number of rows that stays the same from page to page, where it is one that the runtime says.
    fn fixed(&self, asked: Option<u64>) -> Option<u64> {
        asked.filter(|_| self.slot_max().is_some())
    }

    fn slot_max(&self) -> Option<u32> {
        slot_max(self.route, limit(self.route, self.inputs)?)
    }

    /// Whether one list can be asked for in more rows than before, to go on where they end.
    fn grows(&self, asked: u64) -> bool {
        let more = self.slot_max().is_some_and(|max| max == 0 || asked < max.into());
        more && resume(self.route).is_some()
    }

    /// The place of the page to read next, where rows are missing and no more than these would be read in vain.
    pub(crate) fn onward(&self) -> Option<Position> {
        let last = self.pages.last()?;
        let missing = self.missing();
        let Follow::At(next) = &last.next else { return None };
        if missing == 0 || self.rows.len() < self.staying || next.skip > 0 {
            return None;
        }
        if resume(self.route).is_some() {
            return Some(next.clone());
        }
        // Without a way back into the middle of a page, one is asked for only where all of it will be shown.
        let size = match (rule(self.route), next.size.or(last.asked).filter(|_| self.slot_max().is_some())) {
            (Some(Rule::Offset { .. }), Some(_)) => Some(missing as u64 + 1),
            (Some(Rule::Body { input: Some(_), .. }), Some(size)) => Some(size.min(missing as u64)),
            (_, size) if size.unwrap_or(last.found as u64) > missing as u64 => return None,
            (_, size) => size,
        };
        let max = self.slot_max().filter(|max| *max > 0).map_or(u64::MAX, u64::from);
        Some(Position {
            size: size.filter(|_| self.slot_max().is_some()).map(|size| size.min(max)),
            ..next.clone()
        })
    }

    /// The rows that are kept, at most as many as are wanted.
    pub(crate) fn rows(&self) -> impl ExactSizeIterator<Item = &Value> + Clone {
        self.rows.iter().take(self.wanted).map(|(_, row)| &row.value)
    }

    /// The same, and nothing else.
    pub(crate) fn into_rows(self) -> Vec<Value> {
        self.rows.into_iter().take(self.wanted).map(|(_, row)| row.value).collect()
    }

    /// How many rows a call could show: as many as are wanted of those that were found.
    pub(crate) fn shown_at_most(&self) -> usize {
        self.staying.min(self.wanted)
    }

    /// Whether there are rows after so many, as far as is known.
    pub(crate) fn has_more_after(&self, shown: usize) -> bool {
        let Some(last) = self.pages.last() else { return false };
        shown < self.staying || last.next != Follow::Nothing || self.may_have_more_after(shown)
    }

    /// Whether these are all rows that the API was asked for and gives at once, and nothing says whether more are there.
    pub(crate) fn may_have_more_after(&self, shown: usize) -> bool {
        let Some(last) = self.pages.last() else { return false };
        // Where a page was named before, one that names none is the last.
        let silent = last.next == Follow::Nothing && rule(self.route).is_none() && last.at.turn.is_empty();
        silent && shown >= self.staying && last.asked.is_some_and(|asked| last.found as u64 >= asked)
    }

    /// Where the list goes on after the first so many of the kept rows.
    pub(crate) fn after(&self, shown: usize) -> Follow {
        let Some(last) = self.pages.last() else { return Follow::Nothing };
        if shown >= self.staying {
            return last.next.clone();
        }
        let Some((page, row)) = shown.checked_sub(1).and_then(|index| self.rows.get(index)) else {
            return Follow::Nothing;
        };
        let following = self.rows.get(shown).map(|(page, _)| *page).filter(|next| next != page);
        if let Some(start) = following.and_then(|next| self.pages.get(next)) {
            return Follow::At(start.at.clone());
        }
        let Some(page) = self.pages.get(*page) else { return Follow::Nothing };
        if row.end >= page.found {
            return page.next.clone();
        }
        self.inside(page, row.end)
    }

    /// The place behind so many rows of a page.
    fn inside(&self, page: &Page, end: usize) -> Follow {
        let sources = page.at.sources(self.route, self.inputs);
        match rule(self.route) {
            Some(Rule::Offset { input, first }) => counted(&sources, input, first)
                .map_or(Follow::Unreachable, |start| {
                    Follow::At(Self::offset(&page.at, input, start.saturating_add(end as u64)))
                }),
            // What is given at once is asked for again with more rows.
            None if page.at.turn.is_empty()
                && !matches!(page.next, Follow::At(ref next) if !next.turn.is_empty()) =>
            {
                Follow::At(Position { skip: end, ..Position::default() })
            }
            _ => Follow::At(Position { turn: page.at.turn.clone(), size: self.fixed(page.asked), skip: end }),
        }
    }
}

/// The number that a source says, or that of the first row or page. An address says it as text.
fn counted(sources: &[Option<Value>], input: usize, first: u32) -> Option<u64> {
    match sources.get(input).and_then(Option::as_ref) {
        None => Some(first.into()),
        Some(Value::String(text)) => text.parse().ok(),
        Some(value) => value.as_u64(),
    }
}
