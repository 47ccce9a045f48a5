//! What there is while a session runs: the agent, its skills in load order, tools and components.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use specta::Type;
use studio_clients::{Scope, label_in};

/// Everything a session can come to, as it was when the session began.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct World {
    /// Who works.
    pub agent: AgentFacts,
    /// The agent's skills, in load order.
    pub skills: Vec<SkillFacts>,
    /// Every tool that one of them, a component or the agent itself names and that exists.
    pub tools: Vec<ToolFacts>,
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

/// An agent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentFacts {
    /// Its name.
    pub name: String,
    /// What its system prompt begins with.
    pub instruction: String,
}

/// A skill.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkillFacts {
    /// Name.
    pub name: String,
    /// Whether the agent has it; else it is only there for those that require it.
    pub is_assigned: bool,
    /// Name for people; the name where there is none.
    pub display_name: String,
    /// Description.
    pub description: String,
    /// Words that find it: its triggers, or its tags where it has none.
    pub triggers: Vec<String>,
    /// What it can do, an entry each.
    pub capabilities: Vec<String>,
    /// How to go about the work.
    pub direction: String,
    /// The instructions, without frontmatter.
    pub body: String,
    /// The text of its file; empty in a session that was kept by an earlier version.
    #[serde(default)]
    pub file: String,
    /// Its other files.
    pub files: Vec<FileFacts>,
    /// Names of its tools, whether they exist or not; none where the skill names no tools at all.
    pub tools: Vec<String>,
    /// Skills it requires.
    pub requires: Vec<Requirement>,
    /// Where its file is, as the host names it.
    pub location: String,
    /// A component's tool that is called when it is activated, with its arguments.
    pub on_activate: String,
    /// A component's tool that is called when it is deactivated, with its arguments.
    pub on_deactivate: String,
    /// What adk-rust reads of it.
    pub adk: AdkFacts,
}

/// What adk-rust reads of a skill's file where other runtimes read it otherwise.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AdkFacts {
    /// Its tags.
    pub tags: Vec<String>,
    /// Names of the tools it asks for, the host's own too.
    pub tools: Vec<String>,
    /// Why adk drops the file, where it does, as a part of a sentence.
    pub dropped: Option<String>,
}

impl SkillFacts {
    /// The name people see.
    pub fn shown_name(&self) -> &str {
        if self.display_name.is_empty() { &self.name } else { &self.display_name }
    }

    /// What the model is told to do: the work direction, then the instructions.
    pub fn whole_direction(&self) -> String {
        let parts = [self.direction.trim(), self.body.trim()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
    }
}

/// Another skill that a skill names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Requirement {
    /// Its name.
    pub skill: String,
    /// Whether the skill cannot do without.
    pub is_required: bool,
}

/// A file of a skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileFacts {
    /// Path inside the skill's folder.
    pub path: String,
    /// Its text; none for one that is not text.
    pub text: Option<String>,
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

/// A skill as a host lists it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedSkill {
    /// Name. Only a list that was captured has skills that the agent does not have.
    pub skill: String,
    /// The description as it is shown; empty where only the name is.
    pub description: String,
    /// Whether it has an entry although its description is empty, since that says nothing.
    #[serde(default)]
    pub has_entry: bool,
    /// The path of its file as the host shortens it; none where it is not shortened.
    pub path: Option<String>,
    /// What the host calls it; none where that is its name.
    #[serde(default)]
    pub called: Option<String>,
    /// Whether it is the user's, not the project's.
    #[serde(default)]
    pub is_users: bool,
    /// Its whole entry, without the last line end, as an installed client sent it; none where it is made of the rest.
    #[serde(default)]
    pub line: Option<String>,
}

/// A skill with what a model sees of it in the host's list.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// The skill; none for one that the agent does not have, which can be seen and not loaded.
    pub skill: Option<&'a SkillFacts>,
    /// What the list calls it.
    pub name: &'a str,
    /// Its description as it is shown; empty where only the name is.
    pub description: &'a str,
    /// Whether it has an entry although that is empty.
    pub has_entry: bool,
    /// The path of its file, as it is shown.
    pub path: &'a str,
    /// Whose it is.
    pub scope: Scope,
    /// Its whole entry as it was sent; none where it is made of the rest.
    pub line: Option<&'a str>,
}

impl<'a> Shown<'a> {
    /// What a model calls it by: the label of a skill that is listed as `folder (name)` begins with that.
    pub fn called(&self) -> &'a str {
        label_in(self.name).map_or(self.name, |(folder, _)| folder)
    }

    /// The skill, where a model that says `name` means it: as it is listed, by its own name, or by its folder's.
    pub fn meant_by(&self, name: &str) -> Option<&'a SkillFacts> {
        let skill = self.skill?;
        let folder = skill.location.rsplit('/').nth(1);
        (name == self.called() || name == skill.name || folder == Some(name)).then_some(skill)
    }
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
