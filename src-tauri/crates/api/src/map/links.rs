//! Links drawn, changed and removed on the map.

use crate::{
    Error, ErrorCode, Studio,
    agents::records::config,
    base::{
        ids::{agent_id, row_version, skill_id, tool_id},
        typed::refuse_credential,
    },
    definitions::forms as tool_forms,
    dto::{LinkFacts, MapLink, MapLinkKind, StudioEvent},
    map::key::NodeKey,
    secrets::credentials,
    state::{session::Session, writing::Writing},
};
use std::sync::Arc;

use studio_model::{AgentId, AgentSkill, SkillDependency, SkillId, SkillTool, ToolId};
use studio_store::{self as store, SkillChange, unsaved};

/// The two ends of a link, by what they are.
pub(crate) enum Ends {
    Assigned(AgentId, SkillId),
    Uses(SkillId, ToolId),
    Depends(SkillId, SkillId),
    Parent(SkillId, SkillId),
    Needs(ToolId, ToolId),
    Given(AgentId, ToolId),
}

impl Studio {
    /// Creates a link, or changes one as it was read at its version. One that closes a circle is refused, and the circle
    /// is named.
    pub fn save_link(&self, link: &MapLink) -> Result<MapLink, Error> {
        refuse_credential("The link's settings", &serde_json::json!(link).to_string())?;
        let session = self.session()?;
        let kind = link.facts.kind();
        let ends = ends(kind, &link.from, &link.to)?;
        session.put(&session.writing(), &ends, link)?;
        session.linked(&ends)?;
        let known = session.stored_link(kind, &link.from, &link.to)?;
        known.ok_or_else(|| Error::new(ErrorCode::NotFound, "One end of this link no longer exists."))
    }

    /// Cuts a link as it was read at its version; it lies in the trash from then on, but for a parent.
    pub fn remove_link(&self, kind: MapLinkKind, from: &str, to: &str, version: u32) -> Result<(), Error> {
        let session = self.session()?;
        let ends = ends(kind, from, to)?;
        session.cut(&session.writing(), &ends, (from, to), version)?;
        session.linked(&ends)
    }
}

impl Session {
    fn cut(
        self: &Arc<Self>,
        writing: &Writing<'_>,
        ends: &Ends,
        (from, to): (&str, &str),
        version: u32,
    ) -> Result<(), Error> {
        match *ends {
            Ends::Assigned(agent, skill) => writing.delete_agent_skill(agent, skill, row_version(version))?,
            Ends::Uses(skill, tool) => self.cut_use(writing, skill, tool, row_version(version))?,
            Ends::Depends(skill, on) => writing.delete_skill_dependency(skill, on, row_version(version))?,
            Ends::Parent(skill, parent) => {
                // One that has another parent by now keeps it.
                if writing.list_parents()?.iter().any(|(of, is, _)| (*of, *is) == (skill, parent)) {
                    self.set_parent(writing, skill, None, version)?;
                }
            }
            Ends::Needs(tool, on) => {
                let found = writing.list_tool_need_versions()?.remove(&(tool, on));
                check_version("tool dependency", from, to, (found, version))?;
                self.change_needs(writing, tool, |needs| needs.retain(|id| *id != on))?;
            }
            Ends::Given(agent, tool) => {
                let found = writing.list_agent_tool_versions()?.remove(&(agent, tool));
                check_version("agent tool", from, to, (found, version))?;
                self.change_given(writing, agent, |given| given.retain(|id| *id != tool))?;
            }
        }
        Ok(())
    }

    fn put(self: &Arc<Self>, writing: &Writing<'_>, ends: &Ends, link: &MapLink) -> Result<(), Error> {
        let mut audit = unsaved();
        audit.aggregate_version = row_version(link.aggregate_version);
        match (ends, &link.facts) {
            (&Ends::Assigned(agent, skill), LinkFacts::Assigned { priority, sequence, config: settings }) => {
                let (priority, sequence_id) = (i64::from(*priority), i64::from(*sequence));
                let config = config(settings)?;
                writing.put_agent_skill(&AgentSkill { agent, skill, config, priority, sequence_id, audit })?;
            }
            (&Ends::Uses(skill, tool), LinkFacts::Uses { access, tool_version, config: settings }) => {
                let access = tool_forms::access_level(*access);
                let (config, tool_version) = (config(settings)?, tool_version.map(row_version));
                self.put_used(writing, &SkillTool { skill, tool, config, access, tool_version, audit })?;
            }
            (&Ends::Depends(skill, depends_on), &LinkFacts::Depends { is_required: required }) => {
                writing.put_skill_dependency(&SkillDependency { skill, depends_on, required, audit })?;
            }
            (&Ends::Parent(skill, parent), LinkFacts::Parent) => {
                self.set_parent(writing, skill, Some(parent), link.aggregate_version)?;
            }
            (&Ends::Needs(tool, on), LinkFacts::Needs) => {
                let found = writing.list_tool_need_versions()?.remove(&(tool, on));
                if link.aggregate_version > 0 {
                    check_version("tool dependency", &link.from, &link.to, (found, link.aggregate_version))?;
                }
                self.change_needs(writing, tool, |needs| needs.extend(found.is_none().then_some(on)))?;
            }
            (&Ends::Given(agent, tool), LinkFacts::Given) => {
                let found = writing.list_agent_tool_versions()?.remove(&(agent, tool));
                if link.aggregate_version > 0 {
                    check_version("agent tool", &link.from, &link.to, (found, link.aggregate_version))?;
                }
                self.change_given(writing, agent, |given| given.extend(found.is_none().then_some(tool)))?;
            }
            // The ends are read by the kind of the link.
            _ => return Err(wrong_ends(&link.from, &link.to)),
        }
        Ok(())
    }

