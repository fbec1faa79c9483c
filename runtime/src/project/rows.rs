//! Turns the rows of a list into a result below the cap: `{items, returned, truncated, orderedBy?}`, and how to go on.

use fewtools_contract::Rows;
use serde_json::{Map, Value};

use super::cap::{Cap, Cut, LENGTHS, shortened};
use super::onward::Onward;
use crate::Reply;
use crate::dispatch::Route;
use crate::pages::{Gathered, characters};

/// Said where the API was asked for all it gives at once, so that nothing shows whether more is there.
const MAYBE: &str = "There may be more: the API gives no more rows at once.";

/// The same of a change, which asks for no row that it does not show.
const UNASKED: &str = "There may be more: no more rows were asked for.";

/// The rows that were gathered for a call with these inputs.
pub(super) fn reply(
    spec: &Rows<'_>,
    gathered: Gathered<'_>,
    (route, inputs): (&Route, &[Option<Value>]),
    cap: &Cap<'_>,
) -> Reply {
    let page = Page { spec, gathered: &gathered, route, inputs, cap };
    for length in LENGTHS {
        let is_whole = length == usize::MAX;
        let short: Vec<Value> = match is_whole {
            true => Vec::new(),
            false => gathered.rows().map(|row| shortened(row, length)).collect(),
        };
        let (shown, mut envelope) = match is_whole {
            true => page.fitting(gathered.rows(), None),
            false => page.fitting(short.iter(), Some(length)),
        };
        if shown > 0 || (gathered.rows().len() == 0 && cap.fits(&envelope)) {
            let rows = if is_whole { gathered.into_rows() } else { short };
            envelope.insert("items".into(), rows.into_iter().take(shown).collect());
            return cap.framed(envelope);
        }
    }
    page.beginning()
}

struct Page<'p> {
    spec: &'p Rows<'p>,
    gathered: &'p Gathered<'p>,
    route: &'p Route,
    inputs: &'p [Option<Value>],
    cap: &'p Cap<'p>,
}

impl Page<'_> {
    /// How many of the rows fit, and the rest of the result for so many.
    fn fitting<'v>(
        &self,
        rows: impl ExactSizeIterator<Item = &'v Value>,
        texts: Option<usize>,
    ) -> (usize, Map<String, Value>) {
        let (all, most) = (rows.len(), self.cap.characters());
        let mut ends = vec![0];
        for row in rows {
            // A row costs its text and a comma, but for the first one's.
            let end = ends.last().copied().unwrap_or_default() + characters(row) + 1;
            if end > most {
                break;
            }
            ends.push(end);
        }
        let likely = ends.len() - 1;
        let fitting = |shown: usize| {
            let envelope = self.envelope(shown, texts);
            let rows = ends.get(shown).map_or(0, |end| end.saturating_sub(1));
            (characters(&envelope).saturating_add(rows) <= most).then_some((shown, envelope))
        };
        let found = (1..=likely.min(all)).rev().find_map(fitting);
        found.unwrap_or_else(|| (0, self.envelope(0, texts)))
    }

    /// Everything but the rows, where so many of them are shown.
    fn envelope(&self, shown: usize, texts: Option<usize>) -> Map<String, Value> {
        let all = self.gathered.shown_at_most();
        let is_cut = shown < all || texts.is_some();
        let onward = Onward::of_rows(self.route, self.inputs, &self.gathered.after(shown));
        let mut envelope = Map::new();
        envelope.insert("items".into(), Value::Array(Vec::new()));
        envelope.insert("returned".into(), shown.into());
        envelope.insert("truncated".into(), (is_cut || self.gathered.has_more_after(shown)).into());
        if !self.spec.ordered_by.is_empty() {
            envelope.insert("orderedBy".into(), self.spec.ordered_by.into());
        }
        let note = match &onward {
            _ if is_cut => Some(self.cap.note(&format!("Cut to {}", Cut { shown, all, texts }.of("rows")))),
            Onward::Sentence(sentence) => Some((*sentence).to_owned()),
            Onward::Unsaid => {
                let maybe = if self.route.variant.effect.is_mutation() { UNASKED } else { MAYBE };
                self.gathered.may_have_more_after(shown).then(|| maybe.to_owned())
            }
            Onward::Arguments(_) => None,
        };
        envelope.extend(note.map(|note| ("note".to_owned(), note.into())));
        if let Onward::Arguments(arguments) = onward {
            envelope.insert("next".into(), Value::Object(arguments));
        }
        envelope
    }

    /// The beginning of a row of which nothing can be left out, and how to go on after it.
    fn beginning(&self) -> Reply {
        let row = self.gathered.rows().next().cloned().unwrap_or_default();
        let onward = match Onward::of_rows(self.route, self.inputs, &self.gathered.after(1)) {
            Onward::Arguments(arguments) => Some(arguments),
            Onward::Unsaid | Onward::Sentence(_) => None,
        };
        self.cap.beginning(&row, onward)
    }
}
