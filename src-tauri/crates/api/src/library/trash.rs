//! The trash: what goes there and who depends on it, what comes back, and what is deleted for good.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use studio_model::{AgentId, ComponentId, SkillId, SkillTool, ToolId};
use studio_store::{self as store, TrashKey, TrashRow};
use uuid::Uuid;

use crate::{
    Error, ErrorCode, Studio,
    agents::{components::component_id, records::agent_id},
    calls::credentials,
    dto::{
        Dependent, MapLink, MapLinkKind, MapNodeKind, PurgeReport, StudioEvent, TrashItem, TrashKind, TrashRef,
        WhenNeeded,
    },
    map::key::NodeKey,
    map::{
        blast::reason,
        links::ends,
        picture::{link, name_of_kind},
    },
    servers::records::server_id,
    skills::namesakes::free_name,
    studio::session::{Session, row_version, skill_id},
    tools::{forms as tool_forms, records::tool_id},
};

/// Dependents that a refusal names at most; the others are counted.
const NAMED: usize = 5;

impl Studio {
    /// Who depends on these things, apart from each other, by name. Who only works better with one is not told.
    pub fn dependents(&self, items: &[TrashRef]) -> Result<Vec<Dependent>, Error> {
        self.session()?.dependents(items)
    }

    /// Moves something to the trash as it was read; a skill's linked folder is not touched. Gives it as it is there.
    pub fn trash(&self, item: &TrashRef, when: WhenNeeded) -> Result<TrashRef, Error> {
        let session = self.session()?;
        if when == WhenNeeded::Refuse {
            session.refuse_needed(std::slice::from_ref(item))?;
        }
        let (library, expected) = (&session.library, row_version(item.aggregate_version));
        let id = key_of(item)?.id;
        let audit = match item.kind {
            TrashKind::Skill => library.set_skill_active(SkillId(id), expected, false)?,
            TrashKind::Tool => library.set_tool_active(ToolId(id), expected, false)?,
            TrashKind::Agent => library.set_agent_active(AgentId(id), expected, false)?,
            TrashKind::Server => library.set_server_active(id, expected, false)?,
            TrashKind::Component => library.set_component_active(ComponentId(id), expected, false, None)?,
            TrashKind::Link => {
                let (kind, from, to) = link_parts(&item.id)?;
                self.delete_link(kind, from, to, item.aggregate_version)?;
                return Ok(TrashRef { aggregate_version: item.aggregate_version + 1, ..item.clone() });
            }
        };
        if item.kind == TrashKind::Server {
            session.servers.forget(id);
        }
        session.came_or_went(item.kind, id)?;
        Ok(TrashRef { aggregate_version: audit.aggregate_version as u32, ..item.clone() })
    }

    /// What lies in the trash, newest first.
    pub fn list_trash(&self) -> Result<Vec<TrashItem>, Error> {
        let session = self.session()?;
        let taken = Taken::of(&session)?;
        session.library.list_trash()?.into_iter().map(|row| taken.item(row)).collect()
    }

    /// How much lies in the trash.
    pub fn count_trash(&self) -> Result<u32, Error> {
        Ok(self.session()?.library.counts()?.trashed)
    }

    /// Takes something out of the trash as it was read there, under another name where one is given. Refused where its
    /// name belongs to another one by now.
    pub fn restore(&self, item: &TrashRef, name: Option<&str>) -> Result<TrashRef, Error> {
        let session = self.session()?;
        let row = session.trashed(item)?;
        let named = name.map_or(row.name.as_str(), str::trim);
        if item.kind == TrashKind::Link {
            session.restore_link(self, &row)?;
        } else {
            session
                .restore_named(&row, named)
                .map_err(|error| session.taken_meanwhile(item.kind, (&row.to_name, named), error))?;
            session.came_or_went(item.kind, row.key.id)?;
        }
        Ok(TrashRef { aggregate_version: item.aggregate_version + 1, ..item.clone() })
    }

