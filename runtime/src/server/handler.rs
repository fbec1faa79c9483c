//! Answers the methods of MCP with what the dispatcher says.

use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;

use rmcp::ServerHandler;
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest,
    CustomResult, DiscoverResult, ErrorCode, ErrorData, Implementation, ListToolsResult, MetaObject,
    PaginatedRequestParams, ProtocolVersion, ResourceContents, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, RoleServer};
use serde_json::{Map, Value, json};

use super::{ServeError, message};
use crate::contract::listing;
use crate::{Attachment, AttachmentKind, Caller, Dispatcher, Malformed, Reply};

/// How long a client may keep the listing, in milliseconds. It cannot change while the process lives, and is the
/// same for everyone.
const FRESH: u64 = 3_600_000;

/// The library's handler; cloned for every HTTP request.
#[derive(Debug, Clone)]
pub(super) struct Handler {
    served: Arc<Served>,
    /// For whom calls are made that come without headers of their own.
    caller: Caller,
}

#[derive(Debug)]
struct Served {
    dispatcher: Arc<Dispatcher>,
    tools: Vec<Tool>,
    config: ServerConfig,
    /// `_meta` of every result since 2026-07-28.
    meta: MetaObject,
}

impl Handler {
    pub(super) fn new(dispatcher: Arc<Dispatcher>) -> Result<Self, ServeError> {
        let tools = dispatcher.listing(&Caller::anonymous()).iter().map(tool).collect::<Result<_, _>>()?;
        let server = dispatcher.catalogue().server;
        let identity = Implementation::new(server.name, env!("CARGO_PKG_VERSION"));
        let meta = Map::from_iter([("io.modelcontextprotocol/serverInfo".to_owned(), json!(identity))]);
        let config = ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_protocol_version(ProtocolVersion::V_2025_11_25)
            .with_server_info(identity)
            .with_instructions(server.about);
        let served = Served { dispatcher, tools, config, meta: MetaObject(meta) };
        Ok(Self { served: Arc::new(served), caller: Caller::anonymous() })
    }

    #[cfg(feature = "stdio")]
    pub(super) fn for_caller(self, caller: Caller) -> Self {
        Self { caller, ..self }
    }

    fn caller(&self, context: &RequestContext<RoleServer>) -> Caller {
        match context.extensions.get::<http::request::Parts>() {
            Some(request) => Caller::from_headers(request.headers.clone()),
            None => self.caller.clone(),
        }
    }

    /// What a result says of the server; earlier revisions have no place for it.
    fn meta(&self, context: &RequestContext<RoleServer>) -> Option<MetaObject> {
        is_modern(context).then(|| self.served.meta.clone())
    }
}

/// The library's form of a listed tool, if it writes the same bytes.
fn tool(listed: &Map<String, Value>) -> Result<Tool, ServeError> {
    serde_json::from_value(Value::Object(listed.clone()))
        .ok()
        .filter(|tool| serde_json::to_string(tool).is_ok_and(|text| text == listing::one(listed)))
        .ok_or_else(|| {
            ServeError::Listing(listed.get("name").and_then(Value::as_str).unwrap_or_default().to_owned())
        })
}

fn is_modern(context: &RequestContext<RoleServer>) -> bool {
    context
        .protocol_version()
        .is_some_and(|version| version.as_str() >= ProtocolVersion::V_2026_07_28.as_str())
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        self.served.config.clone()
    }

    async fn discover(&self, _: RequestContext<RoleServer>) -> Result<DiscoverResult, ErrorData> {
        let versions = self.supported_protocol_versions().into_owned();
        Ok(DiscoverResult::from_server_info(versions, self.get_info())
            .with_ttl_ms(FRESH)
            .with_cache_scope(CacheScope::Public))
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        if request.is_some_and(|page| page.cursor.is_some()) {
            return Err(ErrorData::invalid_params("unknown `cursor`: the list has one page", None));
        }
        let mut list = ListToolsResult::with_all_items(self.served.tools.clone());
        if is_modern(&context) {
            list = list.with_ttl_ms(FRESH).with_cache_scope(CacheScope::Public);
            list.meta = self.meta(&context);
        }
        Ok(list)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.served.tools.iter().find(|tool| tool.name == name).cloned()
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let caller = self.caller(&context);
        let call = self.served.dispatcher.call(&caller, &request.name, request.arguments.unwrap_or_default());
        let done = tokio::select! {
            done = caught(call) => done,
            // Nobody reads this answer; what counts is that the call is dropped, its request to the API included.
            () = context.ct.cancelled() => return Err(ErrorData::internal_error("cancelled", None)),
        };
        match done {
            Some(Ok(reply)) => Ok(result(reply).with_meta(self.meta(&context)).into()),
            Some(Err(malformed)) => Err(error(&malformed)),
            None => {
                tracing::error!(id = %context.id, tool = %request.name, "a call panicked");
                Err(ErrorData::internal_error("internal error", None))
            }
        }
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let gone = is_modern(&context) && matches!(request.method.as_str(), "initialize" | "ping");
        match message::takes(&request.method) {
            Some(takes) if !gone => Err(ErrorData::invalid_params(takes, None)),
            _ => {
                let message = format!("method not found: `{}`", request.method);
                Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, message, None))
            }
        }
    }
}

fn result(reply: Reply) -> CallToolResult {
    let mut content = vec![ContentBlock::text(reply.text)];
    content.extend(reply.attachment.map(block));
    let mut result =
        if reply.is_error { CallToolResult::error(content) } else { CallToolResult::success(content) };
    result.structured_content = reply.structured.map(Value::Object);
    result
}

/// The bytes of an answer. The address of a file is a name and no more: nothing can be read there.
fn block(attachment: Attachment) -> ContentBlock {
    let Attachment { kind, media_type, data } = attachment;
    match kind {
        AttachmentKind::Image => ContentBlock::image(data, media_type),
        AttachmentKind::File => ContentBlock::resource(ResourceContents::BlobResourceContents {
            uri: "answer:file".to_owned(),
            mime_type: Some(media_type),
            blob: data,
            meta: None,
        }),
    }
}

fn error(malformed: &Malformed) -> ErrorData {
    let data = match malformed {
        Malformed::UnknownTool => None,
        Malformed::Refused(refusal) => Some(Value::Object(refusal.data())),
    };
    ErrorData::invalid_params(malformed.to_string(), data)
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
