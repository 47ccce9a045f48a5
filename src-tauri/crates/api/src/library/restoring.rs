//! What comes back from the trash, under a name that is free.

use std::collections::{HashMap, HashSet};

use studio_model::{AgentId, ComponentId, SkillId, SkillTool, ToolId};
use studio_pack::kill_point;
use studio_store::{self as store, TrashRow};
use studio_text::lint::free_name;

use crate::{
    Error, ErrorCode, Studio,
    base::{ids::row_version, shown::in_row},
    definitions::forms as tool_forms,
    dto::{LinkFacts, TrashItem, TrashKind, TrashRef},
    library::trash_kinds::{drawn, end, key_of, kind, not_a_link, said},
    secrets::credentials,
    state::{session::Session, writing::Writing},
};

impl Studio {
    /// Takes something out of the trash as it was read there, under another name where one is given. Refused where its
    /// name belongs to another one by now.
    pub fn restore_item(&self, item: &TrashRef, name: Option<&str>) -> Result<TrashRef, Error> {
        let session = self.session()?;
        let row = session.trashed(item)?;
        let named = name.map_or(row.name.as_str(), str::trim);
        if item.kind == TrashKind::Link {
            session.restore_link(self, &row)?;
        } else {
            let skill = (item.kind == TrashKind::Skill).then_some(SkillId(row.key.id));
            let _noted = skill.and_then(|skill| session.note_restoring(&[skill]));
            restore_named(&session.writing(), &row, named)
                .map_err(|error| session.taken_meanwhile(item.kind, (&row.to_name, named), error))?;
            kill_point();
            // Not before it is back: what is refused leaves the folder where it is.
            if let Some(skill) = skill {
                session.take_folders_back(&[skill]);
            }
            session.came_or_went(item.kind, row.key.id)?;
        }
        Ok(TrashRef { aggregate_version: item.aggregate_version + 1, ..item.clone() })
    }
}

impl Session {
    /// What lies in the trash as it was read there.
    pub(crate) fn trashed(&self, item: &TrashRef) -> Result<TrashRow, Error> {
        let key = key_of(item)?;
        let row = self.library.list_trash()?.into_iter().find(|row| row.key == key);
        let row = row.ok_or_else(|| Error::new(ErrorCode::NotFound, "This is no longer in the trash."))?;
        let expected = row_version(item.aggregate_version);
        if row.aggregate_version == expected {
            return Ok(row);
        }
        let found = row.aggregate_version;
        Err(store::Error::Stale { entity: "item in the trash", id: row.name, expected, found }.into())
    }

    /// A cut link is drawn again with what it said, by the way a link is drawn.
    pub(crate) fn restore_link(&self, studio: &Studio, row: &TrashRow) -> Result<(), Error> {
        let mut drawn = drawn(row).ok_or_else(|| not_a_link(&row.name))?;
        match row.key.kind {
            store::TrashKind::SkillDependency => {
                let cut = self.library.cut_dependency(SkillId(row.key.id), SkillId(end(row)))?;
                drawn.facts = LinkFacts::Depends { is_required: cut.required };
            }
            store::TrashKind::SkillTool => {
                let SkillTool { access, config, tool_version, .. } =
                    self.library.cut_skill_tool(SkillId(row.key.id), ToolId(end(row)))?;
                drawn.facts = LinkFacts::Uses {
                    access: crate::definitions::forms::shown_access(access),
                    tool_version: tool_version.map(|version| version as u32),
                    config: config.to_string(),
                };
                drawn.aggregate_version = row.aggregate_version as u32;
            }
            _ => {}
        }
        studio.save_link(&drawn).map(drop)
    }

    /// A refusal because of a name, with a name that is free.
    pub(crate) fn taken_meanwhile(&self, kind: TrashKind, (of, name): (&str, &str), error: Error) -> Error {
        let Ok(Some(free)) = Taken::of(self).and_then(|taken| taken.free(kind, of, name)) else { return error };
        let what = match kind {
            TrashKind::Tool => "A tool",
            TrashKind::Agent => "An agent",
            TrashKind::Server => "A server",
            TrashKind::Component => "A component",
            TrashKind::Pack => "A pack",
            TrashKind::Skill | TrashKind::Link => return error,
        };
        let message =
            format!("{what} named {name} already exists. Restore this one as {free}, or rename the other one.");
        Error::new(ErrorCode::Invalid, message)
    }
}

