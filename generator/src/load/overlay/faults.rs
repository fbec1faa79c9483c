//! An action that cannot be applied → its fault.

use super::MAX_ADDED;
use super::actions::Action;
use super::path::{Located, Malformed, Path, Selector};
use crate::diagnostics::{Fault, Place, Pointer, nearest};
use crate::load::Documents;

/// The target is no path.
pub(super) fn unread(action: &Action<'_>, malformed: &Malformed) -> Fault {
    let Malformed { at, what } = malformed;
    let what =
        format!("the target `{}` is no JSONPath that is read; at character {at}: {what}", action.target);
    Fault::error("bad-target", action.at.key("target"), what)
        .instead("a path such as `$.paths['/users'].get.parameters[?@.name == 'id']`")
}

/// The target takes more work than there may be.
pub(super) fn too_much(action: &Action<'_>) -> Fault {
    let what = format!("the target `{}` looks at or takes too much of the document", action.target);
    Fault::error("overlay-too-large", action.at.key("target"), what).instead("a path with fewer `..` and `*`")
}

/// The updates add more values than they may.
pub(super) fn too_large(action: &Action<'_>) -> Fault {
    let what = format!("the updates add more than {MAX_ADDED} values");
    Fault::error("overlay-too-large", action.at.key("update").at_key(), what)
        .instead("change the document itself")
}

/// The fault of a target that nothing fits: how far it led, and the nearest key.
pub(super) fn no_match(action: &Action<'_>, path: &Path, segment: usize, before: &[Located<'_>]) -> Fault {
    let reached = path
        .segments
        .get(segment.wrapping_sub(1))
        .and_then(|reached| action.target.get(..reached.end))
        .unwrap_or("$");
    let wanted = path.segments.get(segment);
    let end = wanted.map_or(action.target.len(), |wanted| wanted.end);
    let step = action.target.get(reached.len()..end).unwrap_or_default();
    let what = format!(
        "the target `{}` matches nothing: `{reached}` is there, and nothing in it fits `{}`",
        action.target,
        step.trim()
    );
    let mut fault = Fault::error("overlay-without-match", action.at.key("target"), what);
    if let Some(node) = before.iter().find(|node| node.at != Pointer::root()) {
        fault = fault.also(Place::new(Documents::DOCUMENT, node.at.clone()), "the target led here");
    }
    let keys =
        || before.iter().filter_map(|node| node.value.as_object()).flatten().map(|(key, _)| key.as_str());
    let names =
        wanted.into_iter().flat_map(|wanted| &wanted.selectors).filter_map(|selector| match selector {
            Selector::Name(name) => Some(name.as_str()),
            _ => None,
        });
    match names.into_iter().find_map(|name| nearest(name, keys())) {
        Some(near) => {
            let rest = action.target.get(end..).unwrap_or_default();
            fault.instead(format!("`{reached}{}{rest}`", key(near)))
        }
        None if keys().any(|key| key == "$ref") => {
            fault.instead("the node that holds the `$ref`; what it leads to is changed in its own file")
        }
        None => fault.instead("the path of what is there, or leave the action out"),
    }
}

/// A key as a path writes it.
fn key(name: &str) -> String {
    let is_plain =
        name.chars().all(|character| character.is_ascii_alphanumeric() || matches!(character, '_' | '-'));
    if is_plain {
        format!(".{name}")
    } else {
        format!("['{}']", name.replace('\\', "\\\\").replace('\'', "\\'"))
    }
}
