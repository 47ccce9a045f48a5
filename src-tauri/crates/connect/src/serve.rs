//! A server of our own: what a [`Desk`] can do, offered over the Model Context Protocol on standard input and output, and
//! as requests on an address of this machine.
//!
//! The address is one of the loopback, on a port the system chooses; the greeting names it as the server's website. It
//! answers programs only: whatever a browser sends says where it comes from, and is refused.

mod http;

use std::{net::Ipv4Addr, sync::Arc};

use rmcp::{
    ErrorData, ServerHandler, ServiceExt,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation, ListToolsResult,
        PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
    },
    service::{RequestContext, RoleServer},
};
use serde_json::Value;
use tokio::net::TcpListener;

use crate::{background, mcp::McpTool};

/// What is served. Called from several threads at once.
pub trait Desk: Send + Sync + 'static {
    /// What it offers to models.
    fn tools(&self) -> Vec<McpTool>;
    /// Carries a call of a tool out, or says what went wrong.
    fn call(&self, tool: &str, arguments: &Value) -> Result<Value, String>;
    /// Answers a request.
    fn request(&self, request: &Request) -> Reply;
}

/// A request as it came.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Request {
    /// `GET`, `POST`…
    pub method: String,
    /// Begins with a slash.
    pub path: String,
    /// Names and values, decoded. A name may come several times.
    pub query: Vec<(String, String)>,
    /// What was sent, read as JSON; null where that was nothing.
    pub body: Value,
}

/// What a request is answered with.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// Such as 200.
    pub status: u16,
    /// What is sent, as JSON.
    pub body: Value,
}

/// Serves until standard input is closed.
pub fn serve(desk: Arc<dyn Desk>, name: &str, version: &str) -> Result<(), String> {
    let runtime = background::runtime().map_err(str::to_owned)?;
    runtime.block_on(async {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.map_err(|cause| cause.to_string())?;
        let address = listener.local_addr().map_err(|cause| cause.to_string())?;
        let listening = tokio::spawn(http::listen(listener, Arc::clone(&desk)));
        let mut own = Implementation::new(name, version);
        own.website_url = Some(format!("http://{address}"));
        let pipes = (tokio::io::stdin(), tokio::io::stdout());
        let served = Face { desk, own }.serve(pipes).await.map_err(|cause| cause.to_string())?;
        let ended = served.waiting().await.map_err(|cause| cause.to_string());
        listening.abort();
        ended.map(drop)
    })
}

/// A desk as the protocol sees it.
struct Face {
    desk: Arc<dyn Desk>,
    own: Implementation,
}

impl ServerHandler for Face {
    fn get_info(&self) -> ServerConfig {
        let mut info = ServerConfig::new(ServerCapabilities::builder().enable_tools().build());
        info.server_info = self.own.clone();
        info
    }

    async fn list_tools(
        &self,
        _page: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.desk.tools().into_iter().map(described).collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = Value::Object(request.arguments.unwrap_or_default());
        Ok(match self.desk.call(&request.name, &arguments) {
            Ok(value) => CallToolResult::structured(value),
            Err(message) => CallToolResult::error(vec![ContentBlock::text(message)]),
        }
        .into())
    }
}

fn described(tool: McpTool) -> Tool {
    let schema = match tool.input_schema {
        Value::Object(schema) => schema,
        _ => serde_json::Map::new(),
    };
    let mut described = Tool::new(tool.name, tool.description, schema);
    described.title = tool.title;
    described.annotations = Some(ToolAnnotations::from_raw(None, tool.read_only, tool.destructive, None, Some(false)));
    described
}
