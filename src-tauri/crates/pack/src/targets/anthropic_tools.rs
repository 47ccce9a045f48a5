//! Tools as Anthropic's models are given them.

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
pub(super) struct AnthropicTools;

impl Exporter for AnthropicTools {
    fn target(&self) -> Target {
        Target::AnthropicTools
    }

    fn rules(&self) -> &'static [Rules] {
        &[]
    }

    fn export(&self, bundle: &Bundle, _settings: &Settings, watcher: &dyn Watcher) -> Result<Export, Stopped> {
        let form = List { file: "anthropic-tools.json", form: Source::Anthropic, entry };
        list(bundle, watcher, &form)
    }

    fn reader(&self) -> Reader {
        Reader::List
    }
}

fn entry(tool: &ToolOut, schema: &Value) -> Value {
    json!({
        "name": tool.tool.name,
        "description": tool.tool.description,
        "input_schema": schema,
    })
}
