//! One request over both transports, whose answers have to be the same.

use fewtools::Caller;
use fewtools::contract::Catalogue;
use fewtools::server::HttpOptions;
use serde_json::{Value, json};

use crate::wire::{Http, INITIALIZE, META, Stdio};

/// A server on each transport, for one caller.
pub(crate) struct Both {
    pub(crate) stdio: Stdio,
    pub(crate) http: Http,
    key: &'static str,
}

impl Both {
    /// Servers of this catalogue for the caller with this key, over HTTP and over lines.
    pub(crate) async fn start(catalogue: &'static Catalogue<'static>, key: &'static str) -> Self {
        Self::of(catalogue, key, None).await
    }

    /// The same for a caller of this profile.
    pub(crate) async fn of(
        catalogue: &'static Catalogue<'static>,
        key: &'static str,
        profile: Option<&'static str>,
    ) -> Self {
        let value = http::HeaderValue::from_static(key);
        let caller = Caller::anonymous().with_header(http::HeaderName::from_static("x-key"), value);
        let caller = profile.into_iter().fold(caller, Caller::with_profile);
        let options = match profile {
            Some(name) => HttpOptions::default().profile(move |_| Some(name.to_owned())),
            None => HttpOptions::default(),
        };
        let mut stdio = Stdio::start(catalogue, caller);
        stdio.ask(INITIALIZE).await;
        Self { stdio, http: Http::start(catalogue, options).await, key }
    }

    /// The answer under 2025-11-25.
    pub(crate) async fn ask(&mut self, method: &str, params: &Value) -> Value {
        let line = json!({"jsonrpc": "2.0", "id": "q", "method": method, "params": params}).to_string();
        let over_lines = self.stdio.ask(&line).await;
        let headers = [("x-key", self.key), ("mcp-protocol-version", "2025-11-25")];
        let over_http = self.http.post(&headers, &line).await.json();
        assert_eq!(over_lines, over_http, "{line}");
        assert_eq!(over_lines["id"], "q");
        over_lines
    }

    /// The result under 2025-11-25.
    pub(crate) async fn result(&mut self, method: &str, params: Value) -> Value {
        let answer = self.ask(method, &params).await;
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].clone()
    }

    /// The error under 2025-11-25.
    pub(crate) async fn error(&mut self, method: &str, params: Value) -> Value {
        self.ask(method, &params).await["error"].clone()
    }

    /// The answer under 2026-07-28.
    pub(crate) async fn modern(&mut self, method: &str, params: &Value) -> Value {
        let mut params = params.clone();
        let meta: Value = serde_json::from_str(&format!("{{{META}}}")).expect("JSON");
        params["_meta"] = meta["_meta"].clone();
        let line = json!({"jsonrpc": "2.0", "id": "q", "method": method, "params": params}).to_string();
        let over_lines = self.stdio.ask(&line).await;
        let name = ["name", "uri"].iter().find_map(|key| params[key].as_str()).unwrap_or_default();
        let headers = [
            ("x-key", self.key),
            ("mcp-protocol-version", "2026-07-28"),
            ("mcp-method", method),
            ("mcp-name", name),
        ];
        let over_http = self.http.post(&headers, &line).await.json();
        assert_eq!(over_lines, over_http, "{line}");
        over_lines
    }

    /// How many requests the API was sent since this was last asked; the same for both.
    pub(crate) fn sent(&self) -> usize {
        let (lines, http) = (self.stdio.shop.sent(), self.http.shop.sent());
        assert_eq!(lines, http, "requests over lines and over HTTP");
        lines
    }
}
