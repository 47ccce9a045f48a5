//! A skill as a session has it, with its files and what it requires.

use serde::{Deserialize, Serialize};

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

    /// Whether it names a tool.
    pub fn has_tool(&self, name: &str) -> bool {
        self.tools.iter().any(|tool| tool == name)
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
