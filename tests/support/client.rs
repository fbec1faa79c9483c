//! Calls of tools → their results, through rmcp's own client.

use std::net::SocketAddr;
use std::process::Stdio;

use fewtools::Caller;
use fewtools::server::Server;
use http::HeaderValue;
use http::header::AUTHORIZATION;
use rmcp::RoleClient;
use rmcp::model::{
    CallToolRequestParams, CallToolResult, ClientConfig, ErrorData, GetPromptRequestParams, ProtocolVersion,
    ReadResourceRequestParams, ResourceContents, Tool,
};
use rmcp::service::{
    ClientInitializeError, ClientLifecycleMode, ClientServiceExt, RunningService, ServiceError,
};
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::transport::{IntoTransport, StreamableHttpClientTransport, TokioChildProcess};
use serde_json::{Map, Value};
use tokio::process::Command;

use crate::promised;

/// The revision of MCP that a client speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Revision {
    /// 2025-06-18.
    Older,
    /// 2025-11-25.
    Current,
    /// 2026-07-28, which has no handshake.
    Newest,
}

/// A client that is connected.
pub struct Client {
    service: RunningService<RoleClient, ClientConfig>,
    /// Whether answers are held to what the broker console's tools promise.
    holds_to_promises: bool,
}

/// What a call gave.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// What a model reads.
    pub text: String,
    /// The same as data; null where there is none.
    pub data: Value,
    /// Whether the call failed.
    pub is_error: bool,
    /// The whole result as it is written.
    pub json: String,
}

impl Client {
    /// Connects to a server of streamable HTTP.
    pub async fn over_http(
        address: SocketAddr,
        authorization: Option<HeaderValue>,
        revision: Revision,
    ) -> Self {
        // The library's client needs a provider of TLS even where nothing is secure.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder().tls_certs_only([]).build().expect("a client");
        let mut config = StreamableHttpClientTransportConfig::with_uri(format!("http://{address}/mcp"));
        config.custom_headers.extend(authorization.map(|value| (AUTHORIZATION, value)));
        Self::connect(StreamableHttpClientTransport::with_client(http, config), revision).await
    }

    /// Connects to a server in this process through a pair of pipes.
    pub async fn over_lines(server: Server, caller: Caller, revision: Revision) -> Self {
        let (ours, theirs) = tokio::io::duplex(64 * 1024);
        let (input, output) = tokio::io::split(theirs);
        tokio::spawn(server.lines(caller, input, output));
        Self::connect(tokio::io::split(ours), revision).await
    }

    /// Starts a program and connects to its standard input and output.
    pub async fn of_program(command: Command, revision: Revision) -> Self {
        let program = TokioChildProcess::builder(command).stderr(Stdio::null()).spawn();
        let (transport, _) = program.expect("the program starts");
        Self::connect(transport, revision).await
    }

    async fn connect<T, E, A>(transport: T, revision: Revision) -> Self
    where
        T: IntoTransport<RoleClient, E, A>,
        E: std::error::Error + Send + Sync + 'static,
    {
        let connected: Result<_, ClientInitializeError> = match revision {
            Revision::Older => {
                serve(transport, ProtocolVersion::V_2025_06_18, ClientLifecycleMode::Initialize).await
            }
            Revision::Current => {
                serve(transport, ProtocolVersion::V_2025_11_25, ClientLifecycleMode::Initialize).await
            }
            Revision::Newest => {
                let newest = ProtocolVersion::V_2026_07_28;
                let lifecycle = ClientLifecycleMode::Discover { preferred_versions: vec![newest.clone()] };
                serve(transport, newest, lifecycle).await
            }
        };
        Self { service: connected.expect("a connection"), holds_to_promises: false }
    }

    /// The same client, which holds every answer to what the broker console's tools promise.
    pub(crate) fn of_the_console(self) -> Self {
        Self { holds_to_promises: true, ..self }
    }

    /// The tools that are listed.
    pub async fn tools(&self) -> Vec<Tool> {
        self.service.list_all_tools().await.expect("a listing")
    }

    /// Calls a tool that answers with a result.
    pub async fn call(&self, tool: &str, arguments: Value) -> Outcome {
        let result = self.ask(tool, arguments).await.expect("a result");
        let outcome = Outcome::of(&result);
        if self.holds_to_promises && !outcome.is_error && !outcome.data.is_null() {
            promised::keeps(tool, &outcome.data);
        }
        outcome
    }