    /// Deletes these things of the trash for good. What others depend on stays, and they are named.
    pub fn purge(&self, items: &[TrashRef]) -> Result<PurgeReport, Error> {
        let session = self.session()?;
        let rows: HashMap<TrashKey, TrashRow> =
            session.library.list_trash()?.into_iter().map(|row| (row.key, row)).collect();
        let mut wanted = Vec::new();
        for item in items {
            wanted.push((key_of(item)?, row_version(item.aggregate_version)));
        }
        let purged = session.library.purge(&wanted)?;
        for key in purged.gone.iter().filter(|key| key.kind == store::TrashKind::Skill) {
            session.forget(SkillId(key.id))?;
        }
        let name = |key: &TrashKey| rows.get(key).map_or_else(|| key.id.to_string(), said);
        let needed = purged
            .needed
            .iter()
            .map(|(key, by)| format!("{} is needed by {}. Remove those links first.", name(key), by.join(", ")));
        let moved_on = purged.moved_on.iter().map(|key| format!("{} is not in the trash any more.", name(key)));
        let report = PurgeReport { deleted: purged.gone.len() as u32, kept: needed.chain(moved_on).collect() };
        session.emit(StudioEvent::LibraryChanged);
        // Links of what is gone went with it, and what was missed is not missed any more.
        session.tools_changed()?;
        Ok(report)
    }
}

impl Session {
    /// Refuses to let go of what others depend on, and names them.
    pub(crate) fn refuse_needed(&self, items: &[TrashRef]) -> Result<(), Error> {
        let found = self.dependents(items)?;
        if found.is_empty() {
            return Ok(());
        }
        let mut whys: Vec<&str> = found.iter().take(NAMED).map(|one| one.why.as_str()).collect();
        let more = format!("There are {} more.", found.len().saturating_sub(NAMED));
        if found.len() > NAMED {
            whys.push(&more);
        }
        let message = format!("Not moved to the trash, because other items depend on it: {}", whys.join(" "));
        Err(Error::new(ErrorCode::Referenced, message))
    }

    fn dependents(&self, items: &[TrashRef]) -> Result<Vec<Dependent>, Error> {
        let going: HashSet<String> = items.iter().map(|item| self.map_key(item)).collect::<Result<_, _>>()?;
        let records = self.library.list_tool_records()?;
        let names = self.names_on_map(&records)?;
        let mut seen = HashSet::new();
        let mut found: Vec<Dependent> = Vec::new();
        for link in self.links(&records)? {
            let is_needed = going.contains(&link.to) && !going.contains(&link.from) && !is_optional(&link);
            let (Some(how), Some((kind, name)), true) = (reason(&link), names.get(&link.from), is_needed) else {
                continue;
            };
            let on = names.get(&link.to).map_or(link.to.as_str(), |(_, name)| name);
            let why = format!("{name} {} {on}.", how.words);
            if seen.insert(why.clone()) {
                let id = link.from.split_once(':').map(|(_, id)| id.to_owned()).unwrap_or_default();
                found.push(Dependent { kind: *kind, id, name: name.clone(), why });
            }
        }
        found.sort_by(|a, b| (a.name.to_lowercase(), &a.why).cmp(&(b.name.to_lowercase(), &b.why)));
        Ok(found)
    }

    /// What may depend on something, by its key on the map; servers stand there by name.
    fn names_on_map(&self, records: &[store::ToolRecord]) -> Result<HashMap<String, (MapNodeKind, String)>, Error> {
        let mut names = HashMap::new();
        for (id, name) in self.names()? {
            names.insert(NodeKey::Skill(&id).to_string(), (MapNodeKind::Skill, name));
        }
        for record in records {
            names.insert(NodeKey::Tool(&record.tool.id).to_string(), (MapNodeKind::Tool, record.tool.name.clone()));
        }
        for agent in self.library.list_agents()? {
            names.insert(NodeKey::Agent(&agent.id).to_string(), (MapNodeKind::Agent, agent.name));
        }
        for server in self.library.list_servers()? {
            names.insert(NodeKey::Server(&server.name).to_string(), (MapNodeKind::Server, server.name));
        }
        Ok(names)
    }

