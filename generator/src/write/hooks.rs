//! The functions of the host program as the templates see them: Rust names, and a type for each object that they take.

use std::collections::BTreeSet;

use serde::Serialize;

use super::types::{Field, Kind, LONGEST_NAME, field, unique};
use crate::diagnostics::clean;
use crate::lower::curation::HookReturn;
use crate::lower::words::camel;
use crate::plan::{HookPlan, HookType};

/// The most characters of a name in a comment.
const LONGEST: usize = 120;

/// What `hooks.rs.j2` is filled with.
#[derive(Debug, Default, Serialize)]
pub(super) struct Hooks {
    /// The functions by index.
    functions: Vec<Function>,
    /// The objects that they take.
    objects: Vec<Object>,
}

#[derive(Debug, Serialize)]
struct Function {
    index: usize,
    name: String,
    doc: String,
    arguments: Vec<Argument>,
    returns: Kind,
}

#[derive(Debug, Serialize)]
struct Argument {
    index: usize,
    name: String,
    of: Kind,
}

#[derive(Debug, Serialize)]
struct Object {
    name: String,
    doc: String,
    fields: Vec<Field>,
}

impl Hooks {
    /// The names of the module that are taken are not given to objects.
    pub(super) fn of(plans: &[HookPlan], taken: &BTreeSet<String>) -> Self {
        let mut naming = Naming { taken: taken.clone(), objects: Vec::new() };
        let function = |(index, plan): (usize, &HookPlan)| {
            let arguments = plan.arguments.iter().enumerate().map(|(index, (name, of))| Argument {
                index,
                name: name.clone(),
                of: naming.kind(&format!("{}{}", camel(&plan.name), camel(name)), of),
            });
            let makes: Vec<String> = plan.makes.iter().map(|field| quoted(field)).collect();
            Function {
                index,
                name: plan.name.clone(),
                doc: format!(" Makes {}.", makes.join(", ")),
                arguments: arguments.collect(),
                returns: match plan.returns {
                    Some(HookReturn::Text) => Kind::Text,
                    Some(HookReturn::Integer) => Kind::Integer,
                    Some(HookReturn::Number) => Kind::Number,
                    Some(HookReturn::Boolean) => Kind::Boolean,
                    None => Kind::Any,
                },
            }
        };
        let functions = plans.iter().enumerate().map(function).collect();
        Self { functions, objects: naming.objects }
    }
}

/// The objects so far. A name is taken once.
struct Naming {
    taken: BTreeSet<String>,
    objects: Vec<Object>,
}

impl Naming {
    fn kind(&mut self, name: &str, of: &HookType) -> Kind {
        match of {
            HookType::Text => Kind::Text,
            HookType::Integer => Kind::Integer,
            HookType::Number => Kind::Number,
            HookType::Boolean => Kind::Boolean,
            HookType::Any => Kind::Any,
            HookType::List(item, false) => Kind::List(Box::new(self.kind(name, item))),
            HookType::List(item, true) => Kind::Sparse(Box::new(self.kind(name, item))),
            HookType::Object(properties) => Kind::Object(self.object(name, properties)),
        }
    }

    /// An object of these properties: its name.
    fn object(&mut self, name: &str, properties: &[(String, HookType)]) -> String {
        let name: String = name.chars().take(LONGEST_NAME).collect();
        let name = unique(&mut self.taken, name, "");
        let mut fields = BTreeSet::new();
        let fields: Vec<Field> = properties
            .iter()
            .map(|(wire, of)| Field {
                name: unique(&mut fields, field(wire), "_"),
                wire: wire.clone(),
                doc: format!(" {}", quoted(wire)),
                of: self.kind(&format!("{name}{}", camel(wire)), of),
                required: false,
            })
            .collect();
        self.objects.push(Object {
            name: name.clone(),
            doc: " What a function takes; what is absent, `null` or of another kind is `None`.".to_owned(),
            fields,
        });
        name
    }
}

/// A name in a comment.
fn quoted(name: &str) -> String {
    format!("`{}`", clean::line(name, LONGEST).replace('`', "'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_for_rust_and_differ() {
        let of = HookType::Object(vec![
            ("messageCount".to_owned(), HookType::Integer),
            ("message_count".to_owned(), HookType::Text),
            ("3rd".to_owned(), HookType::Any),
            ("//`\n".to_owned(), HookType::List(Box::new(HookType::Object(Vec::new())), true)),
        ]);
        let plan = HookPlan {
            name: "trend".to_owned(),
            makes: vec!["Queue.trend".to_owned()],
            arguments: vec![("of".to_owned(), of)],
            returns: None,
            at: crate::diagnostics::Place::new(crate::load::Documents::MANIFEST, Default::default()),
        };
        let hooks = Hooks::of(&[plan.clone(), plan], &BTreeSet::from(["TrendOf".to_owned()]));
        let names: Vec<&str> = hooks.objects.iter().map(|object| object.name.as_str()).collect();
        assert_eq!(names, ["TrendOf22", "TrendOf2", "TrendOf32", "TrendOf3"]);
        let fields: Vec<&str> = hooks.objects[1].fields.iter().map(|field| field.name.as_str()).collect();
        assert_eq!(fields, ["message_count", "message_count_2", "n_3rd", "unnamed"]);
        assert_eq!(hooks.objects[1].fields[3].doc, " `//'\\n`");
    }
}
