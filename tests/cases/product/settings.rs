//! What a case and a check say of the operator → the settings of one run.

use std::collections::BTreeMap;

use crate::cases::expected::{Case, Setup};

/// The operator's settings.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Settings {
    pub server: Option<usize>,
    pub variables: BTreeMap<String, String>,
    pub base_url: Option<String>,
    pub retrieved_from: Option<String>,
    /// By security scheme.
    pub credentials: BTreeMap<String, String>,
    /// Every tool that can have an output schema has one.
    pub outputs: bool,
}

impl Settings {
    /// The settings of a case, those of a check before them.
    pub fn of(case: &Case, setup: &Setup) -> Self {
        let retrieved = setup.retrieved_from.as_ref().or(case.document.retrieved_from.as_ref());
        Self {
            server: setup.server,
            variables: setup.variables.iter().map(|(name, value)| (name.clone(), value.shown())).collect(),
            base_url: setup.base_url.clone(),
            retrieved_from: retrieved.filter(|from| *from != "none").cloned(),
            credentials: setup.credentials.clone().unwrap_or_else(|| case.credentials.clone()),
            outputs: false,
        }
    }

    /// The environment variable of the scheme with this index in the document.
    pub fn variable(scheme: usize) -> String {
        format!("CASE_CREDENTIAL_{scheme}")
    }
}