    fn map_key(&self, item: &TrashRef) -> Result<String, Error> {
        Ok(match item.kind {
            TrashKind::Skill => NodeKey::Skill(&item.id).to_string(),
            TrashKind::Tool => NodeKey::Tool(&item.id).to_string(),
            TrashKind::Agent => NodeKey::Agent(&item.id).to_string(),
            TrashKind::Server => NodeKey::Server(&self.library.get_server(server_id(&item.id)?)?.name).to_string(),
            TrashKind::Component => format!("component:{}", item.id),
            TrashKind::Link => item.id.clone(),
        })
    }

    /// What lies in the trash as it was read there.
    fn trashed(&self, item: &TrashRef) -> Result<TrashRow, Error> {
        let key = key_of(item)?;
        let row = self.library.list_trash()?.into_iter().find(|row| row.key == key);
        let row = row.ok_or_else(|| Error::new(ErrorCode::NotFound, "This is not in the trash any more."))?;
        let expected = row_version(item.aggregate_version);
        if row.aggregate_version == expected {
            return Ok(row);
        }
        let found = row.aggregate_version;
        Err(store::Error::Stale { entity: "item in the trash", id: row.name, expected, found }.into())
    }

    fn restore_named(&self, row: &TrashRow, name: &str) -> Result<(), Error> {
        let (id, expected) = (row.key.id, row.aggregate_version);
        let library = &self.library;
        match row.key.kind {
            store::TrashKind::Tool if name != row.name => {
                let mut record = library.get_tool_record(ToolId(id))?;
                name.clone_into(&mut record.tool.name);
                record.tool.audit.active = true;
                library.save_tool(&record, &credentials::snapshot(&tool_forms::edit(&record)), "restored")?;
            }
            store::TrashKind::Agent if name != row.name => {
                let mut agent = library.get_agent(AgentId(id))?;
                name.clone_into(&mut agent.name);
                agent.audit.active = true;
                library.put_agent(&agent)?;
            }
            store::TrashKind::Server if name != row.name => {
                let mut server = library.get_server(id)?;
                name.clone_into(&mut server.name);
                server.audit.active = true;
                library.put_server(&server)?;
            }
            store::TrashKind::Tool => drop(library.set_tool_active(ToolId(id), expected, true)?),
            store::TrashKind::Agent => drop(library.set_agent_active(AgentId(id), expected, true)?),
            store::TrashKind::Server => drop(library.set_server_active(id, expected, true)?),
            store::TrashKind::Component => {
                library.set_component_active(ComponentId(id), expected, true, Some(name))?;
            }
            _ => drop(library.set_skill_active(SkillId(id), expected, true)?),
        }
        Ok(())
    }

    /// A cut link is drawn again with what it said, by the way a link is drawn.
    fn restore_link(&self, studio: &Studio, row: &TrashRow) -> Result<(), Error> {
        let mut drawn = drawn(row).ok_or_else(|| not_a_link(&row.name))?;
        match row.key.kind {
            store::TrashKind::SkillDependency => {
                drawn.required = self.library.cut_dependency(SkillId(row.key.id), SkillId(end(row)))?.required;
            }
            store::TrashKind::SkillTool => {
                let SkillTool { access, config, tool_version, .. } =
                    self.library.cut_skill_tool(SkillId(row.key.id), ToolId(end(row)))?;
                drawn.access = Some(crate::tools::forms::shown_access(access));
                drawn.config = config.to_string();
                drawn.tool_version = tool_version.map(|version| version as u32);
                drawn.aggregate_version = row.aggregate_version as u32;
            }
            _ => {}
        }
        studio.put_link(&drawn).map(drop)
    }

