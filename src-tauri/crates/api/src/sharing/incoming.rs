//! What came from a server, as rows of this library.

use std::collections::BTreeSet;

use studio_model::{
    AccessLevel, Agent, AgentId, Audit, Component, ComponentId, SharedKind, SkillDependency, SkillId, SkillTool, ToolId,
};
use studio_store::{
    AgentRecord, AssignedSkill, FileChange, Incoming, NewSkillRow, Record, SKILL_FILE, ServerRow, SkillChange,
    SkillDetail, SkillLinksRow, unsaved,
};
use uuid::Uuid;

use crate::{
    Error, ErrorCode,
    definitions::forms,
    kept::{
        self, Kept, Unreadable,
        sharing::{SharedAgent, SharedComponent, SharedServer, SharedSkill, SharedTool},
    },
    secrets::credentials,
    sharing::{ids::Ids, merging::Files},
    skills::{
        content::{Prepared, Surroundings, file_row, prepare},
        judging::Judging,
        tool_links::Links,
    },
    state::session::Session,
};

/// How a change is called in timelines.
const REASON: &str = "pulled";

/// Something that came, and what it takes the place of.
pub(crate) struct Arrival<'a> {
    pub(crate) kind: SharedKind,
    /// Its id here.
    pub(crate) local: Uuid,
    pub(crate) name: &'a str,
    pub(crate) content: &'a str,
    /// Its row version here, where it is in use here.
    pub(crate) version: Option<i64>,
}

/// Makes rows of what came.
pub(crate) struct Builder<'a> {
    pub(crate) session: &'a Session,
    pub(crate) ids: &'a Ids,
    pub(crate) judging: &'a Judging,
    pub(crate) files: &'a Files,
    pub(crate) incoming: Incoming,
}

