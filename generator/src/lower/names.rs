//! Operations as written → operations with one name each: the operationId where it is there and unique.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostics::{Fault, Level, Place, Sink};
use crate::lower::operations::Operations;

/// Names every operation, and warns of operationIds that several share: all of these fall back to `GET /path`.
///
/// Gives the index of the operations that can be read by their name.
pub(super) fn give(operations: &mut Operations, sink: &mut Sink) -> BTreeMap<String, usize> {
    let holders = holders(operations);
    for (id, places) in holders.iter().filter(|(_, places)| places.len() > 1) {
        sink.push(shared(id, places));
    }
    let fallbacks = fallbacks(operations);
    let unique =
        |id: &str| holders.get(id).is_some_and(|places| places.len() == 1) && !fallbacks.contains(id);
    for operation in &mut operations.read {
        let written = operation.operation_id.as_deref().filter(|id| unique(id));
        operation.id = written.map_or_else(|| fallback(&operation.method, &operation.path), str::to_owned);
    }
    for operation in &mut operations.unreadable {
        if !unique(&operation.id) {
            operation.id = fallback(&operation.method, &operation.path);
        }
    }
    let ids = operations.read.iter().enumerate().map(|(index, operation)| (operation.id.clone(), index));
    ids.collect()
}

/// The places of the operations by the operationId they are written with.
fn holders(operations: &Operations) -> BTreeMap<String, Vec<Place>> {
    let read = operations.read.iter();
    let read = read.filter_map(|operation| Some((operation.operation_id.clone()?, operation.at.clone())));
    let unread = operations.unreadable.iter().filter(|operation| !operation.id.is_empty());
    let unread = unread.map(|operation| (operation.id.clone(), operation.at.clone()));
    let mut holders: BTreeMap<String, Vec<Place>> = BTreeMap::new();
    for (id, place) in read.chain(unread) {
        holders.entry(id).or_default().push(place);
    }
    holders
}

fn fallback(method: &str, path: &str) -> String {
    format!("{method} {path}")
}

/// What operations are called that have no operationId of their own: an operationId that reads so could be another's.
fn fallbacks(operations: &Operations) -> BTreeSet<String> {
    let read = operations.read.iter().map(|operation| fallback(&operation.method, &operation.path));
    let unread = operations.unreadable.iter().map(|operation| fallback(&operation.method, &operation.path));
    read.chain(unread).collect()
}

fn shared(id: &str, places: &[Place]) -> Fault {
    let what = format!("{} operations have the operationId `{id}`", places.len());
    let first = places.first().map(|place| place.key("operationId"));
    let fault = Fault::new("duplicate-operation-id", Level::Warning, first, what)
        .instead("name each of them by method and path, `GET /path`");
    places.iter().skip(1).fold(fault, |fault, place| fault.also(place.key("operationId"), "and here"))
}
