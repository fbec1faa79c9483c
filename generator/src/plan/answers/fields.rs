//! The fields of a projection → where each comes from, every way resolved and of a type that fits.

use fewtools_contract::Types;
use serde_json::Value;

use super::findings;
use super::paths::{End, Node};
use super::scalars;
use crate::diagnostics::Fault;
use crate::lower::Schemas;
use crate::lower::curation::{
    Expression, FieldEntry, FilterEntry, FromEntry, ItemsEntry, PickEntry, WayEntry, Word,
};
use crate::plan::Planner;
use crate::plan::conditions;
use crate::plan::hole::{Hole, HoleKind};
use crate::plan::scope::Scope;
use crate::plan::surface::{FieldPlan, FromPlan, ItemsPlan, SegmentPlan, WayPlan};

/// How deep projections nest.
const MAX_DEPTH: usize = 16;

/// How many fields a result has, those of each `pick` counted again wherever it stands.
const MAX_FIELDS: usize = 5000;

/// Numbers of both types.
pub(super) const NUMBER: Types = Types::NUMBER.with(Types::INTEGER);

/// Resolves the fields of one result.
pub(super) struct Fields<'p, 'a, 's> {
    pub planner: &'p mut Planner<'a>,
    pub scope: &'p mut Scope<'s>,
    /// The words for where a field stands: `` through `QueueRow` of `list` ``.
    pub through: String,
    /// What paths lead through, in words.
    inside: String,
    depth: usize,
    /// How many fields have been resolved.
    count: usize,
    /// The named projections that lead to the one whose fields are resolved.
    above: Vec<String>,
}

impl<'p, 'a, 's> Fields<'p, 'a, 's> {
    pub fn new(
        planner: &'p mut Planner<'a>,
        scope: &'p mut Scope<'s>,
        through: String,
        inside: String,
    ) -> Self {
        Self { planner, scope, through, inside, depth: 0, count: 0, above: Vec::new() }
    }

