//! Says how a call goes on: with the arguments in which the next call differs, or in a sentence.

use fewtools_contract::Next as Rule;
use serde_json::{Map, Value};

use crate::answer::Next;
use crate::dispatch::{Role, Route};
use crate::number;
use crate::pages::{self, Follow, Position};

/// How a call goes on.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Onward {
    /// Nothing is known of it.
    Unsaid,
    /// It cannot be gone on with, and this says why.
    Sentence(&'static str),
    /// The arguments that differ; `null` for one that is left out.
    Arguments(Map<String, Value>),
}

const ELSEWHERE: &str = "The API names a next page at another address, which is not followed.";
const UNREACHABLE: &str = "There is a next page, and no argument of this call asks for it.";
/// Said where a page has rows that are not shown and the next page begins behind them.
const BEHIND: &str = "More rows follow, and no argument of this call begins with the first of them.";

/// The same of a resource: a read has no arguments.
const UNREAD: &str = "There is a next page, which this resource does not give.";
const UNSHOWN: &str = "More rows follow, which this resource does not give.";

impl Onward {
    fn unreachable(route: &Route) -> Self {
        Self::Sentence(if route.role == Role::Resource { UNREAD } else { UNREACHABLE })
    }

    /// After a whole answer.
    pub(super) fn of_answer(route: &Route, next: &Next) -> Self {
        match next {
            Next::Unsaid => Self::Unsaid,
            Next::Elsewhere => Self::Sentence(ELSEWHERE),
            Next::Unreachable => Self::unreachable(route),
            Next::Page(turn) => Self::of_turn(route, turn),
        }
    }

    /// After the rows of a call with these inputs.
    pub(super) fn of_rows(route: &Route, inputs: &[Option<Value>], follow: &Follow) -> Self {
        match follow {
            Follow::Nothing => Self::Unsaid,
            Follow::Elsewhere => Self::Sentence(ELSEWHERE),
            Follow::Unreachable => Self::unreachable(route),
            Follow::At(position) => Self::of_position(route, inputs, position),
        }
    }

    fn of_position(route: &Route, inputs: &[Option<Value>], position: &Position) -> Self {
        let resume = pages::resume(route).and_then(|index| route.variant.inputs.get(index));
        if let Some(input) = resume {
            let name = route.argument(input).name;
            let told = match pages::told(route, inputs, position) {
                // What the call said of its place does not hold beside the text.
                Some(text) => Some((text, pages::contradicted(route, inputs, &position.turn))),
                None => pages::beside(route, inputs, position),
            };
            let Some((text, others)) = told else { return Self::unreachable(route) };
            let arguments = std::iter::once((name, text.into())).chain(others);
            return Self::Arguments(arguments.map(|(name, value)| (name.to_owned(), value)).collect());
        }
        match (position.skip, position.turn.is_empty()) {
            (0, _) => Self::of_turn(route, &position.turn),
            (_, true) if pages::rule(route).is_none_or(|rule| matches!(rule, Rule::Offset { .. })) => {
                Self::Unsaid
            }
            (..) if route.role == Role::Resource => Self::Sentence(UNSHOWN),
            (..) => Self::Sentence(BEHIND),
        }
    }

    fn of_turn(route: &Route, turn: &[(usize, Option<Value>)]) -> Self {
        let named = |(index, value): &(usize, Option<Value>)| {
            let input = route.variant.inputs.get(*index)?;
            Some((route.argument(input).name.to_owned(), value.clone().unwrap_or_default()))
        };
        let arguments: Option<Map<String, Value>> = turn.iter().map(named).collect();
        arguments.map_or_else(|| Self::unreachable(route), Self::Arguments)
    }

    /// The same in a sentence.
    pub(super) fn said(&self) -> Option<String> {
        match self {
            Self::Unsaid => None,
            Self::Sentence(sentence) => Some((*sentence).to_owned()),
            Self::Arguments(arguments) => {
                Some(format!("Next page: the same call with {}.", number::object_to_json(arguments)))
            }
        }
    }
}
