//! A value → merged into a node of the document (Overlay 1.0, section 4.4.3).

use serde_json::Value;

use crate::diagnostics::{Fault, Place, Pointer, kind};
use crate::load::Documents;
use crate::load::origins::Origins;

/// A value of an overlay and where it stands.
#[derive(Debug, Clone)]
pub(super) struct Update<'a> {
    pub(super) value: &'a Value,
    pub(super) at: Place,
}

/// Merges a value into a node: mappings key by key, a list at the end of a list; anything else is replaced.
///
/// A list is appended item by item, and any other value as one item. Overlay 1.0 speaks only of the latter, and a list
/// in a list is nothing that an OpenAPI document has.
///
/// # Errors
/// `overlay-mismatch`: a mapping or a list would be lost, because the value is of another kind.
pub(super) fn merge(
    node: &mut Value,
    update: &Update<'_>,
    at: &Pointer,
    origins: &mut Origins,
) -> Result<(), Fault> {
    match (node, update.value) {
        (Value::Object(members), Value::Object(updates)) => {
            for (key, value) in updates {
                let update = Update { value, at: update.at.key(key) };
                let at = at.key(key);
                match members.get_mut(key) {
                    Some(member) => merge_member(member, &update, &at, origins)?,
                    None => {
                        members.insert(key.clone(), value.clone());
                        origins.put(at, update.at);
                    }
                }
            }
            Ok(())
        }
        (Value::Array(items), Value::Array(updates)) => {
            for (index, value) in updates.iter().enumerate() {
                origins.put(at.index(items.len()), update.at.index(index));
                items.push(value.clone());
            }
            Ok(())
        }
        (node @ Value::Array(_), Value::Null) => Err(mismatch(node, update, at)),
        (Value::Array(items), value) => {
            origins.put(at.index(items.len()), update.at.clone());
            items.push(value.clone());
            Ok(())
        }
        (node @ Value::Object(_), _) => Err(mismatch(node, update, at)),
        (node, value) => {
            *node = value.clone();
            origins.put(at.clone(), update.at.clone());
            Ok(())
        }
    }
}

/// Merges a member that is there on both sides. A list takes only a list here: one value is no list by mistake.
fn merge_member(
    node: &mut Value,
    update: &Update<'_>,
    at: &Pointer,
    origins: &mut Origins,
) -> Result<(), Fault> {
    match (&*node, update.value) {
        (Value::Array(_), Value::Array(_)) | (Value::Object(_), Value::Object(_)) => {
            merge(node, update, at, origins)
        }
        (Value::Array(_) | Value::Object(_), _) => Err(mismatch(node, update, at)),
        _ => merge(node, update, at, origins),
    }
}

fn mismatch(node: &Value, update: &Update<'_>, at: &Pointer) -> Fault {
    let what = format!("the update is {}, and the document has {} there", kind(update.value), kind(node));
    Fault::error("overlay-mismatch", update.at.clone(), what)
        .also(Place::new(Documents::DOCUMENT, at.clone()), "this would be lost")
        .instead("a value of the same kind, or an action with `remove: true` before this one")
}
