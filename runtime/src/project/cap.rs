//! Holds a result below the cap of the catalogue: whole rows and items are left out, then the ends of long texts, and
//! the result says so.

use fewtools_contract::{Answer, Variant};
use serde_json::{Map, Value};

use super::Frame;
use super::onward::Onward;
use crate::Reply;
use crate::dispatch::Route;
use crate::number;
use crate::pages::characters;

/// Lengths that texts are cut to, in characters, one after the other until a result fits.
pub(super) const LENGTHS: [usize; 5] = [usize::MAX, 2_000, 500, 120, 40];

/// The cap, what can be said about narrowing the call, and what is known of the next page.
pub(super) struct Cap<'r> {
    route: &'r Route,
    tokens: u32,
    onward: Onward,
    frame: &'r Frame,
}

impl<'r> Cap<'r> {
    /// A cap in tokens, a token being four characters; 0 for none.
    pub(super) fn new(route: &'r Route, tokens: u32, onward: Onward, frame: &'r Frame) -> Self {
        Self { route, tokens, onward, frame }
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
            return self.beginning(&Value::Object(members), None);
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
        // Inside of a frame it is a member, with the escapes of one.
        if !self.frame.is_empty() {
            return self.object(Map::from_iter([("text".to_owned(), text.into())]));
        }
        let all = text.chars().count();
        let next = self.onward.said().map(|next| format!("\n[{next}]")).unwrap_or_default();
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
        let (name, value) = match &self.onward {
            Onward::Arguments(arguments) => {
                let name = if members.contains_key("next") { "nextCall" } else { "next" };
                (name, Some(Value::Object(arguments.clone())))
            }
            _ if members.contains_key("note") => ("note", None),
            _ => ("note", self.onward.said().map(Value::from)),
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
        self.beginning(&Value::Object(members.clone()), None)
    }

    /// How many items fit beside the rest.
    fn fitting(&self, rest: &Map<String, Value>, items: &[Value]) -> usize {
        let Some(mut left) = self.characters().checked_sub(characters(rest)) else { return 0 };
        let fitting = items.iter().take_while(|item| {
            // An item costs its text and a comma.
            let rest = left.checked_sub(characters(item) + 1);
            left = rest.unwrap_or_default();
            rest.is_some()
        });
        fitting.count()
    }

    /// The beginning of an answer or of a row that has no part to leave out: `{cut, truncated, note}`, and the arguments
    /// with which the call goes on.
    pub(super) fn beginning(&self, value: &Value, next: Option<Map<String, Value>>) -> Reply {
        let text = number::to_json(value);
        let all = text.chars().count();
        let note = self.note(&format!("Cut to its beginning, of {all} characters,"));
        let next = next.map(|next| ("next".to_owned(), Value::Object(next)));
        let with = |cut: String| {
            let told = [
                ("cut".to_owned(), Value::String(cut)),
                ("truncated".to_owned(), true.into()),
                ("note".to_owned(), note.clone().into()),
            ];
            Map::from_iter(told.into_iter().chain(next.clone()))
        };
        let mut room = self.characters().saturating_sub(characters(&with(String::new())));
        // Quotes and line breaks take more room in JSON than in the text they stand for.
        loop {
            let envelope = with(text.chars().take(room).collect());
            if room == 0 || self.fits(&envelope) {
                return self.frame.object(envelope);
            }
            room = room * 3 / 4;
        }
    }

    /// What was cut, why, and what to ask instead.
    pub(super) fn note(&self, cut: &str) -> String {
        format!("{cut} to stay below {} tokens. {}", self.tokens, self.narrow())
    }

    /// An object inside its frame.
    pub(super) fn framed(&self, members: Map<String, Value>) -> Reply {
        self.frame.object(members)
    }

    pub(super) fn fits(&self, members: &Map<String, Value>) -> bool {
        characters(members) <= self.characters()
    }

    /// The most characters: those whose quarter, rounded down, is the cap.
    pub(super) fn characters(&self) -> usize {
        super::characters(self.tokens).saturating_sub(self.frame.length())
    }

    /// How the call can be narrowed, by the arguments that the variant has.
    fn narrow(&self) -> String {
        let variant = self.route.variant;
        let limit = limit(variant);
        let own = limit.and_then(|index| variant.inputs.get(index));
        let optional = variant.inputs.iter().enumerate().filter(|(index, input)| {
            !input.required && Some(*index) != limit && input.slot.starts_with("query.")
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

/// What was left out of a result.
pub(super) struct Cut {
    /// The items that are shown.
    pub(super) shown: usize,
    /// The items that there are.
    pub(super) all: usize,
    /// The characters that texts are cut to.
    pub(super) texts: Option<usize>,
}

impl Cut {
    /// `3 of 25 rows, and texts to 500 characters,`
    pub(super) fn of(&self, noun: &str) -> String {
        let items = format!("{} of {} {noun}", self.shown, self.all);
        self.texts.map_or(items.clone(), |texts| format!("{items}, and texts to {texts} characters,"))
    }
}

fn shortened_members(members: &Map<String, Value>, length: usize) -> Map<String, Value> {
    members.iter().map(|(name, member)| (name.clone(), shortened(member, length))).collect()
}

/// The value with every longer text cut between two characters.
pub(super) fn shortened(value: &Value, length: usize) -> Value {
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
    let of = |answer: &Answer<'_>| match answer {
        Answer::Rows(rows) => rows.limit,
        Answer::Whole | Answer::Object(_) | Answer::Detail(_) | Answer::Link(_) => None,
    };
    match &variant.answer {
        Answer::Detail(detail) => of(detail.brief),
        one => of(one),
    }
}
