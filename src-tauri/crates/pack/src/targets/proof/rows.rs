//! light-4j's rows, read by the rules of SQL or of `CloudEvents` alone and held to the skills, tools and agents they were made of.

pub(super) mod events;
pub(super) mod sql;

use std::collections::BTreeMap;

use serde_json::Value;
use studio_model::{Implementation, Tool};

use super::{Difference, differs, skills::plain};
use crate::targets::{
    bundle::{AgentOut, Bundle, SkillOut, ToolField, ToolOut},
    loss::{Entity, Field},
};

/// The tables, with what events call their rows and the columns that tell one row from another.
const TABLES: [(&str, &str, &[&str]); 7] = [
    ("agent_definition_t", "AgentDefinition", &["agent_def_id"]),
    ("skill_t", "Skill", &["skill_id"]),
    ("tool_t", "Tool", &["tool_id"]),
    ("tool_param_t", "ToolParam", &["param_id"]),
    ("agent_skill_t", "AgentSkill", &["agent_def_id", "skill_id"]),
    ("skill_tool_t", "SkillTool", &["skill_id", "tool_id"]),
    ("skill_dependency_t", "SkillDependency", &["skill_id", "depends_on_skill_id"]),
];

/// Columns of JSON: SQL writes it as text, and so do some events.
const JSON: [&str; 3] = ["config", "default_value", "validation_schema"];

/// A row as it stands in a file.
pub(super) struct Row {
    table: &'static str,
    columns: BTreeMap<String, Value>,
}

impl Row {
    fn key(&self) -> String {
        let columns = TABLES.iter().find(|(table, ..)| *table == self.table).map_or(&[][..], |(.., columns)| *columns);
        let values = columns.iter().map(|column| self.columns.get(*column).and_then(Value::as_str).unwrap_or_default());
        values.collect::<Vec<_>>().join("/")
    }

    /// What a row is of that nobody asked for.
    fn entity(&self) -> Entity {
        let name = ["name", "agent_name"].iter().find_map(|column| self.columns.get(*column)?.as_str());
        let name = name.map_or_else(|| self.key(), str::to_owned);
        match self.table {
            "tool_t" | "tool_param_t" => Entity::tool(&name),
            "agent_definition_t" | "agent_skill_t" => Entity::agent(&name),
            _ => Entity::skill(&name),
        }
    }
}

