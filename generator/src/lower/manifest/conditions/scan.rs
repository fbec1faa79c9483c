//! The text of a condition → its tokens.

use fewtools_contract::Comparison;
use serde_json::Value;

use super::super::expressions;
use super::Flaw;
use crate::lower::curation::Expression;

/// One token.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token {
    /// `(`
    Open,
    /// `)`
    Close,
    /// `!`
    Not,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `==` and the like.
    Sign(Comparison),
    /// A bare name.
    Name(String),
    /// `$…`
    Way(Expression),
    /// A number, a text in single quotes, `true`, `false` or `null`.
    Constant(Value),
}

impl Token {
    /// As faults show it.
    pub(super) fn shown(&self) -> String {
        match self {
            Self::Open => "`(`".to_owned(),
            Self::Close => "`)`".to_owned(),
            Self::Not => "`!`".to_owned(),
            Self::And => "`&&`".to_owned(),
            Self::Or => "`||`".to_owned(),
            Self::Sign(sign) => format!("`{}`", written(*sign)),
            Self::Name(name) => format!("`{name}`"),
            Self::Way(_) => "an expression".to_owned(),
            Self::Constant(Value::String(text)) => format!("`'{text}'`"),
            Self::Constant(value) => format!("`{value}`"),
        }
    }
}

/// The signs, longer ones before those that they begin with.
const SIGNS: [(&str, Token); 11] = [
    ("&&", Token::And),
    ("||", Token::Or),
    ("==", Token::Sign(Comparison::Equal)),
    ("!=", Token::Sign(Comparison::Unequal)),
    ("<=", Token::Sign(Comparison::AtMost)),
    (">=", Token::Sign(Comparison::AtLeast)),
    ("<", Token::Sign(Comparison::Less)),
    (">", Token::Sign(Comparison::More)),
    ("!", Token::Not),
    ("(", Token::Open),
    (")", Token::Close),
];

/// What is written in other languages, and what it is here.
const FOREIGN: [(&str, &str); 9] = [
    ("===", "`==`"),
    ("!==", "`!=`"),
    ("<>", "`!=`"),
    ("=>", "`>=`"),
    ("=<", "`<=`"),
    ("=~", "`==`, or a field that a `fn` makes"),
    ("&", "`&&`"),
    ("|", "`||`"),
    ("=", "`==`"),
];

/// A comparison as it is written.
pub(super) fn written(sign: Comparison) -> &'static str {
    match sign {
        Comparison::Equal => "==",
        Comparison::Unequal => "!=",
        Comparison::Less => "<",
        Comparison::AtMost => "<=",
        Comparison::More => ">",
        Comparison::AtLeast => ">=",
    }
}

/// Takes a text apart.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, Flaw> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let (token, after) = match first {
            '\'' => quoted(rest)?,
            first if is_sign(first) => sign(rest)?,
            _ => word(rest)?,
        };
        tokens.push(token);
        rest = after.trim_start();
    }
    Ok(tokens)
}

fn sign(text: &str) -> Result<(Token, &str), Flaw> {
    let foreign = |(sign, _): &&(&str, &str)| text.starts_with(sign);
    let known = SIGNS.iter().find(|(sign, _)| text.starts_with(sign));
    match (known, FOREIGN.iter().find(foreign)) {
        (Some((sign, token)), other) if other.is_none_or(|(other, _)| other.len() <= sign.len()) => {
            Ok((token.clone(), text.get(sign.len()..).unwrap_or_default()))
        }
        (_, Some((sign, instead))) => Err(Flaw::new(format!("a condition has no `{sign}`"), *instead)),
        (_, None) => {
            let sign = text.chars().next().unwrap_or_default();
            Err(Flaw::new(format!("a condition has no `{sign}`"), "a text in single quotes: `'…'`"))
        }
    }
}

/// `'text'`, in which `''` is one quote.
fn quoted(text: &str) -> Result<(Token, &str), Flaw> {
    let mut value = String::new();
    let mut rest = text.get(1..).unwrap_or_default();
    while let Some((piece, after)) = rest.split_once('\'') {
        value.push_str(piece);
        match after.strip_prefix('\'') {
            Some(more) => {
                value.push('\'');
                rest = more;
            }
            None => return Ok((Token::Constant(Value::String(value)), after)),
        }
    }
    Err(Flaw::new(format!("the text `{text}` has no end"), "`'` behind it"))
}

/// A name, a number, a word of JSON or an expression.
fn word(text: &str) -> Result<(Token, &str), Flaw> {
    let end = text.find(|c: char| c.is_whitespace() || c == '\'' || is_sign(c)).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    let token = match word {
        "true" => Token::Constant(Value::Bool(true)),
        "false" => Token::Constant(Value::Bool(false)),
        "null" => Token::Constant(Value::Null),
        _ if word.starts_with('$') => {
            let way = expressions::expression(word);
            Token::Way(way.map_err(|instead| Flaw::new(format!("`{word}` is no expression"), instead))?)
        }
        _ if word.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '+') => {
            let number = serde_json::from_str::<serde_json::Number>(word);
            let flaw = |_| Flaw::new(format!("`{word}` is no number"), "a number like `100` or `0.5`");
            Token::Constant(Value::Number(number.map_err(flaw)?))
        }
        _ => Token::Name(word.to_owned()),
    };
    Ok((token, rest))
}

fn is_sign(c: char) -> bool {
    "()=!<>&|\"".contains(c)
}
