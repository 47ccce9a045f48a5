//! What happens in a session. The set is closed: what is not here does not happen.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use specta::Type;

use super::{CompactedSkill, ModelCall, Tier, ToolState};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// The tool set as it is now: after the start, and after every change of what may be called.
    ToolsChanged {
        /// All of it, in its order.
        tools: Vec<ToolState>,
    },
    /// A component was registered while the session ran.
    ComponentRegistered {
        /// Its key.
        key: String,
    },
    /// A skill was taken out of the session.
    SkillRemoved {
        /// Its name.
        skill: String,
    },
    /// The user said something.
    UserSaid {
        /// What.
        text: String,
    },
    /// A skill's text was put into the context by the runtime itself, before the model was asked.
    SkillInjected {
        /// Its name.
        skill: String,
        /// The text as it stands in the context.
        text: String,
        /// Names of the tools that were bound with it.
        tools: Vec<String>,
        /// Its score, as the runtime's selector gives it.
        #[specta(type = specta_typescript::Number)]
        score: f32,
    },
    /// The runtime looked for a skill and took none.
    NothingSelected {
        /// Why, a line for each skill that was considered.
        reasons: Vec<String>,
    },
    /// A skill became active.
    SkillActivated {
        /// Its name.
        skill: String,
        /// The skill whose activation brought it along; none where it was asked for itself.
        required_by: Option<String>,
    },
    /// A skill is no longer active.
    SkillDeactivated {
        /// Its name.
        skill: String,
    },
    /// A file of a skill was read.
    FileRead {
        /// The skill.
        skill: String,
        /// The file's path in it.
        path: String,
    },
    /// The model was asked.
    ModelAsked {
        /// Which question of this message it is, from 1.
        iteration: u32,
    },
    /// The model answered.
    ModelReplied {
        /// What it said.
        text: String,
        /// The tools it called, in its order.
        calls: Vec<ModelCall>,
        /// Tokens it counted.
        usage: Usage,
    },
    /// The model did not answer.
    ModelFailed {
        /// What kind of failure it was.
        failure: FailureKind,
        /// What it said.
        message: String,
    },
    /// The model was not asked again: what that could take is more than is left of what the run may take.
    CapReached {
        /// Which cap, and how much of it is spent.
        cap: Cap,
    },
    /// A call has its answer.
    ToolAnswered {
        /// The call.
        id: String,
        /// Name of the tool.
        name: String,
        /// What the model reads.
        content: String,
        /// Whether it failed or was refused.
        is_error: bool,
        /// Whether what carries it out was reached at all.
        is_carried_out: bool,
        /// What of the context it counts to.
        tier: Tier,
        /// Microseconds it took.
        elapsed_us: u32,
    },
    /// The state of a component changed.
    ComponentChanged {
        /// Its key.
        key: String,
        /// The call that changed it; none where activating or deactivating a skill did.
        call: Option<String>,
        /// The state before.
        #[specta(type = specta_typescript::Unknown)]
        before: Value,
        /// The state after.
        #[specta(type = specta_typescript::Unknown)]
        after: Value,
    },
    /// The conversation was compacted: a placeholder stands for what was said, the list of skills is gone, and of loaded
    /// skills as much is attached again as the client's rule leaves.
    Compacted {
        /// The rule, with where it is known from.
        rule: String,
        /// The skills that were loaded, the one loaded last first.
        skills: Vec<CompactedSkill>,
        /// Tokens of what the model would have been sent before.
        tokens_before: u32,
        /// Tokens of what it would be sent after.
        tokens_after: u32,
    },
    /// Something the author should know.
    Warned {
        /// What.
        warning: Warning,
    },
    /// The turn is over; the session waits for the user.
    Ended {
        /// Why.
        reason: EndReason,
    },
}

/// Tokens a model counted; none where it did not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Usage {
    /// Tokens it read.
    pub input: Option<u32>,
    /// Tokens it wrote.
    pub output: Option<u32>,
    /// Whether they are estimated because the reply does not tell them.
    pub is_estimated: bool,
}

/// What a run may take of a model that costs something.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Cap {
    /// Tokens that the model reads and writes.
    Tokens {
        /// How many at most.
        most: u32,
        /// How many were read and written.
        spent: u32,
        /// How many the next question takes at least.
        next: u32,
    },
    /// Money.
    Dollars {
        /// How many at most.
        #[specta(type = specta_typescript::Number)]
        most: f64,
        /// How many were spent.
        #[specta(type = specta_typescript::Number)]
        spent: f64,
        /// How many the next question takes at least.
        #[specta(type = specta_typescript::Number)]
        next: f64,
    },
}

/// Why a model did not answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// It answered nothing.
    Empty,
    /// It could not be reached, or the connection broke.
    Unreachable,
    /// It refused: the key, the model's name, a limit.
    Refused,
    /// What it answered cannot be read.
    Garbage,
    /// It answered more than can be taken in.
    TooLong,
    /// It took too long.
    TimedOut,
}

/// Something the author should know of a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Warning {
    /// A skill that is the agent's is not there.
    SkillAbsent {
        /// The skill.
        skill: String,
        /// Why, as a sentence.
        why: String,
    },
    /// A skill names a tool that the session does not have.
    UnknownTool {
        /// The skill.
        skill: String,
        /// The tool.
        tool: String,
    },
    /// A skill names a tool that is there whatever skill is active.
    GlobalTool {
        /// The skill.
        skill: String,
        /// The tool.
        tool: String,
    },
    /// A skill that is active was to be taken out.
    ActiveSkill {
        /// The skill.
        skill: String,
    },
    /// A skill that is only recommended is not there.
    MissingOptional {
        /// The skill that recommends it.
        skill: String,
        /// What it recommends.
        needs: String,
    },
    /// A reply ended because it had reached the most tokens a reply may have.
    ReplyCut {
        /// How many.
        most: u32,
    },
    /// A tool was left out of a context because it is not bound.
    ToolLeftOut {
        /// The skill.
        skill: String,
        /// The tool.
        tool: String,
    },
}

/// Why a turn is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// The model answered in words.
    Answered,
    /// The model said that the work is done.
    Completed,
    /// It asked for tools more often than it may.
    TooManyIterations,
    /// The model did not answer.
    ModelFailed,
    /// It had taken as much as it may.
    CapReached,
    /// The user stopped it.
    Cancelled,
}
