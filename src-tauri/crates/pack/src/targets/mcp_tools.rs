//! Tools as an MCP server lists them.

use serde_json::json;
use studio_model::AccessLevel;
use studio_text::Target as Rules;

use super::{
    bundle::Bundle,
    export::{Export, Exporter, Reader, Settings, Stopped},
    target::Target,
    tool_list::list,
};
use crate::found::Watcher;

/// The target.
pub(super) struct McpTools;

impl Exporter for McpTools {
    fn target(&self) -> Target {
        Target::McpTools
    }

    fn rules(&self) -> &'static [Rules] {
        &[]
    }

    fn export(&self, bundle: &Bundle, _settings: &Settings, watcher: &dyn Watcher) -> Result<Export, Stopped> {
        list(bundle, watcher, "mcp-tools.json", false, |tool| {
            json!({
                "name": tool.tool.name,
                "description": tool.tool.description,
                "inputSchema": tool.schema,
                "annotations": { "readOnlyHint": tool.effect == AccessLevel::Read },
            })
        })
    }

    fn reader(&self) -> Reader {
        Reader::List
    }
}
