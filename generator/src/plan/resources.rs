//! A resource of the manifest → its address, and the hidden tool of one variant that answers it.

use super::hole::{Hole, HoleKind};
use super::surface::{AnswerPlan, FieldPlan, FromPlan, ToolPlan};
use super::uri::{self, AddressPart};
use super::{Planner, tools};
use crate::lower::curation::{DenialShape, ListFromEntry, ResourceEntry, SchemaEntry, Spot, ToolEntry, Word};

/// A resource.
#[derive(Debug)]
pub struct ResourcePlan {
    /// The address as the manifest writes it, and where.
    pub address: Word,
    /// Its name: what the manifest says, else the last word of the address.
    pub name: Word,
    /// The address in pieces; none where it is no address.
    pub parts: Vec<AddressPart>,
    /// What a read runs. Its name is the address, for people who read faults; its arguments are the variables.
    pub tool: ToolPlan,
    /// Where the addresses of a template come from.
    pub list_from: Option<ListFromPlan>,
    /// Whether the manifest says why the addresses of a template are not enumerated.
    pub unlisted: bool,
}

/// Where the addresses of a template come from.
#[derive(Debug, Clone)]
pub struct ListFromPlan {
    /// The index of the resource whose rows give them.
    pub resource: usize,
    /// The field for each argument of the template's tool.
    pub fields: Vec<String>,
    /// The field that says to a person which one it is; empty for none.
    pub label: String,
}

impl ResourcePlan {
    /// Whether the address has variables.
    pub fn is_template(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, AddressPart::Variable(_)))
    }

    /// The plain fields of its rows by name; `None` where its answer is no rows.
    pub fn row_fields(&self) -> Option<Vec<String>> {
        let AnswerPlan::Rows { fields, .. } = &self.tool.variants.first()?.answer else { return None };
        let plain = |field: &&FieldPlan| matches!(field.from, FromPlan::At { .. });
        Some(fields.iter().filter(plain).map(|field| field.name.clone()).collect())
    }

    /// The field of its rows that holds the values of an argument: the one of that name, else `id`.
    pub fn row_field(&self, argument: &str) -> Option<String> {
        let fields = self.row_fields()?;
        [argument, "id"].into_iter().find(|name| fields.iter().any(|field| field == name)).map(str::to_owned)
    }
}

/// Plans every resource.
pub(super) fn plan(planner: &mut Planner<'_>) -> Vec<ResourcePlan> {
    let entries = &planner.curation.resources;
    let mut resources: Vec<ResourcePlan> =
        entries.iter().map(|(address, entry)| resource(planner, address, entry)).collect();
    for (index, entry) in entries.values().enumerate() {
        let Some(list_from) = &entry.value.list_from else { continue };
        let planned = list(planner, &resources, index, list_from);
        if let Some(resource) = resources.get_mut(index) {
            resource.list_from = planned;
        }
    }
    resources
}

/// Every `found_at` of a subject is a resource, and of one that enumerates has rows to take names from.
pub(super) fn check_found_at(planner: &mut Planner<'_>, resources: &[ResourcePlan]) {
    for (name, subject) in &planner.curation.subjects {
        let Some(found_at) = &subject.value.found_at else { continue };
        let inside = format!("the subject `{name}`");
        let found = resources.iter().find(|resource| resource.address.value == found_at.value);
        let Some(found) = found else {
            let known = resources.iter().map(|resource| resource.address.value.clone()).collect();
            planner.holes.mark(HoleKind::Resource, found_at, inside, known);
            continue;
        };
        let enumerates = subject.value.denial.value == DenialShape::Enumerate;
        let has_names = !found.is_template() && found.row_field(&subject.value.arg.value).is_some();
        let is_whole = found.tool.variants.iter().all(|variant| variant.operation.is_some());
        if enumerates && !has_names && is_whole {
            let why =
                format!("is told from `{}`, which lists no `{}`", found_at.value, subject.value.arg.value);
            let hole = Hole::new(HoleKind::ListFrom, found_at, inside).because(why);
            let instead =
                format!("a resource with one address whose rows have `{}` or `id`", subject.value.arg.value);
            planner.holes.add(hole.instead(instead));
        }
    }
}

fn resource(planner: &mut Planner<'_>, address: &str, entry: &Spot<ResourceEntry>) -> ResourcePlan {
    let word = Word::new(address.to_owned(), entry.at.clone());
    let parts = uri::parse(address).unwrap_or_else(|bad| {
        let hole = Hole::new(HoleKind::Address, &word, "`resources`").because(bad.why);
        planner.holes.add(hole.instead(bad.instead));
        Vec::new()
    });
    let (resource, max) = (&entry.value, planner.curation.rows.max);
    let tool = Spot::new(as_tool(resource, &parts, &word), entry.at.clone());
    let mut tool = tools::family(planner, address, &tool);
    for variant in &mut tool.variants {
        if let AnswerPlan::Rows { limits, .. } = &mut variant.answer {
            limits.default = max;
        }
    }
    let name = resource.name.clone();
    ResourcePlan {
        name: name.unwrap_or_else(|| Word::new(uri::last_word(&parts), word.at.clone())),
        address: word,
        parts,
        tool,
        list_from: None,
        unlisted: resource.unlisted.is_some(),
    }
}

