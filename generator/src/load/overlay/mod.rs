//! Overlays → the document changed as their actions say, in order.
//!
//! JSONPath is read by this module's own `path`: of the crates there are, `serde_json_path` is the best kept, but it has
//! no bound on its work (`$..*..*..*` over a large document takes minutes), refuses `.x-internal` as overlays write it,
//! cannot say how far a path led, and adds eight crates to every build script.

mod actions;
mod faults;
mod merge;
mod path;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

pub(super) use actions::extends;
use actions::{Action, Change};
use merge::{Update, merge};
use path::{Found, Path, Selection};

use super::Documents;
use super::limits::MAX_DEPTH;
use super::origins::Origins;
use crate::diagnostics::{Fault, FileId, Pointer, Sink};

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
    let mut overlaying = Overlaying::new(tree);
    for (file, source) in overlays.iter().filter_map(|file| Some((*file, documents.source(*file)?))) {
        for action in actions::of(file, &source.tree, sink) {
            if !overlaying.is_spent {
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
    /// How many nodes may still be looked at.
    work: u64,
    /// How many values may still be added.
    room: usize,
    /// Whether a bound was met and told: then nothing more is applied.
    is_spent: bool,
}

impl Overlaying {
    fn new(tree: Value) -> Self {
        Self { tree, origins: Origins::default(), work: MAX_WORK, room: MAX_ADDED, is_spent: false }
    }

    fn action(&mut self, action: &Action<'_>) -> Result<(), Fault> {
        let path = path::parse(action.target).map_err(|malformed| faults::unread(action, &malformed))?;
        let targets = self.targets(action, &path)?;
        match action.change {
            Change::Update(value) => self.update(action, value, &targets),
            Change::Remove => self.remove(action, targets),
        }
    }

    /// The nodes that an action is for, one at least.
    fn targets(&mut self, action: &Action<'_>, path: &Path) -> Result<Vec<Pointer>, Fault> {
        let selection = Selection::new(&self.tree, self.work);
        let Ok(found) = selection.find(path) else {
            self.is_spent = true;
            return Err(faults::too_much(action));
        };
        self.work = selection.left();
        match found {
            Found::Nodes(nodes) => Ok(nodes.into_iter().map(|node| node.at).collect()),
            Found::Nothing { segment, before } => Err(faults::no_match(action, path, segment, &before)),
        }
    }

    fn update(&mut self, action: &Action<'_>, value: &Value, targets: &[Pointer]) -> Result<(), Fault> {
        let (depth, values) = size(value);
        let Some(room) = self.room.checked_sub(values.saturating_mul(targets.len())) else {
            self.is_spent = true;
            return Err(faults::too_large(action));
        };
        self.room = room;
        let update = Update { value, at: action.at.key("update") };
        for target in targets {
            if target.as_str().matches('/').count() + depth >= MAX_DEPTH {
                let what = format!("the update would nest the document more than {MAX_DEPTH} levels deep");
                return Err(Fault::error("too-deep", update.at, what)
                    .instead("a part of its own under `components`, and a `$ref` to it"));
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
            let items = self.tree.pointer(parent.as_str()).and_then(Value::as_array).map_or(0, Vec::len);
            let Some(work) = self.work.checked_sub(COST_OF_ITEM * items as u64) else {
                self.is_spent = true;
                return Err(faults::too_much(action));
            };
            self.work = work;
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
