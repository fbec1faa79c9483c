//! Answers the methods of MCP with what the dispatcher says.

use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;

use rmcp::ServerHandler;
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult,
    CustomRequest, CustomResult, DiscoverResult, ErrorData, GetPromptRequestParams, GetPromptResponse,
    GetPromptResult, Implementation, InitializeRequestParams, InitializeResult, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, MetaObject, PaginatedRequestParams,
    PromptMessage, ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult,
    Reference, Resource, Role, ServerConfig,
};
use rmcp::service::{RequestContext, RoleServer};
use serde_json::{Map, Value, json};

use super::prepared::Prepared;
use super::{ServeError, content, message, page};
use crate::{Caller, Completing, Dispatcher, ReadError};

/// How long a client may keep a list, in milliseconds. It cannot change while the process lives.
const FRESH: u64 = 3_600_000;

/// The library's handler; cloned for every HTTP request.
#[derive(Debug, Clone)]
pub(super) struct Handler {
    served: Arc<Served>,
    identity: Arc<Identity>,
    /// For whom requests are answered that come without headers of their own.
    caller: Caller,
    /// Whether callers may be offered different things.
    scope: CacheScope,
}

#[derive(Debug)]
struct Served {
    dispatcher: Arc<Dispatcher>,
    prepared: Vec<Prepared>,
}

/// Who serves.
#[derive(Debug)]
struct Identity {
    server: Implementation,
    /// `_meta` of every result since 2026-07-28.
    meta: MetaObject,
}

impl Identity {
    fn new(name: &str, version: &str) -> Arc<Self> {
        let server = Implementation::new(name, version);
        let meta = Map::from_iter([("io.modelcontextprotocol/serverInfo".to_owned(), json!(server))]);
        Arc::new(Self { server, meta: MetaObject(meta) })
    }
}

impl Handler {
    pub(super) fn new(dispatcher: Arc<Dispatcher>) -> Result<Self, ServeError> {
        let prepared = Prepared::all(&dispatcher)?;
        let catalogue = dispatcher.catalogue();
        let identity = Identity::new(catalogue.server.name, env!("CARGO_PKG_VERSION"));
        let scope = if catalogue.profiles.is_empty() { CacheScope::Public } else { CacheScope::Private };
        let served = Arc::new(Served { dispatcher, prepared });
        Ok(Self { served, identity, caller: Caller::anonymous(), scope })
    }

    pub(super) fn with_version(self, version: &str) -> Self {
        let identity = Identity::new(&self.identity.server.name, version);
        Self { identity, ..self }
    }

    #[cfg(feature = "stdio")]
    pub(super) fn for_caller(self, caller: Caller) -> Self {
        Self { caller, ..self }
    }

    /// The same, for callers who are told apart before they are answered.
    #[cfg(feature = "http")]
    pub(super) fn for_each_caller(self) -> Self {
        Self { scope: CacheScope::Private, ..self }
    }

    /// Over HTTP the endpoint says who calls.
    fn caller(&self, context: &RequestContext<RoleServer>) -> Caller {
        let request = context.extensions.get::<http::request::Parts>();
        let told = request.map(|request| request.extensions.get::<Caller>().cloned().unwrap_or_default());
        told.unwrap_or_else(|| self.caller.clone())
    }

    fn prepared(&self, caller: &Caller) -> Result<&Prepared, ErrorData> {
        let surface = self.served.dispatcher.surfaces().of(caller);
        self.served
            .prepared
            .get(surface.id())
            .ok_or_else(|| ErrorData::internal_error("internal error", None))
    }

    /// What a result says of the server; earlier revisions have no place for it.
    fn meta(&self, context: &RequestContext<RoleServer>) -> Option<MetaObject> {
        is_modern(context).then(|| self.identity.meta.clone())
    }

    fn config(&self, prepared: &Prepared) -> ServerConfig {
        let mut config = ServerConfig::new(prepared.capabilities.clone())
            .with_protocol_version(ProtocolVersion::V_2025_11_25)
            .with_server_info(self.identity.server.clone());
        config.instructions.clone_from(&prepared.instructions);
        config
    }
}

fn is_modern(context: &RequestContext<RoleServer>) -> bool {
    context
        .protocol_version()
        .is_some_and(|version| version.as_str() >= ProtocolVersion::V_2026_07_28.as_str())
}

