//! What there is while a session runs: the agent, its skills in load order, tools and components.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use specta::Type;
use studio_clients::Scope;

use super::{AbsentSkill, AgentFacts, FileFacts, ListedSkill, Shown, SkillFacts};

/// Everything a session can come to, as it was when the session began.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct World {
    /// Who works.
    pub agent: AgentFacts,
    /// The agent's skills, in load order.
    pub skills: Vec<SkillFacts>,
    /// Every tool that one of them, a component or the agent itself names and that is bound, in its newest version.
    pub tools: Vec<ToolFacts>,
    /// Tools in the version that a skill's link is bound to, where that is not the newest.
    #[serde(default)]
    pub pinned: Vec<PinnedTool>,
    /// Tools of skills that nothing carries out: a runtime that binds a skill's tools itself leaves them out.
    #[serde(default)]
    pub unbound: Vec<UnboundTool>,
    /// Tools that the files of skills name and that nobody has.
    #[serde(default)]
    pub unknown: Vec<UnknownTool>,
    /// Skills that are the agent's and that no session of it can have.
    #[serde(default)]
    pub absent: Vec<AbsentSkill>,
    /// The agent's components, in the order they are registered in.
    pub components: Vec<ComponentFacts>,
    /// Names of the tools the agent itself is given: they are there whatever skill is active.
    pub given: Vec<String>,
    /// The skills as the host lists them, in its order; none where all of them are listed whole.
    pub listing: Option<Vec<ListedSkill>>,
    /// Files that the user hands over with the first message.
    #[serde(default)]
    pub inputs: Vec<FileFacts>,
}

/// A tool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolFacts {
    /// Name.
    pub name: String,
    /// Description.
    pub description: String,
    /// JSON Schema of its arguments.
    pub schema: Value,
}

/// A tool as a skill's link binds it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PinnedTool {
    /// The skill.
    pub skill: String,
    /// The tool in the version that the link is bound to.
    pub tool: ToolFacts,
}

/// A tool that a skill cannot have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnboundTool {
    /// The skill.
    pub skill: String,
    /// The tool.
    pub tool: String,
    /// Why, as a sentence.
    pub why: String,
}

/// A tool that a skill names and that nobody has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnknownTool {
    /// The skill.
    pub skill: String,
    /// The tool.
    pub tool: String,
}

/// A component of an agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ComponentFacts {
    /// Its name: the key its tools are registered under.
    pub key: String,
    /// The section it adds to the prompt.
    pub prompt: String,
    /// The state a session begins with.
    pub state: Value,
    /// Names of its tools.
    pub tools: Vec<String>,
    /// Whether it is registered while the session runs, not when it begins.
    pub is_late: bool,
}

/// Where a tool comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ToolSource {
    /// A component of the agent.
    Component,
    /// A skill that brings a tool of its own.
    Skill,
    /// The runtime or the agent: there whatever skill is active.
    Global,
}

/// A tool in the tool set of a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ToolState {
    /// Name.
    pub name: String,
    /// Where it comes from.
    pub source: ToolSource,
    /// The component's key, the skill's name, or `global`.
    pub owner: String,
    /// Whether it may be called now.
    pub is_enabled: bool,
}

impl World {
    /// The skills the agent has, in load order.
    pub fn assigned(&self) -> impl Iterator<Item = &SkillFacts> {
        self.skills.iter().filter(|skill| skill.is_assigned)
    }

    /// The skill of a name.
    pub fn skill(&self, name: &str) -> Option<&SkillFacts> {
        self.skills.iter().find(|skill| skill.name == name)
    }

    /// The tool of a name.
    pub fn tool(&self, name: &str) -> Option<&ToolFacts> {
        self.tools.iter().find(|tool| tool.name == name)
    }

    /// The tool of a name as it is called in the name of a skill: in the version that the skill's link is bound to.
    pub fn tool_for(&self, skill: Option<&str>, name: &str) -> Option<&ToolFacts> {
        let is_it = |pinned: &&PinnedTool| Some(pinned.skill.as_str()) == skill && pinned.tool.name == name;
        self.pinned.iter().find(is_it).map(|pinned| &pinned.tool).or_else(|| self.tool(name))
    }

    /// Why a skill is not there that is the agent's, as a sentence; none for any other name.
    pub fn why_absent(&self, name: &str) -> Option<&str> {
        self.absent.iter().find(|absent| absent.skill == name).map(|absent| absent.why.as_str())
    }

    /// The component that has a tool.
    pub fn component_of(&self, tool: &str) -> Option<&ComponentFacts> {
        self.components.iter().find(|component| component.tools.iter().any(|name| name == tool))
    }

    /// The skills that a model can load, in the order of the list, each with what it calls it by. Of several that are listed
    /// by one name the later ones go by their own.
    pub fn callable(&self) -> Vec<(&SkillFacts, &str)> {
        let mut seen = std::collections::HashSet::new();
        // What nobody lists has no label behind its name.
        let has_labels = self.listing.is_some();
        let named = self.listed().into_iter().filter_map(|shown| Some((shown.skill?, shown)));
        let listed = named.map(|(skill, shown)| (skill, if has_labels { shown.called() } else { shown.name }));
        listed.map(|(skill, called)| (skill, if seen.insert(called) { called } else { skill.name.as_str() })).collect()
    }

    /// The skills that the host lists, in its order, with their descriptions as it shows them.
    pub fn listed(&self) -> Vec<Shown<'_>> {
        fn whole(skill: &SkillFacts) -> Shown<'_> {
            let SkillFacts { name, description, location, .. } = skill;
            let (path, scope) = (location, Scope::Project);
            Shown { skill: Some(skill), name, description, has_entry: true, path, scope, line: None }
        }
        let Some(listing) = &self.listing else {
            return self.assigned().map(whole).collect();
        };
        let skills: std::collections::HashMap<&str, &SkillFacts> =
            self.assigned().map(|skill| (skill.name.as_str(), skill)).collect();
        let shown = listing.iter().map(|listed| {
            let skill = skills.get(listed.skill.as_str()).copied();
            let path = listed.path.as_deref().or(skill.map(|skill| skill.location.as_str())).unwrap_or_default();
            let name = listed.called.as_deref().unwrap_or(&listed.skill);
            let scope = if listed.is_users { Scope::User } else { Scope::Project };
            let (description, line) = (listed.description.as_str(), listed.line.as_deref());
            Shown { skill, name, description, has_entry: listed.has_entry, path, scope, line }
        });
        shown.collect()
    }
}
