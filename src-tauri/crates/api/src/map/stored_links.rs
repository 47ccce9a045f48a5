//! The links of the library as the map draws them.

use std::collections::{BTreeSet, HashSet};

use studio_model::{Client, SkillId, tool_of_item};
use studio_store::ToolRecord;

use crate::{
    Error,
    definitions::forms as tool_forms,
    dto::{LinkFacts, MapLink, MapLinkKind},
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
                links.push(link(LinkFacts::Provided, from.clone(), NodeKey::Server(&group).to_string()));
            }
            for needed in &record.detail.depends_on {
                let version = needs.get(&(record.tool.id, *needed)).copied().unwrap_or_default();
                links.push(link(LinkFacts::Needs, from.clone(), NodeKey::Tool(&needed).to_string()).at(version));
            }
        }
        Ok(links)
    }

    /// From each skill to the own tools of a client that its list names, but for those that stand for one of the library.
    pub(crate) fn links_to_client(&self, client: Client, records: &[ToolRecord]) -> Result<Vec<MapLink>, Error> {
        let library: HashSet<&str> = records.iter().map(|record| record.tool.name.as_str()).collect();
        let to = NodeKey::Client(client.as_str()).to_string();
        let named = |items: &[String]| {
            let names: BTreeSet<&str> = items.iter().map(|item| tool_of_item(item)).collect();
            let brought = names.into_iter().filter(|name| client.brings_tool(name) && !library.contains(name));
            brought.map(str::to_owned).collect::<Vec<String>>()
        };
        let listed = self.library.list_listed_tools()?.into_iter().map(|(skill, items)| (skill, named(&items)));
        let listed = listed.filter(|(_, tools)| !tools.is_empty());
        Ok(listed.map(|(skill, tools)| link(LinkFacts::Brought { tools }, skill_key(skill), to.clone())).collect())
    }

    /// One stored link as it is now.
    pub(crate) fn stored_link(&self, kind: MapLinkKind, from: &str, to: &str) -> Result<Option<MapLink>, Error> {
        if kind == MapLinkKind::Needs {
            let id = crate::base::ids::tool_id(tool_of(from))?;
            let on = crate::base::ids::tool_id(tool_of(to))?;
            let found = self.library.list_tool_need_versions()?.remove(&(id, on));
            return Ok(found.map(|version| link(LinkFacts::Needs, from.to_owned(), to.to_owned()).at(version)));
        }
        Ok(self
            .stored_links()?
            .into_iter()
            .find(|link| link.facts.kind() == kind && link.from == from && link.to == to))
    }

    pub(crate) fn stored_links(&self) -> Result<Vec<MapLink>, Error> {
        let mut links = Vec::new();
        for row in self.library.list_agent_skills()? {
            let facts = LinkFacts::Assigned {
                priority: row.priority as i32,
                sequence: row.sequence_id as i32,
                config: row.config.to_string(),
            };
            let (from, to) = (NodeKey::Agent(&row.agent).to_string(), skill_key(row.skill));
            links.push(link(facts, from, to).at(row.audit.aggregate_version));
        }
        for row in self.library.list_skill_tools()? {
            let facts = LinkFacts::Uses {
                access: tool_forms::shown_access(row.access),
                tool_version: row.tool_version.map(|version| version as u32),
                config: row.config.to_string(),
            };
            let (from, to) = (skill_key(row.skill), NodeKey::Tool(&row.tool).to_string());
            links.push(link(facts, from, to).at(row.audit.aggregate_version));
        }
        for row in self.library.list_skill_dependencies()? {
            let facts = LinkFacts::Depends { is_required: row.required };
            let drawn = link(facts, skill_key(row.skill), skill_key(row.depends_on));
            links.push(drawn.at(row.audit.aggregate_version));
        }
        for (skill, parent, version) in self.library.list_parents()? {
            links.push(link(LinkFacts::Parent, skill_key(skill), skill_key(parent)).at(version));
        }
        for ((agent, tool), version) in self.library.list_agent_tool_versions()? {
            let (from, to) = (NodeKey::Agent(&agent).to_string(), NodeKey::Tool(&tool).to_string());
            links.push(link(LinkFacts::Given, from, to).at(version));
        }
        for component in self.library.list_components()? {
            let from = NodeKey::Agent(&component.agent).to_string();
            let tools = component.tools.iter().map(|tool| NodeKey::Tool(&tool).to_string());
            links.extend(tools.map(|tool| link(LinkFacts::Component, from.clone(), tool)));
        }
        Ok(links)
    }
}

impl MapLink {
    /// As the row at a version has it.
    fn at(self, version: i64) -> Self {
        Self { aggregate_version: version as u32, ..self }
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

/// A link that is no row.
pub(crate) fn link(facts: LinkFacts, from: String, to: String) -> MapLink {
    MapLink { key: format!("{}:{from}>{to}", facts.kind()), from, to, aggregate_version: 0, facts }
}
