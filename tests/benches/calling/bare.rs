//! rmcp's own server with one tool that answers at once: what a call costs without fewtools.

use std::sync::Arc;

use axum::Router;
use axum::serve::ListenerExt;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData, ServerCapabilities,
    ServerConfig,
};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ServerHandler, ServiceExt};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;

/// What the tool of fewtools answers to the same call.
const ANSWER: &str = r#"{"p50Ms":14,"p95Ms":40,"p99Ms":90,"timeouts":0,"window":"15m"}"#;

#[derive(Debug, Clone, Copy)]
struct Bare;

impl ServerHandler for Bare {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn call_tool(
        &self,
        _: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let mut result = CallToolResult::success(vec![ContentBlock::text(ANSWER)]);
        result.structured_content = serde_json::from_str(ANSWER).ok();
        Ok(result.into())
    }
}

/// Serves a pair of byte streams, one message a line.
pub(crate) async fn lines<R, W>(input: R, output: W)
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    if let Ok(serving) = Bare.serve((input, output)).await {
        let _ = serving.waiting().await;
    }
}

/// Serves streamable HTTP, set up as fewtools sets it up; gives the address.
pub(crate) async fn http() -> String {
    let config =
        StreamableHttpServerConfig::default().with_legacy_session_mode(false).with_json_response(true);
    let service = StreamableHttpService::new(|| Ok(Bare), Arc::new(NeverSessionManager::default()), config);
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
    let router = Router::new().route_service("/mcp", service);
    tokio::spawn(async move { axum::serve(listener, router).await });
    format!("http://{address}/mcp")
}
