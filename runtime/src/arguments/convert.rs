//! Turns an accepted argument into the value that is sent.

use fewtools_contract::format::{Duration, is_date, is_date_time, is_uuid};
use fewtools_contract::{Answer, Conversion, Inside, Location, Next, Source, Variant};
use serde_json::Value;

use super::bytes;
use crate::number;
use crate::refusal::reason;

/// A value as it is sent.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Ready {
    /// The value.
    pub(crate) sent: Value,
    /// The rows that were asked for, where the value is a row limit.
    pub(crate) rows: Option<u32>,
}

/// Why a value cannot be converted: the rest of a sentence that starts with the argument's name.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Unfit {
    /// The stable name of the fault.
    pub(crate) reason: &'static str,
    /// `must be a date like 2024-02-29`
    pub(crate) phrase: String,
}

/// Converts a value.
///
/// # Errors
/// [`Unfit`] for a value that does not have the form the conversion needs.
pub(crate) fn convert(conversion: Conversion, value: Value) -> Result<Ready, Unfit> {
    let sent = match conversion {
        Conversion::None | Conversion::Resume => value,
        Conversion::Uuid => {
            checked(value, is_uuid, "must be a UUID like 123e4567-e89b-12d3-a456-426614174000")?
        }
        Conversion::Date => checked(value, is_date, "must be a date like 2024-02-29")?,
        Conversion::DateTime => checked(value, is_date_time, "must be a time like 2024-02-29T12:30:00Z")?,
        Conversion::Duration => checked(value, |text| Duration::parse(text).is_some(), DURATION)?,
        Conversion::DurationSeconds => duration(&value)?.seconds().ok_or_else(|| unfit(DURATION))?.into(),
        Conversion::DurationIso => duration(&value)?.iso().into(),
        Conversion::RowLimit { max, slot_max } => return row_limit(&value, max, slot_max),
        Conversion::IdListText => ids(&value)?.into_iter().map(Value::from).collect(),
        Conversion::IdListInteger => ids(&value)?
            .into_iter()
            .map(|id| integer(id).ok_or_else(|| unfit(NUMBERS)))
            .collect::<Result<_, _>>()?,
        Conversion::Bytes => bytes_of(value)?,
        Conversion::Digits { whole } => digits(&value, whole)?,
        Conversion::IdListJoined => {
            ids(&value)?;
            value
        }
    };
    Ok(Ready { sent, rows: None })
}

impl Ready {
    /// The rows that are asked for where no row is held back: where pages follow each other, as the next one begins after
    /// the last row that the API gave, where the answer is not cut to so many rows, and where the call changes something,
    /// which may use up what it gives.
    pub(crate) fn in_pages_of(mut self, variant: &Variant<'_>) -> Self {
        let is_exact = has_pages(variant) || !is_cut(&variant.answer) || variant.effect.is_mutation();
        if let Some(rows) = self.rows.filter(|_| is_exact) {
            self.sent = self.sent.as_u64().unwrap_or_default().min(rows.into()).into();
        }
        self
    }
}

/// Whether rows beyond those that were asked for are held back.
fn is_cut(answer: &Answer<'_>) -> bool {
    match answer {
        Answer::Rows(_) => true,
        Answer::Detail(detail) => is_cut(detail.brief) || is_cut(detail.full),
        Answer::Whole | Answer::Object(_) | Answer::Link(_) => false,
    }
}

/// Whether an argument turns the pages of an answer.
fn has_pages(variant: &Variant<'_>) -> bool {
    let Some(exchange) = variant.work.exchange() else { return false };
    let by_number = exchange.call.parameters.iter().any(|parameter| {
        let name = parameter.name.to_ascii_lowercase().replace(['_', '-', '.'], "");
        let numbers = matches!(name.as_str(), "page" | "pagenumber" | "pageno" | "pagenum" | "pageindex");
        numbers && parameter.location == Location::Query && matches!(parameter.source, Source::Input(_))
    });
    by_number || matches!(exchange.paging.next, Some(Next::Body { .. } | Next::Page { .. }))
}

const DURATION: &str = "must be a duration like 30s, 15m, 6h or 2d";
const IDS: &str = "must be one or more ids separated by commas";
const WHOLE: &str = "must be a whole number as text, like \"4117\"";
const DIGITS: &str = "must be a number as text, like \"12.5\"";
const NUMBERS: &str = "must be whole numbers separated by commas";

fn unfit(phrase: &str) -> Unfit {
    Unfit { reason: reason::FORMAT, phrase: phrase.to_owned() }
}

fn checked(value: Value, fits: impl Fn(&str) -> bool, phrase: &str) -> Result<Value, Unfit> {
    if value.as_str().is_some_and(fits) { Ok(value) } else { Err(unfit(phrase)) }
}

fn duration(value: &Value) -> Result<Duration, Unfit> {
    value.as_str().and_then(Duration::parse).ok_or_else(|| unfit(DURATION))
}

