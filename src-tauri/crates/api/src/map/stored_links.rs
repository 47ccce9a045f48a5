//! The links of the library as the map draws them.

use studio_model::SkillId;
use studio_store::ToolRecord;

use crate::{
    Error,
    definitions::forms as tool_forms,
    dto::{MapLink, MapLinkKind},
    map::key::NodeKey,
    state::session::Session,
};

impl Session {
    /// The links of the library, and those that follow from its tools.
    pub(crate) fn links(&self, records: &[ToolRecord]) -> Result<Vec<MapLink>, Error> {
        let mut links = self.stored_links()?;
        let needs = self.library.list_tool_need_versions()?;
        for record in records {
            let from = NodeKey::Tool(&record.tool.id).to_string();
            if record.tool.implementation.is_some() {
                let group = tool_forms::group(record.tool.implementation.as_ref());
                links.push(link(MapLinkKind::Provided, from.clone(), NodeKey::Server(&group).to_string()));
            }
            for needed in &record.detail.depends_on {
                let link = link(MapLinkKind::Needs, from.clone(), NodeKey::Tool(&needed).to_string());
                let version = needs.get(&(record.tool.id, *needed)).copied().unwrap_or_default();
                links.push(MapLink { aggregate_version: version as u32, ..link });
            }
        }
        Ok(links)
    }

    /// One stored link as it is now.
    pub(crate) fn stored_link(&self, kind: MapLinkKind, from: &str, to: &str) -> Result<Option<MapLink>, Error> {
        if kind == MapLinkKind::Needs {
            let id = crate::base::ids::tool_id(tool_of(from))?;
            let on = crate::base::ids::tool_id(tool_of(to))?;
            let found = self.library.list_tool_need_versions()?.remove(&(id, on));
            let link = link(kind, from.to_owned(), to.to_owned());
            return Ok(found.map(|version| MapLink { aggregate_version: version as u32, ..link }));
        }
        Ok(self.stored_links()?.into_iter().find(|link| link.kind == kind && link.from == from && link.to == to))
    }

    pub(crate) fn stored_links(&self) -> Result<Vec<MapLink>, Error> {
        let mut links = Vec::new();
        let version = |audit: &studio_model::Audit| audit.aggregate_version as u32;
        for row in self.library.list_agent_skills()? {
            let link = link(
                MapLinkKind::Assigned,
                NodeKey::Agent(&row.agent).to_string(),
                NodeKey::Skill(&row.skill).to_string(),
            );
            links.push(MapLink {
                aggregate_version: version(&row.audit),
                priority: row.priority as i32,
                sequence: row.sequence_id as i32,
                config: row.config.to_string(),
                ..link
            });
        }
        for row in self.library.list_skill_tools()? {
            let link =
                link(MapLinkKind::Uses, NodeKey::Skill(&row.skill).to_string(), NodeKey::Tool(&row.tool).to_string());
            links.push(MapLink {
                aggregate_version: version(&row.audit),
                access: Some(tool_forms::shown_access(row.access)),
                tool_version: row.tool_version.map(|version| version as u32),
                config: row.config.to_string(),
                ..link
            });
        }
        for row in self.library.list_skill_dependencies()? {
            let link = link(MapLinkKind::Depends, skill_key(row.skill), skill_key(row.depends_on));
            links.push(MapLink { aggregate_version: version(&row.audit), required: row.required, ..link });
        }
        for (skill, parent, at) in self.library.list_parents()? {
            let link = link(MapLinkKind::Parent, skill_key(skill), skill_key(parent));
            links.push(MapLink { aggregate_version: at as u32, ..link });
        }
        for ((agent, tool), version) in self.library.list_agent_tool_versions()? {
            let link = link(MapLinkKind::Given, NodeKey::Agent(&agent).to_string(), NodeKey::Tool(&tool).to_string());
            links.push(MapLink { aggregate_version: version as u32, ..link });
        }
        for component in self.library.list_components()? {
            let from = NodeKey::Agent(&component.agent).to_string();
            let tools = component.tools.iter().map(|tool| NodeKey::Tool(&tool).to_string());
            links.extend(tools.map(|tool| link(MapLinkKind::Component, from.clone(), tool)));
        }
        Ok(links)
    }
}

/// The id of the tool a key names; the key itself where it names none, which no id is.
fn tool_of(key: &str) -> &str {
    match NodeKey::parse(key) {
        Some(NodeKey::Tool(id)) => id,
        _ => key,
    }
}

/// A skill's key on the map.
pub(crate) fn skill_key(id: SkillId) -> String {
    NodeKey::Skill(&id).to_string()
}

/// What a kind of link is called in keys.
pub(crate) const fn name_of_kind(kind: MapLinkKind) -> &'static str {
    match kind {
        MapLinkKind::Assigned => "assigned",
        MapLinkKind::Uses => "uses",
        MapLinkKind::Names => "names",
        MapLinkKind::Depends => "depends",
        MapLinkKind::Parent => "parent",
        MapLinkKind::Provided => "provided",
        MapLinkKind::Needs => "needs",
        MapLinkKind::Given => "given",
        MapLinkKind::Component => "component",
        MapLinkKind::Overlap => "overlap",
    }
}

/// A link with nothing said beside its ends.
pub(crate) fn link(kind: MapLinkKind, from: String, to: String) -> MapLink {
    MapLink {
        key: format!("{}:{from}>{to}", name_of_kind(kind)),
        kind,
        from,
        to,
        aggregate_version: 0,
        access: None,
        tool_version: None,
        required: false,
        priority: 0,
        sequence: 0,
        config: String::new(),
        similarity: 0.0,
    }
}
