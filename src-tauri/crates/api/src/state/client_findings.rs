//! What a client makes of each skill, for as long as the skill and its place are as they were.

use std::collections::HashMap;

use studio_model::SkillId;

use crate::dto::Finding;

/// What one client makes of the skills, by skill.
pub(crate) type FindingsBySkill = HashMap<SkillId, ClientFindings>;

/// What was found in a skill at a row version, and of its place among the others.
pub(crate) struct ClientFindings {
    pub(crate) version: i64,
    pub(crate) name: String,
    /// Where its file is or was on disk.
    pub(crate) path: Option<String>,
    /// What its own texts tell, each finding with the path of its file.
    pub(crate) own: Vec<(String, Finding)>,
    /// What its place tells.
    pub(crate) of_place: Vec<Finding>,
    /// Whether the client's list is without it for its place: then nothing of its own texts is told.
    pub(crate) is_left_out: bool,
}
