//! Rows as what an import takes: skills as files, tools, agents, and what links them.

mod tools;

use std::collections::{HashMap, HashSet};
use std::str::FromStr;

use serde_json::Value;
use studio_model::{AccessLevel, Agent, AgentId, Audit, HostId};
use studio_text::outgoing::skill_file;
use uuid::Uuid;

use super::{
    cell::ReadRow,
    incoming::{AgentIn, AssignedIn, Incoming, Known, LinkIn, NeedIn, RowProblem, ToolIn},
    table::Table,
};
use crate::{FoundSkill, SkillKind};

/// What rows hold. Rows out of use stay out, and are named.
pub(super) fn of(
    rows: &[ReadRow],
    problems: Vec<RowProblem>,
    shown: &str,
    known: &dyn Fn(&str, &ToolIn) -> Known,
) -> Incoming {
    let mut reader = Reader {
        rows,
        known,
        incoming: Incoming { problems, ..Incoming::default() },
        skills: HashMap::new(),
        tools: HashMap::new(),
        inactive: HashSet::new(),
    };
    reader.leave_out_inactive();
    reader.tools();
    reader.skills(shown);
    reader.links();
    reader.agents();
    reader.incoming
}

struct Reader<'a> {
    rows: &'a [ReadRow],
    /// What a name is in the library to a tool.
    known: &'a dyn Fn(&str, &ToolIn) -> Known,
    incoming: Incoming,
    /// What each skill is called in the import, by id.
    skills: HashMap<String, String>,
    /// Names of tools in the import, by id: of several that have one name in the rows each has its own.
    tools: HashMap<String, String>,
    /// Ids of skills and tools that are out of use.
    inactive: HashSet<String>,
}

/// Rows out of use that are named at most, of each table.
const MOST_NAMED: usize = 5;

