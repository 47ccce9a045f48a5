//! What of a library is shared, as it would stand on a server.

use std::collections::{BTreeMap, HashMap, HashSet};

use studio_model::{Agent, Component, SharedKind, SkillDependency, SkillId, SkillTool, ToolId, sha256_hex};
use studio_store::{FileHash, Reading, ServerRow, SkillRow, ToolRecord};
use uuid::Uuid;

use crate::{
    Error,
    definitions::forms,
    kept::{
        self,
        sharing::{
            SharedAgent, SharedAssignment, SharedComponent, SharedFile, SharedGrant, SharedServer, SharedSkill,
            SharedTool,
        },
        tools::Snapshot,
    },
    secrets::credentials,
    sharing::ids::Ids,
};

/// Something that is here, as it would stand on a server.
#[derive(Clone, Debug)]
pub(crate) struct Thing {
    pub(crate) kind: SharedKind,
    /// Its id here.
    pub(crate) local: Uuid,
    pub(crate) name: String,
    /// Its row version here.
    pub(crate) version: i64,
    pub(crate) content: String,
    pub(crate) sha256: String,
}

/// All that is here and in use, by kind and id.
pub(crate) type Things = HashMap<(SharedKind, Uuid), Thing>;

/// What is here, read once for all that is asked of it.
pub(crate) struct Contents<'a> {
    library: &'a Reading,
    ids: &'a Ids,
    skills: Vec<SkillRow>,
    tools: Vec<ToolRecord>,
    active_skills: HashSet<SkillId>,
    active_tools: HashSet<ToolId>,
    links: Vec<SkillTool>,
    requires: Vec<SkillDependency>,
}

impl<'a> Contents<'a> {
    /// As the library stands now.
    pub(crate) fn of(library: &'a Reading, ids: &'a Ids) -> Result<Self, Error> {
        let (skills, tools) = (library.list_skills()?, library.list_tool_records()?);
        Ok(Self {
            active_skills: skills.iter().map(|row| row.id).collect(),
            active_tools: tools.iter().map(|record| record.tool.id).collect(),
            links: library.list_skill_tools()?,
            requires: library.list_skill_dependencies()?,
            skills,
            tools,
            library,
            ids,
        })
    }

    /// All of it.
    pub(crate) fn things(&self) -> Result<Things, Error> {
        let mut things = Things::new();
        let mut add = |thing: Thing| things.insert((thing.kind, thing.local), thing);
        for row in self.library.list_servers()? {
            add(server(&row)?);
        }
        for record in &self.tools {
            add(self.tool(record)?);
        }
        for thing in self.skills()? {
            add(thing);
        }
        for thing in self.agents()? {
            add(thing);
        }
        Ok(things)
    }

    fn tool(&self, record: &ToolRecord) -> Result<Thing, Error> {
        let mut snapshot: Snapshot =
            kept::read(&credentials::snapshot(&forms::edit(record))).map_err(|why| Error::interrupted(&why))?;
        let is_there = |id: &&ToolId| self.active_tools.contains(id);
        let others = record.detail.depends_on.iter().filter(is_there);
        snapshot.depends_on = others.map(|id| self.ids.there(SharedKind::Tool, id.0).to_string()).collect();
        let (id, name, version) = (record.tool.id.0, &record.tool.name, record.tool.audit.aggregate_version);
        thing(SharedKind::Tool, id, name, version, &SharedTool { tool: snapshot })
    }

    fn skills(&self) -> Result<Vec<Thing>, Error> {
        let mut files: HashMap<SkillId, BTreeMap<String, SharedFile>> = HashMap::new();
        for FileHash { skill, path, sha256, is_executable } in self.library.list_shared_files()? {
            files.entry(skill).or_default().insert(path, SharedFile { sha256, is_executable });
        }
        let parents: HashMap<SkillId, SkillId> =
            self.library.list_parents()?.into_iter().map(|(skill, parent, _)| (skill, parent)).collect();
        let (mut tools, mut requires) = (self.grants(), self.requirements());
        let one = |row: &SkillRow| {
            let content = SharedSkill {
                document: row.sha256.clone(),
                group: row.group.clone(),
                parent: parents.get(&row.id).map(|id| self.ids.there(SharedKind::Skill, id.0).to_string()),
                files: files.remove(&row.id).unwrap_or_default(),
                tools: tools.remove(&row.id).unwrap_or_default(),
                requires: requires.remove(&row.id).unwrap_or_default(),
            };
            thing(SharedKind::Skill, row.id.0, &row.name, row.aggregate_version, &content)
        };
        self.skills.iter().map(one).collect()
    }

