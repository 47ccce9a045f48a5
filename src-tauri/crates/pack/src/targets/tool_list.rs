//! Lists of tools as models and MCP servers have them: what the three have in common.

use serde_json::Value;
use studio_model::{AccessLevel, DEFAULT_VERSION};
use studio_text::lint::is_tool_name;

use super::{
    bundle::{Bundle, ToolField, ToolOut},
    export::{Export, OutFile, Stopped, pretty},
    loss::{Entity, EntityKind, Field, Loss, Reason, Refusal, Why},
};
use crate::found::Watcher;

/// The tools of a bundle as one JSON list, each written by `entry`; `has_rules` says whether models read the names.
pub(super) fn list(
    bundle: &Bundle,
    watcher: &dyn Watcher,
    file: &str,
    has_rules: bool,
    entry: impl Fn(&ToolOut) -> Value,
) -> Result<Export, Stopped> {
    let mut out = Export { is_one_file: true, ..Export::default() };
    for tool in &bundle.tools {
        Stopped::by(watcher)?;
        if has_rules && !is_tool_name(&tool.tool.name) {
            out.refusals.push(Refusal::new(Entity::tool(&tool.tool.name), Reason::ToolName));
        }
        lost(tool, &mut out);
    }
    for skill in &bundle.skills {
        Stopped::by(watcher)?;
        let loss = Loss::new(Entity::skill(&skill.skill.name), Field::Whole, Why::NoKind(EntityKind::Skill));
        out.losses.push(Loss { skill: Some(skill.skill.id), ..loss });
    }
    let agents = bundle.agents.iter().map(|agent| Entity::agent(&agent.agent.name));
    let no_agents = |entity: Entity| Loss::new(entity, Field::Whole, Why::NoKind(EntityKind::Agent));
    out.losses.extend(agents.map(no_agents));
    let entries: Vec<Value> = bundle.tools.iter().map(entry).collect();
    out.files.push(OutFile::new(file, pretty(&Value::Array(entries))));
    Ok(out.sorted())
}

/// A list has name, description and schema of a tool; an import takes it for one that looks only, of the usual version.
fn lost(tool: &ToolOut, out: &mut Export) {
    let mut lost = |field: ToolField, why: Why| {
        out.losses.push(Loss::new(Entity::tool(&tool.tool.name), Field::Tool(field), why));
    };
    if let Some(implementation) = &tool.tool.implementation {
        lost(ToolField::Implementation, Why::NoPlaceFor(implementation.kind().as_str().to_owned()));
    }
    if tool.tool.version != DEFAULT_VERSION {
        lost(ToolField::Version, Why::NoPlaceFor(tool.tool.version.clone()));
    }
    if tool.effect != AccessLevel::Read {
        lost(ToolField::Effect, Why::NoPlaceFor(tool.effect.as_str().to_owned()));
    }
    for (field, value) in tool.details.iter().filter(|(field, _)| *field != ToolField::Effect) {
        lost(*field, Why::NoPlaceFor(value.clone()));
    }
}
