//! A surface → the table of what is said of missing and forbidden things, one row for each way of saying it.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::plan::{DenialPlan, StepPlan, Surface, VariantPlan};

/// What an operation says of missing and forbidden things; operations that say the same share a row.
#[derive(Debug, Serialize)]
pub struct DenialExplained {
    /// The operations, in the order in which they are first used.
    pub operations: Vec<DenyingOperation>,
    /// The subjects whose existence is a secret.
    pub hidden: Vec<String>,
    /// Arguments and parameters of the path that no subject claims, and that hide for safety's sake.
    pub unclaimed: Vec<String>,
    /// The sentence for missing and forbidden alike; empty where nothing is hidden.
    pub sentence: String,
    /// The permission that a 403 names; empty for none.
    pub permission: String,
    /// What is told more precisely, first match first.
    pub told: Vec<ToldExplained>,
}

/// An operation, and who uses it.
#[derive(Debug, Serialize)]
pub struct DenyingOperation {
    /// Its operationId, or `GET /path`.
    pub id: String,
    /// `tool`, `tool.variant`, or the address of a resource.
    pub used: Vec<String>,
    /// Steps among them whose denial is not told in words: the fields of the result that it sets, or `note`.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub instead: Map<String, Value>,
}

/// An answer of the upstream that is believed to mean some subject.
#[derive(Debug, Serialize)]
pub struct ToldExplained {
    /// The subject.
    pub subject: String,
    /// The status.
    pub status: u16,
    /// The code; empty for any.
    pub code: String,
    /// What is said.
    pub say: String,
    /// The resource whose names are said too; empty for none.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub enumerates: String,
}

/// Every operation that a tool or a resource calls, by what it says. With a name, only the rows of that operation, tool
/// or resource; empty where nothing has the name.
pub fn denials(surface: &Surface<'_>, name: Option<&str>) -> Vec<DenialExplained> {
    let mut rows: Vec<DenialExplained> = Vec::new();
    for tool in surface.all_tools() {
        for (variant, instead) in tool.variants.iter().flat_map(requests) {
            let operation = variant.operation.and_then(|index| surface.api.operations.get(index));
            let Some(operation) = operation else { continue };
            let user = variant.label.trim_matches('`');
            if name.is_some_and(|name| ![&operation.id, user, &tool.name.value].contains(&name)) {
                continue;
            }
            let denial = row(&variant.denial);
            match rows.iter_mut().find(|row| row.says_the_same(&denial)) {
                Some(row) => row.add(&operation.id, user, instead),
                None => {
                    let mut row = denial;
                    row.add(&operation.id, user, instead);
                    rows.push(row);
                }
            }
        }
    }
    rows
}

/// What calls one operation each, and what the result has in place of the words of its denial.
fn requests(variant: &VariantPlan) -> Vec<(&VariantPlan, Option<Value>)> {
    match &variant.steps {
        None => vec![(variant, None)],
        Some(composite) => composite.steps.iter().map(|step| (&step.request, instead(step))).collect(),
    }
}

fn instead(step: &StepPlan) -> Option<Value> {
    match &step.if_denied {
        Some(fields) => Some(Value::Object(fields.iter().cloned().collect())),
        None => (step.optional || step.each.is_some()).then(|| "note".into()),
    }
}

impl DenialExplained {
    fn says_the_same(&self, other: &Self) -> bool {
        let told = |row: &Self| -> Vec<(u16, String, String)> {
            row.told.iter().map(|told| (told.status, told.code.clone(), told.say.clone())).collect()
        };
        (&self.hidden, &self.unclaimed, &self.sentence, &self.permission)
            == (&other.hidden, &other.unclaimed, &other.sentence, &other.permission)
            && told(self) == told(other)
    }

    fn add(&mut self, id: &str, user: &str, instead: Option<Value>) {
        let known = self.operations.iter().position(|operation| operation.id == id);
        let index = known.unwrap_or_else(|| {
            let (id, used, instead) = (id.to_owned(), Vec::new(), Map::new());
            self.operations.push(DenyingOperation { id, used, instead });
            self.operations.len() - 1
        });
        if let Some(operation) = self.operations.get_mut(index) {
            operation.used.push(user.to_owned());
            operation.instead.extend(instead.map(|instead| (user.to_owned(), instead)));
        }
    }
}

fn row(denial: &DenialPlan) -> DenialExplained {
    let told = denial.told.iter().map(|told| ToldExplained {
        subject: told.subject.clone(),
        status: told.status,
        code: told.code.clone(),
        say: told.say.clone(),
        enumerates: told.enumerates.as_ref().map(|names| names.found_at.value.clone()).unwrap_or_default(),
    });
    DenialExplained {
        operations: Vec::new(),
        hidden: denial.secrets.clone(),
        unclaimed: if denial.secrets.is_empty() { denial.unclaimed.clone() } else { Vec::new() },
        sentence: denial.hidden.clone(),
        permission: denial.permission.clone(),
        told: told.collect(),
    }
}
