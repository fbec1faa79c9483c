//! The road of a call whose answer is a list: page after page until there are rows enough.

use std::time::{Duration, Instant};

use fewtools_contract::{Next, Rows};
use serde_json::Value;

use super::course::{Course, Stop};
use crate::Reply;
use crate::answer::{Answered, Content, Purpose};
use crate::arguments::Page;
use crate::dispatch::Route;
use crate::gate::{self, Run};
use crate::pages::{self, Gathered, Position, Wanted};
use crate::project::{self, Frame, Sources};

impl Course<'_> {
    /// Reads a list from where the call says.
    pub(super) async fn list(
        &mut self,
        spec: Rows<'static>,
        inputs: &[Option<Value>],
        page: Page,
    ) -> Result<Reply, Stop> {
        let (route, frame, made_of) = (self.route, Frame::default(), self.sources(inputs));
        let mut gathered = Gathered::new(route, inputs, page.wanted);
        let mut at = gathered.sized(page.at);
        let most = most_pages(route, &at);
        let until = Instant::now() + Duration::from_millis(self.timeout_ms().into());
        let mut status = 0;
        for pages in 1.. {
            let wanted = wanted(route, (&spec, &made_of), (&at, gathered.missing()), self.tokens());
            let sources = gate::sent(route, &at.sources(route, inputs), Run::Real);
            match self.ask(Purpose::Run, &sources, Some(&wanted)).await {
                Ok(Answered { content: Content::Rows(Some(listed)), next, status: told, .. }) => {
                    gathered.add(at, listed, next);
                    status = told;
                }
                // What was read before is shown, and where it goes on.
                _ if pages > 1 => break,
                Ok(answered) => return Ok(self.project(inputs, answered, &frame)),
                Err(stop) => return Err(stop),
            }
            self.until(until);
            match gathered.onward() {
                Some(next) if pages < most && !self.is_late() => at = next,
                _ => break,
            }
        }
        Ok(self.project_rows(inputs, (&spec, gathered), status, &frame))
    }

    /// The rows of an answer that was read already; nothing is asked for after it.
    pub(super) fn listed(
        &mut self,
        spec: Rows<'static>,
        inputs: &[Option<Value>],
        (answered, page): (Answered, Page),
        frame: &Frame,
    ) -> Reply {
        let mut gathered = Gathered::new(self.route, inputs, page.wanted);
        let made_of = self.sources(inputs);
        let wanted = wanted(self.route, (&spec, &made_of), (&page.at, page.wanted), self.tokens());
        let Content::Json(body) = &answered.content else { return self.project(inputs, answered, frame) };
        let Some(listed) = wanted.read_value(body) else { return self.project(inputs, answered, frame) };
        gathered.add(page.at, listed, answered.next);
        self.project_rows(inputs, (&spec, gathered), answered.status, frame)
    }
}

/// The most pages of one call. A page that is read again for its end is none, and what changes something is asked once.
fn most_pages(route: &Route, at: &Position) -> u32 {
    let exchange = route.variant.work.exchange();
    let follow = exchange.map_or(1, |exchange| exchange.paging.follow.max(1));
    if route.variant.effect.is_mutation() { 1 } else { follow.saturating_add(u32::from(at.skip > 0)) }
}

/// What is read of a page: so many of the rows that are not passed over.
fn wanted<'r>(
    route: &Route,
    (rows, sources): (&'r Rows<'static>, &'r Sources<'r>),
    (at, most): (&Position, usize),
    tokens: u32,
) -> Wanted<'r> {
    let next = match pages::rule(route) {
        Some(Next::Body { at, .. }) => Some(at),
        Some(Next::Offset { .. } | Next::Page { .. }) | None => None,
    };
    let kept = rows.keep.and_then(|keep| sources.inputs.get(keep.input)?.as_ref());
    Wanted { rows, sources, kept, next, skip: at.skip, most, characters: project::characters(tokens) }
}
