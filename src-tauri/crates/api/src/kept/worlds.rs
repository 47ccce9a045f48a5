//! What an agent was when a session of it began.
//!
//! A world is kept in parts: each of its skills is a text of its own, named in the world by its hash, and is there once for
//! all sessions that have it as it is. Its instructions, which are a piece of its file, are not kept again with the file. So
//! a session with all skills of a library costs a hash and a line of the client's list for each skill that an earlier one
//! had, too. What it disclosed says nothing of what is kept: whatever its model may ask for next is there as it was, and what
//! everything up front would have cost is counted again. Up to format 3 the skills stood in the world itself, and are read
//! from there.

use std::{collections::BTreeMap, mem};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use studio_runtime::context;
use studio_store::sha256_hex;

use super::{
    Kept, Unreadable,
    clients::{Client, NAMED},
    mirror, read_text, write_text,
};
use crate::{Error, dto};

/// The format since which the skills of a world are kept apart from it.
const APART: u32 = NAMED + 1;

/// The format since which a world says what its tools are bound to, in which version they are called and what is missing.
const BOUND: u32 = APART + 1;

mirror! {
    /// The model an agent is set up with.
    struct AgentModel of context::AgentModel {
        provider: String,
        name: String,
        key: String,
        temperature: f64,
        max_tokens: Option<u32>,
    }
}

mirror! {
    /// An agent. The first sessions kept nothing of its model.
    struct Agent of context::AgentFacts {
        name: String,
        instruction: String,
        #[serde(default)]
        model: Option<AgentModel>,
    }
}

mirror! {
    /// Another skill that a skill names.
    struct Requirement of context::Requirement { skill: String, is_required: bool }
}

mirror! {
    /// A file of a skill.
    struct File of context::FileFacts { path: String, text: Option<String> }
}

mirror! {
    /// What adk-rust reads of a skill. The first sessions kept nothing of it.
    #[derive(Default)]
    struct Adk of context::AdkFacts { tags: Vec<String>, tools: Vec<String>, dropped: Option<String> }
}

mirror! {
    /// A skill.
    struct Skill of context::SkillFacts {
        name: String,
        is_assigned: bool,
        display_name: String,
        description: String,
        triggers: Vec<String>,
        capabilities: Vec<String>,
        direction: String,
        body: String,
        #[serde(default)]
        file: String,
        files: Vec<File>,
        tools: Vec<String>,
        requires: Vec<Requirement>,
        location: String,
        on_activate: String,
        on_deactivate: String,
        #[serde(default)]
        adk: Adk,
    }
}

mirror! {
    /// A tool.
    struct Tool of context::ToolFacts { name: String, description: String, schema: Value }
}

mirror! {
    /// A tool in the version that a skill's link is bound to.
    struct Pinned of context::PinnedTool { skill: String, tool: Tool }
}

mirror! {
    /// A tool that a skill cannot have.
    struct Unbound of context::UnboundTool { skill: String, tool: String, why: String }
}

mirror! {
    /// A tool that nobody has.
    struct Unknown of context::UnknownTool { skill: String, tool: String }
}

mirror! {
    /// A skill of the agent that is not there.
    struct Absent of context::AbsentSkill { skill: String, why: String }
}

mirror! {
    /// What a skill may do with a tool.
    #[serde(rename_all = "snake_case")]
    enum Access of dto::Access { Read, Write, Execute }
}

/// A tool as it is called in the name of a skill, or in nobody's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Held {
    pub(crate) skill: Option<String>,
    pub(crate) tool: String,
    pub(crate) version: u32,
    pub(crate) is_pinned: bool,
    pub(crate) access: Option<Access>,
}

mirror! {
    /// A component of an agent.
    struct Component of context::ComponentFacts {
        key: String,
        prompt: String,
        state: Value,
        tools: Vec<String>,
        is_late: bool,
    }
}

mirror! {
    /// A skill as a client lists it.
    struct Listed of context::ListedSkill {
        skill: String,
        description: String,
        #[serde(default)]
        has_entry: bool,
        #[serde(default)]
        path: Option<String>,
        #[serde(default)]
        called: Option<String>,
        #[serde(default)]
        is_users: bool,
        #[serde(default)]
        line: Option<String>,
    }
}

mirror! {
    /// Everything a session can come to.
    struct World of context::World {
        agent: Agent,
        skills: Vec<Skill>,
        tools: Vec<Tool>,
        #[serde(default)]
        pinned: Vec<Pinned>,
        #[serde(default)]
        unbound: Vec<Unbound>,
        #[serde(default)]
        unknown: Vec<Unknown>,
        #[serde(default)]
        absent: Vec<Absent>,
        components: Vec<Component>,
        given: Vec<String>,
        listing: Option<Vec<Listed>>,
        #[serde(default)]
        inputs: Vec<File>,
    }
}

mirror! {
    /// What became of a description in a client's list.
    #[serde(rename_all = "snake_case")]
    enum HostState of dto::HostState { Whole, Shortened, NameOnly, Absent, Hidden, Refused }
}

mirror! {
    /// A skill that is not listed whole.
    struct Cut of dto::CutSkill { skill: String, state: HostState }
}

mirror! {
    /// What a client's budget did to the list.
    struct Listing of dto::SimulationListing {
        host: Client,
        #[serde(default)]
        version: String,
        #[serde(default)]
        measured_on: String,
        rule: String,
        cut: Vec<Cut>,
        cut_tokens: u32,
        #[serde(default)]
        is_captured: bool,
    }
}

mirror! {
    /// A skill that was meant and that the session does not have.
    struct NotTaken of dto::NotTaken { skill: String, path: String, why: String }
}

