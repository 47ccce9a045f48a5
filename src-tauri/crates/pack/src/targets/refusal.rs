//! What a target refuses: values, rendered as sentences where somebody reads them.

use studio_model::SkillId;
use studio_text::Finding;

use super::loss::Entity;

/// Why something cannot be exported to a target as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What.
    pub entity: Entity,
    /// Why.
    pub reason: Reason,
    /// The skill, where it is of one: several may have its name.
    pub skill: Option<SkillId>,
}

/// Reasons to refuse an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A rule of the target that lint knows.
    Lint(Box<Finding>),
    /// It cannot be read.
    Unreadable(String),
    /// Another one has the same place in the target.
    SamePlace(String),
    /// Uploads take less.
    TooLarge(Limit),
    /// There is a second skill file among its files.
    SecondSkillFile(String),
    /// Models refuse the name.
    ToolName,
    /// The schema is refused: why, as a sentence.
    ToolSchema(String),
    /// It needs a skill that is not there.
    MissingRequired(String),
}

/// What an upload takes at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// All files together, unpacked.
    Unpacked,
    /// The archive.
    Archive,
    /// One file.
    File,
    /// Files.
    Files,
    /// Tools.
    Tools,
}

impl Refusal {
    /// Something that a target does not take.
    pub fn new(entity: Entity, reason: Reason) -> Self {
        Self { entity, reason, skill: None }
    }

    /// The code of the rule.
    pub fn code(&self) -> &'static str {
        match &self.reason {
            Reason::Lint(finding) => finding.code,
            Reason::Unreadable(_) => "unreadable",
            Reason::SamePlace(_) => "same-place",
            Reason::TooLarge(_) => "too-large",
            Reason::SecondSkillFile(_) => "second-skill-file",
            Reason::ToolName => "tool-name",
            Reason::ToolSchema(_) => "tool-schema",
            Reason::MissingRequired(_) => "required-skill",
        }
    }

    /// What is wrong and what to do.
    pub fn sentence(&self) -> String {
        match &self.reason {
            Reason::Lint(finding) => finding.message.clone(),
            Reason::Unreadable(why) => format!("Can't read the skill: {why}"),
            Reason::SamePlace(place) => format!("Another skill is also written to {place}. Rename one of them."),
            Reason::TooLarge(limit) => limit.sentence().to_owned(),
            Reason::SecondSkillFile(path) => {
                format!("Uploads accept only one SKILL.md, and {path} is a second one. Rename or remove it.")
            }
            Reason::ToolName => {
                "Tool names can have up to 64 letters, digits, `_` and `-`. Rename the tool.".to_owned()
            }
            Reason::ToolSchema(why) => why.clone(),
            Reason::MissingRequired(name) => {
                format!("It requires the skill {name}, which is in the trash. Restore it, or remove the requirement.")
            }
        }
    }
}

impl Limit {
    pub(super) const fn sentence(self) -> &'static str {
        match self {
            Self::Unpacked => "Anthropic uploads must be under 30 MB unpacked. Remove some files.",
            Self::Archive => "OpenAI accepts archives up to 50 MB. Remove some files.",
            Self::File => "OpenAI accepts files up to 25 MB. Remove or split the largest.",
            Self::Files => "OpenAI accepts up to 500 files. Remove some files.",
            Self::Tools => "OpenAI accepts up to 128 tools in a list. Export fewer.",
        }
    }
}
