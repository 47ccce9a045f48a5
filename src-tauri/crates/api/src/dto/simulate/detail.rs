//! A session as it was at one event: what the model would be sent, and what there is.

use serde::{Deserialize, Serialize};
use specta::Type;
use studio_runtime::context::{Origin, Role, Tier, ToolSource};

use crate::dto::CallOutcome;

/// A session as it was after some of its events.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct SimulationStepDetail {
    /// How many events came before.
    pub event: u32,
    /// What the model would be sent, in the order it is sent.
    pub sections: Vec<PromptSection>,
    /// The tools, those that cannot be called too, in the order of the tool set.
    pub tools: Vec<StepTool>,
    /// The components with their states.
    pub components: Vec<StepComponent>,
    /// Each skill with its tools.
    pub skills: Vec<SkillTools>,
    /// Names of the skills that are active, in the order they became so.
    pub active: Vec<String>,
    /// Names of the tools of active skills.
    pub active_tools: Vec<String>,
    /// Tokens, a line for each origin within a tier.
    pub ledger: Vec<ContextPart>,
    /// Tokens in all.
    pub tokens: u32,
    /// Tokens that everything up front would cost.
    pub baseline_tokens: u32,
    /// What was carried out for the event, where it is the answer to a call: calls that came with a change of skill first.
    pub calls: Vec<CallOutcome>,
}

/// What one origin costs within a tier.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ContextPart {
    /// The tier.
    pub tier: Tier,
    /// What it comes from.
    pub origin: Origin,
    /// Tokens.
    pub tokens: u32,
}

/// A part of what the model is sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct PromptSection {
    /// Who says it.
    pub role: Role,
    /// What it counts to.
    pub tier: Tier,
    /// What it comes from.
    pub origin: Origin,
    /// The text, exactly as it is sent.
    pub text: String,
    /// Its tokens.
    pub tokens: u32,
}

/// A tool of the tool set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct StepTool {
    /// Name.
    pub name: String,
    /// Description.
    pub description: String,
    /// Where it comes from.
    pub source: ToolSource,
    /// The component, the skill, or `global`.
    pub owner: String,
    /// The component it belongs to.
    pub component_key: Option<String>,
    /// The skill it is of, where it belongs to no component.
    pub skill_name: Option<String>,
    /// Whether it can be called.
    pub enabled: bool,
    /// What carries its calls out, in a few words; none where nothing does.
    pub handler: Option<String>,
    /// Whether an active skill names it.
    pub is_of_active_skill: bool,
    /// Whether the runtime brings it itself.
    pub is_own: bool,
    /// JSON Schema of its arguments, laid out for reading.
    pub schema: String,
    /// Tokens it costs where it is offered; none where it is not.
    pub tokens: Option<u32>,
}

/// A component with its state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct StepComponent {
    /// Its name.
    pub key: String,
    /// Its state, JSON laid out for reading.
    pub value: String,
    /// The state the session began with, likewise.
    pub initial: String,
    /// Names of its tools.
    pub tools: Vec<String>,
}

/// A skill with its tools, and whether they are the ones that can be called because of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SkillTools {
    /// The skill.
    pub skill_name: String,
    /// Names of its tools that exist.
    pub tools: Vec<String>,
    /// Whether it is active.
    pub active: bool,
    /// Names of all tools it lists.
    pub added_tool_names: Vec<String>,
}
