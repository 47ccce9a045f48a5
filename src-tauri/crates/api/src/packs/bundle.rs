//! A library, or the part of it an author chose, as what goes out.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use studio_model::{AgentId, Component, SkillId, SkillTool, ToolId};
use studio_pack::targets::{AgentOut, Bundle, Entity, FileOut, Others, Reason, Refusal, SkillOut, ToolOut};
use studio_store::{EntityKind, SKILL_FILE, SkillRow, ToolRecord};

use super::{
    details::{self, Around},
    planning::cancelled,
    selecting::Selected,
};
use crate::{
    Error, ErrorCode,
    base::{activity::Running, error::not_found},
    definitions::{forms, stated},
    dto::{ExportTarget, PackContent},
    skills::absent::Trashed,
    state::session::Session,
};

/// Which part of a library goes out.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    /// The skills.
    pub(super) skills: &'a HashSet<SkillId>,
    /// Whether their tools go along.
    pub(super) tools: bool,
    /// Whether the agents that are given one of them go along, with their tools where tools do.
    pub(super) agents: bool,
}

/// What goes out, and what stands against it already.
pub(super) struct Gathered {
    pub(super) bundle: Bundle,
    pub(super) refusals: Vec<Refusal>,
}

impl Session {
    /// The skills of these names or ids with those they require and their tools; the whole library where none is named.
    pub(super) fn gather(&self, skills: &[String]) -> Result<Gathered, Error> {
        let mut refusals = Vec::new();
        let rows = self.library.list_skills()?;
        let chosen: Option<HashSet<SkillId>> =
            if skills.is_empty() { None } else { Some(self.chosen(skills, &mut refusals)?) };
        let part = chosen.as_ref().map(|skills| Part { skills, tools: true, agents: false });
        Ok(Gathered { bundle: self.bundle(rows, part)?, refusals })
    }

    /// One skill by name or id, without what it requires and without tools.
    pub(super) fn gather_alone(&self, skill: &str) -> Result<Gathered, Error> {
        let skills = HashSet::from([self.skill_named(skill)?]);
        let part = Part { skills: &skills, tools: false, agents: false };
        Ok(Gathered { bundle: self.bundle(self.library.list_skills()?, Some(part))?, refusals: Vec::new() })
    }

    /// What a pack of this name is made of.
    pub(super) fn bundle_of(&self, name: &str, content: &PackContent, selected: &Selected) -> Result<Bundle, Error> {
        let part = Part { skills: &selected.skills, tools: content.along.tools, agents: content.along.agents };
        Ok(Bundle { name: name.to_owned(), ..self.bundle(selected.rows.clone(), Some(part))? })
    }

