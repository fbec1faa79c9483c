//! Security requirements and `auth` → schemes with credentials, and which alternatives can be met.

use std::collections::BTreeSet;

use super::Planner;
use super::hole::HoleKind;
use crate::lower::api::{Operation, SecurityKind};
use crate::lower::curation::{AuthEntry, Word};

/// Schemes that hold together, each with its scopes.
type Alternative = Vec<(String, Vec<String>)>;

/// A scheme that some tool uses.
#[derive(Debug)]
pub(super) struct SchemePlan {
    /// Its name in the document.
    pub name: String,
    /// How the credential travels.
    pub kind: SecurityKind,
    /// Where it comes from.
    pub credential: AuthEntry,
}

/// The alternatives of an operation that can be met, by index of the scheme in the catalogue. Those whose schemes `auth` names
/// come first: a credential that somebody gave is meant before one that could be given.
pub(super) fn of(
    planner: &mut Planner<'_>,
    operation: &Operation,
    call: &Word,
    label: &str,
) -> Vec<Vec<(usize, Vec<String>)>> {
    let mut met = Vec::new();
    let mut reasons = BTreeSet::new();
    for alternative in in_order(planner, operation) {
        match requirements(planner, alternative) {
            Ok(requirements) => met.push(requirements),
            Err(reason) => {
                reasons.insert(reason);
            }
        }
    }
    if met.is_empty() && !operation.security.is_empty() {
        let detail = reasons.into_iter().collect::<Vec<_>>().join(", ");
        planner.holes.explain(HoleKind::Security, call, label, detail);
    }
    met
}

/// The alternatives of an operation, those first that the manifest's `auth` says everything of.
fn in_order<'o>(planner: &Planner<'_>, operation: &'o Operation) -> Vec<&'o Alternative> {
    let auth = &planner.curation.auth;
    let mut ordered: Vec<&Alternative> = operation.security.iter().collect();
    let is_said = |alternative: &Alternative| alternative.iter().all(|(scheme, _)| auth.contains_key(scheme));
    ordered.sort_by_key(|alternative| alternative.is_empty() || !is_said(alternative));
    ordered
}

fn requirements(
    planner: &mut Planner<'_>,
    alternative: &[(String, Vec<String>)],
) -> Result<Vec<(usize, Vec<String>)>, String> {
    let mut found = Vec::new();
    for (name, scopes) in alternative {
        let index = planner.api.schemes.iter().position(|scheme| scheme.name == *name);
        let index = index.ok_or_else(|| format!("`{name}` is no security scheme of the document"))?;
        if let Some(Err(kind)) = planner.api.schemes.get(index).map(|scheme| scheme.kind.as_ref()) {
            return Err(format!("`{name}` is {kind}, which is not sent"));
        }
        found.push((index, scopes.clone()));
    }
    two_in_one_header(planner, &found)?;
    let indices: Vec<usize> = found
        .iter()
        .map(|(index, _)| {
            let known = planner.schemes_used.iter().position(|used| used == index);
            known.unwrap_or_else(|| {
                planner.schemes_used.push(*index);
                planner.schemes_used.len() - 1
            })
        })
        .collect();
    Ok(indices.into_iter().zip(found).map(|(index, (_, scopes))| (index, scopes)).collect())
}

/// A header holds one credential (RFC 9110, section 11.6.2), and none is both basic and a bearer token.
fn two_in_one_header(planner: &Planner<'_>, found: &[(usize, Vec<String>)]) -> Result<(), String> {
    let of_kind = |wanted: SecurityKind| {
        let schemes = found.iter().filter_map(|(index, _)| planner.api.schemes.get(*index));
        schemes.into_iter().find(move |scheme| scheme.kind.as_ref() == Ok(&wanted))
    };
    match (of_kind(SecurityKind::Basic), of_kind(SecurityKind::Bearer)) {
        (Some(basic), Some(bearer)) => {
            Err(format!("`{}` and `{}` are two credentials in one header", basic.name, bearer.name))
        }
        _ => Ok(()),
    }
}

/// The schemes that are used, in the order in which they were first needed.
pub(super) fn schemes(planner: &mut Planner<'_>) -> Vec<SchemePlan> {
    let known: Vec<String> = planner.api.schemes.iter().map(|scheme| scheme.name.clone()).collect();
    for (name, entry) in &planner.curation.auth {
        if !known.contains(name) {
            let word = Word::new(name.clone(), entry.at.at_key());
            planner.holes.mark(HoleKind::Scheme, &word, "the document", known.clone());
        }
    }
    let used = planner.schemes_used.iter().filter_map(|index| planner.api.schemes.get(*index));
    used.filter_map(|scheme| {
        let said = planner.curation.auth.get(&scheme.name).map(|entry| entry.value.clone());
        Some(SchemePlan {
            name: scheme.name.clone(),
            kind: scheme.kind.clone().ok()?,
            credential: said
                .unwrap_or_else(|| AuthEntry::Env(variable(&planner.curation.name.value, &scheme.name))),
        })
    })
    .collect()
}

/// `SERVER_SCHEME`: the environment variable of a scheme that `auth` leaves out.
fn variable(server: &str, scheme: &str) -> String {
    let upper = |text: &str| -> String {
        let mut out = String::new();
        let mut before = '_';
        for character in text.chars() {
            if character.is_ascii_uppercase() && (before.is_ascii_lowercase() || before.is_ascii_digit()) {
                out.push('_');
            }
            out.push(if character.is_ascii_alphanumeric() { character.to_ascii_uppercase() } else { '_' });
            before = character;
        }
        out
    };
    format!("{}_{}", upper(server), upper(scheme))
}

#[cfg(test)]
mod tests {
    use super::variable;

    #[test]
    fn a_scheme_without_auth_reads_a_variable_made_of_both_names() {
        assert_eq!(variable("broker-console", "bearerAuth"), "BROKER_CONSOLE_BEARER_AUTH");
        assert_eq!(variable("api", "X-Key 2"), "API_X_KEY_2");
    }
}
