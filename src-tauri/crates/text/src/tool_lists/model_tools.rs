//! Tool lists as models are sent them: `OpenAI`'s, Anthropic's, and an MCP server's own.

use serde_json::{Value, json};

use super::{
    Problem, Span,
    node::{Entry, Node},
    notes::Notes,
    reading, stated,
};
use crate::near;

pub use stated::Source;

/// Keys under which a list of tools may stand.
pub(super) const HOLDERS: [&str; 3] = ["tools", "functions", "result"];

/// Keys that an entry has in one of the forms.
const KEYS: [&str; 18] = [
    "name",
    "title",
    "description",
    "inputSchema",
    "input_schema",
    "parameters",
    "outputSchema",
    "annotations",
    "icons",
    "_meta",
    "execution",
    "type",
    "function",
    "strict",
    "cache_control",
    "defer_loading",
    "input_examples",
    "allowed_callers",
];

/// Keys of a server's hints.
const ANNOTATIONS: [&str; 5] = ["title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];

/// What reading a list of tools gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelTools {
    /// The tools, in text order.
    pub tools: Vec<ModelTool>,
    /// What could not be taken.
    pub problems: Vec<Problem>,
}

/// One tool.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelTool {
    /// Its name.
    pub name: String,
    /// What it does; empty where the list does not say.
    pub description: String,
    /// The JSON Schema of its arguments, unchanged.
    pub schema: Value,
    /// Whose form the entry has.
    pub source: Source,
    /// The entry as it was written.
    pub stated: Value,
    /// Where its name stands.
    pub span: Span,
}

/// Reads a list of tools.
pub fn read(text: &str) -> ModelTools {
    let mut notes = Notes::new(text);
    let mut tools: Vec<ModelTool> = Vec::new();
    if let Some(root) = reading::read(text, &mut notes) {
        let (mut listed, is_named_so) = entries(&root);
        if !is_named_so && !listed.iter().any(|entry| is_tool(entry)) {
            listed.clear();
        }
        for entry in listed {
            let Some(tool) = tool(entry, &mut notes) else { continue };
            if tools.iter().any(|other| other.name == tool.name) {
                notes.error(
                    tool.span,
                    format!("Another tool is already named `{}`, so this one is left out.", tool.name),
                );
            } else {
                tools.push(tool);
            }
        }
        if tools.is_empty() {
            notes.error(
                root.span,
                "No tools found. A tool has a name and a schema under `parameters`, `input_schema`, or `inputSchema`.",
            );
        }
    }
    ModelTools { tools, problems: notes.finish() }
}

/// The entries, wherever the list stands, and whether it stands under a key that says that they are tools.
fn entries(root: &Node) -> (Vec<&Node>, bool) {
    if let Some(items) = root.items() {
        return (items.iter().collect(), false);
    }
    match HOLDERS.iter().find_map(|key| root.get(key)) {
        Some(inner) if inner.items().is_some() => (entries(inner).0, true),
        Some(inner) if inner.entries().is_some() => entries(inner),
        _ => (vec![root], false),
    }
}

/// Whether something is a tool by what it says: many things have a name.
fn is_tool(entry: &Node) -> bool {
    let body = entry.get("function").filter(|function| function.entries().is_some()).unwrap_or(entry);
    let schemas = ["inputSchema", "input_schema", "parameters"];
    let has_schema = |one: &Entry| near::closest(&one.key, schemas).is_some();
    let is_said = entry.text_of("type").is_some_and(|kind| matches!(kind, "function" | "custom") || kind.contains('_'));
    is_said || body.entries().unwrap_or_default().iter().any(has_schema)
}

fn tool(entry: &Node, notes: &mut Notes<'_>) -> Option<ModelTool> {
    let Some(_) = entry.entries() else {
        notes.error(entry.span, "A tool must be an object with a name and a schema, so this is left out.");
        return None;
    };
    if let Some(kind) = entry.text_of("type").filter(|kind| !matches!(*kind, "function" | "custom" | "object")) {
        notes.warning(
            entry.span,
            format!("Tools of type `{kind}` are built into the model's service, so this one is left out."),
        );
        return None;
    }
    let body = entry.get("function").filter(|function| function.entries().is_some()).unwrap_or(entry);
    let Some(name) = body.text_of("name") else {
        notes.misspelt(body, &KEYS, "");
        notes.error(entry.span, "This tool has no name, so it is left out.");
        return None;
    };
    let (source, schema) = schema(body, name, notes);
    let description = body.text_of("description").or_else(|| body.text_of("title")).unwrap_or_default();
    if description.is_empty() {
        notes
            .warning(body.span, format!("The tool `{name}` has no description, so a model won't know when to use it."));
    }
    notes.misspelt(body, &KEYS, name);
    if let Some(annotations) = body.get(stated::ANNOTATIONS) {
        notes.misspelt(annotations, &ANNOTATIONS, name);
    }
    let span = body.entry("name").map_or(body.span, |name| name.value.span);
    Some(ModelTool {
        name: name.to_owned(),
        description: description.to_owned(),
        schema,
        source,
        stated: entry.to_json(),
        span,
    })
}

fn schema(body: &Node, name: &str, notes: &mut Notes<'_>) -> (Source, Value) {
    let forms = [("inputSchema", Source::Mcp), ("input_schema", Source::Anthropic), ("parameters", Source::OpenAi)];
    let found = forms.into_iter().find_map(|(key, source)| Some((source, body.get(key)?)));
    let nothing = || json!({ "type": "object", "properties": {}, "required": [] });
    match found {
        Some((source, schema)) if schema.entries().is_some() => (source, schema.to_json()),
        Some((source, schema)) => {
            notes.warning(
                schema.span,
                format!("The schema of `{name}` isn't an object, so the tool is imported without parameters."),
            );
            (source, nothing())
        }
        None => {
            notes.info(body.span, format!("The tool `{name}` has no schema, so it is imported without parameters."));
            (Source::OpenAi, nothing())
        }
    }
}
