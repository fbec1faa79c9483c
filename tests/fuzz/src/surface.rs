//! A document with every way to write a value → tools that can be called, and what a call sends.

use std::cell::RefCell;
use std::pin::pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Waker};

use bumpalo::Bump;
use fewtools::contract::Catalogue;
use fewtools::{Caller, Dispatcher, Request, Response, Sending, Upstream};
use fewtools_build::diagnostics::Sink;
use fewtools_build::{load, pipeline};
use http::{HeaderMap, StatusCode};
use serde_json::{Map, Value};

/// A document with one operation for each way a value is written.
pub(super) const DOCUMENT: &str = include_str!("../surface/openapi.yaml");
/// The manifest that offers all of it.
const MANIFEST: &str = include_str!("../surface/curation.yaml");
/// What every credential of it is.
pub(super) const SECRET: &str = "secret:word";

/// What marks a text as a number of many digits on its way, and no text has a use for.
pub(super) const MARK: char = '\u{fdd0}';

thread_local! {
    static SENT: RefCell<Vec<Request>> = const { RefCell::new(Vec::new()) };
}

/// Calls a tool, runs the call to its end, and gives the request that it sent; `None` where it was refused.
pub(super) fn call(tool: &str, arguments: Map<String, Value>) -> Option<Request> {
    let caller = Caller::anonymous();
    let mut call = pin!(dispatcher().call(&caller, tool, arguments));
    let mut context = Context::from_waker(Waker::noop());
    while call.as_mut().poll(&mut context).is_pending() {}
    let mut sent = SENT.take();
    assert!(sent.len() <= 1, "one call sent {} requests", sent.len());
    sent.pop()
}

fn dispatcher() -> &'static Dispatcher {
    static DISPATCHER: OnceLock<Dispatcher> = OnceLock::new();
    DISPATCHER.get_or_init(|| {
        let builder = Dispatcher::builder(catalogue()).upstream(Arc::new(AtOnce));
        builder.environment(|_| Some(SECRET.to_owned())).build().unwrap()
    })
}

fn catalogue() -> &'static Catalogue<'static> {
    let mut sink = Sink::default();
    let documents = load::texts(MANIFEST, DOCUMENT, &mut sink);
    let input = Box::leak(Box::new(pipeline::lower(documents, sink)));
    let checked = Box::leak(Box::new(pipeline::check(Box::leak(Box::new(Bump::new())), input)));
    match checked.verified() {
        Some(verified) => &verified.get().catalogue,
        None => panic!("the surface has faults: {:#?}", checked.faults),
    }
}

/// An API that answers every request at once.
struct AtOnce;

impl Upstream for AtOnce {
    fn send(&self, request: Request) -> Sending<'_> {
        SENT.with_borrow_mut(|sent| sent.push(request));
        let body = br#"[{"id": 1, "who": null}, 2]"#.to_vec();
        Box::pin(async { Ok(Response { status: StatusCode::OK, headers: HeaderMap::new(), body }) })
    }
}
