//! Holds a result below the cap of the catalogue: whole rows and items are left out, then the ends of long texts, and
//! the result says so.

use fewtools_contract::{Answer, Variant};
use serde_json::{Map, Value};

use super::Frame;
use crate::Reply;
use crate::answer::Next;
use crate::dispatch::Route;
use crate::number;

/// Lengths that texts are cut to, in characters, one after the other until a result fits.
const LENGTHS: [usize; 5] = [usize::MAX, 2_000, 500, 120, 40];

/// The cap, what can be said about narrowing the call, and what is known of the next page.
pub(super) struct Cap<'r> {
    route: &'r Route,
    tokens: u32,
    next: Next,
    frame: &'r Frame,
}

impl<'r> Cap<'r> {
    /// A cap in tokens, a token being four characters; 0 for none.
    pub(super) fn new(route: &'r Route, tokens: u32, next: Next, frame: &'r Frame) -> Self {
        Self { route, tokens, next, frame }
    }

    /// A page of rows: an envelope with `items`, `returned` and `truncated`. What follows is only told of a page that
    /// is shown to its end: the next one begins after the rows that were not.
    pub(super) fn rows(&self, envelope: Map<String, Value>, ends: Ends) -> Reply {
        let envelope = match ends {
            Ends::Here => match self.complete(envelope) {
                Ok(reply) => return reply,
                Err(envelope) => envelope,
            },
            Ends::Later if self.fits(&envelope) => return self.frame.object(envelope),
            Ends::Later => envelope,
        };
        self.cut(&envelope, "items", |envelope, cut| {
            envelope.insert("returned".into(), cut.shown.into());
            envelope.insert("truncated".into(), true.into());
            envelope.insert("note".into(), self.note(&format!("Cut to {}", cut.of("rows"))).into());
        })
    }

    /// A whole answer that is an array.
    pub(super) fn items(&self, items: Vec<Value>) -> Reply {
        let envelope = match self.complete(Map::from_iter([("items".to_owned(), Value::Array(items))])) {
            Ok(reply) => return reply,
            Err(envelope) => envelope,
        };
        self.cut(&envelope, "items", |envelope, cut| {
            envelope.insert("returned".into(), cut.shown.into());
            envelope.insert("total".into(), cut.all.into());
            envelope.insert("truncated".into(), true.into());
            envelope.insert("note".into(), self.note(&format!("Cut to {}", cut.of("items"))).into());
        })
    }

    /// An object: its longest array is shortened, or its texts are.
    pub(super) fn object(&self, members: Map<String, Value>) -> Reply {
        let members = match self.complete(members) {
            Ok(reply) => return reply,
            Err(members) => members,
        };
        let arrays = members.iter().filter(|(_, value)| value.is_array());
        let longest = arrays.max_by_key(|(_, value)| characters(value)).map(|(name, _)| name.clone());
        let name = longest.unwrap_or_default();
        if members.contains_key("truncated") {
            return self.beginning(&Value::Object(members));
        }
        self.cut(&members, &name, |members, cut| {
            let phrase = match (cut.all, cut.texts) {
                (0, texts) => format!("Texts cut to {} characters", texts.unwrap_or_default()),
                _ => format!("{name}: cut to {}", cut.of("items")),
            };
            members.insert("truncated".into(), self.note(&phrase).into());
        })
    }

    /// A text.
    pub(super) fn text(&self, text: String) -> Reply {
        let all = text.chars().count();
        let next = self.said().map(|next| format!("\n[{next}]")).unwrap_or_default();
        if all + next.chars().count() <= self.characters() {
            return self.frame.plain(text + &next);
        }
        let note = |shown: usize| {
            format!("\n[{}]", self.note(&format!("Cut to the first {shown} of {all} characters")))
        };
        let shown = self.characters().saturating_sub(note(all).chars().count());
        let mut cut: String = text.chars().take(shown).collect();
        cut.push_str(&note(shown));
        self.frame.plain(cut)
    }

    /// A sentence instead of an answer.
    pub(super) fn sentence(&self, text: String) -> Reply {
        self.frame.plain(text)
    }

    /// The most bytes of a file, which are shown as base64.
    pub(super) fn bytes(&self) -> usize {
        (self.characters() / 4 * 3).min(1 << 20)
    }

    /// The whole object with what is known of the next page, or the object alone where that does not fit.
    fn complete(&self, mut members: Map<String, Value>) -> Result<Reply, Map<String, Value>> {
        let (name, value) = match &self.next {
            Next::Arguments(arguments) => {
                let name = if members.contains_key("next") { "nextCall" } else { "next" };
                (name, Some(Value::Object(arguments.clone())))
            }
            _ if members.contains_key("note") => ("note", None),
            _ => ("note", self.said().map(Value::from)),
        };
        let added = value.map(|value| members.insert(name.to_owned(), value));
        if self.fits(&members) {
            return Ok(self.frame.object(members));
        }
        if added.is_some() {
            members.shift_remove(name);
        }
        Err(members)
    }

    /// What is known of the next page, as a sentence.
    fn said(&self) -> Option<String> {
        match &self.next {
            Next::Unsaid => None,
            Next::Elsewhere => {
                Some("The API names a next page at another address, which is not followed.".to_owned())
            }
            Next::Unreachable => {
                Some("There is a next page, and no argument of this call asks for it.".to_owned())
            }
            Next::Arguments(arguments) => {
                Some(format!("Next page: the same call with {}.", number::object_to_json(arguments)))
            }
        }
    }

