//! What an API has, and what a call says of it → the body that is written: the one with the other put over it.

use std::sync::Arc;

use fewtools_contract::{Kept, Merge};
use http::HeaderValue;
use serde_json::{Map, Value};

use super::course::Stop;
use super::{Route, Work};
use crate::answer::{self, Answered, Failure};
use crate::arguments::schema::Schema;
use crate::arguments::{self, whole};
use crate::project;
use crate::refusal::Fault;
use crate::request::Prepared;

/// A read before a write, prepared.
pub(crate) struct Merging {
    /// Its request.
    pub(crate) call: Prepared,
    /// What becomes of its answer.
    pub(super) merge: &'static Merge<'static>,
    /// What a real run has to confirm is looked up with this very request.
    pub(super) is_looked_up: bool,
    /// The schema of the body that is written.
    pub(super) schema: Option<Arc<Schema>>,
}

/// What the API has.
pub(super) struct Basis {
    object: Map<String, Value>,
    version: Option<HeaderValue>,
}

/// The body that is written, and the version that it was made of.
pub(super) struct Merged {
    /// The body.
    pub(super) body: Value,
    /// The `ETag` of what was read, where it is strong.
    pub(super) version: Option<HeaderValue>,
}

impl Basis {
    /// What is written back of an answer.
    ///
    /// # Errors
    /// An answer that has no object there.
    pub(super) fn of(merge: &Merge<'_>, answered: &Answered) -> Result<Self, Failure> {
        let answer::Content::Json(answer) = &answered.content else { return Err(nothing_to_change()) };
        let object = project::at(merge.at, answer).and_then(|found| kept(found, &merge.kept));
        match object {
            Some(Value::Object(object)) => {
                let version = answered.etag.clone().filter(|etag| merge.if_match && is_strong(etag));
                Ok(Self { object, version })
            }
            _ => Err(nothing_to_change()),
        }
    }

    /// The body that a change makes of it.
    pub(super) fn changed(&self, change: Value) -> Merged {
        let mut body = Value::Object(self.object.clone());
        put(&mut body, change);
        Merged { body, version: self.version.clone() }
    }
}

impl Merging {
    /// Judges a body by the whole schema.
    ///
    /// # Errors
    /// The first faults, each named after the argument that its field comes from; a failure where one is of a field that
    /// no argument can mend.
    pub(super) fn judge(&self, route: &Route, body: &Value) -> Result<(), Stop> {
        let (Some(schema), Work::Call(write)) = (&self.schema, &route.work) else { return Ok(()) };
        let subject = route.subject();
        let judged = schema.judge_parts(&|keys: &[String]| whole::named(&subject, write, keys), body);
        let arguments = route.variant.inputs.iter().map(|input| route.argument(input).name);
        let mendable: Vec<&str> = arguments.chain([&*subject]).collect();
        judged.map_err(|faults| {
            match faults.iter().find(|fault| !mendable.contains(&fault.argument.as_str())) {
                Some(fault) => Stop::Failed(unwritable(fault)),
                None => Stop::Refused(arguments::hinted(route, faults)),
            }
        })
    }
}

/// Whether a version can be asked for again: `If-Match` never matches a weak one (RFC 9110, section 13.1.1).
fn is_strong(etag: &HeaderValue) -> bool {
    !etag.as_bytes().starts_with(b"W/")
}

/// What the API answers where there is nothing to put a change over.
fn nothing_to_change() -> Failure {
    let said = "The API did not say how it stands, so that nothing could be changed.";
    Failure::unsent("answer-unreadable", said)
}

/// What is there is not what may be written.
fn unwritable(fault: &Fault) -> Failure {
    let said =
        format!("What the API has cannot be written back, so that nothing was changed: {}", fault.text);
    Failure::unsent("answer-unwritable", said)
}

/// What of a value is written back; `None` for nothing.
fn kept(value: &Value, rule: &Kept<'_>) -> Option<Value> {
    match (rule, value) {
        (Kept::Nothing, _) => None,
        (Kept::All, _) => Some(value.clone()),
        (Kept::Fields { fields, others }, Value::Object(members)) => {
            let member = |(key, value): (&String, &Value)| {
                let kept = match fields.binary_search_by(|field| field.name.cmp(key)) {
                    Ok(index) => fields
                        .get(index)
                        .filter(|field| field.nulls || !value.is_null())
                        .and_then(|field| kept(value, &field.kept)),
                    Err(_) => others.then(|| value.clone()),
                };
                Some((key.clone(), kept?))
            };
            Some(Value::Object(members.iter().filter_map(member).collect()))
        }
        (Kept::Fields { .. }, Value::Array(items)) => {
            Some(items.iter().filter_map(|item| kept(item, rule)).collect())
        }
        (Kept::Fields { .. }, scalar) => Some(scalar.clone()),
    }
}

/// Puts one value over another: objects member by member, everything else as a whole.
fn put(below: &mut Value, above: Value) {
    match (below, above) {
        (Value::Object(below), Value::Object(above)) => {
            for (key, value) in above {
                put(below.entry(key).or_insert(Value::Null), value);
            }
        }
        (below, above) => *below = above,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fewtools_contract::KeptField;
    use serde_json::json;

    #[test]
    fn what_only_answers_carry_is_not_written_back() {
        let field = |name, nulls, kept| KeptField { name, nulls, kept };
        let inner = [field("id", false, Kept::Nothing), field("name", false, Kept::All)];
        let owner = Kept::Fields { fields: &inner, others: false };
        let outer = [
            field("gone", false, Kept::All),
            field("none", true, Kept::All),
            field("owner", false, owner),
            field("owners", false, owner),
        ];
        let read = json!({
            "x": 1, "gone": null, "none": null, "owner": {"id": 1, "name": "a", "y": 2}, "owners": [{"id": 2, "name": "b"}],
        });
        let written = json!({"none": null, "owner": {"name": "a"}, "owners": [{"name": "b"}]});
        assert_eq!(kept(&read, &Kept::Fields { fields: &outer, others: false }), Some(written));
        let open = kept(&read, &Kept::Fields { fields: &outer, others: true });
        assert_eq!(open.and_then(|open| open.get("x").cloned()), Some(json!(1)));
    }

    #[test]
    fn a_weak_version_is_not_asked_for() {
        for (etag, strong) in [("\"x\"", true), ("W/\"x\"", false), ("\"W/x\"", true)] {
            assert_eq!(is_strong(&HeaderValue::from_static(etag)), strong, "{etag}");
        }
    }

    #[test]
    fn objects_are_merged_and_everything_else_is_replaced() {
        let mut body = json!({"a": {"b": 1, "c": [1, 2]}, "d": 4, "e": {"f": 1}});
        put(&mut body, json!({"a": {"c": [3]}, "d": null, "e": 5, "g": {"h": 1}}));
        assert_eq!(body, json!({"a": {"b": 1, "c": [3]}, "d": null, "e": 5, "g": {"h": 1}}));
    }
}