    fn put_used(self: &Arc<Self>, writing: &Writing<'_>, wanted: &SkillTool) -> Result<(), Error> {
        let kept = writing.find_skill_tool(wanted.skill, wanted.tool)?.and_then(|stored| stored.tool_version);
        // A link that was bound to it while it was there can still be changed otherwise, and restored.
        if let Some(version) = wanted.tool_version.filter(|version| kept != Some(*version))
            && writing.find_tool_version(wanted.tool, version)?.is_none()
        {
            let name = writing.get_tool(wanted.tool)?.name;
            let message = format!("The tool {name} has no version {version} to pin the link to.");
            return Err(Error::new(ErrorCode::Invalid, message));
        }
        self.put_use(writing, wanted)
    }

    /// The version is the skill's; 0 takes it as it is now.
    fn set_parent(
        &self,
        writing: &Writing<'_>,
        skill: SkillId,
        parent: Option<SkillId>,
        version: u32,
    ) -> Result<(), Error> {
        let now = self.library.get_skill(skill)?.skill.audit.aggregate_version;
        let expected = if version == 0 { now } else { row_version(version) };
        let change = SkillChange { parent: Some(parent), ..SkillChange::default() };
        writing.update_skill(skill, expected, &change)?;
        Ok(())
    }

    /// Changes which tools one needs, at the version it is at.
    fn change_needs(
        &self,
        writing: &Writing<'_>,
        tool: ToolId,
        change: impl FnOnce(&mut Vec<ToolId>),
    ) -> Result<(), Error> {
        let mut record = self.library.get_tool_record(tool)?;
        let before = record.detail.depends_on.clone();
        change(&mut record.detail.depends_on);
        if record.detail.depends_on == before {
            return Ok(());
        }
        writing.save_tool(&record, &credentials::snapshot(&tool_forms::edit(&record)), "saved")?;
        Ok(())
    }

    fn change_given(
        &self,
        writing: &Writing<'_>,
        agent: AgentId,
        change: impl FnOnce(&mut Vec<ToolId>),
    ) -> Result<(), Error> {
        let version = self.library.get_agent(agent)?.audit.aggregate_version;
        let all = self.library.list_agent_tools()?;
        let mut given: Vec<ToolId> = all.into_iter().filter(|(of, _)| *of == agent).map(|(_, tool)| tool).collect();
        change(&mut given);
        self.refuse_equal_names(&given, &self.components_of(agent)?)?;
        writing.set_agent_tools(agent, version, &given)?;
        Ok(())
    }

    /// Brings up to date what a link decides: findings of the skill whose tools changed, and the screens.
    fn linked(self: &Arc<Self>, ends: &Ends) -> Result<(), Error> {
        match *ends {
            Ends::Uses(skill, _) | Ends::Depends(skill, _) => self.refresh_linked_through(skill)?,
            Ends::Parent(skill, _) => self.skill_changed(skill)?,
            Ends::Assigned(..) | Ends::Needs(..) | Ends::Given(..) => {}
        }
        self.emit(StudioEvent::ToolsChanged);
        Ok(())
    }
}

/// Refuses a link that is not at the version it was read at.
fn check_version(entity: &'static str, from: &str, to: &str, versions: (Option<i64>, u32)) -> Result<(), Error> {
    let (id, expected) = (format!("{from}/{to}"), row_version(versions.1));
    match versions.0 {
        Some(found) if found == expected => Ok(()),
        Some(found) => Err(store::Error::Stale { entity, id, expected, found }.into()),
        None => Err(store::Error::NotFound { entity, id }.into()),
    }
}

/// The ends a link names, if such a link can be between them.
pub(crate) fn ends(kind: MapLinkKind, from: &str, to: &str) -> Result<Ends, Error> {
    let wrong = || wrong_ends(from, to);
    if from == to {
        return Err(Error::new(ErrorCode::Invalid, "An item can't be linked to itself."));
    }
    let (one, other) = (NodeKey::parse(from).ok_or_else(wrong)?, NodeKey::parse(to).ok_or_else(wrong)?);
    Ok(match (kind, one, other) {
        (MapLinkKind::Assigned, NodeKey::Agent(agent), NodeKey::Skill(skill)) => {
            Ends::Assigned(agent_id(agent)?, skill_id(skill)?)
        }
        (MapLinkKind::Uses, NodeKey::Skill(skill), NodeKey::Tool(tool)) => Ends::Uses(skill_id(skill)?, tool_id(tool)?),
        (MapLinkKind::Depends, NodeKey::Skill(skill), NodeKey::Skill(on)) => {
            Ends::Depends(skill_id(skill)?, skill_id(on)?)
        }
        (MapLinkKind::Parent, NodeKey::Skill(skill), NodeKey::Skill(parent)) => {
            Ends::Parent(skill_id(skill)?, skill_id(parent)?)
        }
        (MapLinkKind::Needs, NodeKey::Tool(tool), NodeKey::Tool(on)) => Ends::Needs(tool_id(tool)?, tool_id(on)?),
        (MapLinkKind::Given, NodeKey::Agent(agent), NodeKey::Tool(tool)) => {
            Ends::Given(agent_id(agent)?, tool_id(tool)?)
        }
        _ => return Err(wrong()),
    })
}

fn wrong_ends(from: &str, to: &str) -> Error {
    Error::new(ErrorCode::Invalid, format!("{from} can't be linked to {to} this way. Choose another target."))
}
