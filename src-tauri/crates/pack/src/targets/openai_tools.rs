//! Tools as `OpenAI`'s models are given them.

use serde_json::{Value, json};
use studio_text::{Target as Rules, tool_lists::model_tools::Source};

use super::{
    bundle::{Bundle, ToolOut},
    export::{Export, Exporter, Reader, Settings, Stopped},
    target::Target,
    tool_list::{List, list},
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
        let form = List { file: "openai-tools.json", form: Source::OpenAi, entry };
        list(bundle, watcher, &form)
    }

    fn reader(&self) -> Reader {
        Reader::List
    }
}

fn entry(tool: &ToolOut, schema: &Value) -> Value {
    json!({
        "type": "function",
        "function": {
            "name": tool.tool.name,
            "description": tool.tool.description,
            "parameters": schema,
            "strict": false,
        },
    })
}
