//! `server` → the name, what it is for and the channel of refusals.

use super::cursor::Cursor;
use super::keys::Keys;
use crate::lower::curation::Word;

const SERVER: Keys =
    Keys { expected: "a mapping with `name` and `about`", known: &["name", "about", "refusals"], later: &[] };

/// `server`.
pub(super) struct Server {
    pub(super) name: Word,
    pub(super) about: String,
    pub(super) refuse_by_protocol: bool,
}

pub(super) fn of(at: &Cursor<'_>) -> Option<Server> {
    let members = at.members_or(&SERVER, "name: {}, about: …")?;
    let name = members.required("name", "a name of letters, digits and `-`").and_then(|at| at.word("a name"));
    let about = members.required("about", "one sentence on what the server is for").and_then(|at| at.prose());
    let refusals = members.get("refusals").and_then(|at| at.choice(&[("result", false), ("protocol", true)]));
    Some(Server { name: name?, about: about?.value, refuse_by_protocol: refusals.unwrap_or_default() })
}
