//! What servers were given in secret, taken out of all they say.

use std::{sync::Arc, time::Duration};

use studio_connect::{
    mcp::{McpHandler, McpTool},
    secrets::Mask,
};
use studio_runtime::{Answer, Call, Failure, Handler};

/// One call of a server's tool, its answer without the server's secrets.
pub(crate) struct MaskedCalls {
    pub(crate) handler: McpHandler,
    pub(crate) mask: Arc<Mask>,
    /// What the server's start left of the call's time.
    pub(crate) limit: Duration,
}

impl Handler for MaskedCalls {
    fn call(&self, call: &Call<'_>) -> Result<Answer, Failure> {
        let mask = &self.mask;
        let within = Call { limit: self.limit.min(call.limit), ..*call };
        match self.handler.call(&within) {
            answer if mask.is_empty() => answer.map_err(|failure| of_whole(call, failure)),
            Ok(answer) => Ok(Answer { value: mask.value(answer.value), log: mask.text(&answer.log), ..answer }),
            Err(failure) => Err(masked_failure(mask, of_whole(call, failure))),
        }
    }
}

/// A call that took too long did so altogether, its server's start counted.
fn of_whole(call: &Call<'_>, failure: Failure) -> Failure {
    match failure {
        Failure::TimedOut { .. } => Failure::TimedOut { limit: call.limit },
        other => other,
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
        stated: mask.value(tool.stated),
        ..tool
    };
    tools.into_iter().map(tool).collect()
}
