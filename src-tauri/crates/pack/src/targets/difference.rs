//! What is other in a library that an export was read back into: everything an author wrote, field by field.

use std::collections::BTreeMap;

use studio_model::{Implementation, sha256_hex, tool_of_item};
use studio_text::{SkillDocument, tool_lists::stated};

use super::{
    bundle::{AgentOut, Bundle, SkillOut, ToolField, ToolOut},
    loss::{Entity, Field, Loss},
};

/// A field that is not what it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Of what.
    pub entity: Entity,
    /// Which field.
    pub field: Field,
    /// What it was; none where there was nothing.
    pub before: Option<String>,
    /// What it is; none where there is nothing.
    pub after: Option<String>,
}

type Facts = BTreeMap<(Entity, Field), String>;

/// What differs between what went out and what came in, without what the losses name.
pub fn unnamed(before: &Bundle, after: &Bundle, losses: &[Loss]) -> Vec<Difference> {
    let (before, after) = (facts(before), facts(after));
    let keys: std::collections::BTreeSet<&(Entity, Field)> = before.keys().chain(after.keys()).collect();
    let differs = keys.into_iter().filter(|key| before.get(*key) != after.get(*key));
    differs
        .filter(|(entity, field)| !losses.iter().any(|loss| names(loss, entity, field)))
        .map(|key| Difference {
            entity: key.0.clone(),
            field: key.1.clone(),
            before: before.get(key).cloned(),
            after: after.get(key).cloned(),
        })
        .collect()
}

/// Whether a loss tells of a difference.
fn names(loss: &Loss, entity: &Entity, field: &Field) -> bool {
    // A tool that is not there takes the links to it along, a skill what needs it.
    if loss.field == Field::Whole {
        let leads_there = match field {
            Field::Link(name) | Field::Access(name) | Field::LinkConfig(name) | Field::Pin(name) => {
                loss.entity == Entity::tool(name)
            }
            Field::AgentSkill(name) | Field::Requires(name) => loss.entity == Entity::skill(name),
            _ => false,
        };
        return loss.entity == *entity || leads_there;
    }
    if loss.entity != *entity {
        return false;
    }
    match (&loss.field, field) {
        (Field::Key(lost), Field::Key(key)) => {
            // What is moved stands under `metadata`; a lost map takes its entries along.
            lost == key || key.strip_prefix("metadata.").is_some_and(|entry| lost == entry || lost == "metadata")
        }
        (Field::File(lost), Field::Executable(path)) => lost == path,
        (Field::Link(lost), Field::Access(name) | Field::LinkConfig(name) | Field::Pin(name)) => lost == name,
        (lost, field) => lost == field,
    }
}

fn facts(bundle: &Bundle) -> Facts {
    let mut facts = Facts::new();
    for skill in &bundle.skills {
        of_skill(bundle, skill, &mut facts);
    }
    for tool in &bundle.tools {
        of_tool(tool, &mut facts);
    }
    for agent in &bundle.agents {
        of_agent(bundle, agent, &mut facts);
    }
    facts
}

fn of_skill(bundle: &Bundle, skill: &SkillOut, facts: &mut Facts) {
    let document = skill.document();
    let entity = Entity::skill(document.name().unwrap_or(&skill.skill.name));
    let mut is = |field: Field, value: String| drop(facts.insert((entity.clone(), field), value));
    is(Field::Whole, String::new());
    for (key, value) in keys(&document) {
        is(Field::Key(key), value);
    }
    for file in &skill.files {
        is(Field::File(file.path.clone()), sha256_hex(&file.bytes));
        is(Field::Executable(file.path.clone()), file.is_executable.to_string());
    }
    if let Some(parent) = skill.skill.parent {
        is(Field::Parent, bundle.skill_name(parent).to_owned());
    }
    for link in bundle.tools_of(skill.skill.id) {
        let tool = tool_of_item(bundle.tool_name(link.tool)).to_owned();
        is(Field::Link(tool.clone()), String::new());
        is(Field::Access(tool.clone()), link.access.as_str().to_owned());
        is(Field::LinkConfig(tool.clone()), link.config.to_string());
        if let Some(version) = link.tool_version {
            is(Field::Pin(tool), version.to_string());
        }
    }
    for needed in bundle.needs_of(skill.skill.id) {
        is(Field::Requires(bundle.skill_name(needed.depends_on).to_owned()), needed.required.to_string());
    }
}

