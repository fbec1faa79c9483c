//! The neutral names of a case → the arguments of a tool, by the slots that `explain` gives.

use fewtools_build::explain::VariantExplained;

use super::bytes;
use crate::cases::data::Node;

const PLACES: [&str; 5] = ["path", "query", "header", "cookie", "body"];

/// The arguments of one tool with the slots they go to.
pub struct Names {
    arguments: Vec<(String, String)>,
}

/// Where a neutral name leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// An argument.
    Argument(String),
    /// A key of an argument that is the whole body, or that holds the keys beside the fixed ones.
    Inside { argument: String, key: String },
    /// The arguments that together are the body.
    Body(Vec<String>),
    /// Nothing: the tool has no such argument.
    Nowhere(String),
}

impl Target {
    /// The names under which a refusal may speak of it.
    pub fn arguments(&self) -> Vec<&str> {
        match self {
            Self::Argument(name) | Self::Nowhere(name) => vec![name],
            Self::Inside { argument, .. } => vec![argument],
            Self::Body(all) => all.iter().map(String::as_str).collect(),
        }
    }
}

impl Names {
    pub fn of(variant: &VariantExplained) -> Self {
        let argument =
            |one: &fewtools_build::explain::ArgumentExplained| (one.argument.clone(), one.slot.clone());
        Self { arguments: variant.arguments.iter().map(argument).collect() }
    }

    /// The slots of all arguments.
    pub fn slots(&self) -> Vec<&str> {
        self.arguments.iter().map(|(_, slot)| slot.as_str()).collect()
    }

    /// Where a neutral name leads.
    pub fn target(&self, neutral: &str) -> Target {
        if neutral == "@body" {
            return self.whole_body();
        }
        let place = neutral.split_once(':').filter(|(place, _)| PLACES.contains(place));
        let slots = match place {
            Some((place, name)) => vec![format!("{place}.{name}")],
            None => PLACES.map(|place| format!("{place}.{neutral}")).to_vec(),
        };
        if let Some((argument, _)) = self.arguments.iter().find(|(_, slot)| slots.contains(slot)) {
            return Target::Argument(argument.clone());
        }
        let key = place.map_or(neutral, |(_, name)| name).to_owned();
        let of_body = place.is_none_or(|(place, _)| place == "body");
        match self.slot("body").or_else(|| self.slot("body.*")).filter(|_| of_body) {
            Some(argument) => Target::Inside { argument, key },
            None => Target::Nowhere(key),
        }
    }

    /// The arguments of a call, by their own names.
    ///
    /// # Errors
    /// Two neutral names that lead to one place.
    pub fn arguments(&self, args: &Node) -> Result<Node, String> {
        let mut call: Vec<(String, Node)> = Vec::new();
        for (neutral, value) in args.map().unwrap_or_default() {
            let value = bytes::given(value);
            match self.target(neutral) {
                Target::Argument(name) | Target::Nowhere(name) => put(&mut call, name, value)?,
                Target::Inside { argument, key } => inside(&mut call, argument, key, value)?,
                Target::Body(_) => {
                    let members =
                        value.map().ok_or("the body is no object, but the tool takes its fields")?;
                    let fields = members.iter().map(|(key, value)| (format!("body:{key}"), value.clone()));
                    let inner = self.arguments(&Node::Map(fields.collect()))?;
                    for (name, value) in inner.map().unwrap_or_default() {
                        put(&mut call, name.clone(), value.clone())?;
                    }
                }
            }
        }
        Ok(Node::Map(call))
    }

    fn slot(&self, wanted: &str) -> Option<String> {
        self.arguments.iter().find(|(_, slot)| slot == wanted).map(|(argument, _)| argument.clone())
    }

    fn whole_body(&self) -> Target {
        if let Some(argument) = self.slot("body") {
            return Target::Argument(argument);
        }
        let fields = self.arguments.iter().filter(|(_, slot)| slot.starts_with("body."));
        match fields.map(|(argument, _)| argument.clone()).collect::<Vec<_>>() {
            none if none.is_empty() => Target::Nowhere("body".to_owned()),
            fields => Target::Body(fields),
        }
    }
}

fn put(call: &mut Vec<(String, Node)>, name: String, value: Node) -> Result<(), String> {
    if call.iter().any(|(known, _)| *known == name) {
        return Err(format!("two values for the argument {name}"));
    }
    call.push((name, value));
    Ok(())
}

fn inside(call: &mut Vec<(String, Node)>, argument: String, key: String, value: Node) -> Result<(), String> {
    if !call.iter().any(|(known, _)| *known == argument) {
        call.push((argument.clone(), Node::Map(Vec::new())));
    }
    match call.iter_mut().find(|(known, _)| *known == argument) {
        Some((_, Node::Map(members))) => put(members, key, value),
        _ => Err(format!("the argument {argument} is given as a whole and in parts")),
    }
}
