//! A condition of the manifest → the same with every operand bound, or marks for what cannot be compared.

use fewtools_contract::{Comparison, Types};
use serde_json::Value;

use super::Planner;
use super::answers::Node;
use super::hole::{Hole, HoleKind};
use super::shape::type_of;
use super::surface::{ConditionPlan, OperandPlan};
use crate::diagnostics::nearest;
use crate::lower::curation::{ConditionEntry, OperandEntry, Spot, Word};

/// What a field or a way of a condition means.
pub(super) struct Meant {
    /// Where its value comes from.
    pub operand: OperandPlan,
    /// The types that the value may have.
    pub types: Types,
    /// The values that it may have, where they are listed; else none.
    pub values: Vec<Value>,
}

impl Meant {
    /// A value of the declared answer.
    pub fn of(operand: OperandPlan, node: &Node) -> Self {
        Self { operand, types: node.types(), values: node.values() }
    }
}

/// An operand that is bound, the types and the listed values it may have, and its words for faults.
struct Bound {
    operand: OperandPlan,
    types: Types,
    values: Vec<Value>,
    words: String,
}

/// Numbers of both types.
const NUMBER: Types = Types::NUMBER.with(Types::INTEGER);

/// Types that compare with each other, and what a person calls them.
const KINDS: [(Types, &str); 5] = [
    (NUMBER, "a number"),
    (Types::STRING, "a text"),
    (Types::BOOLEAN, "true or false"),
    (Types::ARRAY, "a list"),
    (Types::OBJECT, "an object"),
];

/// Binds a condition of `inside`. `bind` says what a field or a way means; where it says nothing, it has marked why.
pub(super) fn plan<'a>(
    planner: &mut Planner<'a>,
    condition: &Spot<ConditionEntry>,
    inside: &str,
    mut bind: impl FnMut(&mut Planner<'a>, &OperandEntry) -> Option<Meant>,
) -> Option<ConditionPlan> {
    let mut binding = Binding { planner, at: condition, inside, bind: &mut bind };
    binding.condition(&condition.value)
}