impl Builder<'_> {
    /// Adds the rows of one thing.
    pub(crate) fn add(&mut self, arrival: &Arrival<'_>) -> Result<(), Error> {
        let audit = self.audit(arrival)?;
        match arrival.kind {
            SharedKind::Server => {
                let SharedServer { name, is_enabled, transport } = read(arrival)?;
                let row = ServerRow { id: arrival.local, name, transport, is_enabled, audit };
                self.incoming.servers.push(row);
            }
            SharedKind::Tool => self.add_tool(arrival, audit)?,
            SharedKind::Skill => self.add_skill(arrival, audit.aggregate_version)?,
            SharedKind::Agent => self.add_agent(arrival, audit)?,
        }
        Ok(())
    }

    /// What its row here bears: it is in use, in the trash and comes back, or new.
    fn audit(&mut self, arrival: &Arrival<'_>) -> Result<Audit, Error> {
        if let Some(aggregate_version) = arrival.version {
            return Ok(Audit { aggregate_version, ..unsaved() });
        }
        match self.session.library.trashed_version(arrival.kind, arrival.local)? {
            Some(version) => {
                self.incoming.restored.push((arrival.kind, arrival.local, version));
                Ok(Audit { aggregate_version: version + 1, ..unsaved() })
            }
            None => Ok(unsaved()),
        }
    }

    fn add_tool(&mut self, arrival: &Arrival<'_>, audit: Audit) -> Result<(), Error> {
        let SharedTool { tool: mut snapshot } = read(arrival)?;
        let here = |id: &String| self.ids.here_text(SharedKind::Tool, id).map(|id| id.to_string());
        snapshot.depends_on = snapshot.depends_on.iter().filter_map(here).collect();
        let edit = snapshot.edit(Some(arrival.local.to_string()), audit.aggregate_version as u32);
        let record = self.session.tool_from(ToolId(arrival.local), audit, &edit)?;
        let snapshot = credentials::snapshot(&forms::edit(&record));
        self.incoming.tools.push((record, snapshot));
        Ok(())
    }

    fn add_skill(&mut self, arrival: &Arrival<'_>, version: i64) -> Result<(), Error> {
        let shared: SharedSkill = read(arrival)?;
        let id = SkillId(arrival.local);
        if version == 0 {
            let row = self.new_skill(id, arrival.name, &shared)?;
            self.incoming.new_skills.push(row);
        } else {
            let detail = self.session.library.get_skill(id)?;
            let change = self.changed_skill(&detail, &shared)?;
            self.incoming.changed_skills.push((id, version, change));
        }
        let links = self.links(id, &shared);
        self.incoming.links.push(links);
        Ok(())
    }

    fn new_skill(&self, id: SkillId, name: &str, shared: &SharedSkill) -> Result<NewSkillRow, Error> {
        let paths: Vec<&str> = shared.files.keys().map(String::as_str).collect();
        let linked = Some(Links::NEW);
        let tools = self.session.tools_for_lint()?;
        let around = Surroundings { files: &paths, tools: Some(&tools), linked, ..Surroundings::default() };
        let Prepared { mut content, has_name, .. } = prepare(self.bytes(&shared.document)?, around);
        if !has_name {
            name.clone_into(&mut content.name);
        }
        let file = |(path, file): (&String, &kept::sharing::SharedFile)| {
            check_path(path)?;
            Ok(file_row(path, self.bytes(&file.sha256)?, file.is_executable))
        };
        Ok(NewSkillRow {
            id: Some(id),
            group: shared.group.clone(),
            content,
            files: shared.files.iter().map(file).collect::<Result<_, Error>>()?,
            reason: REASON.to_owned(),
            ..NewSkillRow::default()
        })
    }

    fn changed_skill(&self, detail: &SkillDetail, shared: &SharedSkill) -> Result<SkillChange, Error> {
        let mut files = Vec::new();
        for (path, file) in &shared.files {
            let is_same = |row: &studio_store::FileRow| {
                row.path == *path && row.sha256 == file.sha256 && row.is_executable == file.is_executable
            };
            if !detail.files.iter().any(is_same) {
                check_path(path)?;
                files.push(FileChange::Put(file_row(path, self.bytes(&file.sha256)?, file.is_executable)));
            }
        }
        let gone = detail.files.iter().filter(|row| row.path != SKILL_FILE && !shared.files.contains_key(&row.path));
        files.extend(gone.map(|row| FileChange::Delete { path: row.path.clone() }));
        let paths: Vec<&str> = shared.files.keys().map(String::as_str).collect();
        let content = if detail.document.sha256 == shared.document && files.is_empty() {
            None
        } else {
            let bytes = if detail.document.sha256 == shared.document {
                detail.document.bytes.clone()
            } else {
                self.bytes(&shared.document)?
            };
            Some(self.judging.content(detail, bytes, &paths))
        };
        let record = Record { reason: REASON.to_owned(), ..Record::default() };
        Ok(SkillChange { content, group: Some(shared.group.clone()), files, record, ..SkillChange::default() })
    }

    fn links(&self, skill: SkillId, shared: &SharedSkill) -> SkillLinksRow {
        let other = |text: &str| self.ids.here_text(SharedKind::Skill, text).map(SkillId);
        let tools = shared.tools.iter().filter_map(|(id, grant)| {
            Some(SkillTool {
                skill,
                tool: ToolId(self.ids.here_text(SharedKind::Tool, id)?),
                config: grant.config.clone(),
                access: AccessLevel::parse(&grant.access).unwrap_or_default(),
                tool_version: None,
                audit: unsaved(),
            })
        });
        let requires = shared.requires.iter().filter_map(|(id, required)| {
            Some(SkillDependency { skill, depends_on: other(id)?, required: *required, audit: unsaved() })
        });
        SkillLinksRow {
            skill,
            parent: shared.parent.as_deref().and_then(other),
            tools: tools.collect(),
            requires: requires.collect(),
        }
    }

    fn add_agent(&mut self, arrival: &Arrival<'_>, audit: Audit) -> Result<(), Error> {
        let shared: SharedAgent = read(arrival)?;
        let id = AgentId(arrival.local);
        let tool = |text: &String| self.ids.here_text(SharedKind::Tool, text).map(ToolId);
        let assigned = |(id, link): (&String, &kept::sharing::SharedAssignment)| {
            Some(AssignedSkill {
                skill: SkillId(self.ids.here_text(SharedKind::Skill, id)?),
                priority: link.priority,
                sequence_id: link.sequence_id,
                config: link.config.clone(),
            })
        };
        let record = AgentRecord {
            skills: shared.skills.iter().filter_map(assigned).collect(),
            tools: shared.tools.iter().filter_map(tool).collect(),
            components: self.components(id, &shared)?,
            agent: Agent {
                host: self.session.library.host(),
                id,
                name: shared.name,
                description: shared.description,
                instruction: shared.instruction,
                model_provider: shared.model_provider,
                model_name: shared.model_name,
                api_key_ref: shared.api_key_ref,
                temperature: shared.temperature,
                max_tokens: shared.max_tokens,
                audit,
            },
        };
        self.incoming.agents.push(record);
        Ok(())
    }

    /// One that keeps its name keeps its id here.
    fn components(&self, agent: AgentId, shared: &SharedAgent) -> Result<Vec<Component>, Error> {
        let own = self.session.components_of(agent)?;
        let tool = |text: &String| self.ids.here_text(SharedKind::Tool, text).map(ToolId);
        let component = |one: &SharedComponent| {
            let before = own.iter().find(|component| component.name == one.name);
            Component {
                host: self.session.library.host(),
                id: before.map_or_else(|| ComponentId(Uuid::now_v7()), |component| component.id),
                agent,
                name: one.name.clone(),
                description: one.description.clone(),
                prompt: one.prompt.clone(),
                state_schema: one.state_schema.clone(),
                initial_state: one.initial_state.clone(),
                tools: one.tools.iter().filter_map(tool).collect(),
                audit: unsaved(),
            }
        };
        Ok(shared.components.iter().map(component).collect())
    }

    fn bytes(&self, sha256: &str) -> Result<Vec<u8>, Error> {
        self.files.get(sha256).cloned().ok_or_else(|| Error::interrupted(&format!("{sha256} wasn't received")))
    }
}

