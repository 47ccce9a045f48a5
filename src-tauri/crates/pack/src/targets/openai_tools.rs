//! Tools as `OpenAI`'s models are given them.

use serde_json::json;
use studio_text::Target as Rules;

use super::{
    bundle::Bundle,
    export::{Export, Exporter, Reader, Settings, Stopped},
    target::Target,
    tool_list::list,
};
use crate::found::Watcher;

/// The target.
pub(super) struct OpenAiTools;

impl Exporter for OpenAiTools {
    fn target(&self) -> Target {
        Target::OpenAiTools
    }

    fn rules(&self) -> &'static [Rules] {
        &[]
    }

    fn export(&self, bundle: &Bundle, _settings: &Settings, watcher: &dyn Watcher) -> Result<Export, Stopped> {
        list(bundle, watcher, "openai-tools.json", true, |tool| {
            json!({
                "type": "function",
                "function": {
                    "name": tool.tool.name,
                    "description": tool.tool.description,
                    "parameters": tool.schema,
                    "strict": false,
                },
            })
        })
    }

    fn reader(&self) -> Reader {
        Reader::List
    }
}
