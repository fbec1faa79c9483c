//! A product and credentials → calls, each made twice: once to see the request as it is built, once over the real
//! client to a local server that keeps its bytes.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use fewtools::{Caller, Dispatcher, Reply, Request, Response, Sending, Upstream};
use tokio::runtime::Runtime;

use super::build::Tool;
use super::{Outcome, Product, Sent, Settings};
use crate::cases::data::Node;
use crate::cases::expected::Played;
use crate::cases::site::Site;

/// The longest that a call is waited for.
const PATIENCE: Duration = Duration::from_secs(90);

/// Both ways to the tools of one product.
pub struct Line {
    runtime: Runtime,
    built: Dispatcher,
    requests: Arc<Mutex<Vec<Request>>>,
    wired: Dispatcher,
    site: Site,
}

impl Line {
    /// Starts both.
    ///
    /// # Errors
    /// Why the tools cannot be served.
    pub fn of(product: &Product, tool: &Tool, settings: &Settings) -> Result<Self, String> {
        let requests: Arc<Mutex<Vec<Request>>> = Arc::default();
        let start = || {
            let known = known(product, settings);
            Dispatcher::builder(product.catalogue).environment(move |name| known.get(name).cloned())
        };
        let built = start().upstream(Arc::new(Recorder(Arc::clone(&requests))));
        let built = built.build().map_err(|error| error.to_string())?;
        let base = product.base(tool);
        let (origin, path) = split(base);
        let site = Site::of(origin);
        let wired = start().base(format!("{}{path}", site.address()));
        let wired = wired.build().map_err(|error| error.to_string())?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        Ok(Self { runtime, built, requests, wired, site })
    }

    /// Makes a call; the server answers as told.
    ///
    /// # Errors
    /// A call that the protocol itself refuses, or that never ends.
    pub fn call(
        &mut self,
        tool: &Tool,
        arguments: &Node,
        played: Option<&Played>,
    ) -> Result<Outcome, String> {
        self.requests.lock().unwrap().clear();
        run(&self.runtime, &self.built, tool, arguments)?;
        let requests = std::mem::take(&mut *self.requests.lock().unwrap());
        if let Some(played) = played {
            self.site.play(played);
        }
        let start = Instant::now();
        let mut reply = run(&self.runtime, &self.wired, tool, arguments)?;
        let took = start.elapsed();
        reply.text = self.site.outside(&reply.text);
        let (received, taken) = self.site.take();
        let sent = received.into_iter().map(|received| Sent {
            method: received.method.clone(),
            url: format!("{}{}", received.origin, received.target),
            received,
        });
        let mut outcome = Outcome::new(sent.collect(), reply, took, taken);
        outcome.changed = changed(&requests, &outcome.sent);
        if let (Some(request), Some(sent)) = (requests.first(), outcome.sent.first_mut()) {
            sent.url.clone_from(&request.url);
        }
        Ok(outcome)
    }
}

/// Where the first request that arrived is not the one that was built.
fn changed(built: &[Request], sent: &[Sent]) -> Option<String> {
    let differs = |what: &str, built: &str, arrived: &str| {
        (built != arrived).then(|| format!("{what} was built as {built:?} and arrived as {arrived:?}"))
    };
    match (built, sent.first()) {
        ([], None) => None,
        ([request], Some(sent)) => {
            let body = request.body.as_deref().unwrap_or_default();
            differs("the method", request.method.as_str(), &sent.method)
                .or_else(|| differs("the address", &request.url, &sent.url))
                .or_else(|| {
                    (body.len() != sent.received.body.len()).then(|| "the body changed its length".to_owned())
                })
        }
        (built, sent) => {
            Some(format!("{} requests were built and {} arrived", built.len(), usize::from(sent.is_some())))
        }
    }
}

fn run(runtime: &Runtime, dispatcher: &Dispatcher, tool: &Tool, arguments: &Node) -> Result<Reply, String> {
    // As a server does: from the text of the message.
    let arguments = serde_json::from_str(&arguments.json()).map_err(|error| error.to_string())?;
    let caller = Caller::anonymous();
    let reply = runtime.block_on(async {
        tokio::time::timeout(PATIENCE, dispatcher.call(&caller, &tool.name, arguments)).await
    });
    reply.map_err(|_| "the call does not end".to_owned())?.map_err(|malformed| malformed.to_string())
}

fn known(product: &Product, settings: &Settings) -> BTreeMap<String, String> {
    let schemes = product.api.schemes.iter().enumerate();
    schemes
        .filter_map(|(index, scheme)| {
            Some((Settings::variable(index), settings.credentials.get(&scheme.name)?.clone()))
        })
        .collect()
}

/// Origin and path of an address.
fn split(base: &str) -> (&str, &str) {
    let start = base.find("://").map_or(0, |at| at + 3);
    let end = base[start..].find('/').map_or(base.len(), |at| start + at);
    base.split_at(end)
}

/// Keeps requests and answers with an empty object.
struct Recorder(Arc<Mutex<Vec<Request>>>);

impl Upstream for Recorder {
    fn send(&self, request: Request) -> Sending<'_> {
        self.0.lock().unwrap().push(request);
        let mut response =
            Response { status: http::StatusCode::OK, headers: http::HeaderMap::new(), body: b"{}".to_vec() };
        response.headers.insert("content-type", http::HeaderValue::from_static("application/json"));
        Box::pin(async move { Ok(response) })
    }
}
