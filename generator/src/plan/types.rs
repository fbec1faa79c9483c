//! `types` of the manifest → what stands for an argument type, a component or a format, wherever it is met.

mod inside;
mod valid;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use fewtools_contract::{Conversion, Types};
use serde_json::Value;

use super::Planner;
use super::answers;
use super::hole::{Hole, HoleKind};
use super::shape::Shape;
use crate::lower::curation::{ArgType, Curation, Parse, Spot, TypeEntry, Word};
use crate::lower::{Api, Schemas};

pub use inside::InsidePlan;

/// Every entry of `types`.
#[derive(Debug, Default)]
pub struct Overrides {
    entries: BTreeMap<String, Override>,
    /// The entries that were met so far.
    met: RefCell<BTreeSet<String>>,
    /// Those that were met where they cannot stand, and why.
    misfits: RefCell<BTreeMap<String, String>>,
}

/// One entry: a schema that replaces what the document says.
#[derive(Debug)]
pub struct Override {
    key: String,
    /// The schema.
    pub schema: Value,
    /// What it says.
    pub shape: Shape,
    parse: Option<Parse>,
}

/// What an entry is looked up by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// The type of an argument.
    Argument,
    /// The name of a component.
    Component,
    /// A format.
    Format,
}

impl By {
    fn word(self) -> &'static str {
        match self {
            Self::Argument => "argument",
            Self::Component => "component",
            Self::Format => "format",
        }
    }
}

impl Override {
    /// The words of `explain`: `types.Money (component)`.
    pub fn rule(&self, by: By) -> String {
        format!("types.{} ({})", self.key, by.word())
    }

    /// What is done to a value of it before it is sent where the document says this.
    ///
    /// # Errors
    /// Why no value of it could be sent.
    pub fn conversion(&self, schemas: &Schemas, document: &Shape) -> Result<Conversion, String> {
        let (given, sent) = (self.shape.solid(), document.solid());
        if sent == Types::ANY.without(Types::NULL) {
            return Ok(Conversion::None);
        }
        if let Some(parse) = self.parse {
            return list(schemas, document, parse);
        }
        let numbers = Types::NUMBER.with(Types::INTEGER);
        let fits = given.names().all(|name| {
            let one = Types::named(name).unwrap_or(Types::ANY);
            sent.meets(one) || (one == Types::NUMBER && sent.meets(numbers))
        });
        match fits {
            true => Ok(Conversion::None),
            false if given == Types::STRING && sent.without(numbers).is_empty() => {
                Ok(Conversion::Digits { whole: !sent.meets(Types::NUMBER) })
            }
            false => Err(format!("{} in place of {} needs code to convert it", words(given), words(sent))),
        }
    }
}

