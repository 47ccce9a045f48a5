//! Tools as Anthropic's models are given them.

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
pub(super) struct AnthropicTools;

impl Exporter for AnthropicTools {
    fn target(&self) -> Target {
        Target::AnthropicTools
    }

    fn rules(&self) -> &'static [Rules] {
        &[]
    }

    fn export(&self, bundle: &Bundle, _settings: &Settings, watcher: &dyn Watcher) -> Result<Export, Stopped> {
        list(bundle, watcher, "anthropic-tools.json", true, |tool| {
            json!({
                "name": tool.tool.name,
                "description": tool.tool.description,
                "input_schema": tool.schema,
            })
        })
    }

    fn reader(&self) -> Reader {
        Reader::List
    }
}