/// One row more than wanted is fetched, so that a cut shows; never more than the API takes.
fn row_limit(value: &Value, max: u32, slot_max: u32) -> Result<Ready, Unfit> {
    let wanted = value.as_u64().and_then(|rows| u32::try_from(rows).ok());
    let wanted = wanted.filter(|rows| (1..=max).contains(rows)).ok_or_else(|| Unfit {
        reason: if value.is_number() { reason::RANGE } else { reason::TYPE },
        phrase: format!("must be an integer from 1 to {max}"),
    })?;
    let most = if slot_max == 0 { u64::MAX } else { u64::from(slot_max) };
    Ok(Ready { sent: (u64::from(wanted) + 1).min(most).into(), rows: Some(wanted) })
}

/// Bytes, or an array of them; they are decoded where the request is written.
fn bytes_of(value: Value) -> Result<Value, Unfit> {
    let judge =
        |item: &Value| bytes::read(item).map(drop).map_err(|phrase| Unfit { reason: reason::FORMAT, phrase });
    match &value {
        Value::Array(items) => items.iter().try_for_each(judge)?,
        one => judge(one)?,
    }
    Ok(value)
}

/// A number that is given as the text of its digits.
fn digits(value: &Value, whole: bool) -> Result<Value, Unfit> {
    let phrase = if whole { WHOLE } else { DIGITS };
    let fits = |text: &&str| number::is_finite(text) && !(whole && text.contains(['.', 'e', 'E']));
    value.as_str().filter(fits).map(number::of_digits).ok_or_else(|| unfit(phrase))
}

/// Turns the texts of digits inside of a value into numbers; a place that holds no text is as it is sent.
///
/// # Errors
/// [`Unfit`] for a text that is no number.
pub(crate) fn digits_inside(way: &[Inside<'_>], value: &mut Value) -> Result<(), Unfit> {
    match (way, value) {
        ([], value) if value.is_string() => *value = digits(value, false)?,
        ([Inside::Key(key), rest @ ..], Value::Object(members)) => {
            members.get_mut(*key).map_or(Ok(()), |inner| digits_inside(rest, inner))?;
        }
        ([Inside::Items, rest @ ..], Value::Array(items)) => {
            items.iter_mut().try_for_each(|item| digits_inside(rest, item))?;
        }
        _ => {}
    }
    Ok(())
}

fn ids(value: &Value) -> Result<Vec<&str>, Unfit> {
    let text = value.as_str().ok_or_else(|| unfit(IDS))?;
    let ids: Vec<&str> = text.split(',').map(str::trim).collect();
    if ids.iter().any(|id| id.is_empty()) { Err(unfit(IDS)) } else { Ok(ids) }
}

fn integer(text: &str) -> Option<Value> {
    text.parse::<i64>().map(Value::from).or_else(|_| text.parse::<u64>().map(Value::from)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn converts_to_what_is_sent() {
        let uuid = "123e4567-e89b-12d3-a456-426614174000";
        for (conversion, given, sent) in [
            (Conversion::None, json!({"a": 1}), json!({"a": 1})),
            (Conversion::Uuid, json!(uuid), json!(uuid)),
            (Conversion::Duration, json!("6h"), json!("6h")),
            (Conversion::DurationSeconds, json!("15m"), json!(900)),
            (Conversion::DurationIso, json!("2d"), json!("P2D")),
            (Conversion::RowLimit { max: 100, slot_max: 0 }, json!(100), json!(101)),
            (Conversion::RowLimit { max: 100, slot_max: 50 }, json!(50), json!(50)),
            (Conversion::IdListText, json!("a, b"), json!(["a", "b"])),
            (Conversion::IdListInteger, json!("9007199254740993,-1"), json!([9007199254740993_u64, -1])),
            (Conversion::IdListJoined, json!("1,2"), json!("1,2")),
            (Conversion::Digits { whole: true }, json!("9007199254740993"), json!(9_007_199_254_740_993_u64)),
        ] {
            assert_eq!(convert(conversion, given).map(|ready| ready.sent), Ok(sent), "{conversion:?}");
        }
    }

    #[test]
    fn says_what_the_form_is() {
        for (conversion, given, phrase) in [
            (Conversion::Uuid, json!("x"), "must be a UUID like 123e4567-e89b-12d3-a456-426614174000"),
            (Conversion::Date, json!("2024-02-30"), "must be a date like 2024-02-29"),
            (Conversion::DurationIso, json!("soon"), DURATION),
            (Conversion::RowLimit { max: 100, slot_max: 0 }, json!(0), "must be an integer from 1 to 100"),
            (Conversion::RowLimit { max: 100, slot_max: 0 }, json!(101), "must be an integer from 1 to 100"),
            (Conversion::IdListText, json!("a,,b"), IDS),
            (Conversion::IdListInteger, json!("1,x"), NUMBERS),
            (Conversion::Digits { whole: true }, json!("1.5"), WHOLE),
            (Conversion::Digits { whole: false }, json!("+1"), DIGITS),
            (Conversion::Digits { whole: true }, json!("\u{fdd0}1"), WHOLE),
        ] {
            assert_eq!(convert(conversion, given).map_err(|unfit| unfit.phrase), Err(phrase.to_owned()));
        }
    }
}