/// The tool that answers a resource: one operation, the variables for arguments.
fn as_tool(resource: &ResourceEntry, parts: &[AddressPart], address: &Word) -> ToolEntry {
    let at = &address.at;
    let variables = uri::variables(parts).into_iter().map(|name| Word::new(name, at.clone())).collect();
    ToolEntry {
        args: Some(variables),
        bind: resource.bind.clone(),
        fixed: resource.fixed.clone(),
        not_offered: resource.not_offered.clone(),
        result: resource.result.clone(),
        schema: SchemaEntry { mode: None, texts_of_document: Some(false) },
        ..ToolEntry::calling(resource.about.clone(), resource.call.clone())
    }
}

/// Binds `list_from`: each variable to a field of another resource's rows.
fn list(
    planner: &mut Planner<'_>,
    resources: &[ResourcePlan],
    of: usize,
    entry: &Spot<ListFromEntry>,
) -> Option<ListFromPlan> {
    let template = resources.get(of)?;
    let inside = format!("`{}`", template.address.value);
    let wanted = &entry.value.resource;
    let Some(resource) = resources.iter().position(|resource| resource.address.value == wanted.value) else {
        let known = resources.iter().filter(|other| !other.is_template());
        let known = known.map(|resource| resource.address.value.clone()).collect();
        planner.holes.mark(HoleKind::Resource, wanted, inside, known);
        return None;
    };
    let source = resources.get(resource)?;
    if let Some((why, instead)) = unfit(template, source) {
        planner.holes.add(Hole::new(HoleKind::ListFrom, wanted, inside).because(why).instead(instead));
        return None;
    }
    // Where its own operation or projection is a hole, there is nothing to choose from.
    let known = source.row_fields().filter(|fields| !fields.is_empty())?;
    check_bind(planner, template, &entry.value);
    let fields = fields(planner, template, &known, entry)?;
    let label = match &entry.value.label {
        Some(label) if !known.contains(&label.value) => {
            planner.holes.mark(HoleKind::ListFrom, label, inside, known);
            return None;
        }
        Some(label) => label.value.clone(),
        None => known.iter().find(|field| *field == "name").cloned().unwrap_or_default(),
    };
    Some(ListFromPlan { resource, fields, label })
}

/// Why addresses cannot come from a resource, and what to write instead.
fn unfit(template: &ResourcePlan, source: &ResourcePlan) -> Option<(String, String)> {
    let address = &source.address.value;
    if !template.is_template() && !template.parts.is_empty() {
        let why = "has one address, and `list_from` is for templates".to_owned();
        return Some((why, "an address with a `{variable}`, or no `list_from`".to_owned()));
    }
    if source.is_template() {
        let why = format!("is listed from `{address}`, which has variables itself");
        return Some((why, "a resource with one address".to_owned()));
    }
    let variant = source.tool.variants.first()?;
    variant.operation?;
    match &variant.answer {
        AnswerPlan::Rows { projection, .. } if projection.is_empty() => {
            let why = format!("is listed from `{address}`, whose rows have no projection");
            Some((why, format!("`rows: <projection>` in `{address}`")))
        }
        AnswerPlan::Rows { .. } => None,
        _ => {
            let why = format!("is listed from `{address}`, whose answer is no rows");
            Some((why, format!("`rows: <projection>` in `{address}`")))
        }
    }
}

/// Every key of `bind` is a variable.
fn check_bind(planner: &mut Planner<'_>, template: &ResourcePlan, entry: &ListFromEntry) {
    let variables = uri::variables(&template.parts);
    for (variable, field) in entry.bind.iter().filter(|(variable, _)| !variables.contains(variable)) {
        let word = Word::new(variable.clone(), field.at.at_key());
        planner.holes.mark(
            HoleKind::Argument,
            &word,
            format!("`{}`", template.address.value),
            variables.clone(),
        );
    }
}

/// The field for each variable: what `bind` says, else the field of its name, else `id` where no other variable has it.
fn fields(
    planner: &mut Planner<'_>,
    template: &ResourcePlan,
    known: &[String],
    entry: &Spot<ListFromEntry>,
) -> Option<Vec<String>> {
    let inside = format!("`{}`", template.address.value);
    let bind = &entry.value.bind;
    let variables = uri::variables(&template.parts);
    let is_taken = |field: &str| {
        bind.values().any(|bound| bound.value == field) || variables.iter().any(|variable| variable == field)
    };
    let mut fields: Vec<String> = Vec::new();
    let mut is_whole = true;
    for variable in &variables {
        let bound = bind.get(variable);
        let own = || known.iter().find(|field| *field == variable);
        let id = || known.iter().find(|field| *field == "id" && !is_taken(field) && !fields.contains(field));
        let field = match bound {
            Some(bound) => known.iter().find(|field| **field == bound.value),
            None => own().or_else(id),
        };
        match (field, bound) {
            (Some(field), _) => fields.push(field.clone()),
            (None, Some(bound)) => {
                planner.holes.mark(HoleKind::ListFrom, bound, inside.clone(), known.to_vec());
                is_whole = false;
            }
            (None, None) => {
                let word = Word::new(variable.clone(), entry.at.clone());
                let why = format!(
                    "has the variable `{variable}`, and no field of that name in the rows of `{}`",
                    entry.value.resource.value
                );
                let instead = format!("`bind: {{ {variable}: <field> }}` with one of {}", quoted(known));
                planner
                    .holes
                    .add(Hole::new(HoleKind::ListFrom, &word, inside.clone()).because(why).instead(instead));
                is_whole = false;
            }
        }
    }
    is_whole.then_some(fields)
}

/// Names in backticks, with commas.
fn quoted(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
