//! Overlays → the document changed as their actions say, in order.
//!
//! JSONPath is read by this module's own `path`: of the crates there are, `serde_json_path` is the best kept, but it has
//! no bound on its work (`$..*..*..*` over a large document takes minutes), refuses `.x-internal` as overlays write it,
//! cannot say how far a path led, and adds eight crates to every build script.

mod actions;
mod merge;
mod path;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

pub(super) use actions::extends;
use actions::{Action, Change};
use merge::{Update, merge};
use path::{Found, Located, Malformed, Path, Selection, Selector};

use super::Documents;
use super::limits::MAX_DEPTH;
use super::origins::Origins;
use crate::diagnostics::{Fault, FileId, Place, Pointer, Sink, nearest};

/// How many nodes of the document the targets of all actions may look at together.
const MAX_WORK: u64 = 200_000_000;

/// What an item of a list costs when others of the list are removed, in nodes looked at.
const COST_OF_ITEM: u64 = 20;

/// How many values all updates may add together.
const MAX_ADDED: usize = 250_000;

/// Applies overlays to the document. What is wrong with one action does not keep the others from being judged.
pub(super) fn apply(documents: &mut Documents, overlays: &[FileId], sink: &mut Sink) {
    let document = usize::from(Documents::DOCUMENT.0);
    let Some(tree) = documents.sources.get_mut(document).map(|document| std::mem::take(&mut document.tree))
    else {
        return;
    };
    let mut overlaying = Overlaying { tree, origins: Origins::default(), work: MAX_WORK, room: MAX_ADDED };
    for (file, source) in overlays.iter().filter_map(|file| Some((*file, documents.source(*file)?))) {
        for action in actions::of(file, &source.tree, sink) {
            if overlaying.work > 0 && overlaying.room > 0 {
                sink.take(overlaying.action(&action));
            }
        }
    }
    documents.origins = overlaying.origins;
    if let Some(document) = documents.sources.get_mut(document) {
        document.tree = overlaying.tree;
    }
}

/// The document while it is changed.
struct Overlaying {
    tree: Value,
    origins: Origins,
    /// How many nodes may still be looked at. At 0 nothing more is applied.
    work: u64,
    /// How many values may still be added. At 0 nothing more is applied.
    room: usize,
}

impl Overlaying {
    fn action(&mut self, action: &Action<'_>) -> Result<(), Fault> {
        let path = path::parse(action.target).map_err(|malformed| unread(action, &malformed))?;
        let targets = self.targets(action, &path)?;
        match action.change {
            Change::Update(value) => self.update(action, value, &targets),
            Change::Remove => self.remove(action, targets),
        }
    }

    /// The nodes that an action is for, one at least.
    fn targets(&mut self, action: &Action<'_>, path: &Path) -> Result<Vec<Pointer>, Fault> {
        let selection = Selection::new(&self.tree, self.work);
        let found = selection.find(path);
        self.work = if found.is_ok() { selection.left() } else { 0 };
        match found.map_err(|_| too_much(action))? {
            Found::Nodes(nodes) => Ok(nodes.into_iter().map(|node| node.at).collect()),
            Found::Nothing { segment, before } => Err(no_match(action, path, segment, &before)),
        }
    }

    fn update(&mut self, action: &Action<'_>, value: &Value, targets: &[Pointer]) -> Result<(), Fault> {
        let (depth, values) = size(value);
        self.room = self.room.saturating_sub(values.saturating_mul(targets.len()));
        if self.room == 0 {
            return Err(too_large(action));
        }
        let update = Update { value, at: action.at.key("update") };
        for target in targets {
            if target.as_str().matches('/').count() + depth >= MAX_DEPTH {
                let what = format!("the update would nest the document more than {MAX_DEPTH} levels deep");
                return Err(Fault::error("too-deep", update.at, what));
            }
            let Some(node) = self.tree.pointer_mut(target.as_str()) else { continue };
            merge(node, &update, target, &mut self.origins)?;
        }
        Ok(())
    }

    /// Removes nodes. The deepest go first, so that no index changes before it is used.
    fn remove(&mut self, action: &Action<'_>, targets: Vec<Pointer>) -> Result<(), Fault> {
        let mut by_parent: BTreeMap<Pointer, BTreeSet<String>> = BTreeMap::new();
        for target in targets {
            let (Some(parent), Some(last)) = (target.parent(), target.segments().last()) else {
                return Err(Fault::error(
                    "bad-target",
                    action.at.key("target"),
                    "the whole document cannot be removed",
                )
                .instead("the part that is to go, such as `$.paths['/users']`"));
            };
            by_parent.entry(parent).or_default().insert(last);
        }
        let mut groups: Vec<_> = by_parent.into_iter().collect();
        groups.sort_by_key(|(parent, _)| std::cmp::Reverse(parent.as_str().matches('/').count()));
        for (parent, members) in groups {
            self.remove_members(&parent, &members);
        }
        Ok(())
    }

    fn remove_members(&mut self, parent: &Pointer, removed: &BTreeSet<String>) {
        match self.tree.pointer_mut(parent.as_str()) {
            Some(Value::Object(members)) => {
                members.retain(|key, _| !removed.contains(key));
                removed.iter().for_each(|key| self.origins.forget(&parent.key(key)));
            }
            Some(Value::Array(items)) => {
                self.work = self.work.saturating_sub(COST_OF_ITEM * items.len() as u64);
                let kept: Vec<_> =
                    (0..items.len()).filter(|index| !removed.contains(&index.to_string())).collect();
                let all = std::mem::take(items).into_iter().enumerate();
                *items = all
                    .filter(|(index, _)| kept.binary_search(index).is_ok())
                    .map(|(_, item)| item)
                    .collect();
                self.origins.keep(parent, &kept);
            }
            _ => {}
        }
    }
}

/// How deep a value is nested and how many values it holds, itself counted.
fn size(value: &Value) -> (usize, usize) {
    let below: Vec<_> = match value {
        Value::Object(members) => members.values().map(size).collect(),
        Value::Array(items) => items.iter().map(size).collect(),
        _ => return (0, 1),
    };
    let depth = below.iter().map(|(depth, _)| *depth).max().unwrap_or_default();
    (depth + 1, 1 + below.iter().map(|(_, values)| *values).sum::<usize>())
}

fn unread(action: &Action<'_>, malformed: &Malformed) -> Fault {
    let Malformed { at, what } = malformed;
    let what =
        format!("the target `{}` is no JSONPath that is read: at character {at}: {what}", action.target);
    Fault::error("bad-target", action.at.key("target"), what)
        .instead("a path such as `$.paths['/users'].get.parameters[?@.name == 'id']`")
}

fn too_much(action: &Action<'_>) -> Fault {
    let what = format!("the target `{}` looks at or takes too much of the document", action.target);
    Fault::error("overlay-too-large", action.at.key("target"), what).instead("a path with fewer `..` and `*`")
}

fn too_large(action: &Action<'_>) -> Fault {
    let what = format!("the updates add more than {MAX_ADDED} values");
    Fault::error("overlay-too-large", action.at.key("update").at_key(), what)
        .instead("change the document itself")
}

/// The fault of a target that nothing fits: how far it led, and the nearest key.
fn no_match(action: &Action<'_>, path: &Path, segment: usize, before: &[Located<'_>]) -> Fault {
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
        Some(near) => fault.instead(format!("`{reached}{}`", key(near))),
        None if keys().any(|key| key == "$ref") => fault.instead(
            "an overlay of the file that the `$ref` there names, or the whole part instead of the `$ref`",
        ),
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
