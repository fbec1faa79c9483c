//! The tokens of a condition → the condition: `||` binds least, then `&&`, then a comparison or `!`.

use super::Flaw;
use super::scan::{Token, written};
use crate::diagnostics::Place;
use crate::lower::curation::{ConditionEntry, OperandEntry, Spot};

/// The most parentheses and `!` within each other.
const DEEPEST: usize = 32;

/// Reads a whole condition.
pub(super) fn condition(tokens: &[Token], at: &Place) -> Result<ConditionEntry, Flaw> {
    let mut reader = Reader { tokens, at, depth: 0 };
    let condition = reader.any()?;
    match reader.tokens.first() {
        None => Ok(condition),
        Some(Token::Close) => Err(Flaw::new("a `)` closes nothing", "a `(` before it, or no `)`")),
        Some(Token::Sign(sign)) => {
            let what = format!("`{}` compares a condition, or follows a comparison", written(*sign));
            Err(Flaw::new(what, "one comparison for each two values, joined by `&&`"))
        }
        Some(Token::Name(name)) if ["and", "AND"].contains(&name.as_str()) => {
            Err(Flaw::new("a condition has no `and`", "`&&`"))
        }
        Some(Token::Name(name)) if ["or", "OR"].contains(&name.as_str()) => {
            Err(Flaw::new("a condition has no `or`", "`||`"))
        }
        Some(token) => Err(Flaw::new(
            format!("{} stands where the condition should go on", token.shown()),
            "`&&` or `||` before it; texts stand in single quotes",
        )),
    }
}

struct Reader<'t> {
    tokens: &'t [Token],
    at: &'t Place,
    depth: usize,
}

impl<'t> Reader<'t> {
    fn next(&mut self) -> Option<&'t Token> {
        let (first, rest) = self.tokens.split_first()?;
        self.tokens = rest;
        Some(first)
    }

    fn skip(&mut self, token: &Token) -> bool {
        let is_it = self.tokens.first() == Some(token);
        if is_it {
            self.next();
        }
        is_it
    }

    fn any(&mut self) -> Result<ConditionEntry, Flaw> {
        let first = self.all()?;
        let mut parts = vec![first];
        while self.skip(&Token::Or) {
            parts.push(self.all()?);
        }
        Ok(alone(parts, ConditionEntry::Any))
    }

    fn all(&mut self) -> Result<ConditionEntry, Flaw> {
        let first = self.part()?;
        let mut parts = vec![first];
        while self.skip(&Token::And) {
            parts.push(self.part()?);
        }
        Ok(alone(parts, ConditionEntry::All))
    }

    /// `!` with what it denies, a condition in parentheses, a comparison, or a value alone.
    fn part(&mut self) -> Result<ConditionEntry, Flaw> {
        if self.skip(&Token::Not) {
            let is_closed = matches!(self.tokens.first(), Some(Token::Open | Token::Not));
            let denied = self.deeper(Self::part)?;
            return match denied {
                ConditionEntry::Compare { .. } if !is_closed => Err(Flaw::new(
                    "`!` before a comparison denies one of its sides alone",
                    "parentheses: `!(a == b)`; or the opposite comparison",
                )),
                denied => Ok(ConditionEntry::Not(Box::new(denied))),
            };
        }
        if self.skip(&Token::Open) {
            let inner = self.deeper(Self::any)?;
            return match self.skip(&Token::Close) {
                true => Ok(inner),
                false => Err(Flaw::new("a `(` is not closed", "a `)`")),
            };
        }
        let left = self.operand()?;
        match self.tokens.first() {
            Some(Token::Sign(sign)) => {
                self.next();
                Ok(ConditionEntry::Compare { left, by: *sign, right: self.operand()? })
            }
            _ => Ok(ConditionEntry::Holds(left)),
        }
    }

    fn deeper(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<ConditionEntry, Flaw>,
    ) -> Result<ConditionEntry, Flaw> {
        if self.depth == DEEPEST {
            let what = format!("the condition is more than {DEEPEST} levels deep");
            return Err(Flaw::new(what, "fields that say parts of it"));
        }
        self.depth += 1;
        let inner = read(self);
        self.depth -= 1;
        inner
    }

    fn operand(&mut self) -> Result<OperandEntry, Flaw> {
        const EXPECTED: &str = "a field, an expression, a number, a text in single quotes, or `null`";
        match self.next() {
            Some(Token::Name(name)) if name == "not" => Err(Flaw::new("a condition has no `not`", "`!`")),
            Some(Token::Name(name)) => Ok(OperandEntry::Field(Spot::new(name.clone(), self.at.clone()))),
            Some(Token::Way(way)) => Ok(OperandEntry::Way(Spot::new(way.clone(), self.at.clone()))),
            Some(Token::Constant(value)) => {
                Ok(OperandEntry::Constant(Spot::new(value.clone(), self.at.clone())))
            }
            Some(token) => Err(Flaw::new(format!("{} stands where a value should", token.shown()), EXPECTED)),
            None => Err(Flaw::new("the condition ends where a value should stand", EXPECTED)),
        }
    }
}

/// One part as it is, several as a whole.
fn alone(mut parts: Vec<ConditionEntry>, of: fn(Vec<ConditionEntry>) -> ConditionEntry) -> ConditionEntry {
    match parts.pop() {
        Some(part) if parts.is_empty() => part,
        Some(part) => {
            parts.push(part);
            of(parts)
        }
        None => of(parts),
    }
}
