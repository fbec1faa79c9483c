//! Chooses items of an array: filters them, sorts them, takes the first.

use std::borrow::Cow;
use std::cmp::Ordering;

use fewtools_contract::{Items, Segment, Sort};
use serde_json::Value;

use super::fields::{self, Scope};
use crate::{decimal, number};

/// The items that are meant; `None` where there is no array.
pub(super) fn chosen<'v>(items: &Items<'_>, scope: Scope<'v>) -> Option<Vec<&'v Value>> {
    let all = scope.at(&items.at)?.as_array()?;
    let equals = items.filter.map(|filter| (filter.at, scope.sources.constants.value(filter.equals)));
    let stays = |item: &&Value| {
        equals.is_none_or(|(path, equals)| {
            fields::at(path, item).is_some_and(|value| number::same(value, equals))
        })
    };
    let mut chosen: Vec<&Value> = all.iter().filter(stays).collect();
    if let Some(sort) = &items.sort {
        chosen = sorted(chosen, sort);
    }
    if items.first > 0 {
        chosen.truncate(items.first as usize);
    }
    Some(chosen)
}

/// The items in order: those without a value to sort by last, equal ones as they were.
fn sorted<'v>(items: Vec<&'v Value>, sort: &Sort<'_>) -> Vec<&'v Value> {
    let mut keyed: Vec<(Option<Key<'_>>, &Value)> =
        items.into_iter().map(|item| (Key::of(item, sort.at), item)).collect();
    keyed.sort_by(|(left, _), (right, _)| match (left, right) {
        (Some(left), Some(right)) if sort.descending => right.order(left),
        (Some(left), Some(right)) => left.order(right),
        (left, right) => left.is_none().cmp(&right.is_none()),
    });
    keyed.into_iter().map(|(_, item)| item).collect()
}

/// What an item is sorted by.
enum Key<'v> {
    /// A number that fits.
    Whole(i64),
    /// Another number, as it is written.
    Number(Cow<'v, str>),
    Text(&'v str),
}

impl<'v> Key<'v> {
    fn of(item: &'v Value, path: &[Segment<'_>]) -> Option<Self> {
        let value = fields::at(path, item)?;
        match value.as_i64() {
            Some(whole) => Some(Self::Whole(whole)),
            None => number::written(value).map(Self::Number).or_else(|| value.as_str().map(Self::Text)),
        }
    }

    /// Numbers by size before texts by their characters.
    fn order(&self, other: &Self) -> Ordering {
        let equal = Ordering::Equal;
        match (self, other) {
            (Self::Whole(left), Self::Whole(right)) => left.cmp(right),
            (Self::Whole(left), Self::Number(right)) => {
                decimal::compare(&left.to_string(), right).unwrap_or(equal)
            }
            (Self::Number(left), Self::Whole(right)) => {
                decimal::compare(left, &right.to_string()).unwrap_or(equal)
            }
            (Self::Number(left), Self::Number(right)) => decimal::compare(left, right).unwrap_or(equal),
            (Self::Text(left), Self::Text(right)) => left.cmp(right),
            (Self::Text(_), _) => Ordering::Greater,
            (_, Self::Text(_)) => Ordering::Less,
        }
    }
}
