//! The trash: what goes there and who depends on it, what comes back, and what is deleted for good.

use std::{collections::HashMap, path::PathBuf, sync::Arc};

use studio_model::{AgentId, ComponentId, SkillId, ToolId};
use studio_store::{self as store, TrashKey, TrashRow};
use uuid::Uuid;

use crate::{
    Error, Studio,
    base::ids::row_version,
    dto::{PurgeReport, StudioEvent, TrashItem, TrashKind, TrashRef, WhenNeeded},
    library::{
        restoring::Taken,
        trash_kinds::{key_of, link_parts, said},
    },
    state::session::Session,
};

impl Studio {
    /// Moves something to the trash as it was read; a skill's linked folder is not touched. Gives it as it is there.
    pub fn trash_item(&self, item: &TrashRef, when: WhenNeeded) -> Result<TrashRef, Error> {
        let session = self.session()?;
        let writing = session.writing();
        if when == WhenNeeded::Refuse {
            session.refuse_needed(std::slice::from_ref(item))?;
        }
        let expected = row_version(item.aggregate_version);
        let id = key_of(item)?.id;
        let audit = match item.kind {
            TrashKind::Skill => writing.set_skill_active(SkillId(id), expected, false)?,
            TrashKind::Tool => writing.set_tool_active(ToolId(id), expected, false)?,
            TrashKind::Agent => writing.set_agent_active(AgentId(id), expected, false)?,
            TrashKind::Server => writing.set_server_active(id, expected, false)?,
            TrashKind::Component => writing.set_component_active(ComponentId(id), expected, false, None)?,
            TrashKind::Pack => writing.set_pack_active(id, expected, false)?,
            TrashKind::Link => {
                drop(writing);
                let (kind, from, to) = link_parts(&item.id)?;
                self.remove_link(kind, from, to, item.aggregate_version)?;
                return Ok(TrashRef { aggregate_version: item.aggregate_version + 1, ..item.clone() });
            }
        };
        drop(writing);
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

    /// Deletes these things of the trash for good. What others depend on stays, and they are named.
    pub fn delete_trashed(&self, items: &[TrashRef]) -> Result<PurgeReport, Error> {
        let session = self.session()?;
        let rows: HashMap<TrashKey, TrashRow> =
            session.library.list_trash()?.into_iter().map(|row| (row.key, row)).collect();
        let mut wanted = Vec::new();
        let mut folders: HashMap<Uuid, PathBuf> = HashMap::new();
        for item in items {
            let key = key_of(item)?;
            if key.kind == store::TrashKind::Skill {
                let link = session.library.get_link(SkillId(key.id))?;
                folders.extend(link.map(|link| (key.id, PathBuf::from(link.folder))));
            }
            wanted.push((key, row_version(item.aggregate_version)));
        }
        let purged = session.writing().purge(&wanted)?;
        let skills = || purged.gone.iter().filter(|key| key.kind == store::TrashKind::Skill);
        for key in skills() {
            session.index.remove(session.library.host(), store::EntityKind::Skill, key.id)?;
        }
        let outer: Vec<PathBuf> = skills().filter_map(|key| folders.remove(&key.id)).collect();
        session.take_waiting_back(&outer)?;
        let name = |key: &TrashKey| rows.get(key).map_or_else(|| key.id.to_string(), said);
        let needed = purged
            .needed
            .iter()
            .map(|(key, by)| format!("{} is required by {}. Remove those links first.", name(key), by.join(", ")));
        let moved_on = purged.moved_on.iter().map(|key| format!("{} is no longer in the trash.", name(key)));
        let report = PurgeReport { deleted: purged.gone.len() as u32, kept: needed.chain(moved_on).collect() };
        session.emit(StudioEvent::LibraryChanged);
        // Links of what is gone went with it, and what was missed is not missed any more.
        session.tools_changed()?;
        Ok(report)
    }
}

impl Session {
    /// Brings up to date what depends on something that went or came back.
    pub(crate) fn came_or_went(self: &Arc<Self>, kind: TrashKind, id: Uuid) -> Result<(), Error> {
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
            TrashKind::Pack => self.emit(StudioEvent::PacksChanged),
            TrashKind::Tool | TrashKind::Agent | TrashKind::Component | TrashKind::Link => {}
        }
        match kind {
            TrashKind::Tool | TrashKind::Server => self.tools_changed(),
            TrashKind::Agent => self.agents_changed(),
            TrashKind::Pack => Ok(()),
            TrashKind::Skill | TrashKind::Component | TrashKind::Link => {
                self.emit(StudioEvent::ToolsChanged);
                Ok(())
            }
        }
    }
}
