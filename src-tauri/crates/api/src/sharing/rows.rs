//! What light-4j reads of a thing that is shared, and what its tables cannot hold of it.

use studio_connect::postgres::{AgentLinks, PushItem, Row, SkillLinks};
use studio_model::{AccessLevel, AgentId, SharedKind, SkillId, ToolId};
use studio_store::{EntityKind, Reading};
use uuid::Uuid;

use crate::{
    Error,
    base::shown::in_row,
    dto::SharingLoss,
    kept::{
        self,
        sharing::{SharedAgent, SharedSkill},
    },
    sharing::{
        contents::Thing,
        pairs::{Pair, shown_kind},
    },
};

/// Longest description of a skill in light-4j's table, in characters.
const LONGEST_DESCRIPTION: usize = 500;

/// Makes things ready to be pushed, and notes what light-4j loses.
pub(crate) struct Rows<'a> {
    pub(crate) library: &'a Reading,
    pub(crate) user: &'a str,
    pub(crate) losses: Vec<SharingLoss>,
}

impl Rows<'_> {
    /// One side of a pair as it is pushed: what is here, or that it is not any more.
    pub(crate) fn item(&mut self, pair: &Pair) -> Result<PushItem, Error> {
        let there = pair.there.as_ref();
        let (content, sha256, row) = match &pair.here {
            Some(thing) => (thing.content.clone(), thing.sha256.clone(), Some(self.row(thing)?)),
            None => ("{}".to_owned(), studio_store::sha256_hex(b"{}"), None),
        };
        Ok(PushItem {
            kind: pair.kind,
            id: pair.id,
            name: pair.name().to_owned(),
            content,
            sha256,
            expected: there.map_or(0, |item| item.row_version),
            user: self.user.chars().take(studio_model::MAX_NAME).collect(),
            row,
        })
    }

    fn row(&mut self, thing: &Thing) -> Result<Row, Error> {
        match thing.kind {
            SharedKind::Server => Ok(Row::None),
            SharedKind::Tool => {
                let record = self.library.get_tool_record(ToolId(thing.local))?;
                let vector = self.library.description_vector(EntityKind::Tool, thing.local)?;
                Ok(Row::Tool { tool: Box::new(record.tool), parameters: record.parameters, vector })
            }
            SharedKind::Skill => self.skill(thing),
            SharedKind::Agent => {
                let agent = self.library.get_agent(AgentId(thing.local))?;
                let shared: SharedAgent = read(thing)?;
                let skills = shared.skills.iter().filter_map(|(id, link)| {
                    let number =
                        |number: i64| i32::try_from(number).unwrap_or(if number < 0 { i32::MIN } else { i32::MAX });
                    let id = Uuid::parse_str(id).ok()?;
                    Some((id, number(link.priority), number(link.sequence_id), link.config.clone()))
                });
                Ok(Row::Agent { links: AgentLinks { skills: skills.collect() }, agent: Box::new(agent) })
            }
        }
    }

    fn skill(&mut self, thing: &Thing) -> Result<Row, Error> {
        let mut skill = self.library.get_skill(SkillId(thing.local))?.skill;
        let shared: SharedSkill = read(thing)?;
        skill.parent = shared.parent.as_deref().and_then(|id| Uuid::parse_str(id).ok()).map(SkillId);
        let length = skill.description.as_deref().map_or(0, |text| text.chars().count());
        if length > LONGEST_DESCRIPTION {
            let why = format!(
                "light-4j's table is limited to {LONGEST_DESCRIPTION} characters; this one has {length}. The rest is only in \
                 Skill Studio's table."
            );
            self.lose(thing, "description", why);
        }
        for link in self.library.list_tools_of_skill(skill.id)? {
            if let Some(version) = link.tool_version {
                let why = format!("Pinning version {version} of a tool only applies on this computer.");
                self.lose(thing, "tool_version", why);
            }
        }
        let tools = shared.tools.iter().filter_map(|(id, grant)| {
            let access = AccessLevel::parse(&grant.access).unwrap_or_default().as_str();
            Some((Uuid::parse_str(id).ok()?, access, grant.config.clone()))
        });
        let requires = shared.requires.iter().filter_map(|(id, required)| Some((Uuid::parse_str(id).ok()?, *required)));
        let links = SkillLinks { tools: tools.collect(), requires: requires.collect() };
        let vector = self.library.description_vector(EntityKind::Skill, thing.local)?;
        Ok(Row::Skill { skill: Box::new(skill), vector, links })
    }

    fn lose(&mut self, thing: &Thing, field: &str, why: String) {
        let (kind, name) = (shown_kind(thing.kind), in_row(thing.name.clone()));
        self.losses.push(SharingLoss { kind, name, field: field.to_owned(), why });
    }
}

/// What a thing that is here would be on a server.
pub(crate) fn read<T: kept::Kept>(thing: &Thing) -> Result<T, Error> {
    kept::read_text(&thing.content).map_err(|why| Error::interrupted(&why))
}