impl Overrides {
    /// The entries of a manifest whose schemas can be read.
    pub fn of(api: &Api, curation: &Curation) -> Self {
        let entry = |(key, entry): (&String, &Spot<TypeEntry>)| {
            let schema = Value::Object(entry.value.schema.value.clone());
            let shape = Shape::of(&api.schemas, &schema).ok()?;
            let parse = entry.value.parse.as_ref().map(|parse| parse.value);
            Some((key.clone(), Override { key: key.clone(), schema, shape, parse }))
        };
        Self { entries: curation.types.iter().filter_map(entry).collect(), ..Self::default() }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What stands for an argument type.
    pub fn argument(&self, ty: ArgType) -> Option<&Override> {
        self.entries.get(ty.word()?).inspect(|found| self.meet(found))
    }

    /// What stands for a schema of the document: by the component that it is, the outermost first, else by its format.
    pub fn find(&self, schemas: &Schemas, document: &Shape) -> Option<(&Override, By)> {
        if self.is_empty() {
            return None;
        }
        let component = document.named.iter().find_map(|name| self.entries.get(name));
        let format = || self.entries.get(&document.format).map(|found| (found, By::Format));
        let (found, by) = component.map(|found| (found, By::Component)).or_else(format)?;
        self.meet(found);
        if let Err(why) = found.conversion(schemas, document) {
            self.misfits.borrow_mut().entry(found.key.clone()).or_insert(why);
        }
        Some((found, by))
    }

    /// What is seen of a schema of the document: its own shape, or that of what stands for it.
    pub fn seen<'s>(&'s self, schemas: &Schemas, document: &'s Shape) -> &'s Shape {
        self.find(schemas, document).map_or(document, |(found, _)| &found.shape)
    }

    /// Whether a number of the document is seen as text.
    pub fn is_text_of_number(&self, schemas: &Schemas, document: &Shape) -> bool {
        self.find(schemas, document).is_some_and(|(found, _)| {
            matches!(found.conversion(schemas, document), Ok(Conversion::Digits { .. }))
        })
    }

    /// Why an entry cannot stand for the component of its name.
    fn misfit(&self, schemas: &Schemas, key: &str) -> Option<String> {
        let found = self.entries.get(key)?;
        let component = schemas.definition(key).ok()?;
        let shape = Shape::of(schemas, &component).ok()?;
        found.conversion(schemas, &shape).err()
    }

    fn meet(&self, found: &Override) {
        self.met.borrow_mut().insert(found.key.clone());
    }
}

/// A text with commas in place of a list.
fn list(schemas: &Schemas, document: &Shape, parse: Parse) -> Result<Conversion, String> {
    if !document.types.meets(Types::ARRAY) {
        return match document.types.meets(Types::STRING) {
            true => Ok(Conversion::IdListJoined),
            false => Err("`parse` is for what the document calls a list".to_owned()),
        };
    }
    let items = document.items.as_ref().and_then(|items| Shape::of(schemas, items).ok());
    let items = items.map_or(Types::ANY, |items| items.types);
    match parse {
        Parse::Integers if items.meets(Types::INTEGER) => Ok(Conversion::IdListInteger),
        Parse::Texts if items.meets(Types::STRING) => Ok(Conversion::IdListText),
        Parse::Integers => Err("its items are no whole numbers".to_owned()),
        Parse::Texts => Err("its items are no texts".to_owned()),
    }
}

/// Marks entries that cannot be read, that cannot stand where they were met, or that nothing meets.
pub(super) fn check(planner: &mut Planner<'_>, overrides: &Overrides) {
    for (key, entry) in &planner.curation.types {
        let word = Word::new(key.clone(), entry.at.clone());
        let flaws = valid::flaws(&entry.value.schema);
        let is_sound = flaws.is_empty();
        for valid::Flaw { at, why, instead } in flaws {
            let hole = Hole::new(HoleKind::Type, &Word::new(key.clone(), at), "`types`");
            planner.holes.add(hole.because(why).instead(instead));
        }
        let is_met = overrides.met.borrow().contains(key) || occurs(planner, key);
        let misfit = overrides.misfits.borrow().get(key).cloned();
        let misfit = misfit.or_else(|| overrides.misfit(&planner.api.schemas, key).filter(|_| is_met));
        if let Some(why) = misfit.filter(|_| is_sound) {
            let instead = "a schema of the type that is sent, or a tool written by hand";
            planner.holes.add(Hole::new(HoleKind::Type, &word, "`types`").because(why).instead(instead));
        }
        if !is_met {
            let known = known(planner);
            let hole = Hole::new(HoleKind::UnusedType, &word, "`types`");
            planner.holes.add(match known.contains(key) {
                true => hole.instead("an argument or a field that has it, or no entry"),
                false => hole.among(known),
            });
        }
    }
}

/// How many nodes of the schemas of used operations are looked at.
const MAX_NODES: usize = 100_000;

/// Whether a component or a format stands anywhere in what the used operations take and answer.
fn occurs(planner: &Planner<'_>, key: &str) -> bool {
    let mut open = schemas(planner);
    let mut seen = BTreeSet::new();
    for _ in 0..MAX_NODES {
        let Some(node) = open.pop() else { return false };
        match node {
            Value::Array(items) => open.extend(items),
            Value::Object(keywords) => {
                if keywords.get("format").and_then(Value::as_str) == Some(key) {
                    return true;
                }
                if let Some(name) =
                    keywords.get("$ref").and_then(Value::as_str).map(super::shape::definition_key)
                {
                    if name == key {
                        return true;
                    }
                    let target = planner.api.schemas.definition(&name);
                    open.extend(target.ok().filter(|_| seen.insert(name)).map(|target| (*target).clone()));
                }
                open.extend(keywords.into_iter().map(|(_, value)| value));
            }
            _ => {}
        }
    }
    true
}

/// What the used operations take and answer.
fn schemas(planner: &Planner<'_>) -> Vec<Value> {
    let api = planner.api;
    let used = api.operations.iter().enumerate().filter(|(index, _)| planner.operations.is_used(*index));
    let mut schemas = Vec::new();
    for (index, operation) in used {
        let slots = planner.slots.get(index).cloned().flatten();
        let slots = slots.iter().flat_map(|slots| slots.list.iter().chain(&slots.body));
        schemas.extend(slots.map(|slot| (*slot.schema).clone()));
        let answers = answers::successes(api, operation).unwrap_or_default();
        schemas.extend(answers.iter().map(|schema| (**schema).clone()));
    }
    schemas
}

/// The names that an entry could have: argument types, components and formats.
fn known(planner: &Planner<'_>) -> Vec<String> {
    let mut known: BTreeSet<String> = ArgType::NAMES.iter().map(|(name, _)| (*name).to_owned()).collect();
    known.extend(planner.api.schemas.names());
    known.into_iter().collect()
}

/// Types in words.
fn words(types: Types) -> String {
    let names = super::checks::for_check(types);
    let names = names.names().map(|name| if name == "string" { "text" } else { name });
    names.collect::<Vec<_>>().join(" or ")
}
