//! Reads the rows of an answer one by one, and keeps no more of them than can be shown.

#[cfg(test)]
mod tests;

use std::fmt;
use std::io;

use fewtools_contract::{Rows, Segment};
use serde::de::value::SeqAccessDeserializer;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::skip::Skip;
use crate::number;
use crate::project::{self, Sources};

/// A whole result is never longer than this many caps: texts of rows are cut before rows are left out.
const CAPS: usize = 16;

/// What is read of an answer that is a list.
pub(crate) struct Wanted<'r> {
    /// What is said of its rows.
    pub(crate) rows: &'r Rows<'static>,
    /// What their fields are made of beside them.
    pub(crate) sources: &'r Sources<'r>,
    /// The value of the rows that stay; `None` for all.
    pub(crate) kept: Option<&'r Value>,
    /// The way to what names the next page.
    pub(crate) next: Option<&'static [Segment<'static>]>,
    /// Rows at the beginning that are passed over.
    pub(crate) skip: usize,
    /// The most rows that are kept.
    pub(crate) most: usize,
    /// The characters of a result; rows that begin far behind them are only counted.
    pub(crate) characters: usize,
}

/// The rows of an answer.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Listed {
    /// Those that are kept.
    pub(crate) rows: Vec<Row>,
    /// How many there are, with those that are passed over and those that do not stay.
    pub(crate) found: usize,
    /// How many could be shown: those that stay, without those that are passed over.
    pub(crate) staying: usize,
    /// What names the next page.
    pub(crate) next: Option<Value>,
}

/// A row that is kept.
#[derive(Debug, PartialEq)]
pub(crate) struct Row {
    /// What leaves of it.
    pub(crate) value: Value,
    /// How many rows of the answer stand before its end, itself included.
    pub(crate) end: usize,
}

impl Wanted<'_> {
    /// Whether a row stays. A number is also what is said as its digits.
    fn stays(&self, row: &Value) -> bool {
        let Some((keep, said)) = self.rows.keep.zip(self.kept) else { return true };
        let Some(found) = project::at(keep.at, row) else { return false };
        let digits = number::written(found).zip(said.as_str());
        number::same(found, said) || digits.is_some_and(|(found, said)| *found == *said)
    }

    /// Reads JSON text; `None` for what is none. The inner `None` is an answer without a list in the place of the rows: an
    /// absent one and `null` are no rows, anything else is not what the document says.
    pub(crate) fn read(&self, json: &[u8]) -> Option<Option<Listed>> {
        let marked = number::marked_in_answer(json);
        let mut text = serde_json::Deserializer::from_slice(&marked);
        let listed = self.read_from(&mut text).ok()?;
        text.end().ok()?;
        Some(listed)
    }

    /// The same for a list of JSON texts.
    pub(crate) fn read_lines<'l>(&self, lines: impl Iterator<Item = &'l [u8]>) -> Option<Option<Listed>> {
        self.read_from(SeqAccessDeserializer::new(Lines(lines))).ok()
    }

    /// Reads a value.
    pub(crate) fn read_value(&self, value: &Value) -> Option<Listed> {
        self.read_from(value).ok().flatten()
    }

    fn read_from<'de, D: Deserializer<'de>>(&self, from: D) -> Result<Option<Listed>, D::Error> {
        let mut reading = Reading {
            wanted: self,
            listed: Listed::default(),
            place: Place::Nowhere,
            length: 0,
            full: false,
        };
        Walk { rows: Some(self.rows.at), next: self.next, reading: &mut reading }.deserialize(from)?;
        let Reading { listed, place, .. } = reading;
        Ok((place == Place::Found).then_some(listed))
    }
}

/// A list of JSON texts, read one by one.
struct Lines<I>(I);

impl<'de, 'l, I: Iterator<Item = &'l [u8]>> SeqAccess<'de> for Lines<I> {
    type Error = serde_json::Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Self::Error> {
        let Some(line) = self.0.next() else { return Ok(None) };
        let marked = number::marked_in_answer(line);
        let mut text = serde_json::Deserializer::from_reader(&*marked);
        let value = seed.deserialize(&mut text)?;
        text.end()?;
        Ok(Some(value))
    }
}

/// The characters of a value as compact JSON.
pub(crate) fn characters(value: &impl serde::Serialize) -> usize {
    /// Counts the bytes that begin a character.
    struct Count(usize);

    impl io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.iter().filter(|byte| **byte & 0xc0 != 0x80).count();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    let mut count = Count(0);
    serde_json::to_writer(&mut count, value).map_or(0, |()| count.0)
}

