//! A server's tool as something that carries calls out.

use std::sync::Arc;

use studio_runtime::{Answer, Call, Failure, Handler};

use super::Server;

/// One tool of one server.
pub struct McpHandler {
    /// The server.
    pub server: Arc<Server>,
    /// The tool's name there, which may differ from the call's.
    pub tool: String,
}

impl Handler for McpHandler {
    fn call(&self, call: &Call<'_>) -> Result<Answer, Failure> {
        self.server.call(&self.tool, call.arguments, call.limit, call.stop)
    }
}
