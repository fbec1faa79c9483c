//! A manifest and a document as text → tools that can be called, over an upstream that only records.

use std::sync::Arc;

use bumpalo::Bump;
use fewtools::{Caller, Dispatcher, Request};
use fewtools_build::diagnostics::Sink;
use fewtools_build::{load, pipeline};
use fewtools_contract::Catalogue;
use serde_json::Value;

use crate::recorder::Recorder;

/// Tools that are served in this process.
pub struct Inline {
    dispatcher: Dispatcher,
    upstream: Arc<Recorder>,
    runtime: tokio::runtime::Runtime,
}

impl Inline {
    /// Serves a manifest that has to pass every rule. Every variable of the environment is `s3cret`.
    pub fn of(manifest: &str, document: &str) -> Self {
        let upstream = Arc::new(Recorder::default());
        let builder = Dispatcher::builder(catalogue(manifest, document)).upstream(upstream.clone());
        let dispatcher = builder.environment(|_| Some("s3cret".to_owned())).build().unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        Self { dispatcher, upstream, runtime }
    }

    /// The request that a call becomes, or what is said in its place.
    ///
    /// # Errors
    /// The words of a call that is refused.
    pub fn call(&self, tool: &str, arguments: Value) -> Result<Request, String> {
        let arguments = arguments.as_object().cloned().unwrap_or_default();
        let caller = Caller::anonymous();
        let reply = self.runtime.block_on(self.dispatcher.call(&caller, tool, arguments)).unwrap();
        let mut requests = self.upstream.take();
        assert!(requests.len() <= 1, "{tool} sent more than one request");
        requests.pop().ok_or(reply.text)
    }
}

/// The catalogue of a manifest that has to pass every rule.
pub fn catalogue(manifest: &str, document: &str) -> &'static Catalogue<'static> {
    let mut sink = Sink::default();
    let documents = load::texts(manifest, document, &mut sink);
    let input = Box::leak(Box::new(pipeline::lower(documents, sink)));
    let arena: &'static Bump = Box::leak(Box::default());
    let checked = pipeline::check(arena, input);
    let Some(surface) = checked.verified() else { panic!("the texts have to pass: {:?}", checked.faults) };
    Box::leak(Box::new(surface.get().catalogue))
}
