//! Documents written in the test → the operations that are read from them.

mod bodies;
mod files;
mod hostile;
mod operations;
mod parameters;
mod seeds;
mod surroundings;
mod swagger;
mod version_32;

use std::rc::Rc;

use crate::diagnostics::{Fault, Sink};
use crate::load;
use crate::lower::api::Operation;
use crate::lower::{self, Api};

/// Reads a document; the faults are those of reading it, then what is remarked on its operations.
fn read(document: &str) -> (Option<Api>, Vec<Fault>) {
    let documents = Rc::new(load::texts("{}", document, &mut Sink::default()));
    let mut sink = Sink::default();
    let api = lower::api(documents, &mut sink);
    let mut faults = sink.into_faults();
    let mut known = Vec::new();
    for remark in api.iter().flat_map(|api| &api.operations).flat_map(|operation| &operation.remarks) {
        if !known.iter().any(|other| Rc::ptr_eq(other, remark)) {
            known.push(Rc::clone(remark));
            faults.push((**remark).clone());
        }
    }
    (api, faults)
}

/// Reads a document of which nothing is wrong but single operations.
fn api(document: &str) -> Api {
    let (api, faults) = read(document);
    assert_eq!(faults, []);
    api.unwrap()
}

/// Reads `paths` and what may follow them.
fn paths(paths: &str) -> Api {
    api(&format!("openapi: 3.1.0\ninfo: {{title: t, version: '1'}}\npaths:\n{paths}"))
}

/// Reads `paths` of one operation.
fn only(text: &str) -> Operation {
    let mut api = paths(text);
    assert!(api.unreadable.is_empty(), "{:?}", api.unreadable);
    api.operations.pop().unwrap()
}

/// Reads `paths` of one operation that cannot be read; gives the fault and its place.
fn refused(text: &str) -> (String, String) {
    let mut api = paths(text);
    let fault = api.unreadable.pop().unwrap().fault;
    let place = fault.place.as_ref().map(|place| place.pointer.to_string());
    (fault.to_string(), place.unwrap_or_default())
}