/// A row that has to be there.
struct Wanted {
    table: &'static str,
    key: String,
    entity: Entity,
    /// What of the entity the row is.
    field: Field,
    columns: Vec<(&'static str, Value, Field)>,
}

/// What rows say otherwise than their sources.
pub(super) fn unproven(bundle: &Bundle, rows: &[Row]) -> Vec<Difference> {
    let mut there: BTreeMap<(&str, String), Vec<&Row>> = BTreeMap::new();
    for row in rows {
        there.entry((row.table, row.key())).or_default().push(row);
    }
    let host = Value::from(bundle.host.to_string());
    let mut found = Vec::new();
    for wanted in wanted(bundle) {
        let same = there.remove(&(wanted.table, wanted.key.clone())).unwrap_or_default();
        match same.as_slice() {
            [row] if row.columns.get("host_id") == Some(&host) => compare(&wanted, row, &mut found),
            _ => found.push(differs(wanted.entity, wanted.field, Some(String::new()), None)),
        }
    }
    let strangers = there.into_values().flatten();
    found.extend(strangers.map(|row| differs(row.entity(), Field::Whole, None, Some(row.table.to_owned()))));
    found
}

fn compare(wanted: &Wanted, row: &Row, found: &mut Vec<Difference>) {
    for (column, expected, field) in &wanted.columns {
        let there = row.columns.get(*column).unwrap_or(&Value::Null);
        if !is_same(column, there, expected) {
            let (before, after) = (expected.to_string(), there.to_string());
            found.push(differs(wanted.entity.clone(), field.clone(), Some(before), Some(after)));
        }
    }
}

fn is_same(column: &str, there: &Value, expected: &Value) -> bool {
    if there == expected {
        return true;
    }
    let json = |text: &str| serde_json::from_str::<Value>(text).ok();
    match (there, expected) {
        // What stands in a column of JSON is that text's meaning; its tables take no NUL.
        (Value::String(text), _) if JSON.contains(&column) => {
            let taken = json(&expected.to_string().replace("\\u0000", "\\ufffd"));
            json(text).is_some_and(|meant| meant == *expected || Some(meant) == taken)
        }
        (Value::String(text), Value::Null) | (Value::Null, Value::String(text)) => text.is_empty(),
        (Value::Number(one), Value::Number(other)) => {
            one.as_f64().zip(other.as_f64()).is_some_and(|(one, other)| (one - other).abs() < f64::EPSILON)
        }
        (Value::String(text), Value::String(expected)) => {
            let taken = expected.replace('\0', "\u{FFFD}");
            *text == taken || column == "content_markdown" && plain(text) == plain(&taken)
        }
        _ => false,
    }
}

/// Every row that the sources come to. Links to what is no part of the export have none.
fn wanted(bundle: &Bundle) -> Vec<Wanted> {
    let mut rows: Vec<Wanted> = bundle.skills.iter().map(|out| of_skill(bundle, out)).collect();
    for tool in &bundle.tools {
        rows.push(of_tool(tool));
        rows.extend(of_parameters(tool));
    }
    for agent in &bundle.agents {
        rows.push(of_agent(agent));
        rows.extend(of_assigned(bundle, agent));
    }
    rows.extend(of_links(bundle));
    rows
}

fn optional(text: Option<&str>) -> Value {
    text.map_or(Value::Null, Value::from)
}

/// A skill as its file says it, not as its row does.
fn of_skill(bundle: &Bundle, out: &SkillOut) -> Wanted {
    let (skill, document) = (&out.skill, out.document());
    let parent = skill.parent.filter(|parent| bundle.skill(*parent).is_some()).map(|parent| parent.to_string());
    let key = |name: &str| Field::Key(name.to_owned());
    Wanted {
        table: "skill_t",
        key: skill.id.to_string(),
        entity: Entity::skill(&skill.name),
        field: Field::Whole,
        columns: vec![
            ("parent_skill_id", optional(parent.as_deref()), Field::Parent),
            ("name", Value::from(document.name().unwrap_or(&skill.name)), key("name")),
            ("description", optional(document.description()), key("description")),
            ("content_markdown", Value::from(document.body()), key("content_markdown")),
            ("version", Value::from(document.version().unwrap_or(&skill.version)), key("version")),
        ],
    }
}

fn of_tool(out: &ToolOut) -> Wanted {
    let tool = &out.tool;
    let text = |column: &'static str, text: &str, field: ToolField| (column, Value::from(text), Field::Tool(field));
    let mut columns = vec![
        text("name", &tool.name, ToolField::Name),
        text("description", &tool.description, ToolField::Description),
        text("version", &tool.version, ToolField::Version),
    ];
    columns.extend(
        carried_out(tool).map(|(column, value)| (column, optional(value), Field::Tool(ToolField::Implementation))),
    );
    let entity = Entity::tool(&tool.name);
    Wanted { table: "tool_t", key: tool.id.to_string(), entity, field: Field::Whole, columns }
}

/// The columns of how a tool is carried out.
fn carried_out(tool: &Tool) -> [(&'static str, Option<&str>); 6] {
    let (mut class, mut server, mut endpoint, mut method, mut script) = (None, None, None, None, None);
    let kind = match &tool.implementation {
        None => None,
        Some(Implementation::Java { class: name }) => {
            class = Some(name.as_str());
            Some("java")
        }
        Some(Implementation::McpServer { server: name }) => {
            server = Some(name.as_str());
            Some("mcp_server")
        }
        Some(Implementation::Rest { endpoint: url, method: verb }) => {
            (endpoint, method) = (Some(url.as_str()), Some(verb.as_str()));
            Some("rest")
        }
        Some(Implementation::Python { script: source }) => {
            script = Some(source.as_str());
            Some("python")
        }
        Some(Implementation::Javascript { script: source }) => {
            script = Some(source.as_str());
            Some("javascript")
        }
    };
    [
        ("implementation_type", kind),
        ("implementation_class", class),
        ("mcp_server_name", server),
        ("api_endpoint", endpoint),
        ("api_method", method),
        ("script_content", script),
    ]
}

fn of_parameters(out: &ToolOut) -> impl Iterator<Item = Wanted> {
    let schema = || Field::Tool(ToolField::Schema);
    out.parameters.iter().map(move |one| Wanted {
        table: "tool_param_t",
        key: one.id.to_string(),
        entity: Entity::tool(&out.tool.name),
        field: schema(),
        columns: vec![
            ("tool_id", Value::from(one.tool.to_string()), schema()),
            ("name", Value::from(one.name.as_str()), schema()),
            ("param_type", Value::from(one.kind.as_str()), schema()),
            ("required", Value::from(one.required), schema()),
            ("default_value", one.default_value.clone().unwrap_or_default(), schema()),
            ("description", optional(one.description.as_deref()), schema()),
            ("validation_schema", one.validation_schema.clone().unwrap_or_default(), schema()),
            ("order_index", Value::from(one.order_index), schema()),
        ],
    })
}

fn of_agent(out: &AgentOut) -> Wanted {
    let agent = &out.agent;
    Wanted {
        table: "agent_definition_t",
        key: agent.id.to_string(),
        entity: Entity::agent(&agent.name),
        field: Field::Whole,
        columns: vec![
            ("agent_name", Value::from(agent.name.as_str()), Field::Whole),
            ("model_provider", Value::from(agent.model_provider.as_str()), Field::Model),
            ("model_name", Value::from(agent.model_name.as_str()), Field::Model),
            ("api_key_ref", optional(agent.api_key_ref.as_deref()), Field::Model),
            ("max_tokens", agent.max_tokens.map_or(Value::Null, Value::from), Field::Model),
            ("temperature", Value::from(agent.temperature), Field::Temperature),
        ],
    }
}

fn of_assigned(bundle: &Bundle, out: &AgentOut) -> impl Iterator<Item = Wanted> {
    out.skills.iter().filter(move |link| bundle.skill(link.skill).is_some()).map(move |link| {
        let field = || Field::AgentSkill(bundle.skill_name(link.skill).to_owned());
        Wanted {
            table: "agent_skill_t",
            key: format!("{}/{}", link.agent, link.skill),
            entity: Entity::agent(&out.agent.name),
            field: field(),
            columns: vec![
                ("config", link.config.clone(), field()),
                ("priority", Value::from(link.priority), field()),
                ("sequence_id", Value::from(link.sequence_id), field()),
            ],
        }
    })
}

fn of_links(bundle: &Bundle) -> Vec<Wanted> {
    let skills = |id| bundle.skill(id).is_some();
    let tools = bundle.skill_tools.iter().filter(|link| skills(link.skill) && bundle.tool(link.tool).is_some());
    let mut rows: Vec<Wanted> = tools
        .map(|link| {
            let tool = || bundle.tool_name(link.tool).to_owned();
            Wanted {
                table: "skill_tool_t",
                key: format!("{}/{}", link.skill, link.tool),
                entity: Entity::skill(bundle.skill_name(link.skill)),
                field: Field::Link(tool()),
                columns: vec![
                    ("config", link.config.clone(), Field::LinkConfig(tool())),
                    ("access_level", Value::from(link.access.as_str()), Field::Access(tool())),
                ],
            }
        })
        .collect();
    let needs = bundle.dependencies.iter().filter(|needed| skills(needed.skill) && skills(needed.depends_on));
    rows.extend(needs.map(|needed| {
        let field = || Field::Requires(bundle.skill_name(needed.depends_on).to_owned());
        Wanted {
            table: "skill_dependency_t",
            key: format!("{}/{}", needed.skill, needed.depends_on),
            entity: Entity::skill(bundle.skill_name(needed.skill)),
            field: field(),
            columns: vec![("required", Value::from(needed.required), field())],
        }
    }));
    rows
}
