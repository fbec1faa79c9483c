//! A condition of the manifest → the same with every operand bound, or marks for what cannot be compared.

use fewtools_contract::{Comparison, Types};
use serde_json::Value;

use super::Planner;
use super::hole::{Hole, HoleKind};
use super::shape::type_of;
use super::surface::{ConditionPlan, OperandPlan};
use crate::lower::curation::{ConditionEntry, OperandEntry, Spot, Word};

/// An operand that is bound, the types it may have, and its words for faults.
struct Bound {
    operand: OperandPlan,
    types: Types,
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

/// Binds a condition of `inside`. `bind` says what a field or a way means and which types it may have; where it says
/// nothing, it has marked why.
pub(super) fn plan<'a>(
    planner: &mut Planner<'a>,
    condition: &Spot<ConditionEntry>,
    inside: &str,
    mut bind: impl FnMut(&mut Planner<'a>, &OperandEntry) -> Option<(OperandPlan, Types)>,
) -> Option<ConditionPlan> {
    let mut binding = Binding { planner, at: condition, inside, bind: &mut bind };
    binding.condition(&condition.value)
}

/// What says what an operand means.
type Bind<'b, 'a> = dyn FnMut(&mut Planner<'a>, &OperandEntry) -> Option<(OperandPlan, Types)> + 'b;

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
        let Bound { operand, types, words } = self.operand(operand)?;
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
        }
        Some(ConditionPlan::Compare { left: left.operand, by, right: right.operand })
    }

    fn unlike(&mut self, left: &Bound, right: &Bound) -> Option<ConditionPlan> {
        let (one, other) = (kind(left.types), kind(right.types));
        if one == other {
            let why = format!("is {one}, which has no size");
            return self.unfit(&left.words, why, "`==` or `!=`".to_owned());
        }
        let why = format!("is {one}, and `{}` is {other}", right.words);
        let instead = match (&left.operand, &right.operand) {
            (OperandPlan::Constant(_), _) => format!("{other} in place of `{}`", left.words),
            _ => format!("{one} in place of `{}`", right.words),
        };
        self.unfit(&left.words, why, instead)
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
        let (operand, types) = match operand {
            OperandEntry::Constant(constant) => {
                (OperandPlan::Constant(constant.value.clone()), type_of(&constant.value))
            }
            operand => (self.bind)(self.planner, operand)?,
        };
        Some(Bound { operand, types, words })
    }

    fn unfit(&mut self, name: &str, why: String, instead: String) -> Option<ConditionPlan> {
        let word = Word::new(name.to_owned(), self.at.at.clone());
        let hole = Hole::new(HoleKind::Condition, &word, self.inside).because(why);
        self.planner.holes.add(hole.instead(instead));
        None
    }
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
