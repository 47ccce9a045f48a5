//! An agent: a model with an instruction and the skills assigned to it.

use crate::{
    AgentId, Audit, HostId, MAX_NAME,
    limits::{Invalid, check_length},
};

/// A row of `agent_definition_t`. The seed names the table without defining it; its columns are the ruling S0-21.
#[derive(Clone, Debug, PartialEq)]
pub struct Agent {
    /// The library's host.
    pub host: HostId,
    /// `agent_def_id`.
    pub id: AgentId,
    /// Unique within the host.
    pub name: String,
    /// What the agent is for; the studio's own column.
    pub description: Option<String>,
    /// The system instruction; the studio's own column.
    pub instruction: String,
    /// At most 64 characters.
    pub model_provider: String,
    /// At most 126 characters.
    pub model_name: String,
    /// A `secret://name`, never the key itself.
    pub api_key_ref: Option<String>,
    /// 0 to 2, two decimals.
    pub temperature: f64,
    /// Longest answer, in tokens; the column is an `int`.
    pub max_tokens: Option<i64>,
    /// Row version and state.
    pub audit: Audit,
}

impl Agent {
    /// Checks every length and range the store enforces.
    pub fn check(&self) -> Result<(), Invalid> {
        if !(0.0..=2.0).contains(&self.temperature) {
            return Err(Invalid { field: "temperature", problem: "isn't between 0 and 2".to_owned() });
        }
        if self.name.trim().is_empty() {
            return Err(Invalid { field: "agent_name", problem: "is empty".to_owned() });
        }
        check_length("agent_name", &self.name, MAX_NAME)?;
        check_length("model_provider", &self.model_provider, 64)?;
        check_length("model_name", &self.model_name, MAX_NAME)?;
        check_length("api_key_ref", self.api_key_ref.as_deref().unwrap_or(""), MAX_NAME)?;
        match self.max_tokens {
            Some(most) if !(1..=i64::from(i32::MAX)).contains(&most) => {
                let problem = format!("is {most}, but must be between 1 and {}", i32::MAX);
                Err(Invalid { field: "max_tokens", problem })
            }
            _ => Ok(()),
        }
    }
}
