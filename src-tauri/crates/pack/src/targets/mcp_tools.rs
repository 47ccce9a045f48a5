//! Tools as an MCP server lists them.

use serde_json::{Map, Value, json};
use studio_model::AccessLevel;
use studio_text::{
    Target as Rules,
    tool_lists::{model_tools::Source, stated},
};

use super::{
    bundle::{Bundle, ToolOut},
    export::{Export, Exporter, Reader, Settings, Stopped},
    target::Target,
    tool_list::{List, list},
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
        let form = List { file: "mcp-tools.json", form: Source::Mcp, entry };
        list(bundle, watcher, &form)
    }

    fn reader(&self) -> Reader {
        Reader::List
    }
}

fn entry(tool: &ToolOut, schema: &Value) -> Value {
    let mut entry = json!({
        "name": tool.tool.name,
        "description": tool.tool.description,
        "inputSchema": schema,
    });
    if let Some(annotations) = annotations(tool) {
        entry[stated::ANNOTATIONS] = Value::Object(annotations);
    }
    entry
}

/// What somebody said of what a call does: the tool's server, or its author since. What only follows from how a tool is carried
/// out is nobody's word, and clients run without a question what is said to look only.
fn annotations(tool: &ToolOut) -> Option<Map<String, Value>> {
    let said = tool.stated.as_ref().and_then(|stated| stated::body(stated)?.get(stated::ANNOTATIONS)?.as_object());
    let mut annotations = said.cloned().unwrap_or_default();
    if let Some(effect) = tool.stated_effect
        && !["readOnlyHint", "destructiveHint"].iter().any(|hint| annotations.contains_key(*hint))
    {
        annotations.insert("readOnlyHint".to_owned(), json!(effect == AccessLevel::Read));
    }
    (!annotations.is_empty()).then_some(annotations)
}
