//! Security schemes and requirements → how credentials travel and which of them an operation asks for.

use std::rc::Rc;

use fewtools_contract::Location;

use crate::diagnostics::{Fault, Level};
use crate::lower::api::{Parameter, SecurityKind, SecurityScheme};
use crate::lower::declared::is_token;
use crate::lower::node::Node;
use crate::lower::reading::{Reading, Remarks};
use crate::lower::reference;
use crate::lower::version::Dialect;

/// The alternatives of a `security` list: each a set of (scheme, scopes) that hold together.
pub(super) type Alternatives = Vec<Vec<(String, Vec<String>)>>;

/// The security of a document or an operation; `None` when it says nothing.
pub(super) fn requirements(node: &Node) -> Result<Option<Alternatives>, Fault> {
    let Some(security) = node.get("security") else { return Ok(None) };
    security
        .items_or_one("`security`")?
        .map(|alternative| self::alternative(&alternative))
        .collect::<Result<_, _>>()
        .map(Some)
}

fn alternative(node: &Node) -> Result<Vec<(String, Vec<String>)>, Fault> {
    let schemes = node.members("a security requirement")?;
    Ok(schemes.map(|(name, scopes)| (name.to_owned(), words(&scopes))).collect())
}

fn words(node: &Node) -> Vec<String> {
    let items = node.value.as_array().into_iter().flatten();
    items.filter_map(|item| item.as_str().map(str::to_owned)).collect()
}

/// Takes out the parameters that a credential fills, whichever alternative asks for it: what they hold is the operator's to
/// say.
pub(super) fn take_out(
    parameters: &mut Vec<Rc<Parameter>>,
    alternatives: &Alternatives,
    schemes: &[SecurityScheme],
    remarks: &mut Remarks,
) {
    for (name, _) in alternatives.iter().flatten() {
        let Some(scheme) = schemes.iter().find(|scheme| scheme.name == *name) else { continue };
        parameters.retain(|parameter| {
            let fills = scheme.kind.as_ref().is_ok_and(|kind| fills(kind, parameter));
            if fills {
                remarks.of_operation(parameter.at.clone(), || filled(parameter, name));
            }
            !fills
        });
    }
}

fn filled(parameter: &Parameter, scheme: &str) -> Fault {
    let what =
        format!("the parameter `{}` is left out: the credential of `{scheme}` fills it", parameter.name);
    Fault::new("credential-parameter", Level::Note, Some(parameter.at.clone()), what)
        .instead("leave it out of the document; `security` says it")
}

fn fills(kind: &SecurityKind, parameter: &Parameter) -> bool {
    match (kind, parameter.location) {
        (SecurityKind::KeyHeader(name), Location::Header) => name.eq_ignore_ascii_case(&parameter.name),
        (SecurityKind::KeyQuery(name), Location::Query)
        | (SecurityKind::KeyCookie(name), Location::Cookie) => *name == parameter.name,
        _ => false,
    }
}

/// The security schemes of a document, in document order. One that cannot be read is of a kind that is not sent.
pub(super) fn schemes(reading: Reading, root: &Node) -> Vec<SecurityScheme> {
    let schemes = match reading.dialect {
        Dialect::V20 => root.get("securityDefinitions"),
        _ => root.get("components").and_then(|components| components.get("securitySchemes")),
    };
    let members = schemes.and_then(|schemes| schemes.members("security schemes").ok()).into_iter().flatten();
    members
        .filter(|(name, node)| !name.starts_with("x-") || node.value.is_object())
        .map(|(name, node)| scheme(reading, name, node))
        .collect()
}

fn scheme(reading: Reading, name: &str, written: Node) -> SecurityScheme {
    let at = written.at.clone();
    let kind = match reference::follow(reading.documents, written) {
        Ok(node) => kind(&node),
        Err(fault) => Err(fault.what),
    };
    SecurityScheme { name: name.to_owned(), kind, at }
}

/// `basic` is OpenAPI 2.0's word for `http` `basic`.
fn kind(node: &Node) -> Result<SecurityKind, String> {
    match node.text("type") {
        Some("apiKey") => api_key(node),
        Some("http") => http(node),
        Some("basic") => Ok(SecurityKind::Basic),
        Some("oauth2" | "openIdConnect") => Ok(SecurityKind::Bearer),
        Some(other) => Err(other.to_owned()),
        None => Err("a scheme without a `type`".to_owned()),
    }
}

fn api_key(node: &Node) -> Result<SecurityKind, String> {
    let name = node.text("name").filter(|name| !name.is_empty()).ok_or("apiKey without a `name`")?.to_owned();
    match node.text("in") {
        Some("header") if !is_token(&name) => Err("apiKey whose `name` is no header".to_owned()),
        Some("header") => Ok(SecurityKind::KeyHeader(name)),
        Some("query") => Ok(SecurityKind::KeyQuery(name)),
        Some("cookie") => Ok(SecurityKind::KeyCookie(name)),
        _ => Err("apiKey in no known place".to_owned()),
    }
}

/// The names of HTTP schemes are case-insensitive (RFC 9110, section 11.1).
fn http(node: &Node) -> Result<SecurityKind, String> {
    match node.text("scheme").map(str::to_ascii_lowercase).as_deref() {
        Some("basic") => Ok(SecurityKind::Basic),
        Some("bearer") => Ok(SecurityKind::Bearer),
        Some(other) => Err(format!("http {other}")),
        None => Err("http without a `scheme`".to_owned()),
    }
}
