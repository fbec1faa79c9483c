//! Views → unformatted Rust, through templates that cannot print a text that nobody quoted.

use fewtools_contract::Check;
use fewtools_templates::{MODULE, TEMPLATES};
use minijinja::value::{Serde, Value, ValueKind};
use minijinja::{AutoEscape, Environment, Error, ErrorKind, Output, State, UndefinedBehavior};

use super::{filters, views};

/// The whole file, unformatted.
pub(super) fn module(view: &views::Module<'_>) -> String {
    let environment = environment();
    let template = environment.get_template(MODULE).expect("the module template is listed");
    template.render(Value::from(Serde(view))).expect("the templates print every catalogue")
}

/// Nothing of the engine's own: no filter, test or function but ours.
fn environment() -> Environment<'static> {
    let mut environment = Environment::empty();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|_| AutoEscape::Custom("rust".into()));
    environment.set_formatter(print);
    environment.add_filter("lit", |value: &Value| filters::lit(value));
    environment.add_filter("ident", |value: &Value| filters::ident(value));
    environment.add_filter("optional", |value: &Value| filters::optional(value));
    environment.add_filter("types", |value: &Value| filters::types(value));
    environment.add_global("any", Value::from(Serde(Check::ANY)));
    for (name, text) in TEMPLATES {
        environment.add_template(name, text).expect("a listed template is well formed");
    }
    environment
}

/// Prints what a filter or a macro made, integers and booleans, and refuses everything else.
fn print(out: &mut Output<'_>, _: &mut State<'_, '_>, value: &Value) -> Result<(), Error> {
    match value.kind() {
        ValueKind::String if value.is_safe() => out.write_str(value.as_str().unwrap_or_default())?,
        ValueKind::Bool => write!(out, "{}", value.is_true())?,
        ValueKind::Number if value.is_integer() => out.write_str(&grouped(&value.to_string()))?,
        _ => return Err(Error::new(ErrorKind::InvalidOperation, format!("{value:?} is printed bare"))),
    }
    Ok(())
}

/// A number of five or more digits in groups of three: `8_388_608`.
fn grouped(digits: &str) -> String {
    if digits.len() < 5 {
        return digits.to_owned();
    }
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push('_');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use minijinja::context;

    use super::*;

    fn render(template: &str) -> Result<String, Error> {
        environment().render_str(template, context! { text => "x\"y", number => 8_388_608 })
    }

    #[test]
    fn a_text_is_printed_only_through_a_filter() {
        assert_eq!(render("{{ text|lit }}").unwrap(), "r#\"x\"y\"#");
        for bare in
            ["{{ text }}", "{{ text ~ 'a' }}", "{{ text|lit ~ text }}", "{{ text|safe }}", "{{ 'word' }}"]
        {
            assert!(render(bare).is_err(), "{bare}");
        }
    }

    #[test]
    fn a_macro_prints_what_it_made_and_no_bare_text() {
        assert_eq!(
            render("{% macro m(t) %}<{{ t|lit }}>{% endmacro %}{{ m(text) }}").unwrap(),
            "<r#\"x\"y\"#>"
        );
        assert!(render("{% macro m(t) %}{{ t }}{% endmacro %}{{ m(text) }}").is_err());
        assert!(render("{% set t %}{{ text }}{% endset %}{{ t }}").is_err());
    }

    #[test]
    fn numbers_and_booleans_are_printed() {
        assert_eq!(render("{{ number }} {{ 1234 }} {{ true }}").unwrap(), "8_388_608 1234 true");
    }

    #[test]
    fn nothing_else_is_printed() {
        for wrong in
            ["{{ none }}", "{{ missing }}", "{{ [1] }}", "{{ 1.5 }}", "{{ {} }}", "{{ text.missing }}"]
        {
            assert!(render(wrong).is_err(), "{wrong}");
        }
    }
}