    fn schemas(&self) -> &'a Schemas {
        &self.planner.api.schemas
    }

    /// Resolves the fields of a projection, whose paths start at `from`; one that points nowhere is left out and marked.
    ///
    /// # Errors
    /// A schema that cannot be read.
    pub fn of(
        &mut self,
        projection: &str,
        from: Option<&Node>,
        entries: &[FieldEntry],
    ) -> Result<Vec<FieldPlan>, Fault> {
        self.count += entries.len();
        if self.is_too_large(entries) {
            return Ok(Vec::new());
        }
        self.depth += 1;
        let mut resolved: Vec<Option<FromPlan>> = Vec::new();
        for entry in entries {
            resolved.push(self.field(projection, from, entry)?);
        }
        for (index, entry) in entries.iter().enumerate() {
            if let FromEntry::Findings(list) = &entry.from {
                let planned = findings::plan(self, entries, &resolved, list);
                if let Some(place) = resolved.get_mut(index) {
                    *place = planned.map(FromPlan::Findings);
                }
            }
        }
        self.depth -= 1;
        let named = entries.iter().zip(resolved);
        let named =
            named.filter_map(|(entry, from)| Some(FieldPlan { name: entry.name.value.clone(), from: from? }));
        Ok(named.collect())
    }

    /// Marks fields that nest too deep, or are too many together: none of them is resolved.
    fn is_too_large(&mut self, entries: &[FieldEntry]) -> bool {
        let why = match (self.depth == MAX_DEPTH, self.count > MAX_FIELDS) {
            (true, _) => format!("projections nest at most {MAX_DEPTH} deep"),
            (_, true) => format!("a result has at most {MAX_FIELDS} fields"),
            _ => return false,
        };
        if let Some(entry) = entries.first() {
            self.unfit(&entry.name, why, "fewer levels, or fewer fields on each");
        }
        true
    }

    /// Where a field comes from; findings are left for when all other fields are known.
    fn field(
        &mut self,
        projection: &str,
        from: Option<&Node>,
        entry: &FieldEntry,
    ) -> Result<Option<FromPlan>, Fault> {
        Ok(match &entry.from {
            FromEntry::Way(way) => match self.way(from, way)? {
                Some((at, node)) => {
                    let lists = scalars::lists(self.schemas(), &at, &node)?;
                    Some(FromPlan::At { at, node, lists })
                }
                None => None,
            },
            FromEntry::Text { from: way, most } => {
                let text = self.typed(from, way, Types::STRING, "`cap` cuts a text, and it is")?;
                text.map(|(at, node)| FromPlan::Text { at, most: *most, optional: node.is_optional() })
            }
            FromEntry::Object { from: way, pick } => self.object(projection, from, way, pick)?,
            FromEntry::Each { of, pick } => self.each(projection, from, of, pick.as_ref())?,
            FromEntry::Count(of) => self.items(from, of)?.map(FromPlan::Count),
            FromEntry::Sum { of, number } => self.sum(from, of, number)?,
            FromEntry::Constant(value) => Some(FromPlan::Constant(value.value.clone())),
            FromEntry::Now => Some(FromPlan::Now),
            FromEntry::Hook(hook) => {
                let field = format!("{projection}.{}", entry.name.value);
                self.function(field, from, hook)?
            }
            FromEntry::Findings(_) => None,
        })
    }

    /// Where a way leads.
    pub(super) fn way(
        &mut self,
        from: Option<&Node>,
        way: &WayEntry,
    ) -> Result<Option<(WayPlan, Node)>, Fault> {
        match (&way.value, from) {
            (Expression::Path(path), Some(from)) => {
                let path = Word::new(path.clone(), way.at.clone());
                Ok(self.follow(from, &path)?.map(|(path, node)| (WayPlan::here(path), node)))
            }
            _ => Ok(self.scope.way(self.planner, way, None, &self.through)),
        }
    }

    /// Where a way leads, if the value there may be of a type.
    fn typed(
        &mut self,
        from: Option<&Node>,
        way: &WayEntry,
        wanted: Types,
        why: &str,
    ) -> Result<Option<(WayPlan, Node)>, Fault> {
        let Some((at, node)) = self.way(from, way)? else { return Ok(None) };
        if node.may_be(wanted) {
            return Ok(Some((at, node)));
        }
        let instead = match wanted {
            Types::OBJECT if node.may_be(Types::ARRAY) => format!("`{{ each: {}, pick: … }}`", way.value),
            Types::OBJECT => "the path alone".to_owned(),
            _ => format!("`{}` alone, or a field that is {}", way.value, kind(wanted)),
        };
        let word = Word::new(way.value.to_string(), way.at.clone());
        self.unfit(&word, format!("{why} {}", kind(node.types())), instead);
        Ok(None)
    }

    pub(super) fn unfit(&mut self, word: &Word, why: String, instead: impl Into<String>) {
        let hole = Hole::new(HoleKind::ProjectionPath, word, &self.scope.label).because(why);
        self.planner.holes.add(hole.instead(instead));
    }

    fn follow(&mut self, from: &Node, path: &Word) -> Result<Option<(Vec<SegmentPlan>, Node)>, Fault> {
        match from.follow(self.schemas(), &path.value)? {
            End::Found(segments, node) => Ok(Some((segments, node))),
            End::Missing(names) => {
                let hole = Hole::new(HoleKind::ProjectionPath, path, &self.inside);
                let dotted = path.value.replace('.', "/");
                let meant =
                    dotted != path.value && matches!(from.follow(self.schemas(), &dotted)?, End::Found(..));
                let hole = if meant { hole.instead(format!("`{dotted}`")) } else { hole.among(names) };
                self.planner.holes.add(hole);
                Ok(None)
            }
        }
    }

    /// Follows a path to a list: the way, and what an item is.
    pub fn array(&mut self, from: &Node, path: &Word) -> Result<Option<(Vec<SegmentPlan>, Node)>, Fault> {
        let Some((at, node)) = self.follow(from, path)? else { return Ok(None) };
        let item = self.item(Some(from), path, &node)?;
        Ok(item.map(|item| (at, item)))
    }

    /// What an item of a list is.
    fn item(&mut self, from: Option<&Node>, word: &Word, list: &Node) -> Result<Option<Node>, Fault> {
        let item = list.items(self.schemas())?;
        if item.is_none() {
            let lists = from.map(|from| from.arrays(self.schemas())).transpose()?.unwrap_or_default();
            let instead = match lists.as_slice() {
                [] => "a field that is a list".to_owned(),
                lists => format!("a field that is a list: {}", super::quoted(lists)),
            };
            self.unfit(word, "it is no list".to_owned(), instead);
        }
        Ok(item)
    }

    fn items(&mut self, from: Option<&Node>, of: &ItemsEntry) -> Result<Option<ItemsPlan>, Fault> {
        let Some((at, list)) = self.way(from, &of.at)? else { return Ok(None) };
        let word = Word::new(of.at.value.to_string(), of.at.at.clone());
        let is_path = matches!(of.at.value, Expression::Path(_));
        let Some(item) = self.item(from.filter(|_| is_path), &word, &list)? else { return Ok(None) };
        let filter = match &of.filter {
            Some(filter) => self.filter(&item, filter)?,
            None => None,
        };
        let sort = match &of.sort {
            Some((path, descending)) => self.sort(&item, path)?.map(|at| (at, *descending)),
            None => None,
        };
        let (first, optional) = (of.first.unwrap_or_default(), list.is_optional());
        Ok(Some(ItemsPlan { at, item, filter, sort, first, optional }))
    }

    fn each(
        &mut self,
        projection: &str,
        from: Option<&Node>,
        of: &ItemsEntry,
        pick: Option<&PickEntry>,
    ) -> Result<Option<FromPlan>, Fault> {
        let Some(of) = self.items(from, of)? else { return Ok(None) };
        let pick = match pick {
            Some(pick) => self.picked(projection, &of.item, pick)?,
            None => Vec::new(),
        };
        let lists = match pick.as_slice() {
            [] => scalars::within(self.schemas(), &of.item)?,
            _ => None,
        };
        Ok(Some(FromPlan::Each { of, pick, lists }))
    }

    fn object(
        &mut self,
        projection: &str,
        from: Option<&Node>,
        way: &WayEntry,
        pick: &PickEntry,
    ) -> Result<Option<FromPlan>, Fault> {
        let object = self.typed(from, way, Types::OBJECT, "fields are picked of an object, and it is")?;
        let Some((at, node)) = object else { return Ok(None) };
        let optional = node.is_optional();
        let pick = self.picked(projection, &node.where_present(), pick)?;
        Ok(Some(FromPlan::Object { at, pick, optional }))
    }

    fn picked(&mut self, projection: &str, from: &Node, pick: &PickEntry) -> Result<Vec<FieldPlan>, Fault> {
        match pick {
            PickEntry::Fields(fields) => self.of(projection, Some(from), fields),
            PickEntry::Named(name) => self.named(projection, from, name),
        }
    }

    /// The fields of a named projection inside of another, which may not lead back to it.
    fn named(&mut self, projection: &str, from: &Node, name: &Word) -> Result<Vec<FieldPlan>, Fault> {
        self.above.push(projection.to_owned());
        let circle = self.above.iter().position(|above| *above == name.value);
        let picked = match circle.and_then(|first| self.above.get(first..)) {
            Some(circle) => {
                let way: Vec<String> =
                    circle.iter().chain([&name.value]).map(|name| format!("`{name}`")).collect();
                let why = format!("it is picked inside of itself: {}", way.join(" → "));
                self.unfit(name, why, "a `pick` of its own for each level that is wanted");
                Vec::new()
            }
            None => {
                let fields = self.planner.projection(name, &self.scope.label).unwrap_or_default();
                self.of(&name.value, Some(from), fields)?
            }
        };
        self.above.pop();
        Ok(picked)
    }

    fn sum(
        &mut self,
        from: Option<&Node>,
        of: &ItemsEntry,
        number: &Word,
    ) -> Result<Option<FromPlan>, Fault> {
        let Some(of) = self.items(from, of)? else { return Ok(None) };
        let Some((at, node)) = self.follow(&of.item, number)? else { return Ok(None) };
        if !node.may_be(NUMBER) {
            let why = format!("`sum` adds numbers, and it is {}", kind(node.types()));
            self.unfit(number, why, "a number of an item, or `count`");
            return Ok(None);
        }
        let whole = node.types().without(Types::NULL) == Types::INTEGER;
        let optional = node.declared_types().without(NUMBER) != Types(0);
        Ok(Some(FromPlan::Sum { of, at, whole, optional }))
    }

    fn sort(&mut self, item: &Node, path: &Word) -> Result<Option<Vec<SegmentPlan>>, Fault> {
        let Some((at, node)) = self.follow(item, path)? else { return Ok(None) };
        if node.may_be(NUMBER.with(Types::STRING)) {
            return Ok(Some(at));
        }
        let why = format!("`sort` goes by numbers or texts, and it is {}", kind(node.types()));
        self.unfit(path, why, "a number or a text of an item");
        Ok(None)
    }

    fn filter(
        &mut self,
        item: &Node,
        filter: &FilterEntry,
    ) -> Result<Option<(Vec<SegmentPlan>, Value)>, Fault> {
        let Some((at, compared)) = self.follow(item, &filter.path)? else { return Ok(None) };
        let (types, word) = match &filter.equals {
            Value::Bool(_) => (Types::BOOLEAN, "boolean"),
            Value::Number(_) => (NUMBER, "number"),
            Value::Null => (Types::NULL, "null"),
            _ => (Types::STRING, "text"),
        };
        if !compared.may_be(types) {
            let why = format!("`where` compares it with a {word}, which it never is");
            self.unfit(
                &filter.path,
                why,
                "a boolean field, or `field == constant` with a constant of the field's type",
            );
            return Ok(None);
        }
        let quoted = |value: &str| format!("`{value}`");
        if let Some(text) = filter.equals.as_str()
            && let Some(instead) = conditions::listed_instead(text, &compared.values(), quoted)
        {
            self.unfit(
                &filter.path,
                format!("`where` compares it with `{text}`, which it never is"),
                instead,
            );
            return Ok(None);
        }
        Ok(Some((at, filter.equals.clone())))
    }
}

/// What values of these types are called.
pub(super) fn kind(types: Types) -> String {
    let solid = types.without(Types::NULL);
    let one = |names: &[(Types, &str)]| {
        names.iter().find(|(kind, _)| solid.without(*kind).is_empty()).map(|(_, name)| (*name).to_owned())
    };
    if solid.is_empty() {
        return "null".to_owned();
    }
    one(&[
        (Types::INTEGER, "a whole number"),
        (NUMBER, "a number"),
        (Types::STRING, "a text"),
        (Types::BOOLEAN, "true or false"),
        (Types::ARRAY, "a list"),
        (Types::OBJECT, "an object"),
    ])
    .unwrap_or_else(|| "a value of several types".to_owned())
}