/// A list of one page that was prepared, where the caller is offered its kind at all, and how long and by whom it may be
/// kept where that can be said.
macro_rules! whole_list {
    ($handler:expr, $request:expr, $context:expr, $list:ident, $entries:ident of $kind:ident, $method:literal) => {{
        let caller = $handler.caller(&$context);
        let prepared = $handler.prepared(&caller)?;
        if prepared.capabilities.$kind.is_none() {
            return Err(content::no_method($method));
        }
        if $request.is_some_and(|page| page.cursor.is_some()) {
            return Err(ErrorData::invalid_params("unknown `cursor`: the list has one page", None));
        }
        let mut list = $list::with_all_items(prepared.$entries.clone());
        if is_modern(&$context) {
            list = list.with_ttl_ms(FRESH).with_cache_scope($handler.scope);
            list.meta = $handler.meta(&$context);
        }
        Ok(list)
    }};
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        self.prepared(&self.caller).map(|prepared| self.config(prepared)).unwrap_or_default()
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        let agreed = self.negotiate_initialize(&request)?.protocol_version;
        let config = self.config(self.prepared(&self.caller(&context))?);
        context.peer.set_peer_info(request);
        Ok(config.with_protocol_version(agreed))
    }

    async fn discover(&self, context: RequestContext<RoleServer>) -> Result<DiscoverResult, ErrorData> {
        let versions = self.supported_protocol_versions().into_owned();
        let config = self.config(self.prepared(&self.caller(&context))?);
        let discovered = DiscoverResult::from_server_info(versions, config);
        Ok(discovered.with_ttl_ms(FRESH).with_cache_scope(self.scope))
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        whole_list!(self, request, context, ListToolsResult, tools of tools, "tools/list")
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let caller = self.caller(&context);
        let call = self.served.dispatcher.call(&caller, &request.name, request.arguments.unwrap_or_default());
        match run(call, "tools/call", &context).await? {
            Ok(reply) => Ok(content::result(reply).with_meta(self.meta(&context)).into()),
            Err(malformed) => Err(content::malformed(&malformed)),
        }
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let caller = self.caller(&context);
        if self.prepared(&caller)?.capabilities.resources.is_none() {
            return Err(content::no_method("resources/list"));
        }
        let listing = self.served.dispatcher.resources(&caller);
        let listed = run(listing, "resources/list", &context).await?;
        let cursor = request.and_then(|page| page.cursor);
        let (entries, next) = page::page(listed, cursor.as_deref())?;
        let entry = |entry| serde_json::from_value::<Resource>(Value::Object(entry)).ok();
        let mut list = ListResourcesResult::with_all_items(entries.into_iter().filter_map(entry).collect());
        list.next_cursor = next;
        if is_modern(&context) {
            list = match self.served.dispatcher.surfaces().of(&caller).enumerates() {
                true => list.with_ttl_ms(0).with_cache_scope(CacheScope::Private),
                false => list.with_ttl_ms(FRESH).with_cache_scope(self.scope),
            };
            list.meta = self.meta(&context);
        }
        Ok(list)
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        whole_list!(self, request, context, ListResourceTemplatesResult, templates of resources, "resources/templates/list")
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let caller = self.caller(&context);
        if self.prepared(&caller)?.capabilities.resources.is_none() {
            return Err(content::no_method("resources/read"));
        }
        let read = self.served.dispatcher.read(&caller, &request.uri);
        let reply = run(read, "resources/read", &context).await?;
        let reply = reply.map_err(|error| content::unread(&request.uri, &error))?;
        let mut result = ReadResourceResult::new(vec![content::contents(&request.uri, reply)]);
        if is_modern(&context) {
            result = result.with_ttl_ms(0).with_cache_scope(CacheScope::Private);
            result.meta = self.meta(&context);
        }
        Ok(result.into())
    }

    async fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        whole_list!(self, request, context, ListPromptsResult, prompts of prompts, "prompts/list")
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let caller = self.caller(&context);
        if self.prepared(&caller)?.capabilities.prompts.is_none() {
            return Err(content::no_method("prompts/get"));
        }
        let arguments = request.arguments.unwrap_or_default();
        let text = self.served.dispatcher.prompt(&caller, &request.name, &arguments)?;
        let mut result = GetPromptResult::new(vec![PromptMessage::new_text(Role::User, text)]);
        result.meta = self.meta(&context);
        Ok(result.into())
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let caller = self.caller(&context);
        if self.prepared(&caller)?.capabilities.completions.is_none() {
            return Err(content::no_method("completion/complete"));
        }
        let of = match &request.r#ref {
            Reference::Prompt(prompt) => Completing::Prompt(&prompt.name),
            Reference::Resource(template) => Completing::Resource(&template.uri),
            _ => return Err(crate::UnknownReference.into()),
        };
        let known = request.context.and_then(|context| context.arguments).unwrap_or_default();
        let given = known.into_iter().map(|(name, value)| (name, Value::String(value))).collect();
        let typed = &request.argument;
        let completing = self.served.dispatcher.complete(&caller, of, &typed.name, &typed.value, &given);
        let mut result = content::completion(run(completing, "completion/complete", &context).await??);
        result.meta = self.meta(&context);
        Ok(result)
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let gone = is_modern(&context) && matches!(request.method.as_str(), "initialize" | "ping");
        let caller = self.caller(&context);
        let mounted = self.prepared(&caller)?.takes(&request.method);
        match message::takes(&request.method).filter(|_| mounted && !gone) {
            Some(_) if request.method == "resources/read" && !has_uri(&request) => {
                Err(content::unread("", &ReadError::NoSuch))
            }
            Some(takes) => Err(ErrorData::invalid_params(takes, None)),
            None => Err(content::no_method(&request.method)),
        }
    }
}

fn has_uri(request: &CustomRequest) -> bool {
    request.params.as_ref().is_some_and(|params| params.get("uri").is_some_and(|uri| !uri.is_null()))
}

/// Runs what a request asks for, until it is done or cancelled. A panic is an internal error.
async fn run<F: Future>(
    asked: F,
    method: &str,
    context: &RequestContext<RoleServer>,
) -> Result<F::Output, ErrorData> {
    let done = tokio::select! {
        done = caught(asked) => done,
        // Nobody reads this answer; what counts is that the call is dropped, its request to the API included.
        () = context.ct.cancelled() => return Err(ErrorData::internal_error("cancelled", None)),
    };
    done.ok_or_else(|| {
        tracing::error!(id = %context.id, method, "a request panicked");
        ErrorData::internal_error("internal error", None)
    })
}

/// The outcome of a call; `None` if it panicked. The library would leave the caller without an answer.
async fn caught<F: Future>(call: F) -> Option<F::Output> {
    let mut call = pin!(call);
    poll_fn(move |context| match catch_unwind(AssertUnwindSafe(|| call.as_mut().poll(context))) {
        Ok(poll) => poll.map(Some),
        Err(_) => Poll::Ready(None),
    })
    .await
}