    fn grants(&self) -> HashMap<SkillId, BTreeMap<String, SharedGrant>> {
        let mut grants: HashMap<SkillId, BTreeMap<String, SharedGrant>> = HashMap::new();
        for link in self.links.iter().filter(|link| self.active_tools.contains(&link.tool)) {
            let grant = SharedGrant { access: link.access.as_str().to_owned(), config: link.config.clone() };
            let tool = self.ids.there(SharedKind::Tool, link.tool.0).to_string();
            grants.entry(link.skill).or_default().insert(tool, grant);
        }
        grants
    }

    fn requirements(&self) -> HashMap<SkillId, BTreeMap<String, bool>> {
        let mut requires: HashMap<SkillId, BTreeMap<String, bool>> = HashMap::new();
        for link in self.requires.iter().filter(|link| self.active_skills.contains(&link.depends_on)) {
            let other = self.ids.there(SharedKind::Skill, link.depends_on.0).to_string();
            requires.entry(link.skill).or_default().insert(other, link.required);
        }
        requires
    }

    fn agents(&self) -> Result<Vec<Thing>, Error> {
        let (assigned, given) = (self.library.list_agent_skills()?, self.library.list_agent_tools()?);
        let components = self.library.list_components()?;
        let tool = |id: &ToolId| self.ids.there(SharedKind::Tool, id.0).to_string();
        let one = |agent: &Agent| {
            let own = assigned.iter().filter(|link| link.agent == agent.id && self.active_skills.contains(&link.skill));
            let skills = own.map(|link| {
                let skill = self.ids.there(SharedKind::Skill, link.skill.0).to_string();
                let (priority, sequence_id, config) = (link.priority, link.sequence_id, link.config.clone());
                (skill, SharedAssignment { priority, sequence_id, config })
            });
            let own_tools = given.iter().filter(|(of, id)| *of == agent.id && self.active_tools.contains(id));
            let content = SharedAgent {
                name: agent.name.clone(),
                description: agent.description.clone(),
                instruction: agent.instruction.clone(),
                model_provider: agent.model_provider.clone(),
                model_name: agent.model_name.clone(),
                api_key_ref: agent.api_key_ref.clone(),
                temperature: agent.temperature,
                max_tokens: agent.max_tokens,
                skills: skills.collect(),
                tools: own_tools.map(|(_, id)| tool(id)).collect(),
                components: components
                    .iter()
                    .filter(|one| one.agent == agent.id)
                    .map(|one| self.component(one))
                    .collect(),
            };
            thing(SharedKind::Agent, agent.id.0, &agent.name, agent.audit.aggregate_version, &content)
        };
        self.library.list_agents()?.iter().map(one).collect()
    }

    fn component(&self, component: &Component) -> SharedComponent {
        let tools = component.tools.iter().filter(|id| self.active_tools.contains(id));
        SharedComponent {
            name: component.name.clone(),
            description: component.description.clone(),
            prompt: component.prompt.clone(),
            state_schema: component.state_schema.clone(),
            initial_state: component.initial_state.clone(),
            tools: tools.map(|id| self.ids.there(SharedKind::Tool, id.0).to_string()).collect(),
        }
    }
}

fn server(row: &ServerRow) -> Result<Thing, Error> {
    let transport = credentials::left_out(row.transport.clone());
    let content = SharedServer { name: row.name.clone(), is_enabled: row.is_enabled, transport };
    thing(SharedKind::Server, row.id, &row.name, row.audit.aggregate_version, &content)
}

fn thing<T: kept::Kept>(kind: SharedKind, local: Uuid, name: &str, version: i64, content: &T) -> Result<Thing, Error> {
    let content = kept::write_text(content)?;
    let sha256 = sha256_hex(content.as_bytes());
    Ok(Thing { kind, local, name: name.to_owned(), version, content, sha256 })
}