    /// A refusal because of a name, with a name that is free.
    fn taken_meanwhile(&self, kind: TrashKind, (of, name): (&str, &str), error: Error) -> Error {
        let Ok(Some(free)) = Taken::of(self).and_then(|taken| taken.free(kind, of, name)) else { return error };
        let what = match kind {
            TrashKind::Tool => "A tool",
            TrashKind::Agent => "An agent",
            TrashKind::Server => "A server",
            TrashKind::Component => "A component",
            TrashKind::Skill | TrashKind::Link => return error,
        };
        let message =
            format!("{what} named {name} exists by now. Restore this one as {free}, or rename the other one.");
        Error::new(ErrorCode::Invalid, message)
    }

    /// Brings up to date what depends on something that went or came back.
    fn came_or_went(self: &Arc<Self>, kind: TrashKind, id: Uuid) -> Result<(), Error> {
        match kind {
            TrashKind::Skill => {
                let id = SkillId(id);
                self.skill_changed(id)?;
                self.skill_came_or_went(id)?;
                if self.library.stored_skill(id)?.is_some() {
                    self.follow_link(id)?;
                }
                self.emit(StudioEvent::LibraryChanged);
            }
            TrashKind::Server => self.emit(StudioEvent::ServersChanged),
            TrashKind::Tool | TrashKind::Agent | TrashKind::Component | TrashKind::Link => {}
        }
        match kind {
            TrashKind::Tool | TrashKind::Server => self.tools_changed(),
            TrashKind::Agent => self.agents_changed(),
            TrashKind::Skill | TrashKind::Component | TrashKind::Link => {
                self.emit(StudioEvent::ToolsChanged);
                Ok(())
            }
        }
    }
}

/// Names that are in use, which what comes back cannot have.
struct Taken {
    tools: HashSet<String>,
    agents: HashSet<String>,
    servers: HashSet<String>,
    /// Those of components, by agent.
    components: HashMap<String, HashSet<String>>,
}

impl Taken {
    fn of(session: &Session) -> Result<Self, Error> {
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
        })
    }

    /// A free name like this one; none where it is free itself, or several may have it. `of` is a component's agent.
    fn free(&self, kind: TrashKind, of: &str, name: &str) -> Result<Option<String>, Error> {
        let names = match kind {
            TrashKind::Tool => Some(&self.tools),
            TrashKind::Agent => Some(&self.agents),
            TrashKind::Server => Some(&self.servers),
            TrashKind::Component => self.components.get(of),
            TrashKind::Skill | TrashKind::Link => None,
        };
        let Some(names) = names else { return Ok(None) };
        if !names.contains(name) {
            return Ok(None);
        }
        free_name(name, |free| Ok(names.contains(free))).map(Some)
    }

    fn item(&self, row: TrashRow) -> Result<TrashItem, Error> {
        let kind = kind(row.key.kind);
        let id = drawn(&row).map_or_else(|| row.key.id.to_string(), |link| link.key);
        Ok(TrashItem {
            free_name: self.free(kind, &row.to_name, &row.name)?,
            item: TrashRef { kind, id, aggregate_version: row.aggregate_version as u32 },
            name: said(&row),
            description: row.description,
            trashed_at: row.trashed_at,
        })
    }
}

fn key_of(item: &TrashRef) -> Result<TrashKey, Error> {
    let (kind, id, to) = match item.kind {
        TrashKind::Skill => (store::TrashKind::Skill, skill_id(&item.id)?.0, None),
        TrashKind::Tool => (store::TrashKind::Tool, tool_id(&item.id)?.0, None),
        TrashKind::Agent => (store::TrashKind::Agent, agent_id(&item.id)?.0, None),
        TrashKind::Server => (store::TrashKind::Server, server_id(&item.id)?, None),
        TrashKind::Component => (store::TrashKind::Component, component_id(&item.id)?.0, None),
        TrashKind::Link => {
            let (kind, from, to) = link_parts(&item.id)?;
            ends(kind, from, to)?;
            let id = |key: &str| key.split_once(':').and_then(|(_, id)| id.parse::<Uuid>().ok()).unwrap_or_default();
            (stored_kind(kind).ok_or_else(|| not_a_link(&item.id))?, id(from), Some(id(to)))
        }
    };
    Ok(TrashKey { kind, id, to })
}

