//! What a session is run with.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::dto::{CapturedListing, Host, Policy, SkillUses, ValidationMode};

/// What a session is started with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct SimulationSetup {
    /// Name or id of the agent. Where `skills` are said there is none: nothing is looked up, and the session is shown under
    /// the client's name.
    pub agent: String,
    /// The runtime.
    pub runtime: SimulatedRuntime,
    /// What an active skill does to the tools of components, under agent-lib.
    pub components: ComponentTools,
    /// How the skill of a message is selected, under adk-rust.
    pub adk: AdkSettings,
    /// Who answers.
    pub model: SimulationModel,
    /// The tool library that carries calls out; none for each tool's own implementation.
    pub tool_library: Option<String>,
    /// Questions to the model for one message at most.
    pub max_iterations: u32,
    /// Tokens of the model's context window.
    pub window_tokens: u32,
    /// The client whose budget cuts the list of skills, under Agent Skills.
    pub host: Host,
    /// Names of skills of the agent that the session goes without.
    pub without: Vec<String>,
    /// How often the client has used skills, which decides what Claude Code lists; none for as often as the library counted
    /// calls in their names.
    pub uses: Option<Vec<SkillUses>>,
    /// Skills of the agent whose `SKILL.md` is that of an earlier version; all others are as the library has them.
    pub versions: Vec<SkillAtVersion>,
    /// Files that the user hands over with the first message.
    pub inputs: Vec<SimulationInput>,
    /// The list of skills as that client sent it once, shown word for word instead of the one the studio says it makes;
    /// under Agent Skills.
    pub captured: Option<CapturedListing>,
    /// The skills of the library that the session is made of where no agent is; none where one is.
    pub skills: Option<SimulatedSkills>,
    /// The folder whose files the client's reading tool may really read, where no agent is; none where it reads nothing.
    pub reads: Option<String>,
}

/// Skills of the library that a client is simulated with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SimulatedSkills {
    /// All of them.
    All,
    /// Those that the library shows under a group.
    Group {
        /// The group's name.
        name: String,
    },
    /// Those of these names.
    Some {
        /// The names.
        names: Vec<String>,
    },
}

/// How adk-rust selects the skill of a message and puts it into the context.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct AdkSettings {
    /// Which of its two ways it goes.
    pub way: AdkWay,
    /// The coordinator's strategies, tried in order; the first that finds a skill wins. The injector goes by the message.
    pub strategies: Vec<AdkStrategy>,
    /// What a tool does that a skill asks for and the session does not have. The injector binds no tools.
    pub mode: ValidationMode,
    /// What limits the candidates.
    pub policy: Policy,
    /// Longest body in the context, in characters; none for as long as the way has it unasked.
    pub max_chars: Option<u32>,
}

impl Default for AdkSettings {
    fn default() -> Self {
        Self {
            way: AdkWay::Coordinator,
            strategies: vec![AdkStrategy::Message],
            mode: ValidationMode::Strict,
            policy: Policy { top_k: 1, min_score: 1.0, include_tags: Vec::new(), exclude_tags: Vec::new() },
            max_chars: None,
        }
    }
}

/// How adk-rust puts a skill into the context.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum AdkWay {
    /// Its coordinator: the skill's text is the system instruction of the message, with the tools it names.
    #[default]
    Coordinator,
    /// Its injector: a short block before the message, without tools.
    Injector,
}

impl AdkWay {
    /// Longest body where nothing is said.
    pub const fn usual_chars(self) -> u32 {
        match self {
            Self::Coordinator => 8_000,
            Self::Injector => 2_000,
        }
    }
}

/// One way in which adk-rust finds the skill of a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum AdkStrategy {
    /// The agent's skill that fits the message best.
    Message,
    /// The one of this name, whatever the message says.
    Name {
        /// The name.
        name: String,
    },
    /// The first one by name with this tag.
    Tag {
        /// The tag.
        tag: String,
    },
}

/// A skill as it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SkillAtVersion {
    /// The skill's name.
    pub skill: String,
    /// The row version its `SKILL.md` was saved as.
    pub version: u32,
}

/// A file of one of the agent's skills that a session is given as an input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SimulationInput {
    /// The skill's name.
    pub skill: String,
    /// The file's path inside the skill's folder.
    pub path: String,
}

/// The files of a skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SkillFiles {
    /// The skill's name.
    pub skill: String,
    /// Their paths inside the skill's folder.
    pub paths: Vec<String>,
}

/// The runtimes there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "kebab-case")]
pub enum SimulatedRuntime {
    /// A client of the Agent Skills standard.
    #[default]
    AgentSkills,
    /// agent-lib: components, and skills that enable their tools.
    AgentLib,
    /// light-genai-4j: descriptions first, schemas when a skill is chosen.
    LightGenai,
    /// adk-rust: one skill selected by score.
    Adk,
    /// Everything from the start.
    Everything,
}

/// The runtimes that a client with skills alone may be simulated under: the others are programs that run agents.
pub const CLIENT_RUNTIMES: [SimulatedRuntime; 2] = [SimulatedRuntime::AgentSkills, SimulatedRuntime::Everything];

/// What an active skill does to the tools of components.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ComponentTools {
    /// Only the skill's own may be called.
    #[default]
    OnlySkills,
    /// All of them may always be called.
    Always,
}

/// Who answers in a session that is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SimulationModel {
    /// Nobody: skills are picked by the default scorer, tools are filled in from the message.
    #[default]
    Mock,
    /// A list of replies, as JSON text.
    Scripted {
        /// The text.
        replies: String,
    },
    /// The replies of a session that is kept.
    Recorded {
        /// Its id.
        id: String,
    },
    /// The model that the agent is set up with.
    Agent {
        /// Tokens that the session may read and write in all; none for as many as it takes.
        max_tokens: Option<u32>,
        /// Cents that it may cost.
        max_cents: Option<u32>,
    },
    /// One of the library's chat models.
    Real {
        /// Its name.
        name: String,
        /// Tokens that the session may read and write in all; none for as many as it takes.
        max_tokens: Option<u32>,
        /// Cents that it may cost.
        max_cents: Option<u32>,
    },
}