    /// A part of the library, or the whole of it, as what goes out. `rows` are all its skills.
    pub(super) fn bundle(&self, rows: Vec<SkillRow>, part: Option<Part<'_>>) -> Result<Bundle, Error> {
        let is_chosen = |id: &SkillId| part.is_none_or(|part| part.skills.contains(id));
        let ids: Vec<SkillId> = rows.iter().map(|row| row.id).filter(is_chosen).collect();
        let mut agents = if part.is_none_or(|part| part.agents) { self.agents_out()? } else { Vec::new() };
        if let Some(part) = part {
            agents.retain(|agent| agent.skills.iter().any(|link| part.skills.contains(&link.skill)));
        }
        let has_tools = part.is_none_or(|part| part.tools);
        let is_out: HashSet<SkillId> = ids.iter().copied().collect();
        let skill_tools: Vec<SkillTool> = self
            .library
            .list_skill_tools()?
            .into_iter()
            .filter(|link| has_tools && is_out.contains(&link.skill))
            .collect();
        let dependencies =
            self.library.list_skill_dependencies()?.into_iter().filter(|link| is_out.contains(&link.skill)).collect();
        let given = agents.iter().flat_map(|agent| agent.tools.iter().copied());
        let linked: HashSet<ToolId> = skill_tools.iter().map(|link| link.tool).chain(given).collect();
        let records = self.library.list_tool_records()?;
        let around = Around::of(&self.library, &records)?;
        let tools = records
            .iter()
            .filter(|record| has_tools && (part.is_none() || linked.contains(&record.tool.id)))
            .map(|record| self.tool_out(record, &around))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Bundle {
            host: self.library.host(),
            name: self.library.info()?.name,
            skills: ids.into_iter().map(|id| self.skill_out(id)).collect::<Result<_, _>>()?,
            tools,
            agents,
            skill_tools,
            dependencies,
            others: Others { skills: rows.into_iter().map(|row| (row.id, row.name)).collect(), tools: around.names },
        })
    }

    /// The skills of some names or ids, and all they require, however far.
    fn chosen(&self, named: &[String], refusals: &mut Vec<Refusal>) -> Result<HashSet<SkillId>, Error> {
        let named = named.iter().map(|name| self.skill_named(name)).collect::<Result<Vec<_>, _>>()?;
        self.with_required(named, refusals)
    }

    /// Skills, and all they require, however far. One whose required skill is in the trash is refused.
    pub(super) fn with_required(
        &self,
        mut due: Vec<SkillId>,
        refusals: &mut Vec<Refusal>,
    ) -> Result<HashSet<SkillId>, Error> {
        let (needs, trashed) = (self.library.list_skill_dependencies()?, Trashed::of(self)?);
        let mut chosen = HashSet::new();
        while let Some(id) = due.pop() {
            if !chosen.insert(id) {
                continue;
            }
            for link in needs.iter().filter(|link| link.skill == id && link.required) {
                match trashed.skills.get(&link.depends_on) {
                    Some(missing) => {
                        let entity = Entity::skill(&self.library.get_skill(id)?.skill.name);
                        refusals.push(Refusal {
                            entity,
                            reason: Reason::MissingRequired(missing.clone()),
                            skill: Some(id),
                        });
                    }
                    None => due.push(link.depends_on),
                }
            }
        }
        Ok(chosen)
    }

    /// The one skill of a name, or of an id.
    fn skill_named(&self, name: &str) -> Result<SkillId, Error> {
        match self.library.find_skills(name)?.as_slice() {
            [only] => Ok(*only),
            [] => {
                let id: SkillId = name.parse().map_err(|_| not_found("skill", name))?;
                self.library.stored_skill(id)?.map(|skill| skill.id).ok_or_else(|| not_found("skill", name))
            }
            several => {
                let ids: Vec<String> = several.iter().map(ToString::to_string).collect();
                let message = format!("{} skills are named {name}. Specify one by ID: {}.", ids.len(), ids.join(", "));
                Err(Error::new(ErrorCode::Invalid, message))
            }
        }
    }

    /// Waits for the vectors that rows of a pack have, while they are being made.
    pub(super) fn wait_for_vectors_of(self: &Arc<Self>, content: &PackContent, running: &Running) -> Result<(), Error> {
        if content.targets.iter().all(|target| target.target != ExportTarget::Light4jSql) {
            return Ok(());
        }
        self.wait_for_row_vectors(&mut || if running.is_cancelled() { Err(cancelled()) } else { Ok(()) })
    }

    fn skill_out(&self, id: SkillId) -> Result<SkillOut, Error> {
        let detail = self.library.get_skill(id)?;
        let files = detail.files.iter().filter(|file| file.path != SKILL_FILE).map(|file| {
            let content = self.library.read_file(id, &file.path)?;
            Ok(FileOut { path: content.path, bytes: content.bytes, is_executable: content.is_executable })
        });
        Ok(SkillOut {
            files: files.collect::<Result<_, Error>>()?,
            vector: self.library.description_vector(EntityKind::Skill, id.0)?,
            bytes: detail.document.bytes,
            skill: detail.skill,
        })
    }

    fn tool_out(&self, record: &ToolRecord, around: &Around) -> Result<ToolOut, Error> {
        Ok(ToolOut {
            tool: record.tool.clone(),
            parameters: record.parameters.clone(),
            schema: forms::schema(record),
            effect: forms::access_for(forms::effect(record)),
            stated_effect: record.detail.effect,
            stated: stated::of(record),
            details: details::of(record, around),
            vector: self.library.description_vector(EntityKind::Tool, record.tool.id.0)?,
        })
    }

    fn agents_out(&self) -> Result<Vec<AgentOut>, Error> {
        let (links, given) = (self.library.list_agent_skills()?, self.library.list_agent_tools()?);
        let mut components: HashMap<AgentId, Vec<Component>> = HashMap::new();
        for component in self.library.list_components()? {
            components.entry(component.agent).or_default().push(component);
        }
        let out = |agent: studio_model::Agent| AgentOut {
            skills: links.iter().filter(|link| link.agent == agent.id).cloned().collect(),
            tools: given.iter().filter(|(of, _)| *of == agent.id).map(|(_, tool)| *tool).collect(),
            components: components.remove(&agent.id).unwrap_or_default(),
            agent,
        };
        Ok(self.library.list_agents()?.into_iter().map(out).collect())
    }
}