/// A skill that is kept apart from its world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct SkillApart {
    #[serde(flatten)]
    skill: Skill,
    /// What stands before and after its instructions in its file; none where the file is kept whole.
    around: Option<(String, String)>,
}

impl Kept for SkillApart {
    const FORMAT: u32 = APART;
}

impl From<Skill> for SkillApart {
    fn from(mut skill: Skill) -> Self {
        let around = skill.file.rsplit_once(skill.body.as_str());
        let around = around.map(|(before, after)| (before.to_owned(), after.to_owned()));
        if around.is_some() {
            skill.file.clear();
        }
        Self { skill, around }
    }
}

impl From<SkillApart> for Skill {
    fn from(SkillApart { mut skill, around }: SkillApart) -> Self {
        if let Some((before, after)) = around {
            skill.file = format!("{before}{}{after}", skill.body);
        }
        skill
    }
}

/// The world of an agent, with the ids of its tools and skills by name. Texts with the same content are the same world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct AgentWorld {
    pub(crate) world: World,
    pub(crate) tools: BTreeMap<String, String>,
    #[serde(default)]
    pub(crate) held: Vec<Held>,
    pub(crate) skills: BTreeMap<String, String>,
    /// What carries the calls of tools out, in a few words.
    pub(crate) handlers: BTreeMap<String, String>,
    pub(crate) listing: Option<Listing>,
    #[serde(default)]
    pub(crate) not_taken: Vec<NotTaken>,
    /// The hashes of its skills, in their order, where they are kept apart. The store knows them by this name.
    #[serde(default)]
    pub(crate) skill_hashes: Vec<String>,
}

impl Kept for AgentWorld {
    const FORMAT: u32 = BOUND;
}

/// Texts that are kept apart from a world, each with its hash before it.
pub(crate) type Parts = Vec<(String, String)>;

impl AgentWorld {
    /// The world without its skills, and each of these as a text with its hash.
    pub(crate) fn apart(mut self) -> Result<(Self, Parts), Error> {
        let part = |skill: Skill| -> Result<_, Error> {
            let text = write_text(&SkillApart::from(skill))?;
            Ok((sha256_hex(text.as_bytes()), text))
        };
        let parts = mem::take(&mut self.world.skills).into_iter().map(part).collect::<Result<Vec<_>, _>>()?;
        self.skill_hashes = parts.iter().map(|(hash, _)| hash.clone()).collect();
        Ok((self, parts))
    }

    /// The world with the skills that are kept apart, in the order of their hashes; none for one that is gone.
    pub(crate) fn whole(mut self, parts: &[Option<String>]) -> Result<Self, Unreadable> {
        for part in parts {
            let gone = || Unreadable::Damaged(serde::de::Error::custom("a skill it started with no longer exists"));
            let apart: SkillApart = read_text(part.as_deref().ok_or_else(gone)?)?;
            self.world.skills.push(apart.into());
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn skill(name: &str, file: &str, body: &str) -> Skill {
        serde_json::from_value(json!({
            "name": name, "is_assigned": true, "display_name": "", "description": "Does it.", "triggers": [],
            "capabilities": [], "direction": "", "body": body, "file": file,
            "files": [{ "path": "a.md", "text": "A." }, { "path": "a.png", "text": null }], "tools": [],
            "requires": [], "location": "", "on_activate": "", "on_deactivate": "",
        }))
        .unwrap()
    }

    fn world(skills: Vec<Skill>) -> AgentWorld {
        let agent = json!({ "name": "a", "instruction": "" });
        let empty = json!({
            "world": { "agent": agent, "skills": [], "tools": [], "components": [], "given": [], "listing": null },
            "tools": {}, "skills": {}, "handlers": {}, "listing": null,
        });
        let mut world: AgentWorld = serde_json::from_value(empty).unwrap();
        world.world.skills = skills;
        world
    }

    #[test]
    fn a_world_comes_back_from_its_parts_as_it_was() {
        let skills = vec![
            skill("usual", "---\nname: usual\n---\n\nDo it.\n", "\nDo it.\n"),
            skill("twice", "Do it.\nDo it.\n  ", "Do it."),
            skill("other", "another text", "Do it."),
            skill("bare", "---\nname: bare\n---\n", ""),
            skill("early", "", "Do it."),
        ];
        let was = world(skills);
        let (root, parts) = was.clone().apart().unwrap();
        assert!(root.world.skills.is_empty() && root.skill_hashes.len() == 5);
        let kept = read_text::<AgentWorld>(&write_text(&root).unwrap()).unwrap();
        assert_eq!(kept, root);
        let texts: Vec<Option<String>> = parts.iter().map(|(_, text)| Some(text.clone())).collect();
        assert_eq!(kept.whole(&texts).unwrap().world, was.world);
        assert_eq!(parts[0].1.matches("Do it.").count(), 1, "instructions stand there once: {}", parts[0].1);
        let gone = root.whole(&[None]).unwrap_err().to_string();
        assert!(gone.contains("a skill it started with no longer exists"), "{gone}");
    }

    #[test]
    fn a_skill_that_stayed_as_it_was_is_the_same_part() {
        let hashes = |body: &str| {
            let skills = vec![skill("a", "Always.", "Always."), skill("b", body, body)];
            world(skills).apart().unwrap().0.skill_hashes
        };
        let (first, second) = (hashes("Before."), hashes("After."));
        assert_eq!(first[0], second[0]);
        assert_ne!(first[1], second[1]);
    }

    #[test]
    fn the_store_finds_the_parts_of_a_world_by_their_name() {
        let (root, _) = world(vec![skill("a", "A.", "A.")]).apart().unwrap();
        let kept: Value = serde_json::from_str(&write_text(&root).unwrap()).unwrap();
        assert_eq!(kept["skill_hashes"], json!(root.skill_hashes));
    }
}
