//! What a model said, whichever way it came.

use genai::chat::{ChatResponse, MessageContent, StopReason, StreamEnd};
use studio_runtime::context::{ModelCall, Usage};

use crate::secrets::Mask;

/// What a model said.
#[derive(Debug, Default)]
pub(super) struct Said {
    pub(super) text: String,
    pub(super) calls: Vec<ModelCall>,
    pub(super) usage: Usage,
    pub(super) stop_reason: Option<StopReason>,
}

impl Said {
    /// Whether it ended because it had as many tokens as it may have.
    pub(super) fn is_cut(&self) -> bool {
        self.stop_reason.as_ref().is_some_and(StopReason::is_max_tokens)
    }

    /// The same without a secret that the model, or a server in its place, repeats.
    pub(super) fn masked(self, mask: &Mask) -> Self {
        Self { text: mask.text(&self.text), calls: masked(self.calls, mask), ..self }
    }
}

/// Calls without a secret in them.
pub(super) fn masked(calls: Vec<ModelCall>, mask: &Mask) -> Vec<ModelCall> {
    let clean = |call: ModelCall| ModelCall {
        id: mask.text(&call.id),
        name: mask.text(&call.name),
        arguments: mask.json(&call.arguments),
    };
    calls.into_iter().map(clean).collect()
}

pub(super) fn ended(end: StreamEnd) -> Said {
    let StreamEnd { captured_usage, captured_stop_reason, captured_content, .. } = end;
    said(&captured_content.unwrap_or_default(), &captured_usage.unwrap_or_default(), captured_stop_reason)
}

pub(super) fn whole(response: ChatResponse) -> Said {
    let ChatResponse { content, usage, stop_reason, .. } = response;
    said(&content, &usage, stop_reason)
}

fn said(content: &MessageContent, usage: &genai::chat::Usage, stop_reason: Option<StopReason>) -> Said {
    let count = |tokens: Option<i32>| tokens.and_then(|tokens| u32::try_from(tokens).ok());
    let usage =
        Usage { input: count(usage.prompt_tokens), output: count(usage.completion_tokens), is_estimated: false };
    let call = |call: &&genai::chat::ToolCall| ModelCall {
        id: call.call_id.clone(),
        name: call.fn_name.clone(),
        arguments: match &call.fn_arguments {
            serde_json::Value::String(text) => text.clone(),
            json => json.to_string(),
        },
    };
    let calls = content.tool_calls().iter().map(call).collect();
    Said { text: content.texts().join("\n"), calls, usage, stop_reason }
}
