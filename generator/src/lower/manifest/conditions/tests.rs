//! Conditions as they are read, and what is said of those that cannot be.

use fewtools_contract::Comparison;

use super::condition;
use crate::diagnostics::{Place, Pointer};
use crate::lower::curation::{ConditionEntry, Expression, OperandEntry};

fn place() -> Place {
    Place::new(crate::load::Documents::MANIFEST, Pointer::root())
}

/// A condition with every parenthesis written.
fn read(text: &str) -> String {
    match condition(text, &place()) {
        Ok(condition) => shown(&condition),
        Err(flaw) => panic!("{text}: {}; instead: {}", flaw.what, flaw.instead),
    }
}

fn shown(condition: &ConditionEntry) -> String {
    let list = |parts: &[ConditionEntry], sign: &str| {
        format!("({})", parts.iter().map(shown).collect::<Vec<_>>().join(sign))
    };
    match condition {
        ConditionEntry::All(parts) => list(parts, " && "),
        ConditionEntry::Any(parts) => list(parts, " || "),
        ConditionEntry::Not(denied) => format!("!{}", shown(denied)),
        ConditionEntry::Holds(value) => operand(value),
        ConditionEntry::Compare { left, by, right } => {
            format!("({} {} {})", operand(left), super::scan::written(*by), operand(right))
        }
    }
}

fn operand(operand: &OperandEntry) -> String {
    match operand {
        OperandEntry::Field(name) => name.value.clone(),
        OperandEntry::Way(way) => format!("{:?}", way.value),
        OperandEntry::Constant(value) => value.value.to_string(),
    }
}

#[test]
fn what_binds_more_stands_closer() {
    for (text, is) in [
        ("a", "a"),
        ("!a", "!a"),
        ("!!a", "!!a"),
        ("!(a == 1)", "!(a == 1)"),
        ("a == 1", "(a == 1)"),
        ("a==1&&b||c", "(((a == 1) && b) || c)"),
        ("a || b && c", "(a || (b && c))"),
        ("(a || b) && !c", "((a || b) && !c)"),
        ("a && b && c", "(a && b && c)"),
        ("verdict == 'it''s split'", "(verdict == \"it's split\")"),
        ("depth >= -0.5 && depth <= 1e3", "((depth >= -0.5) && (depth <= 1000.0))"),
        ("a != null || true", "((a != null) || true)"),
        ("open-alerts > 0", "(open-alerts > 0)"),
    ] {
        assert_eq!(read(text), is, "{text}");
    }
}

#[test]
fn expressions_stand_beside_names() {
    let Ok(ConditionEntry::Compare { left: OperandEntry::Way(way), by, .. }) =
        condition("$steps.row.status!=200", &place())
    else {
        panic!("a comparison");
    };
    assert_eq!((way.value, by), (Expression::Status("row".to_owned()), Comparison::Unequal));
    let ways =
        "$steps.row.body#/a/b > 1 && $steps.row.headers.ETag == 'x' && $inputs.deep && $item#/id != null";
    assert!(read(ways).contains("Header { step: \"row\", name: \"etag\" }"));
}

#[test]
fn what_is_no_condition_says_what_to_write() {
    for (text, what, instead) in [
        ("a = 1", "no `=`", "`==`"),
        ("a === 1", "no `===`", "`==`"),
        ("a <> 1", "no `<>`", "`!=`"),
        ("a & b", "no `&`", "`&&`"),
        ("a and b", "no `and`", "`&&`"),
        ("a or b", "no `or`", "`||`"),
        ("not a", "no `not`", "`!`"),
        ("a == \"b\"", "no `\"`", "single quotes"),
        ("a == 'b", "no end", "`'`"),
        ("a == split brain", "`brain`", "single quotes"),
        ("a < b < c", "`<`", "joined by `&&`"),
        ("(a == 1) == b", "`==`", "joined by `&&`"),
        ("!a == b", "`!` before a comparison", "`!(a == b)`"),
        ("(a", "not closed", "`)`"),
        ("a)", "closes nothing", "`(`"),
        ("a ==", "ends where", "a field"),
        ("&& a", "`&&` stands", "a field"),
        ("a > 15m", "`15m` is no number", "`100`"),
        ("$step.row.status == 200", "no expression", "`$steps`"),
        ("$steps.row.stats == 200", "no expression", "`'$steps.row.status'`"),
    ] {
        let Err(flaw) = condition(text, &place()) else { panic!("{text} is read") };
        assert!(flaw.what.contains(what), "{text}: {}", flaw.what);
        assert!(flaw.instead.contains(instead), "{text}: {}", flaw.instead);
    }
}

#[test]
fn size_and_depth_are_bounded() {
    let deep = |levels: usize| format!("{}a{}", "(".repeat(levels), ")".repeat(levels));
    assert!(condition(&deep(32), &place()).is_ok());
    assert!(condition(&deep(33), &place()).is_err());
    assert!(condition(&format!("{}a", "!".repeat(1_900)), &place()).is_err());
    assert!(condition(&"a && ".repeat(500), &place()).is_err());
}
