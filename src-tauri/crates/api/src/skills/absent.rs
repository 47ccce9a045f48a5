//! What is missed because it lies in the trash: by skills, by tools and by agents.

use std::collections::{BTreeMap, HashMap, HashSet};

use studio_model::{Implementation, SkillId, ToolId};
use studio_runtime::{circle, required_by};
use studio_store::{ToolRecord, TrashKind};
use studio_text::lint::{Absent, AbsentKind};

use crate::{Error, state::session::Session};

/// Names of what lies in the trash.
#[derive(Default)]
pub(crate) struct Trashed {
    pub(crate) skills: HashMap<SkillId, String>,
    pub(crate) tools: HashMap<ToolId, String>,
    servers: HashSet<String>,
}

impl Trashed {
    /// As the library stands now.
    pub(crate) fn of(session: &Session) -> Result<Self, Error> {
        let mut trashed = Self::default();
        for row in session.library.list_trash()? {
            match row.key.kind {
                TrashKind::Skill => drop(trashed.skills.insert(SkillId(row.key.id), row.name)),
                TrashKind::Tool => drop(trashed.tools.insert(ToolId(row.key.id), row.name)),
                TrashKind::Server => drop(trashed.servers.insert(row.name)),
                _ => {}
            }
        }
        for server in session.library.list_servers()? {
            trashed.servers.remove(&server.name);
        }
        Ok(trashed)
    }

    /// What a tool misses, a sentence each.
    pub(crate) fn of_tool(&self, record: &ToolRecord) -> Vec<String> {
        let needed = record.detail.depends_on.iter().filter_map(|id| self.tools.get(id));
        let mut missed: Vec<String> = needed
            .map(|name| format!("It requires the tool {name}, which is in the trash. Restore the tool."))
            .collect();
        if let Some(Implementation::McpServer { server }) = &record.tool.implementation
            && self.servers.contains(server)
        {
            missed.push(format!("Its server {server} is in the trash. Restore it to call this tool."));
        }
        missed
    }
}

/// Which skill requires which, and what of that is missing.
#[derive(Default)]
pub(crate) struct Requirements {
    /// The required skills that are there.
    pub(crate) requires: BTreeMap<SkillId, Vec<SkillId>>,
    /// What each skill is to have and does not.
    absent: HashMap<SkillId, Vec<Absent>>,
    /// Skills in the trash that others only work better with.
    optional: HashMap<SkillId, Vec<String>>,
    names: HashMap<SkillId, String>,
}

impl Session {
    /// The requirements of all skills as they are now; read fast where there are none.
    pub(crate) fn requirements(&self) -> Result<Requirements, Error> {
        let (needs, uses) = (self.library.list_skill_dependencies()?, self.library.list_skill_tools()?);
        let orphans = self.library.list_orphans()?;
        let mut found = Requirements::default();
        if needs.is_empty() && uses.is_empty() && orphans.is_empty() {
            return Ok(found);
        }
        let trashed = Trashed::of(self)?;
        for (skill, parent) in orphans {
            let absent =
                trashed.skills.get(&parent).map(|name| Absent { what: AbsentKind::Parent, name: name.clone() });
            found.absent.entry(skill).or_default().extend(absent);
        }
        for link in needs {
            match trashed.skills.get(&link.depends_on) {
                Some(name) if link.required => {
                    let absent = Absent { what: AbsentKind::Skill, name: name.clone() };
                    found.absent.entry(link.skill).or_default().push(absent);
                }
                Some(name) => found.optional.entry(link.skill).or_default().push(name.clone()),
                None if link.required => found.requires.entry(link.skill).or_default().push(link.depends_on),
                None => {}
            }
        }
        for link in uses {
            if let Some(name) = trashed.tools.get(&link.tool) {
                let absent = Absent { what: AbsentKind::Tool, name: name.clone() };
                found.absent.entry(link.skill).or_default().push(absent);
            } else if let Some(version) = link.tool_version
                && self.library.find_tool_version(link.tool, version)?.is_none()
            {
                let absent = Absent { what: AbsentKind::ToolVersion, name: self.library.get_tool(link.tool)?.name };
                found.absent.entry(link.skill).or_default().push(absent);
            }
        }
        if !(found.requires.is_empty() && found.absent.is_empty() && found.optional.is_empty()) {
            found.names = self.names()?;
        }
        Ok(found)
    }
}

impl Requirements {
    /// What a skill itself is to have and does not.
    pub(crate) fn absent_of(&self, skill: SkillId) -> &[Absent] {
        self.absent.get(&skill).map_or(&[], Vec::as_slice)
    }

    /// The skills one requires, directly or through others, the nearest first.
    pub(crate) fn required_by(&self, skill: SkillId) -> Vec<SkillId> {
        required_by(skill, &self.requires)
    }

    /// Why a skill cannot be used, as a sentence about it: a skill it requires is missing, however far off, or it requires
    /// itself in the end.
    pub(crate) fn refusal(&self, skill: SkillId) -> Option<String> {
        if let Some(way) = circle(skill, &self.requires) {
            let mut names: Vec<String> = way.iter().map(|id| self.name_of(*id)).collect();
            names.extend(names.first().cloned());
            return Some(format!("Its required skills form a cycle: {}.", names.join(" → ")));
        }
        let among = [skill].into_iter().chain(self.required_by(skill));
        among.into_iter().find_map(|at| {
            let absent = self.absent_of(at).iter().find(|absent| absent.what == AbsentKind::Skill)?;
            let who = if at == skill { "It".to_owned() } else { self.name_of(at) };
            Some(format!("{who} requires the skill {}, which is in the trash.", absent.name))
        })
    }

    /// What a skill does without: tools in the trash, and skills it works better with. A sentence each.
    pub(crate) fn warnings(&self, skill: SkillId) -> Vec<String> {
        let name = self.name_of(skill);
        let tools = self.absent_of(skill).iter().filter(|absent| absent.what == AbsentKind::Tool);
        let tools = tools.map(|absent| format!("{name} uses the tool {}, which is in the trash.", absent.name));
        let versions = self.absent_of(skill).iter().filter(|absent| absent.what == AbsentKind::ToolVersion);
        let tools =
            tools.chain(versions.map(|absent| {
                format!("{name} is pinned to a version of the tool {} that no longer exists.", absent.name)
            }));
        let optional = self.optional.get(&skill).into_iter().flatten();
        tools.chain(optional.map(|on| format!("{name} works better with {on}, which is in the trash."))).collect()
    }

    /// A skill's name.
    pub(crate) fn name_of(&self, skill: SkillId) -> String {
        self.names.get(&skill).cloned().unwrap_or_default()
    }
}
