//! A bundle as rows, in the order that foreign keys ask for.

use std::collections::HashSet;

use serde_json::Value;
use studio_model::{Agent, Audit, HostId, Implementation, Parameter, SkillId, Tool};

use super::{cell::Cell, losses::temperature, table::Table};
use crate::targets::{
    bundle::{Bundle, SkillOut},
    export::Export,
    loss::{Entity, Field, Loss, Why},
};

/// A row with a cell for each column of its table, in their order.
pub(super) struct Row {
    pub(super) table: Table,
    pub(super) cells: Vec<Cell>,
}

impl Row {
    /// A cell by its column's name.
    pub(super) fn cell(&self, column: &str) -> &Cell {
        let at = self.table.columns().position(|(name, _)| name == column);
        at.and_then(|at| self.cells.get(at)).unwrap_or(&Cell::Null)
    }

    fn new(table: Table, host: HostId, own: Vec<Cell>, audit: &Audit) -> Self {
        let mut cells = vec![id(&host)];
        cells.extend(own);
        cells.extend([
            Cell::Whole(audit.aggregate_version),
            Cell::Truth(audit.active),
            Cell::Text(audit.update_ts.clone()),
            Cell::Text(audit.update_user.clone()),
        ]);
        Self { table, cells }
    }
}

fn id(id: &impl ToString) -> Cell {
    Cell::Text(id.to_string())
}

fn text(text: &str) -> Cell {
    Cell::Text(text.replace('\0', "\u{FFFD}"))
}

fn optional(value: Option<&str>) -> Cell {
    value.map_or(Cell::Null, text)
}

fn json(value: Option<&Value>) -> Cell {
    value.map_or(Cell::Null, |value| Cell::Json(value.clone()))
}

/// The rows of a bundle. Links to what is no part of it are named, not written: the server would refuse them.
pub(super) fn of(bundle: &Bundle, out: &mut Export) -> Vec<Row> {
    let host = bundle.host;
    let mut rows: Vec<Row> = bundle.agents.iter().map(|agent| agent_row(host, &agent.agent)).collect();
    rows.extend(parents_first(bundle).into_iter().map(|skill| skill_row(bundle, skill)));
    for tool in &bundle.tools {
        rows.push(tool_row(host, &tool.tool, tool.vector.as_deref()));
    }
    for tool in &bundle.tools {
        rows.extend(tool.parameters.iter().map(|parameter| parameter_row(host, parameter)));
    }
    for agent in &bundle.agents {
        for link in agent.skills.iter().filter(|link| bundle.skill(link.skill).is_some()) {
            let own = vec![
                id(&link.agent),
                id(&link.skill),
                Cell::Json(link.config.clone()),
                Cell::Whole(link.priority),
                Cell::Whole(link.sequence_id),
            ];
            rows.push(Row::new(Table::AgentSkill, host, own, &link.audit));
        }
    }
    rows.extend(links(bundle, out));
    rows
}

fn links(bundle: &Bundle, out: &mut Export) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut not_exported = |skill: SkillId, field: Field| {
        let loss = Loss::new(Entity::skill(bundle.skill_name(skill)), field, Why::NotExported);
        out.losses.push(Loss { skill: Some(skill), ..loss });
    };
    for link in bundle.skill_tools.iter().filter(|link| bundle.skill(link.skill).is_some()) {
        if bundle.tool(link.tool).is_none() {
            not_exported(link.skill, Field::Link(bundle.tool_name(link.tool).to_owned()));
            continue;
        }
        let access = Cell::Text(link.access.as_str().to_owned());
        let own = vec![id(&link.skill), id(&link.tool), Cell::Json(link.config.clone()), access];
        rows.push(Row::new(Table::SkillTool, bundle.host, own, &link.audit));
    }
    for needed in bundle.dependencies.iter().filter(|needed| bundle.skill(needed.skill).is_some()) {
        if bundle.skill(needed.depends_on).is_none() {
            not_exported(needed.skill, Field::Requires(bundle.skill_name(needed.depends_on).to_owned()));
            continue;
        }
        let own = vec![id(&needed.skill), id(&needed.depends_on), Cell::Truth(needed.required)];
        rows.push(Row::new(Table::Dependency, bundle.host, own, &needed.audit));
    }
    rows
}

