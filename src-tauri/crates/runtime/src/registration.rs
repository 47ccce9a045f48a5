//! A tool as it may be called now: whether it is enabled, what it does, and who may do that with it.

use std::{sync::Arc, time::Duration};

use studio_model::AccessLevel;

use crate::{ArgumentCheck, DependencyProblem, Tool};

/// A tool as it may be called now.
#[derive(Clone, Debug)]
pub struct Registration {
    /// What carries it out.
    pub tool: Tool,
    /// Its schema, ready for checking. Making it takes ten times as long as a whole call's own work: keep it as long as
    /// the schema stays.
    pub check: Arc<ArgumentCheck>,
    /// What it comes from, in a few words for the trace: a library, a server.
    pub source: String,
    /// Whether it may be called at all.
    pub is_enabled: bool,
    /// What a call does to the world.
    pub access_needed: AccessLevel,
    /// The skill in whose name it is called, and what that may do; none where no skill is asking.
    pub granted: Option<Grant>,
    /// What is wrong with the tools it needs.
    pub unmet: Vec<DependencyProblem>,
    /// Longest time of a call.
    pub limit: Duration,
}

/// What a skill may do with a tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grant {
    /// Name of the skill.
    pub skill: String,
    /// What it may do; none where it does not have the tool.
    pub access: Option<AccessLevel>,
}

impl Registration {
    /// A tool that is enabled, only reads and has the seed's 30 seconds, called in nobody's name.
    pub fn new(tool: Tool) -> Self {
        Self {
            check: Arc::new(ArgumentCheck::new(&tool.schema)),
            tool,
            source: String::new(),
            is_enabled: true,
            access_needed: AccessLevel::Read,
            granted: None,
            unmet: Vec::new(),
            limit: Duration::from_secs(30),
        }
    }

    /// Whether it may be called, with a few words for the trace; else why not, as the model would read it.
    pub(crate) fn admit(&self) -> Result<String, String> {
        let name = &self.tool.name;
        if !self.is_enabled {
            return Err(format!("Tool \"{name}\" is currently disabled"));
        }
        if let Some(first) = self.unmet.first() {
            return Err(first.to_string());
        }
        let Some(grant) = &self.granted else { return Ok("enabled".to_owned()) };
        let skill = &grant.skill;
        match grant.access {
            None => Err(format!("Skill `{skill}` isn't linked to the tool `{name}`. Link them on the map.")),
            Some(access) if access < self.access_needed => Err(format!(
                "`{name}` needs {} access, but skill `{skill}` has only {} access to it. Raise it on the map.",
                self.access_needed.as_str(),
                access.as_str()
            )),
            Some(access) => Ok(format!("enabled; `{skill}` has {} access", access.as_str())),
        }
    }
}
