//! What servers were given in secret, taken out of all they say.

use std::sync::Arc;

use studio_connect::{
    mcp::{McpHandler, McpTool},
    secrets::Mask,
};
use studio_runtime::{Answer, Call, Failure, Handler};

/// Calls of a server's tool, its answers without the server's secrets.
pub(crate) struct MaskedCalls {
    pub(crate) handler: McpHandler,
    pub(crate) mask: Arc<Mask>,
}

impl Handler for MaskedCalls {
    fn call(&self, call: &Call<'_>) -> Result<Answer, Failure> {
        let mask = &self.mask;
        if mask.is_empty() {
            return self.handler.call(call);
        }
        match self.handler.call(call) {
            Ok(answer) => Ok(Answer { value: mask.value(answer.value), log: mask.text(&answer.log), ..answer }),
            Err(failure) => Err(masked_failure(mask, failure)),
        }
    }
}

fn masked_failure(mask: &Mask, failure: Failure) -> Failure {
    let text = |text: String| mask.text(&text);
    match failure {
        Failure::Capped { message } => Failure::Capped { message: text(message) },
        Failure::Unavailable { message } => Failure::Unavailable { message: text(message) },
        Failure::Refused { message } => Failure::Refused { message: text(message) },
        Failure::Failed { message, log } => Failure::Failed { message: text(message), log: text(log) },
        Failure::Garbage { message, log } => Failure::Garbage { message: text(message), log: text(log) },
        Failure::Stopped | Failure::TimedOut { .. } => failure,
    }
}

/// Tools as a server describes them, without its secrets: descriptions are kept in the library.
pub(crate) fn masked_tools(mask: &Mask, tools: Vec<McpTool>) -> Vec<McpTool> {
    if mask.is_empty() {
        return tools;
    }
    let tool = |tool: McpTool| McpTool {
        name: mask.text(&tool.name),
        title: tool.title.map(|title| mask.text(&title)),
        description: mask.text(&tool.description),
        input_schema: mask.value(tool.input_schema),
        output_schema: tool.output_schema.map(|schema| mask.value(schema)),
        ..tool
    };
    tools.into_iter().map(tool).collect()
}