/// What a file says, key by key, and its instructions. A key that says nothing is none.
fn keys(document: &SkillDocument) -> Vec<(String, String)> {
    let mut keys = vec![
        // Rows keep the usual one without a word.
        ("version".to_owned(), document.version().unwrap_or(studio_model::DEFAULT_VERSION).to_owned()),
        ("content_markdown".to_owned(), document.body().replace("\r\n", "\n")),
    ];
    keys.extend(document.metadata().into_iter().map(|(key, value)| (format!("metadata.{key}"), value.to_string())));
    for field in document.fields().iter().filter_map(|field| document.field(&field.key)) {
        let text = match field.key.as_str() {
            "metadata" | "version" => continue,
            "allowed-tools" => {
                let mut items = document.allowed_tools();
                items.sort_unstable();
                items.dedup();
                items.join(" ")
            }
            "tags" | "references" | "triggers" => field.items().join(", "),
            _ if field.value.is_null() => continue,
            _ => field.value.text().map_or_else(|| field.value.to_json().to_string(), |text| text.trim().to_owned()),
        };
        if !text.is_empty() {
            keys.push((field.key.clone(), text));
        }
    }
    keys
}

fn of_tool(tool: &ToolOut, facts: &mut Facts) {
    let entity = Entity::tool(&tool.tool.name);
    let mut is = |field: Field, value: String| drop(facts.insert((entity.clone(), field), value));
    is(Field::Whole, String::new());
    is(Field::Tool(ToolField::Description), tool.tool.description.clone());
    is(Field::Tool(ToolField::Version), tool.tool.version.clone());
    is(Field::Tool(ToolField::Schema), sorted(&tool.schema));
    is(Field::Tool(ToolField::Effect), tool.effect.as_str().to_owned());
    if let Some(implementation) = &tool.tool.implementation {
        is(Field::Tool(ToolField::Implementation), carried_out(implementation));
    }
    for (field, value) in tool.details.iter().filter(|(field, _)| *field != ToolField::Effect) {
        is(Field::Tool(*field), value.clone());
    }
    for (key, value) in tool.stated.as_ref().map(stated::extras).unwrap_or_default() {
        // What a call does is compared above, whoever said it.
        let value = if key == stated::ANNOTATIONS { stated::beside_effect(value) } else { value.clone() };
        if value.as_object().is_none_or(|value| !value.is_empty()) {
            is(Field::Stated(key.to_owned()), sorted(&value));
        }
    }
}

/// The columns of an implementation in one text.
fn carried_out(implementation: &Implementation) -> String {
    let parts = match implementation {
        Implementation::Java { class } => vec![class],
        Implementation::McpServer { server } => vec![server],
        Implementation::Rest { endpoint, method } => vec![method, endpoint],
        Implementation::Python { script } | Implementation::Javascript { script } => vec![script],
    };
    let parts = parts.into_iter().map(String::as_str);
    std::iter::once(implementation.kind().as_str()).chain(parts).collect::<Vec<_>>().join(" ")
}

/// JSON with its keys in order, and what is required in order.
fn sorted(value: &serde_json::Value) -> String {
    use serde_json::Value;
    match value {
        Value::Object(map) => {
            let mut entries: Vec<(&String, String)> = map
                .iter()
                .map(|(key, value)| match value.as_array().filter(|_| key == "required") {
                    Some(items) => {
                        let mut items: Vec<String> = items.iter().map(Value::to_string).collect();
                        items.sort_unstable();
                        (key, items.join(","))
                    }
                    None => (key, sorted(value)),
                })
                .collect();
            entries.sort_unstable();
            let entries: Vec<String> = entries.into_iter().map(|(key, value)| format!("{key}:{value}")).collect();
            format!("{{{}}}", entries.join(","))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(sorted).collect::<Vec<_>>().join(",")),
        other => other.to_string(),
    }
}

fn of_agent(bundle: &Bundle, agent: &AgentOut, facts: &mut Facts) {
    let row = &agent.agent;
    let entity = Entity::agent(&row.name);
    let mut is = |field: Field, value: String| drop(facts.insert((entity.clone(), field), value));
    is(Field::Whole, String::new());
    if let Some(description) = row.description.as_ref().filter(|text| !text.is_empty()) {
        is(Field::AgentDescription, description.clone());
    }
    if !row.instruction.is_empty() {
        is(Field::Instruction, row.instruction.clone());
    }
    let key = row.api_key_ref.as_deref().unwrap_or_default();
    is(Field::Model, format!("{}/{} {key} {:?}", row.model_provider, row.model_name, row.max_tokens));
    is(Field::Temperature, row.temperature.to_string());
    if !agent.tools.is_empty() {
        let names: Vec<&str> = agent.tools.iter().map(|tool| bundle.tool_name(*tool)).collect();
        is(Field::AgentTools, names.join(", "));
    }
    for component in &agent.components {
        is(Field::Component(component.name.clone()), format!("{} {}", component.prompt, component.initial_state));
    }
    for link in &agent.skills {
        let settings = format!("{} {} {}", link.sequence_id, link.priority, link.config);
        is(Field::AgentSkill(bundle.skill_name(link.skill).to_owned()), settings);
    }
}