    /// Leaves out items at the end of an array, and the ends of long texts where that is not enough, until all fits;
    /// `tell` writes down what was cut.
    fn cut(
        &self,
        members: &Map<String, Value>,
        array: &str,
        tell: impl Fn(&mut Map<String, Value>, &Cut),
    ) -> Reply {
        for length in LENGTHS {
            let mut members = shortened_members(members, length);
            let items = match members.get_mut(array) {
                Some(Value::Array(items)) => std::mem::take(items),
                _ => Vec::new(),
            };
            let all = items.len();
            let mut cut = Cut { shown: all, all, texts: (length != usize::MAX).then_some(length) };
            tell(&mut members, &cut);
            cut.shown = self.fitting(&members, &items);
            let texts_alone = all == 0 && cut.texts.is_some() && self.fits(&members);
            if cut.shown > 0 || texts_alone {
                tell(&mut members, &cut);
                if all > 0 {
                    members.insert(array.to_owned(), items.into_iter().take(cut.shown).collect());
                }
                return self.frame.object(members);
            }
        }
        self.beginning(&Value::Object(members.clone()))
    }

    /// How many items fit beside the rest.
    fn fitting(&self, rest: &Map<String, Value>, items: &[Value]) -> usize {
        let Some(mut left) = self.characters().checked_sub(length(rest)) else { return 0 };
        let fitting = items.iter().take_while(|item| {
            // An item costs its text and a comma.
            let rest = left.checked_sub(characters(item) + 1);
            left = rest.unwrap_or_default();
            rest.is_some()
        });
        fitting.count()
    }

    /// The beginning of an answer that has no part to leave out: `{cut, truncated, note}`.
    fn beginning(&self, value: &Value) -> Reply {
        let text = number::to_json(value);
        let all = text.chars().count();
        let note = self.note(&format!("Cut to its beginning, of {all} characters,"));
        let with = |cut: String| {
            Map::from_iter([
                ("cut".to_owned(), Value::String(cut)),
                ("truncated".to_owned(), true.into()),
                ("note".to_owned(), note.clone().into()),
            ])
        };
        let mut room = self.characters().saturating_sub(length(&with(String::new())));
        // Quotes and line breaks take more room in JSON than in the text they stand for.
        loop {
            let envelope = with(text.chars().take(room).collect());
            if room == 0 || self.fits(&envelope) {
                return self.frame.object(envelope);
            }
            room = room * 3 / 4;
        }
    }

    fn note(&self, cut: &str) -> String {
        format!("{cut} to stay below {} tokens. {}", self.tokens, self.narrow())
    }

    fn fits(&self, members: &Map<String, Value>) -> bool {
        length(members) <= self.characters()
    }

    /// The most characters: those whose quarter, rounded down, is the cap.
    fn characters(&self) -> usize {
        let all = if self.tokens == 0 { usize::MAX } else { self.tokens as usize * 4 + 3 };
        all.saturating_sub(self.frame.length())
    }

    /// How the call can be narrowed, by the arguments that the variant has.
    fn narrow(&self) -> String {
        let variant = self.route.variant;
        let own = limit(variant).and_then(|index| variant.inputs.get(index));
        let optional = variant.inputs.iter().enumerate().filter(|(index, input)| {
            !input.required && Some(*index) != limit(variant) && input.slot.starts_with("query.")
        });
        let mut names: Vec<&str> = optional.map(|(_, input)| self.route.argument(input).name).collect();
        names.dedup();
        names.truncate(4);
        let limit = own.map(|input| self.route.argument(input).name);
        match (limit, names.as_slice()) {
            (Some(limit), []) => format!("Give a smaller {limit}."),
            (Some(limit), names) => format!("Give a smaller {limit}, or narrow with {}.", names.join(", ")),
            (None, []) => "No argument of this call narrows it.".to_owned(),
            (None, names) => format!("Narrow with {}.", names.join(", ")),
        }
    }
}

/// Where a page of rows ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ends {
    /// With the last row that is shown.
    Here,
    /// After rows that are not shown.
    Later,
}

/// What was left out of a result.
struct Cut {
    shown: usize,
    all: usize,
    texts: Option<usize>,
}

impl Cut {
    /// `3 of 25 rows, and texts to 500 characters,`
    fn of(&self, noun: &str) -> String {
        let items = format!("{} of {} {noun}", self.shown, self.all);
        self.texts.map_or(items.clone(), |texts| format!("{items}, and texts to {texts} characters,"))
    }
}

fn shortened_members(members: &Map<String, Value>, length: usize) -> Map<String, Value> {
    members.iter().map(|(name, member)| (name.clone(), shortened(member, length))).collect()
}

/// The value with every longer text cut between two characters.
fn shortened(value: &Value, length: usize) -> Value {
    match value {
        Value::String(text) if number::digits(text).is_none() => match text.char_indices().nth(length) {
            Some((end, _)) => Value::String(format!("{}…", text.get(..end).unwrap_or_default())),
            None => value.clone(),
        },
        Value::Array(items) => items.iter().map(|item| shortened(item, length)).collect(),
        Value::Object(members) => Value::Object(shortened_members(members, length)),
        scalar => scalar.clone(),
    }
}

fn limit(variant: &Variant<'_>) -> Option<usize> {
    match variant.answer {
        Answer::Rows(rows) => rows.limit,
        Answer::Whole | Answer::Object(_) | Answer::Detail(_) | Answer::Link(_) => None,
    }
}

fn characters(value: &Value) -> usize {
    value.to_string().chars().count()
}

fn length(members: &Map<String, Value>) -> usize {
    serde_json::to_string(members).map_or(0, |text| text.chars().count())
}
