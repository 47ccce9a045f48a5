//! A list of tools, each entry by the keys of its form.

use serde_json::{Map, Value};
use studio_model::AccessLevel;
use studio_text::tool_lists::{model_tools::Source, stated};

use super::{Difference, Piece, differs};
use crate::targets::{
    bundle::{Bundle, ToolField, ToolOut},
    loss::{Entity, Field},
};

/// What stands in a list for one tool.
struct Listed<'a> {
    name: &'a str,
    description: &'a str,
    schema: Option<&'a Value>,
    /// The object that holds all that.
    all: &'a Map<String, Value>,
}

/// An entry by the keys that readers of its form look for.
fn listed(entry: &Value, form: Source) -> Option<Listed<'_>> {
    let all = match form {
        Source::OpenAi if entry.get("type")? == "function" => entry.get("function")?.as_object()?,
        Source::OpenAi => return None,
        Source::Anthropic | Source::Mcp => entry.as_object()?,
    };
    let schema = all.get(match form {
        Source::OpenAi => "parameters",
        Source::Anthropic => "input_schema",
        Source::Mcp => "inputSchema",
    });
    let description = all.get("description").and_then(Value::as_str).unwrap_or_default();
    Some(Listed { name: all.get("name")?.as_str()?, description, schema, all })
}

/// What a list says otherwise than the sources of its tools.
pub(super) fn unproven(form: Source, bundle: &Bundle, pieces: &[Piece]) -> Vec<Difference> {
    let lists: Vec<Value> = pieces.iter().filter_map(|piece| serde_json::from_slice(&piece.bytes).ok()).collect();
    let entries: Vec<Listed<'_>> =
        lists.iter().filter_map(Value::as_array).flatten().filter_map(|entry| listed(entry, form)).collect();
    let mut found = Vec::new();
    for tool in &bundle.tools {
        let mut same = entries.iter().filter(|entry| entry.name == tool.tool.name);
        match (same.next(), same.next()) {
            (Some(entry), None) => of_tool(tool, entry, &mut found),
            _ => found.push(differs(Entity::tool(&tool.tool.name), Field::Whole, Some(String::new()), None)),
        }
    }
    let is_known = |entry: &&Listed<'_>| bundle.tools.iter().any(|tool| tool.tool.name == entry.name);
    let strangers = entries.iter().filter(|entry| !is_known(entry));
    found.extend(strangers.map(|entry| differs(Entity::tool(entry.name), Field::Whole, None, Some(String::new()))));
    found
}

/// One tool: what its own list said where it came with one, else what the library holds.
fn of_tool(tool: &ToolOut, entry: &Listed<'_>, found: &mut Vec<Difference>) {
    let entity = || Entity::tool(&tool.tool.name);
    let said = tool.stated.as_ref();
    let described = said.and_then(|said| stated::text(said, "description")).filter(|text| !text.trim().is_empty());
    let description = described.unwrap_or(&tool.tool.description);
    if entry.description.trim() != description.trim() {
        let (before, after) = (description.to_owned(), entry.description.to_owned());
        found.push(differs(entity(), Field::Tool(ToolField::Description), Some(before), Some(after)));
    }
    let schema = said.and_then(stated::schema).unwrap_or(&tool.schema);
    if entry.schema != Some(schema) {
        let after = entry.schema.map(Value::to_string);
        found.push(differs(entity(), Field::Tool(ToolField::Schema), Some(schema.to_string()), after));
    }
    for (key, value) in said.map(stated::extras).unwrap_or_default() {
        if !holds(entry.all.get(key), key, value) {
            let after = entry.all.get(key).map(Value::to_string);
            found.push(differs(entity(), Field::Stated(key.to_owned()), Some(value.to_string()), after));
        }
    }
    found.extend(claims(tool, entry));
}

/// Whether what is written holds what a source said. Hints that an author added stand beside the source's own.
fn holds(written: Option<&Value>, key: &str, said: &Value) -> bool {
    match (written, said) {
        (Some(Value::Object(written)), Value::Object(said)) if key == stated::ANNOTATIONS => {
            said.iter().all(|(hint, value)| written.get(hint) == Some(value))
        }
        (written, said) => written == Some(said),
    }
}

/// A claim of what a call does that nobody made.
fn claims(tool: &ToolOut, entry: &Listed<'_>) -> Option<Difference> {
    let claimed = entry.all.get(stated::ANNOTATIONS)?.get("readOnlyHint")?.as_bool()?;
    let of_source = tool.stated.as_ref().and_then(|said| stated::hint(said, "readOnlyHint"));
    let of_author = tool.stated_effect.map(|effect| effect == AccessLevel::Read);
    let is_stated = of_source == Some(claimed) || (of_source.is_none() && of_author == Some(claimed));
    let after = Some(format!("readOnlyHint: {claimed}"));
    (!is_stated).then(|| {
        differs(
            Entity::tool(&tool.tool.name),
            Field::Tool(ToolField::Effect),
            of_source.map(|said| said.to_string()),
            after,
        )
    })
}
