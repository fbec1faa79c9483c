//! Holds a result below the cap of the catalogue: whole rows and items are left out, and the result says so.

use fewtools_contract::{Answer, Variant};
use serde_json::{Map, Value};

use crate::Reply;
use crate::dispatch::Route;

/// The cap, and what can be said about narrowing the call.
pub(super) struct Cap<'r> {
    route: &'r Route,
    tokens: u32,
}

impl<'r> Cap<'r> {
    /// A cap in tokens, a token being four characters; 0 for none.
    pub(super) fn new(route: &'r Route, tokens: u32) -> Self {
        Self { route, tokens }
    }

    /// A page of rows: an envelope with `items`, `returned` and `truncated`.
    pub(super) fn rows(&self, envelope: Map<String, Value>) -> Reply {
        if self.fits(&envelope) {
            return Reply::object(envelope);
        }
        let all = items_of(&envelope);
        let note = |shown: usize| {
            format!("Cut to {shown} of {all} rows to stay below {} tokens. {}", self.tokens, self.narrow())
        };
        self.shorten(envelope, "items", |envelope, shown| {
            envelope.insert("returned".into(), shown.into());
            envelope.insert("truncated".into(), true.into());
            envelope.insert("note".into(), note(shown).into());
        })
    }

    /// A whole answer that is an array.
    pub(super) fn items(&self, items: Vec<Value>) -> Reply {
        let all = items.len();
        let envelope = Map::from_iter([("items".to_owned(), Value::Array(items))]);
        if self.fits(&envelope) {
            return Reply::object(envelope);
        }
        self.shorten(envelope, "items", |envelope, shown| {
            let note = format!(
                "Cut to {shown} of {all} items to stay below {} tokens. {}",
                self.tokens,
                self.narrow()
            );
            envelope.insert("returned".into(), shown.into());
            envelope.insert("total".into(), all.into());
            envelope.insert("truncated".into(), true.into());
            envelope.insert("note".into(), note.into());
        })
    }

    /// An object: its longest array is shortened, if that is enough.
    pub(super) fn object(&self, members: Map<String, Value>) -> Reply {
        if self.fits(&members) {
            return Reply::object(members);
        }
        let arrays = members.iter().filter(|(_, value)| value.is_array());
        let longest = arrays.max_by_key(|(_, value)| characters(value)).map(|(name, _)| name.clone());
        let Some(name) = longest.filter(|_| !members.contains_key("truncated")) else {
            return self.beginning(&Value::Object(members));
        };
        let all = members.get(&name).and_then(Value::as_array).map_or(0, Vec::len);
        self.shorten(members, &name, |members, shown| {
            let note = format!(
                "{name}: cut to {shown} of {all} to stay below {} tokens. {}",
                self.tokens,
                self.narrow()
            );
            members.insert("truncated".into(), note.into());
        })
    }

    /// A text.
    pub(super) fn text(&self, text: String) -> Reply {
        let all = text.chars().count();
        if all <= self.characters() {
            return Reply::plain(text);
        }
        let note = |shown: usize| {
            format!(
                "\n[Cut to the first {shown} of {all} characters to stay below {} tokens. {}]",
                self.tokens,
                self.narrow()
            )
        };
        let shown = self.characters().saturating_sub(note(all).chars().count());
        let mut cut: String = text.chars().take(shown).collect();
        cut.push_str(&note(shown));
        Reply::plain(cut)
    }

    /// Leaves out items at the end of an array until all fits; `tell` writes down how many are left.
    fn shorten(
        &self,
        mut members: Map<String, Value>,
        name: &str,
        tell: impl Fn(&mut Map<String, Value>, usize),
    ) -> Reply {
        let Some(Value::Array(mut items)) = members.insert(name.to_owned(), Value::Array(Vec::new())) else {
            return self.beginning(&Value::Object(members));
        };
        tell(&mut members, items.len());
        let room = self.characters().checked_sub(length(&members));
        let mut left = room.unwrap_or_default();
        let fitting = items.iter().take_while(|item| {
            // An item costs its text and a comma.
            let rest = left.checked_sub(characters(item) + 1);
            left = rest.unwrap_or_default();
            rest.is_some()
        });
        let shown = fitting.count();
        if shown == 0 {
            members.insert(name.to_owned(), Value::Array(items));
            return self.beginning(&Value::Object(members));
        }
        items.truncate(shown);
        tell(&mut members, shown);
        members.insert(name.to_owned(), Value::Array(items));
        Reply::object(members)
    }

    /// The beginning of an answer that has no part to leave out: `{cut, note}`.
    fn beginning(&self, value: &Value) -> Reply {
        let text = value.to_string();
        let all = text.chars().count();
        let note = format!(
            "Cut to its beginning, of {all} characters, to stay below {} tokens. {}",
            self.tokens,
            self.narrow()
        );
        let with = |cut: String| {
            Map::from_iter([("cut".to_owned(), Value::String(cut)), ("note".to_owned(), note.clone().into())])
        };
        let mut room = self.characters().saturating_sub(length(&with(String::new())));
        // Quotes and line breaks take more room in JSON than in the text they stand for.
        loop {
            let envelope = with(text.chars().take(room).collect());
            if room == 0 || self.fits(&envelope) {
                return Reply::object(envelope);
            }
            room = room * 3 / 4;
        }
    }

    fn fits(&self, members: &Map<String, Value>) -> bool {
        length(members) <= self.characters()
    }

    /// The most characters: those whose quarter, rounded down, is the cap.
    fn characters(&self) -> usize {
        if self.tokens == 0 { usize::MAX } else { self.tokens as usize * 4 + 3 }
    }

    /// How the call can be narrowed, by the arguments that the variant has.
    fn narrow(&self) -> String {
        let variant = self.route.variant;
        let own = limit(variant).and_then(|index| variant.inputs.get(index));
        let optional = variant.inputs.iter().enumerate().filter(|(index, input)| {
            !input.required && Some(*index) != limit(variant) && input.slot.starts_with("query.")
        });
        let names: Vec<&str> = optional.map(|(_, input)| self.route.argument(input).name).take(4).collect();
        let limit = own.map(|input| self.route.argument(input).name);
        match (limit, names.as_slice()) {
            (Some(limit), []) => format!("Give a smaller {limit}."),
            (Some(limit), names) => format!("Give a smaller {limit}, or narrow with {}.", names.join(", ")),
            (None, []) => "No argument of this call narrows it.".to_owned(),
            (None, names) => format!("Narrow with {}.", names.join(", ")),
        }
    }
}

fn limit(variant: &Variant<'_>) -> Option<usize> {
    match variant.answer {
        Answer::Rows(rows) => rows.limit,
        Answer::Whole | Answer::Object(_) => None,
    }
}

fn items_of(envelope: &Map<String, Value>) -> usize {
    envelope.get("items").and_then(Value::as_array).map_or(0, Vec::len)
}

fn characters(value: &Value) -> usize {
    value.to_string().chars().count()
}

fn length(members: &Map<String, Value>) -> usize {
    serde_json::to_string(members).map_or(0, |text| text.chars().count())
}
