//! Lists of tools as models and MCP servers have them: what the three have in common.

use serde_json::{Map, Value};
use studio_model::{AccessLevel, DEFAULT_VERSION};
use studio_text::{
    lint::{is_mcp_tool_name, is_tool_name},
    tool_lists::{
        model_tools::Source,
        rules::{self, Suited},
        stated,
    },
};

use super::{
    bundle::{Bundle, ToolField, ToolOut},
    export::{Export, OutFile, Stopped, pretty},
    loss::{Entity, EntityKind, Field, Loss, Why},
    refusal::{Limit, Reason, Refusal},
};
use crate::found::Watcher;

/// `OpenAI`: tools in a request.
const OPENAI_TOOLS: usize = 128;

/// How a list is written.
pub(super) struct List {
    /// The file's name where none is asked for.
    pub(super) file: &'static str,
    /// Whose form it has, and by whose rules.
    pub(super) form: Source,
    /// A tool with the schema it goes out with, without what only its own list said.
    pub(super) entry: fn(&ToolOut, &Value) -> Value,
}

/// The tools of a bundle as one JSON list.
pub(super) fn list(bundle: &Bundle, watcher: &dyn Watcher, list: &List) -> Result<Export, Stopped> {
    let mut out = Export { is_one_file: true, ..Export::default() };
    let mut entries = Vec::with_capacity(bundle.tools.len());
    for tool in &bundle.tools {
        Stopped::by(watcher)?;
        entries.push(written(tool, list, &mut out));
    }
    for skill in &bundle.skills {
        Stopped::by(watcher)?;
        let loss = Loss::new(Entity::skill(&skill.skill.name), Field::Whole, Why::NoKind(EntityKind::Skill));
        out.losses.push(Loss { skill: Some(skill.skill.id), ..loss });
    }
    let agents = bundle.agents.iter().map(|agent| Entity::agent(&agent.agent.name));
    let no_agents = |entity: Entity| Loss::new(entity, Field::Whole, Why::NoKind(EntityKind::Agent));
    out.losses.extend(agents.map(no_agents));
    if let Some(first) = bundle.tools.get(OPENAI_TOOLS).filter(|_| list.form == Source::OpenAi) {
        out.refusals.push(Refusal::new(Entity::tool(&first.tool.name), Reason::TooLarge(Limit::Tools)));
    }
    out.files.push(OutFile::new(list.file, pretty(&Value::Array(entries))));
    Ok(out.sorted())
}

/// A tool of the list; what it loses and what stands against it goes into `out`.
fn written(tool: &ToolOut, list: &List, out: &mut Export) -> Value {
    let entity = || Entity::tool(&tool.tool.name);
    let schema = match rules::suited(&tool.schema, list.form) {
        Ok(Suited { schema, changes }) => {
            let changed = |change| Loss::new(entity(), Field::Tool(ToolField::Schema), Why::Adjusted(change));
            out.losses.extend(changes.into_iter().map(changed));
            schema
        }
        Err(why) => {
            out.refusals.push(Refusal::new(entity(), Reason::ToolSchema(why)));
            tool.schema.clone()
        }
    };
    name_judged(tool, list.form, out);
    let mut entry = (list.entry)(tool, &schema);
    let said = tool.stated.as_ref();
    if said.is_some_and(|said| stated::form(said) == Some(list.form)) {
        add_stated(&mut entry, said.map(stated::extras).unwrap_or_default());
    }
    lost(tool, &entry, out);
    entry
}

fn name_judged(tool: &ToolOut, form: Source, out: &mut Export) {
    let name = &tool.tool.name;
    if form == Source::Mcp {
        if !is_mcp_tool_name(name) {
            out.losses.push(Loss::new(Entity::tool(name), Field::Tool(ToolField::Name), Why::Unusual));
        }
    } else if !is_tool_name(name) {
        out.refusals.push(Refusal::new(Entity::tool(name), Reason::ToolName));
    }
}

/// What a list of this form said of a tool beyond name, description and schema goes out as it came in.
fn add_stated(entry: &mut Value, extras: Vec<(&str, &Value)>) {
    let is_wrapped = entry.get("function").is_some_and(Value::is_object);
    let body = if is_wrapped { &mut entry["function"] } else { entry };
    let Some(body) = body.as_object_mut() else { return };
    for (key, value) in extras {
        // What is written already says what an author says now.
        if key == "strict" || !body.contains_key(key) {
            body.insert(key.to_owned(), value.clone());
        }
    }
}

/// What a list does not hold of a tool, by what is written; an import takes it for one of the usual version.
fn lost(tool: &ToolOut, entry: &Value, out: &mut Export) {
    let mut lost = |field: Field, why: Why| out.losses.push(Loss::new(Entity::tool(&tool.tool.name), field, why));
    if let Some(implementation) = &tool.tool.implementation {
        let kind = implementation.kind().as_str().to_owned();
        lost(Field::Tool(ToolField::Implementation), Why::NoPlaceFor(kind));
    }
    if tool.tool.version != DEFAULT_VERSION {
        lost(Field::Tool(ToolField::Version), Why::NoPlaceFor(tool.tool.version.clone()));
    }
    if tool.effect != effect_of(entry) {
        lost(Field::Tool(ToolField::Effect), Why::NoPlaceFor(tool.effect.as_str().to_owned()));
    }
    for (field, value) in tool.details.iter().filter(|(field, _)| *field != ToolField::Effect) {
        lost(Field::Tool(*field), Why::NoPlaceFor(value.clone()));
    }
    let nothing = Map::new();
    let body = stated::body(entry).unwrap_or(&nothing);
    for (key, value) in tool.stated.as_ref().map(stated::extras).unwrap_or_default() {
        if !body.contains_key(key) {
            lost(Field::Stated(key.to_owned()), Why::NoPlaceFor(value.to_string()));
        }
    }
}

/// What an import takes a call for: what the entry says that it does, else a look.
fn effect_of(entry: &Value) -> AccessLevel {
    match (stated::hint(entry, "readOnlyHint"), stated::hint(entry, "destructiveHint")) {
        (Some(true), _) | (None, None) => AccessLevel::Read,
        (_, Some(false)) => AccessLevel::Write,
        _ => AccessLevel::Execute,
    }
}
