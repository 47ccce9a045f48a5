//! What lies in the trash, by its kind: the keys, names and links of its rows.

use studio_store::{self as store, TrashKey, TrashRow};
use uuid::Uuid;

use crate::{
    Error, ErrorCode,
    base::ids::{agent_id, component_id, pack_id, server_id, skill_id, tool_id},
    dto::{Access, LinkFacts, MapLink, MapLinkKind, TrashKind, TrashRef},
    map::{blast::reason, links::ends, stored_links::link},
};

pub(crate) fn key_of(item: &TrashRef) -> Result<TrashKey, Error> {
    let (kind, id, to) = match item.kind {
        TrashKind::Skill => (store::TrashKind::Skill, skill_id(&item.id)?.0, None),
        TrashKind::Tool => (store::TrashKind::Tool, tool_id(&item.id)?.0, None),
        TrashKind::Agent => (store::TrashKind::Agent, agent_id(&item.id)?.0, None),
        TrashKind::Server => (store::TrashKind::Server, server_id(&item.id)?, None),
        TrashKind::Component => (store::TrashKind::Component, component_id(&item.id)?.0, None),
        TrashKind::Pack => (store::TrashKind::Pack, pack_id(&item.id)?, None),
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
pub(crate) fn said(row: &TrashRow) -> String {
    if row.key.kind == store::TrashKind::Component {
        return format!("{} of {}", row.name, row.to_name);
    }
    let how = drawn(row).as_ref().and_then(reason);
    how.map_or_else(|| row.name.clone(), |how| format!("{} {} {}", row.name, how.words, row.to_name))
}

pub(crate) fn end(row: &TrashRow) -> Uuid {
    row.key.to.unwrap_or_default()
}

/// A link of the trash as it would be drawn; none for anything else.
pub(crate) fn drawn(row: &TrashRow) -> Option<MapLink> {
    let config = "{}".to_owned();
    let (facts, from, to) = match row.key.kind {
        store::TrashKind::AgentSkill => (LinkFacts::Assigned { priority: 0, sequence: 0, config }, "agent", "skill"),
        store::TrashKind::SkillTool => {
            (LinkFacts::Uses { access: Access::Read, tool_version: None, config }, "skill", "tool")
        }
        store::TrashKind::SkillDependency => (LinkFacts::Depends { is_required: true }, "skill", "skill"),
        store::TrashKind::ToolNeed => (LinkFacts::Needs, "tool", "tool"),
        store::TrashKind::AgentTool => (LinkFacts::Given, "agent", "tool"),
        store::TrashKind::Skill
        | store::TrashKind::Tool
        | store::TrashKind::Agent
        | store::TrashKind::Server
        | store::TrashKind::Component
        | store::TrashKind::Pack => return None,
    };
    Some(link(facts, format!("{from}:{}", row.key.id), format!("{to}:{}", end(row))))
}

pub(crate) const fn kind(kind: store::TrashKind) -> TrashKind {
    match kind {
        store::TrashKind::Skill => TrashKind::Skill,
        store::TrashKind::Tool => TrashKind::Tool,
        store::TrashKind::Agent => TrashKind::Agent,
        store::TrashKind::Server => TrashKind::Server,
        store::TrashKind::Component => TrashKind::Component,
        store::TrashKind::Pack => TrashKind::Pack,
        store::TrashKind::AgentSkill
        | store::TrashKind::SkillTool
        | store::TrashKind::SkillDependency
        | store::TrashKind::ToolNeed
        | store::TrashKind::AgentTool => TrashKind::Link,
    }
}

pub(crate) const fn stored_kind(kind: MapLinkKind) -> Option<store::TrashKind> {
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
        | MapLinkKind::Brought
        | MapLinkKind::Overlap => return None,
    })
}

/// Kind and ends of a link, by its key on the map.
pub(crate) fn link_parts(key: &str) -> Result<(MapLinkKind, &str, &str), Error> {
    let parts = key.split_once(':').and_then(|(kind, ends)| Some((kind, ends.split_once('>')?)));
    let found = parts.and_then(|(name, (from, to))| Some((kind_named(name)?, from, to)));
    found.ok_or_else(|| not_a_link(key))
}

pub(crate) fn kind_named(name: &str) -> Option<MapLinkKind> {
    let kinds = [
        MapLinkKind::Assigned,
        MapLinkKind::Uses,
        MapLinkKind::Depends,
        MapLinkKind::Parent,
        MapLinkKind::Needs,
        MapLinkKind::Given,
    ];
    kinds.into_iter().find(|kind| kind.as_str() == name)
}

pub(crate) fn not_a_link(key: &str) -> Error {
    Error::new(ErrorCode::NotFound, format!("“{key}” isn't a link that can be in the trash."))
}