/// What says what an operand means.
type Bind<'b, 'a> = dyn FnMut(&mut Planner<'a>, &OperandEntry) -> Option<Meant> + 'b;

struct Binding<'b, 'a> {
    planner: &'b mut Planner<'a>,
    at: &'b Spot<ConditionEntry>,
    inside: &'b str,
    bind: &'b mut Bind<'b, 'a>,
}

impl Binding<'_, '_> {
    fn condition(&mut self, condition: &ConditionEntry) -> Option<ConditionPlan> {
        match condition {
            ConditionEntry::All(parts) => self.parts(parts).map(ConditionPlan::All),
            ConditionEntry::Any(parts) => self.parts(parts).map(ConditionPlan::Any),
            ConditionEntry::Not(denied) => {
                self.condition(denied).map(|denied| ConditionPlan::Not(Box::new(denied)))
            }
            ConditionEntry::Holds(operand) => self.holds(operand),
            ConditionEntry::Compare { left, by, right } => {
                let (left, right) = (self.operand(left), self.operand(right));
                self.compare(left?, *by, right?)
            }
        }
    }

    /// Every part, so that all their faults are told.
    fn parts(&mut self, parts: &[ConditionEntry]) -> Option<Vec<ConditionPlan>> {
        let planned: Vec<Option<ConditionPlan>> = parts.iter().map(|part| self.condition(part)).collect();
        planned.into_iter().collect()
    }

    fn holds(&mut self, operand: &OperandEntry) -> Option<ConditionPlan> {
        let Bound { operand, types, words, .. } = self.operand(operand)?;
        if matches!(operand, OperandPlan::Constant(_)) {
            return self.settled(&words);
        }
        if types.meets(Types::BOOLEAN) {
            return Some(ConditionPlan::Holds(operand));
        }
        let instead = match kind(types) {
            "a number" => format!("a comparison: `{words} > 0`, or `{words} != null`"),
            _ => format!("a comparison, like `{words} != null`"),
        };
        self.unfit(&words, format!("is {}, and alone says nothing", kind(types)), instead)
    }

    fn compare(&mut self, left: Bound, by: Comparison, right: Bound) -> Option<ConditionPlan> {
        let is_null = |bound: &Bound| matches!(&bound.operand, OperandPlan::Constant(Value::Null));
        let is_equality = matches!(by, Comparison::Equal | Comparison::Unequal);
        if let (OperandPlan::Constant(_), OperandPlan::Constant(_)) = (&left.operand, &right.operand) {
            return self.settled(&left.words);
        }
        if is_null(&left) || is_null(&right) {
            if !is_equality {
                let words = if is_null(&left) { &right.words } else { &left.words };
                let why = "is compared with null, which has no size".to_owned();
                return self.unfit(words, why, "`== null` or `!= null`".to_owned());
            }
        } else {
            let meets = |kind: Types| left.types.meets(kind) && right.types.meets(kind);
            let fits = KINDS.iter().any(|(kind, _)| meets(*kind) && (is_equality || is_ordered(*kind)));
            if !fits {
                return self.unlike(&left, &right);
            }
            if is_equality && (self.is_unlisted(&left, &right) || self.is_unlisted(&right, &left)) {
                return None;
            }
        }
        Some(ConditionPlan::Compare { left: left.operand, by, right: right.operand })
    }

    /// Marks what holds always, or never.
    fn settled(&mut self, words: &str) -> Option<ConditionPlan> {
        let why = "is compared with nothing that an answer or a call says".to_owned();
        self.unfit(words, why, "a field or an expression, or no condition".to_owned())
    }

    fn unlike(&mut self, left: &Bound, right: &Bound) -> Option<ConditionPlan> {
        let (one, other) = (kind(left.types), kind(right.types));
        if one == other {
            let why = format!("is {one}, which has no size");
            return self.unfit(&left.words, why, "`==` or `!=`".to_owned());
        }
        let why = format!("is {one}, and `{}` is {other}", right.words);
        let instead = match (&left.operand, &right.operand) {
            _ if one == "a list" || other == "a list" => "a field that counts: `{ count: … }`".to_owned(),
            _ if one == "an object" || other == "an object" => "a field of the object".to_owned(),
            (OperandPlan::Constant(_), _) => format!("{other} in place of `{}`", left.words),
            _ => format!("{one} in place of `{}`", right.words),
        };
        self.unfit(&left.words, why, instead)
    }

    /// Marks a text that is none of the values that the other side may have.
    fn is_unlisted(&mut self, listed: &Bound, constant: &Bound) -> bool {
        let OperandPlan::Constant(Value::String(text)) = &constant.operand else { return false };
        let quoted = |value: &str| format!("`'{value}'`");
        let Some(instead) = listed_instead(text, &listed.values, quoted) else { return false };
        self.unfit(&listed.words, format!("never is `{}`", constant.words), instead);
        true
    }

    fn operand(&mut self, operand: &OperandEntry) -> Option<Bound> {
        let words = match operand {
            OperandEntry::Field(name) => name.value.clone(),
            OperandEntry::Way(way) => way.value.to_string(),
            OperandEntry::Constant(value) => match &value.value {
                Value::String(text) => format!("'{text}'"),
                other => other.to_string(),
            },
        };
        let Meant { operand, types, values } = match operand {
            OperandEntry::Constant(constant) => Meant {
                operand: OperandPlan::Constant(constant.value.clone()),
                types: type_of(&constant.value),
                values: Vec::new(),
            },
            operand => (self.bind)(self.planner, operand)?,
        };
        Some(Bound { operand, types, values, words })
    }

    fn unfit(&mut self, name: &str, why: String, instead: String) -> Option<ConditionPlan> {
        let word = Word::new(name.to_owned(), self.at.at.clone());
        let hole = Hole::new(HoleKind::Condition, &word, self.inside).because(why);
        self.planner.holes.add(hole.instead(instead));
        None
    }
}

/// What to write in place of a text that is none of the listed values; `None` where it is one, or where none are listed.
pub(super) fn listed_instead(
    text: &str,
    values: &[Value],
    quoted: impl Fn(&str) -> String,
) -> Option<String> {
    if values.is_empty() || values.iter().any(|value| value == text) {
        return None;
    }
    let texts: Vec<&str> = values.iter().filter_map(Value::as_str).collect();
    Some(match nearest(text, texts.iter().copied()) {
        Some(near) => quoted(near),
        None => format!("one of {}", texts.into_iter().map(quoted).collect::<Vec<_>>().join(", ")),
    })
}

fn is_ordered(kind: Types) -> bool {
    kind == NUMBER || kind == Types::STRING
}

/// What values of these types are called.
fn kind(types: Types) -> &'static str {
    let mut kinds = KINDS.iter().filter(|(kind, _)| types.meets(*kind));
    match (kinds.next(), kinds.next()) {
        (Some((_, only)), None) => only,
        (Some(_), Some(_)) => "a value of several types",
        (None, _) => "null",
    }
}