/// A path within a skill and nothing else: what comes from a server may be a stranger's.
fn check_path(path: &str) -> Result<(), Error> {
    let is_plain = |part: &str| !part.is_empty() && part != "." && part != "..";
    let is_bad = path.starts_with('/') || path.contains(['\\', '\0']) || !path.split('/').all(is_plain);
    if is_bad || path == SKILL_FILE {
        let message = format!("The server lists a file outside its skill: {path}. It was left out.");
        return Err(Error::new(ErrorCode::Invalid, message));
    }
    Ok(())
}

fn read<T: Kept>(arrival: &Arrival<'_>) -> Result<T, Error> {
    kept::read_text(arrival.content).map_err(|why: Unreadable| {
        Error::new(ErrorCode::Server, format!("The server's version can't be read. {why}")).with_detail(&why)
    })
}

/// What something that came names: it can come in when all of it is here.
pub(crate) fn named(kind: SharedKind, content: &str) -> BTreeSet<(SharedKind, Uuid)> {
    let id = |kind: SharedKind, text: &String| Some((kind, Uuid::parse_str(text).ok()?));
    match kind {
        SharedKind::Server => BTreeSet::new(),
        SharedKind::Tool => match kept::read_text::<SharedTool>(content) {
            Ok(shared) => shared.tool.depends_on.iter().filter_map(|text| id(SharedKind::Tool, text)).collect(),
            Err(_) => BTreeSet::new(),
        },
        SharedKind::Skill => match kept::read_text::<SharedSkill>(content) {
            Ok(shared) => {
                let tools = shared.tools.keys().filter_map(|text| id(SharedKind::Tool, text));
                let others = shared.requires.keys().chain(&shared.parent);
                tools.chain(others.filter_map(|text| id(SharedKind::Skill, text))).collect()
            }
            Err(_) => BTreeSet::new(),
        },
        SharedKind::Agent => match kept::read_text::<SharedAgent>(content) {
            Ok(shared) => {
                let tools = shared.tools.iter().chain(shared.components.iter().flat_map(|one| &one.tools));
                let skills = shared.skills.keys().filter_map(|text| id(SharedKind::Skill, text));
                tools.filter_map(|text| id(SharedKind::Tool, text)).chain(skills).collect()
            }
            Err(_) => BTreeSet::new(),
        },
    }
}

/// The files a skill that came is made of.
pub(crate) fn files_of(content: &str) -> Vec<String> {
    let Ok(shared) = kept::read_text::<SharedSkill>(content) else { return Vec::new() };
    let mut hashes: BTreeSet<String> = shared.files.into_values().map(|file| file.sha256).collect();
    hashes.insert(shared.document);
    hashes.into_iter().collect()
}