/// Names that are in use, which what comes back cannot have.
pub(crate) struct Taken {
    tools: HashSet<String>,
    agents: HashSet<String>,
    servers: HashSet<String>,
    packs: HashSet<String>,
    /// Those of components, by agent.
    components: HashMap<String, HashSet<String>>,
}

impl Taken {
    pub(crate) fn of(session: &Session) -> Result<Self, Error> {
        let library = &session.library;
        let agents: HashMap<AgentId, String> =
            library.list_agents()?.into_iter().map(|agent| (agent.id, agent.name)).collect();
        let mut components: HashMap<String, HashSet<String>> = HashMap::new();
        for component in library.list_components()? {
            if let Some(agent) = agents.get(&component.agent) {
                components.entry(agent.clone()).or_default().insert(component.name);
            }
        }
        Ok(Self {
            components,
            tools: library.list_tools()?.into_iter().map(|tool| tool.name).collect(),
            agents: agents.into_values().collect(),
            servers: library.list_servers()?.into_iter().map(|server| server.name).collect(),
            packs: library.list_packs()?.into_iter().map(|pack| pack.name).collect(),
        })
    }

    /// A free name like this one; none where it is free itself, or several may have it. `of` is a component's agent.
    pub(crate) fn free(&self, kind: TrashKind, of: &str, name: &str) -> Result<Option<String>, Error> {
        let names = match kind {
            TrashKind::Tool => Some(&self.tools),
            TrashKind::Agent => Some(&self.agents),
            TrashKind::Server => Some(&self.servers),
            TrashKind::Component => self.components.get(of),
            TrashKind::Pack => Some(&self.packs),
            TrashKind::Skill | TrashKind::Link => None,
        };
        let Some(names) = names else { return Ok(None) };
        if !names.contains(name) {
            return Ok(None);
        }
        free_name(name, |free| Ok(names.contains(free))).map(Some)
    }

    pub(crate) fn item(&self, row: TrashRow) -> Result<TrashItem, Error> {
        let kind = kind(row.key.kind);
        let id = drawn(&row).map_or_else(|| row.key.id.to_string(), |link| link.key);
        Ok(TrashItem {
            free_name: self.free(kind, &row.to_name, &row.name)?,
            item: TrashRef { kind, id, aggregate_version: row.aggregate_version as u32 },
            name: in_row(said(&row)),
            description: in_row(row.description),
            trashed_at: row.trashed_at,
        })
    }
}

pub(crate) fn restore_named(writing: &Writing<'_>, row: &TrashRow, name: &str) -> Result<(), Error> {
    let (id, expected) = (row.key.id, row.aggregate_version);
    match row.key.kind {
        store::TrashKind::Tool if name != row.name => {
            let mut record = writing.get_tool_record(ToolId(id))?;
            name.clone_into(&mut record.tool.name);
            record.tool.audit.active = true;
            writing.save_tool(&record, &credentials::snapshot(&tool_forms::edit(&record)), "restored")?;
        }
        store::TrashKind::Agent if name != row.name => {
            let mut agent = writing.get_agent(AgentId(id))?;
            name.clone_into(&mut agent.name);
            agent.audit.active = true;
            writing.put_agent(&agent)?;
        }
        store::TrashKind::Server if name != row.name => {
            let mut server = writing.get_server(id)?;
            name.clone_into(&mut server.name);
            server.audit.active = true;
            writing.put_server(&server)?;
        }
        store::TrashKind::Pack if name != row.name => {
            let mut pack = writing.get_pack(id)?;
            name.clone_into(&mut pack.name);
            pack.audit.active = true;
            writing.put_pack(&pack)?;
        }
        store::TrashKind::Pack => drop(writing.set_pack_active(id, expected, true)?),
        store::TrashKind::Tool => drop(writing.set_tool_active(ToolId(id), expected, true)?),
        store::TrashKind::Agent => drop(writing.set_agent_active(AgentId(id), expected, true)?),
        store::TrashKind::Server => drop(writing.set_server_active(id, expected, true)?),
        store::TrashKind::Component => {
            writing.set_component_active(ComponentId(id), expected, true, Some(name))?;
        }
        _ => drop(writing.set_skill_active(SkillId(id), expected, true)?),
    }
    Ok(())
}
