//! Shapes for what lint found, and what of it is ignored.

use studio_model::SkillId;

/// A finding as the library keeps it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FindingRow {
    /// `error`, `warning` or `info`.
    pub severity: String,
    /// Stable short name.
    pub code: String,
    /// What is wrong and what to do.
    pub message: String,
    /// What it is about; empty where that is the whole skill.
    pub subject: String,
    /// First line, from 1.
    pub from_line: u32,
    /// First column in characters, from 1.
    pub from_column: u32,
    /// Line of its end.
    pub to_line: u32,
    /// Column of its end, exclusive.
    pub to_column: u32,
    /// Whether there is a repair for it.
    pub has_fix: bool,
}

/// A finding of one skill, as bad as its author finds its rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredFinding {
    /// The skill.
    pub skill: SkillId,
    /// What was found.
    pub finding: FindingRow,
    /// That it is ignored, where it is.
    pub ignored: Option<Ignored>,
}

/// By what a finding is ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IgnoredBy {
    /// By itself.
    Finding,
    /// By its rule in the skill.
    Skill,
    /// By its rule in the skill's group.
    Group,
    /// By its rule in the library.
    Library,
}

/// That a finding is ignored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ignored {
    /// By what.
    pub by: IgnoredBy,
    /// Why; may be empty.
    pub reason: String,
}

/// Newly judged findings of a skill whose file still has this content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedSkill {
    /// The skill.
    pub skill: SkillId,
    /// SHA-256 of the content they are of, hex.
    pub sha256: String,
    /// What was found.
    pub findings: Vec<FindingRow>,
}

/// A finding the author chose to ignore.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IgnoredFinding {
    /// The skill.
    pub skill: SkillId,
    /// Its code.
    pub code: String,
    /// What it is about.
    pub subject: String,
    /// Why; may be empty.
    pub reason: String,
}