impl<'a> Reader<'a> {
    fn of(&self, table: Table) -> Vec<&'a ReadRow> {
        let active = |row: &&ReadRow| row.table == table && row.truth("active") != Some(false);
        self.rows.iter().filter(active).collect()
    }

    /// Says which rows are out of use, table by table.
    fn leave_out_inactive(&mut self) {
        for table in Table::ALL {
            let is_out = |row: &&ReadRow| row.table == table && row.truth("active") == Some(false);
            let out: Vec<&ReadRow> = self.rows.iter().filter(is_out).collect();
            let Some(first) = out.first() else { continue };
            let ids = out.iter().filter_map(|row| match table {
                Table::Skill => row.text("skill_id"),
                Table::Tool => row.text("tool_id"),
                _ => None,
            });
            self.inactive.extend(ids.map(str::to_owned));
            let names: Vec<String> = out.iter().take(MOST_NAMED).filter_map(|row| self.called(row)).collect();
            let more = match out.len().saturating_sub(MOST_NAMED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let named = if names.is_empty() { String::new() } else { format!(": {}{more}", names.join(", ")) };
            let (rows, were) = if out.len() == 1 { ("row", "was") } else { ("rows", "were") };
            let message = format!("{} inactive {rows} in {} {were} skipped{named}.", out.len(), table.name());
            self.problem(first, message);
        }
    }

    /// What a row is called where it is told of: its name, or the names of what it links.
    fn called(&self, row: &ReadRow) -> Option<String> {
        let skill = |column: &'static str| (Table::Skill, "skill_id", column, "name");
        let ends = match row.table {
            Table::Agent => return row.text("agent_name").map(str::to_owned),
            Table::Skill | Table::Tool | Table::Parameter => return row.text("name").map(str::to_owned),
            Table::AgentSkill => [(Table::Agent, "agent_def_id", "agent_def_id", "agent_name"), skill("skill_id")],
            Table::SkillTool => [skill("skill_id"), (Table::Tool, "tool_id", "tool_id", "name")],
            Table::Dependency => [skill("skill_id"), skill("depends_on_skill_id")],
        };
        let name = |(table, key, column, name): (Table, &str, &str, &str)| {
            let id = row.text(column)?;
            let meant = self.rows.iter().find(|other| other.table == table && other.text(key) == Some(id));
            Some(meant.and_then(|meant| meant.text(name)).unwrap_or(id))
        };
        let [from, to] = ends.map(name);
        Some(format!("{} → {}", from?, to?))
    }

    /// Why a skill or tool is not there that a row refers to.
    fn why_missing(&self, id: &str) -> &'static str {
        if self.inactive.contains(id) { "is inactive" } else { "isn't in the file" }
    }

    fn problem(&mut self, row: &ReadRow, message: String) {
        self.incoming.problems.push(RowProblem::new(row.line, message));
    }

    /// A column that must hold something.
    fn needed(&mut self, row: &ReadRow, column: &str) -> Option<String> {
        let found = row.text(column).filter(|text| !text.trim().is_empty());
        if found.is_none() {
            self.problem(row, format!("A row in {} has no `{column}` and was skipped.", row.table.name()));
        }
        found.map(str::to_owned)
    }

    /// JSON that must be an object; `{}` where there is none.
    fn config(&mut self, row: &ReadRow) -> Value {
        let empty = || Value::Object(serde_json::Map::new());
        match row.json("config") {
            Ok(Some(config)) if config.is_object() => config,
            Ok(None) => empty(),
            Ok(Some(_)) => {
                self.problem(
                    row,
                    format!("`config` in a row of {} isn't an object and was skipped.", row.table.name()),
                );
                empty()
            }
            Err(why) => {
                self.problem(row, format!("{why}. The row was skipped."));
                empty()
            }
        }
    }

    fn skills(&mut self, shown: &str) {
        let mut tools: HashMap<&str, Vec<&str>> = HashMap::new();
        for row in self.of(Table::SkillTool) {
            let (Some(skill), Some(tool)) = (row.text("skill_id"), row.text("tool_id")) else { continue };
            if let Some(name) = self.tools.get(tool) {
                tools.entry(skill).or_default().push(name);
            }
        }
        let mut listed: HashMap<String, Vec<String>> = HashMap::new();
        for (skill, mut names) in tools {
            names.sort_unstable();
            listed.insert(skill.to_owned(), names.into_iter().map(str::to_owned).collect());
        }
        let mut places = HashSet::new();
        for row in self.of(Table::Skill) {
            let (Some(id), Some(name)) = (self.needed(row, "skill_id"), self.needed(row, "name")) else { continue };
            let mut place = format!("{shown}/{name}");
            if !places.insert(place.clone()) {
                place = format!("{place} ({id})");
            }
            let none = Vec::new();
            let tools: Vec<&str> = listed.get(&id).unwrap_or(&none).iter().map(String::as_str).collect();
            let text = skill_file(
                &name,
                row.text("description").unwrap_or_default(),
                Some(version(row).as_str()).filter(|version| *version != studio_model::DEFAULT_VERSION),
                &tools,
                row.text("content_markdown").unwrap_or_default(),
            );
            self.skills.insert(id, place.clone());
            self.incoming.skills.push(found(place, name, text));
        }
        for row in self.of(Table::Skill) {
            let place = |column: &str| row.text(column).and_then(|id| self.skills.get(id)).cloned();
            if let (Some(below), Some(above)) = (place("skill_id"), place("parent_skill_id")) {
                self.incoming.parents.push((below, above));
            } else if let Some(parent) = row.text("parent_skill_id") {
                self.problem(row, format!("Its parent skill {parent} {}.", self.why_missing(parent)));
            }
        }
    }

    fn skill_at(&mut self, row: &ReadRow, column: &str) -> Option<String> {
        let id = row.text(column).unwrap_or_default();
        let found = self.skills.get(id).cloned();
        if found.is_none() {
            self.problem(
                row,
                format!("A row in {} refers to the skill {id}, which {}.", row.table.name(), self.why_missing(id)),
            );
        }
        found
    }

    fn links(&mut self) {
        for row in self.of(Table::SkillTool) {
            let Some(skill) = self.skill_at(row, "skill_id") else { continue };
            let id = row.text("tool_id").unwrap_or_default();
            let Some(tool) = self.tools.get(id).cloned() else {
                let why = self.why_missing(id);
                self.problem(row, format!("A row in skill_tool_t refers to the tool {id}, which {why}."));
                continue;
            };
            let written = row.text("access_level").unwrap_or("read");
            let access = AccessLevel::parse(written).unwrap_or_else(|| {
                self.problem(row, format!("Unknown access level “{written}”. The skill gets read access to {tool}."));
                AccessLevel::Read
            });
            let config = self.config(row);
            self.incoming.links.push(LinkIn { skill, tool, access, config });
        }
        for row in self.of(Table::Dependency) {
            let (Some(skill), Some(needs)) =
                (self.skill_at(row, "skill_id"), self.skill_at(row, "depends_on_skill_id"))
            else {
                continue;
            };
            let required = row.truth("required").unwrap_or(true);
            self.incoming.needs.push(NeedIn { skill, needs, required });
        }
    }

    fn agents(&mut self) {
        let mut assigned: HashMap<String, Vec<AssignedIn>> = HashMap::new();
        for row in self.of(Table::AgentSkill) {
            let Some(skill) = self.skill_at(row, "skill_id") else { continue };
            let number = |column: &str| row.whole(column).unwrap_or_default();
            let (priority, sequence_id) = (number("priority"), number("sequence_id"));
            let config = self.config(row);
            let agent = row.text("agent_def_id").unwrap_or_default().to_owned();
            assigned.entry(agent).or_default().push(AssignedIn { skill, priority, sequence_id, config });
        }
        for row in self.of(Table::Agent) {
            let (Some(id), Some(name)) = (self.needed(row, "agent_def_id"), self.needed(row, "agent_name")) else {
                continue;
            };
            let text = |column: &str| row.text(column).unwrap_or_default().to_owned();
            let agent = Agent {
                host: HostId(Uuid::nil()),
                id: AgentId(uuid_of(&id)),
                name,
                description: None,
                instruction: String::new(),
                model_provider: text("model_provider"),
                model_name: text("model_name"),
                api_key_ref: row.text("api_key_ref").filter(|text| !text.is_empty()).map(str::to_owned),
                temperature: row.decimal("temperature").unwrap_or(0.7),
                max_tokens: row.whole("max_tokens"),
                audit: unread(),
            };
            let skills = assigned.remove(&id).unwrap_or_default();
            self.incoming.agents.push(AgentIn { agent, skills });
        }
    }
}

fn found(display_path: String, name: String, text: String) -> FoundSkill {
    FoundSkill {
        kind: SkillKind::Folder,
        display_path,
        group: String::new(),
        folder: None,
        skill_file: None,
        file_name: "SKILL.md".to_owned(),
        folder_name: Some(name),
        listed: text.len() as u64,
        bytes: text.into_bytes(),
        files: Vec::new(),
    }
}

fn version(row: &ReadRow) -> String {
    row.text("version").filter(|text| !text.is_empty()).unwrap_or(studio_model::DEFAULT_VERSION).to_owned()
}

fn uuid_of(text: &str) -> Uuid {
    Uuid::from_str(text).unwrap_or_default()
}

/// Whose version it is, the library says that stores it.
fn unread() -> Audit {
    Audit { aggregate_version: 0, active: true, update_ts: String::new(), update_user: String::new() }
}