/// A parent before what stands below it; else the order of the bundle.
fn parents_first(bundle: &Bundle) -> Vec<&SkillOut> {
    let mut placed: HashSet<SkillId> = HashSet::new();
    let mut ordered = Vec::with_capacity(bundle.skills.len());
    for skill in &bundle.skills {
        let mut line = vec![skill];
        let mut above = skill.skill.parent;
        // A tree has no circle, but a row from elsewhere might: nobody stands above themselves here.
        while let Some(parent) = above.and_then(|parent| bundle.skill(parent)) {
            if placed.contains(&parent.skill.id) || line.iter().any(|below| below.skill.id == parent.skill.id) {
                break;
            }
            line.push(parent);
            above = parent.skill.parent;
        }
        for skill in line.into_iter().rev() {
            if placed.insert(skill.skill.id) {
                ordered.push(skill);
            }
        }
    }
    ordered
}

fn skill_row(bundle: &Bundle, out: &SkillOut) -> Row {
    let SkillOut { skill, vector, .. } = out;
    let parent = skill.parent.filter(|parent| bundle.skill(*parent).is_some());
    let own = vec![
        id(&skill.id),
        parent.map_or(Cell::Null, |parent| id(&parent)),
        text(&skill.name),
        optional(skill.description.as_deref()),
        text(&skill.content_markdown),
        vector.clone().map_or(Cell::Null, Cell::Vector),
        text(&skill.version),
    ];
    Row::new(Table::Skill, bundle.host, own, &skill.audit)
}

fn tool_row(host: HostId, tool: &Tool, vector: Option<&[f32]>) -> Row {
    let kind = tool.implementation.as_ref().map(|implementation| implementation.kind().as_str());
    let (mut class, mut server, mut endpoint, mut method, mut script) = (None, None, None, None, None);
    match &tool.implementation {
        None => {}
        Some(Implementation::Java { class: name }) => class = Some(name.as_str()),
        Some(Implementation::McpServer { server: name }) => server = Some(name.as_str()),
        Some(Implementation::Rest { endpoint: url, method: verb }) => {
            (endpoint, method) = (Some(url.as_str()), Some(verb.as_str()));
        }
        Some(Implementation::Python { script: source } | Implementation::Javascript { script: source }) => {
            script = Some(source.as_str());
        }
    }
    let mut own = vec![id(&tool.id), text(&tool.name), text(&tool.description)];
    own.extend([kind, class, server, endpoint, method, script].map(optional));
    own.extend([vector.map_or(Cell::Null, |vector| Cell::Vector(vector.to_vec())), text(&tool.version)]);
    Row::new(Table::Tool, host, own, &tool.audit)
}

fn parameter_row(host: HostId, parameter: &Parameter) -> Row {
    let own = vec![
        id(&parameter.id),
        id(&parameter.tool),
        text(&parameter.name),
        Cell::Text(parameter.kind.as_str().to_owned()),
        Cell::Truth(parameter.required),
        json(parameter.default_value.as_ref()),
        optional(parameter.description.as_deref()),
        json(parameter.validation_schema.as_ref()),
        Cell::Whole(parameter.order_index),
    ];
    Row::new(Table::Parameter, host, own, &parameter.audit)
}

fn agent_row(host: HostId, agent: &Agent) -> Row {
    let own = vec![
        id(&agent.id),
        text(&agent.name),
        text(&agent.model_provider),
        text(&agent.model_name),
        optional(agent.api_key_ref.as_deref()),
        Cell::Decimal(temperature(agent.temperature)),
        agent.max_tokens.map_or(Cell::Null, Cell::Whole),
    ];
    Row::new(Table::Agent, host, own, &agent.audit)
}