    /// Calls a tool and gets an error of the protocol.
    pub async fn error(&self, tool: &str, arguments: Value) -> ErrorData {
        match self.ask(tool, arguments).await {
            Err(ServiceError::McpError(error)) => error,
            other => panic!("{other:?}"),
        }
    }

    /// The addresses that are listed, those of templates after them.
    pub async fn addresses(&self) -> Vec<String> {
        let listed = self.service.list_all_resources().await.expect("resources");
        listed.into_iter().map(|resource| resource.uri.clone()).collect()
    }

    /// The templates that are listed.
    pub async fn templates(&self) -> Vec<String> {
        let listed = self.service.list_all_resource_templates().await.expect("templates");
        listed.into_iter().map(|template| template.uri_template.clone()).collect()
    }

    /// The text of what is read at an address.
    pub async fn read(&self, address: &str) -> Result<String, ErrorData> {
        let read = self.service.read_resource(ReadResourceRequestParams::new(address)).await;
        let result = read.map_err(refused)?;
        match result.contents.as_slice() {
            [ResourceContents::TextResourceContents { text, .. }] => Ok(text.clone()),
            other => panic!("not one text: {other:?}"),
        }
    }

    /// The names of the prompts that are listed.
    pub async fn prompts(&self) -> Vec<String> {
        let listed = self.service.list_all_prompts().await.expect("prompts");
        listed.into_iter().map(|prompt| prompt.name.clone()).collect()
    }

    /// The text of a prompt.
    pub async fn prompt(&self, name: &str, arguments: Value) -> Result<String, ErrorData> {
        let mut params = GetPromptRequestParams::new(name);
        params.arguments = Some(serde_json::from_value(arguments).expect("an object"));
        let result = self.service.get_prompt(params).await.map_err(refused)?;
        let [message] = result.messages.as_slice() else { panic!("not one message: {result:?}") };
        Ok(message.content.as_text().unwrap_or_else(|| panic!("no text: {message:?}")).text.clone())
    }

    /// The values that complete an argument of a prompt.
    pub async fn completions(&self, prompt: &str, argument: &str, begun: &str) -> Vec<String> {
        let done = self.service.complete_prompt_simple(prompt, argument, begun).await;
        done.expect("completions")
    }

    /// What the server says of itself to a model.
    pub fn instructions(&self) -> String {
        let info = self.service.peer_info().expect("a server that has introduced itself");
        info.instructions.clone().unwrap_or_default()
    }

    async fn ask(&self, tool: &str, arguments: Value) -> Result<CallToolResult, ServiceError> {
        let arguments: Map<String, Value> = serde_json::from_value(arguments).expect("an object");
        let params = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        self.service.call_tool(params).await
    }
}

async fn serve<T, E, A>(
    transport: T,
    version: ProtocolVersion,
    lifecycle: ClientLifecycleMode,
) -> Result<RunningService<RoleClient, ClientConfig>, ClientInitializeError>
where
    T: IntoTransport<RoleClient, E, A>,
    E: std::error::Error + Send + Sync + 'static,
{
    let mut client = ClientConfig::default();
    client.protocol_version = version;
    client.serve_with_lifecycle(transport, lifecycle).await
}

fn refused(error: ServiceError) -> ErrorData {
    match error {
        ServiceError::McpError(error) => error,
        other => panic!("{other:?}"),
    }
}

impl Outcome {
    /// Reads a result, which says the same as text and as data.
    fn of(result: &CallToolResult) -> Self {
        let json = serde_json::to_string(result).expect("JSON");
        let [content] = result.content.as_slice() else { panic!("not one text: {json}") };
        let text = content.as_text().unwrap_or_else(|| panic!("no text: {json}")).text.clone();
        let data = result.structured_content.clone().unwrap_or_default();
        let is_error = result.is_error == Some(true);
        if !is_error && !data.is_null() {
            assert_eq!(serde_json::from_str::<Value>(&text).ok(), Some(data.clone()), "{json}");
        }
        Self { text, data, is_error, json }
    }

    /// The rows of a page.
    pub fn rows(&self) -> &[Value] {
        self.data["items"].as_array().unwrap_or_else(|| panic!("no rows: {}", self.json))
    }
}