/// Whether the place of the rows was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Not yet, or something else stands there.
    Nowhere,
    /// There are rows, or none.
    Found,
}

/// What was read so far.
struct Reading<'w> {
    wanted: &'w Wanted<'w>,
    listed: Listed,
    place: Place,
    /// The characters of the rows that are kept.
    length: usize,
    /// No further row is kept.
    full: bool,
}

impl Reading<'_> {
    /// Begins anew: of two equal keys the last is read.
    fn reset(&mut self, place: Place) {
        self.place = place;
        self.length = 0;
        self.full = false;
        self.listed = Listed { next: self.listed.next.take(), ..Listed::default() };
    }

    fn rows<'de, A: SeqAccess<'de>>(&mut self, mut items: A) -> Result<(), A::Error> {
        self.reset(Place::Found);
        let Wanted { rows, sources, kept, skip, most, characters: cap, .. } = *self.wanted;
        loop {
            self.full |= self.listed.rows.len() >= most;
            if self.listed.found < skip || (self.full && kept.is_none()) {
                if items.next_element::<Skip>()?.is_none() {
                    return Ok(());
                }
                self.listed.found += 1;
                self.listed.staying += usize::from(self.listed.found > skip);
                continue;
            }
            let Some(row) = items.next_element::<Value>()? else { return Ok(()) };
            self.listed.found += 1;
            if !self.wanted.stays(&row) {
                continue;
            }
            self.listed.staying += 1;
            if !self.full {
                let value = project::row(rows.pick, &row, sources);
                self.length = self.length.saturating_add(characters(&value));
                self.full = self.length / CAPS > cap;
                self.listed.rows.push(Row { value, end: self.listed.found });
            }
        }
    }
}

/// The ways that still are to be followed from a value.
struct Walk<'l, 'w> {
    rows: Option<&'static [Segment<'static>]>,
    next: Option<&'static [Segment<'static>]>,
    reading: &'l mut Reading<'w>,
}

impl<'w> Walk<'_, 'w> {
    /// Goes on with a part of the value; `None` where neither way leads there.
    fn inside(&mut self, part: Segment<'_>) -> Option<Walk<'_, 'w>> {
        let on = |way: Option<&'static [Segment<'static>]>| match way?.split_first()? {
            (first, rest) if *first == part => Some(rest),
            _ => None,
        };
        let (rows, next) = (on(self.rows), on(self.next));
        if rows.is_some() {
            self.reading.reset(Place::Nowhere);
        }
        if next.is_some() {
            self.reading.listed.next = None;
        }
        (rows.is_some() || next.is_some()).then_some(Walk { rows, next, reading: self.reading })
    }

    /// Ends at a value without parts.
    fn end(self, value: Value) {
        if self.rows == Some(&[]) && value.is_null() {
            self.reading.reset(Place::Found);
        }
        if self.next == Some(&[]) && !value.is_null() {
            self.reading.listed.next = Some(value);
        }
    }
}

impl<'de> DeserializeSeed<'de> for Walk<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Walk<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        self.end(Value::Null);
        Ok(())
    }

    fn visit_bool<E>(self, value: bool) -> Result<(), E> {
        self.end(value.into());
        Ok(())
    }

    fn visit_i64<E>(self, value: i64) -> Result<(), E> {
        self.end(value.into());
        Ok(())
    }

    fn visit_u64<E>(self, value: u64) -> Result<(), E> {
        self.end(value.into());
        Ok(())
    }

    fn visit_f64<E>(self, value: f64) -> Result<(), E> {
        self.end(value.into());
        Ok(())
    }

    fn visit_str<E>(self, value: &str) -> Result<(), E> {
        self.end(value.into());
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut items: A) -> Result<(), A::Error> {
        if self.rows == Some(&[]) {
            return self.reading.rows(items);
        }
        for index in 0.. {
            let more = match self.inside(Segment::Index(index)) {
                Some(walk) => items.next_element_seed(walk)?.is_some(),
                None => items.next_element::<Skip>()?.is_some(),
            };
            if !more {
                break;
            }
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut members: A) -> Result<(), A::Error> {
        // An object without the rows has none.
        if self.rows.is_some_and(|way| way.len() == 1) {
            self.reading.reset(Place::Found);
        }
        while let Some(key) = members.next_key::<String>()? {
            match self.inside(Segment::Key(&key)) {
                Some(walk) => members.next_value_seed(walk)?,
                None => {
                    members.next_value::<Skip>()?;
                }
            }
        }
        Ok(())
    }
}
