//! An import of servers, tools, skills and agents: stored together or not at all.

use rusqlite::Transaction;
use serde_json::Value;
use studio_model::{SkillDependency, SkillId, SkillTool};

use crate::{
    AgentRecord, Error, Library, NewSkillRow, ServerRow, SkillChange, ToolRecord, agent_edits, assignments,
    connection::Fault, servers, skill_tools, skills, table::Stamp, tool_records,
};

/// What is stored in one transaction. Tools may name the servers, links the tools and skills, agents all of them.
#[derive(Clone, Debug, Default)]
pub struct Together {
    /// Servers, each as read at its version.
    pub servers: Vec<ServerRow>,
    /// Tools, each with the snapshot its timeline keeps.
    pub tools: Vec<(ToolRecord, Value)>,
    /// New skills, each with an id of its own where something below names it. A list of tools in a file makes its links.
    pub skills: Vec<NewSkillRow>,
    /// Links of the new skills to tools, over those that their files made.
    pub links: Vec<SkillTool>,
    /// What the new skills need.
    pub requires: Vec<SkillDependency>,
    /// Which of the new skills stands below which.
    pub parents: Vec<(SkillId, SkillId)>,
    /// Agents, each as read at its version.
    pub agents: Vec<AgentRecord>,
}

impl Library {
    /// Stores all of it, or nothing where one of its rows is refused. Each is refused as on its own: see
    /// [`Library::put_server`], [`Library::save_tool`], [`Library::create_skill`] and [`Library::save_agent`].
    pub fn save_together(&self, together: &Together, reason: &str) -> Result<(), Error> {
        let stamp = self.stamp();
        self.connections.write(|tx| {
            for server in &together.servers {
                servers::put(tx, &stamp, server)?;
            }
            for (record, snapshot) in &together.tools {
                tool_records::save(tx, &stamp, record, snapshot, reason)?;
            }
            for skill in &together.skills {
                skills::insert(tx, &stamp, skill)?;
            }
            put_links(tx, &stamp, together)?;
            for record in &together.agents {
                agent_edits::save(tx, &stamp, record)?;
            }
            Ok(())
        })
    }
}

fn put_links(tx: &Transaction<'_>, stamp: &Stamp, together: &Together) -> Result<(), Fault> {
    for link in &together.links {
        let made = skill_tools::find(tx, stamp.host, link.skill, link.tool)?;
        match made {
            Some(made) if made.access == link.access && made.config == link.config => {}
            Some(made) => drop(skill_tools::put(tx, stamp, &SkillTool { audit: made.audit, ..link.clone() })?),
            None => drop(skill_tools::put(tx, stamp, link)?),
        }
    }
    for link in &together.requires {
        assignments::put_dependency(tx, stamp, link)?;
    }
    for (below, above) in &together.parents {
        let change = SkillChange { parent: Some(Some(*above)), ..SkillChange::default() };
        skills::change::update(tx, stamp, *below, 1, &change)?;
    }
    Ok(())
}