/// What a line of the trash is called; a component with its agent, a link by what it says.
fn said(row: &TrashRow) -> String {
    if row.key.kind == store::TrashKind::Component {
        return format!("{} of {}", row.name, row.to_name);
    }
    let how = drawn(row).as_ref().and_then(reason);
    how.map_or_else(|| row.name.clone(), |how| format!("{} {} {}", row.name, how.words, row.to_name))
}

fn end(row: &TrashRow) -> Uuid {
    row.key.to.unwrap_or_default()
}

/// A link of the trash as it would be drawn; none for anything else.
fn drawn(row: &TrashRow) -> Option<MapLink> {
    let (kind, from, to) = match row.key.kind {
        store::TrashKind::AgentSkill => (MapLinkKind::Assigned, "agent", "skill"),
        store::TrashKind::SkillTool => (MapLinkKind::Uses, "skill", "tool"),
        store::TrashKind::SkillDependency => (MapLinkKind::Depends, "skill", "skill"),
        store::TrashKind::ToolNeed => (MapLinkKind::Needs, "tool", "tool"),
        store::TrashKind::AgentTool => (MapLinkKind::Given, "agent", "tool"),
        store::TrashKind::Skill
        | store::TrashKind::Tool
        | store::TrashKind::Agent
        | store::TrashKind::Server
        | store::TrashKind::Component => return None,
    };
    let drawn = link(kind, format!("{from}:{}", row.key.id), format!("{to}:{}", end(row)));
    Some(MapLink { required: kind == MapLinkKind::Depends, ..drawn })
}

/// Whether the start of a link works without its end.
fn is_optional(link: &MapLink) -> bool {
    link.kind == MapLinkKind::Depends && !link.required
}

const fn kind(kind: store::TrashKind) -> TrashKind {
    match kind {
        store::TrashKind::Skill => TrashKind::Skill,
        store::TrashKind::Tool => TrashKind::Tool,
        store::TrashKind::Agent => TrashKind::Agent,
        store::TrashKind::Server => TrashKind::Server,
        store::TrashKind::Component => TrashKind::Component,
        store::TrashKind::AgentSkill
        | store::TrashKind::SkillTool
        | store::TrashKind::SkillDependency
        | store::TrashKind::ToolNeed
        | store::TrashKind::AgentTool => TrashKind::Link,
    }
}

const fn stored_kind(kind: MapLinkKind) -> Option<store::TrashKind> {
    Some(match kind {
        MapLinkKind::Assigned => store::TrashKind::AgentSkill,
        MapLinkKind::Uses => store::TrashKind::SkillTool,
        MapLinkKind::Depends => store::TrashKind::SkillDependency,
        MapLinkKind::Needs => store::TrashKind::ToolNeed,
        MapLinkKind::Given => store::TrashKind::AgentTool,
        MapLinkKind::Names
        | MapLinkKind::Parent
        | MapLinkKind::Provided
        | MapLinkKind::Component
        | MapLinkKind::Overlap => return None,
    })
}

/// Kind and ends of a link, by its key on the map.
fn link_parts(key: &str) -> Result<(MapLinkKind, &str, &str), Error> {
    let parts = key.split_once(':').and_then(|(kind, ends)| Some((kind, ends.split_once('>')?)));
    let found = parts.and_then(|(name, (from, to))| Some((kind_named(name)?, from, to)));
    found.ok_or_else(|| not_a_link(key))
}

fn kind_named(name: &str) -> Option<MapLinkKind> {
    let kinds = [
        MapLinkKind::Assigned,
        MapLinkKind::Uses,
        MapLinkKind::Depends,
        MapLinkKind::Parent,
        MapLinkKind::Needs,
        MapLinkKind::Given,
    ];
    kinds.into_iter().find(|kind| name_of_kind(*kind) == name)
}

fn not_a_link(key: &str) -> Error {
    Error::new(ErrorCode::NotFound, format!("“{key}” is not a link that can lie in the trash."))
}
