//! Words and values that break what is careless with them.

use fewtools_build::plan::hides_something;
use serde_json::{Value, json};

use crate::dice::Dice;

/// Names that tools and arguments can have: words of Rust, and of the emitted code itself.
const NAMES: [&str; 34] = [
    "a",
    "self",
    "Self",
    "crate",
    "super",
    "type",
    "match",
    "fn",
    "async",
    "gen",
    "dyn",
    "static",
    "union",
    "macro_rules",
    "tools",
    "TOOL",
    "TOOLS",
    "CATALOGUE",
    "Check",
    "Some",
    "None",
    "Option",
    "str",
    "u8",
    "core",
    "std",
    "fewtools",
    "codegen",
    "Types",
    "include",
    "r",
    "x__",
    "n0_1",
    "main",
];

/// Texts that mean something to a parser, a template, a terminal or a person.
const TEXTS: [&str; 34] = [
    "",
    " ",
    "plain words",
    "\"",
    "\\",
    "\"#",
    "r#\"raw\"#",
    "'",
    "'static",
    "*/ fn main() {} /*",
    "// x",
    "//! x",
    "{}",
    "{0} {x:?}",
    "{{ 7 * 7 }}",
    "{% raw %}",
    "{# z #}",
    "$x $(id) ${y}",
    "%s%n",
    "a\nb",
    "a\r\nb",
    "\r",
    "\t",
    "\u{0}",
    "\u{7}\u{1b}[31m",
    "\u{85}",
    "\u{2028}\u{2029}",
    "\u{202e}\u{2066}",
    "\u{feff}\u{200b}",
    "\u{fdd0}12",
    "h\u{e9}llo \u{6f22}",
    "\u{1f980}\u{1f468}\u{200d}\u{1f469}",
    "\\u{41}\\x41\\n",
    "a/b~1c~0d.e[f]",
];

/// Texts of letters and signs that one can see.
const SIGNS: [&str; 14] =
    ["a", "b", "self", "\"", "\\", "'", "\"#", "{}", "{{x}}", "*/", "//", "r#\"x\"#", "$crate", "a-b.c:d,e"];

/// What a number is written as that JSON text can hold and few readers can; see [`written`].
const NUMBERS: [&str; 9] = [
    "1e400",
    "-1e400",
    "1e-400",
    "123456789012345678901234567890",
    "-9223372036854775809",
    "18446744073709551616",
    "0.1000000000000000055511151231257827",
    "-0.0",
    "9007199254740993",
];

/// What stands around such a number until it is written.
const QUOTES: [&str; 2] = ["\"@number:", "@\""];

/// A name.
pub fn name(dice: &mut Dice) -> String {
    if dice.percent(10) { format!("a{}", "b".repeat(dice.below(48))) } else { (*dice.one(&NAMES)).to_owned() }
}

/// A text.
pub fn text(dice: &mut Dice) -> String {
    match dice.below(10) {
        0 => "long \u{e4} ".repeat(dice.below(400)),
        1..3 => format!("{}{}", dice.one(&TEXTS), dice.one(&TEXTS)),
        _ => (*dice.one(&TEXTS)).to_owned(),
    }
}

/// A text of a manifest's own, which may hold nothing that one cannot see.
pub fn prose(dice: &mut Dice) -> String {
    text(dice).chars().map(|c| if hides_something(&c.to_string()) { '?' } else { c }).collect()
}

/// A text without spaces and letters that one cannot see.
pub fn sign(dice: &mut Dice) -> String {
    (*dice.one(&SIGNS)).to_owned()
}

/// A value of any kind.
pub fn value(dice: &mut Dice) -> Value {
    match dice.below(10) {
        0 => Value::Null,
        1 => json!(dice.percent(50)),
        2 => json!(i64::from(u32::MAX) * 4),
        3 => json!([text(dice), 1, null]),
        4 => json!({ text(dice): text(dice) }),
        5 => number(dice),
        6 => deep(dice),
        7 => json!(-1),
        _ => json!(text(dice)),
    }
}

/// A schema of any kind.
pub fn schema(dice: &mut Dice) -> Value {
    match dice.below(9) {
        0 => json!(true),
        1 => json!({}),
        2 => json!({ "enum": [text(dice), value(dice), number(dice)] }),
        3 => json!({ "type": "integer", "minimum": number(dice), "exclusiveMaximum": number(dice) }),
        4 => {
            json!({ "type": ["string", "null"], "pattern": text(dice), "description": text(dice), "maxLength": 4_294_967_296_u64 })
        }
        5 => json!({ "const": value(dice), "default": value(dice) }),
        6 => {
            json!({ "type": "object", "properties": { text(dice): schema(dice), name(dice): schema(dice) }, "required": [text(dice)] })
        }
        7 => json!({ "oneOf": [schema(dice), schema(dice)], "title": text(dice) }),
        _ => deep(dice),
    }
}

fn number(dice: &mut Dice) -> Value {
    Value::from(format!("@number:{}@", dice.one(&NUMBERS)))
}

fn deep(dice: &mut Dice) -> Value {
    let mut schema = json!({ "type": "string", "title": text(dice) });
    for _ in 0..dice.below(40) {
        schema = match dice.below(3) {
            0 => json!({ "type": "array", "items": schema }),
            1 => json!({ "type": "object", "properties": { text(dice): schema } }),
            _ => json!({ "allOf": [schema] }),
        };
    }
    schema
}

/// JSON text with those numbers as numbers.
pub fn written(tree: &Value) -> String {
    let text = tree.to_string();
    NUMBERS
        .iter()
        .fold(text, |text, number| text.replace(&format!("{}{number}{}", QUOTES[0], QUOTES[1]), number))
}
