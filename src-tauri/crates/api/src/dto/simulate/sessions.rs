//! Sessions that are kept: what one is set up with, what happened in it, and how it stands.

use serde::{Deserialize, Serialize};
use specta::Type;
use studio_runtime::context::{EndReason, Event, ModelCall};

use crate::{
    closed::closed,
    dto::{ComponentTools, ConsentRequest, ContextPart, Host, HostState, SimulatedRuntime, TierTokens, VersionInfo},
};

/// What a session is started with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SimulationSetup {
    /// Name or id of the agent.
    pub agent: String,
    /// The runtime.
    pub runtime: SimulatedRuntime,
    /// What an active skill does to the tools of components, under agent-lib.
    pub components: ComponentTools,
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
}

/// A skill as it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SkillAtVersion {
    /// The skill's name.
    pub skill: String,
    /// The row version its `SKILL.md` was saved as.
    pub version: u32,
}

/// A skill of an agent, with what a session may take it back to.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
pub struct SkillVersions {
    /// Its name.
    pub skill: String,
    /// The versions of its `SKILL.md` before the present one, newest first.
    pub versions: Vec<VersionInfo>,
}

/// How often a client has used a skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SkillUses {
    /// The skill's name.
    pub skill: String,
    /// How often.
    pub uses: u32,
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

/// A session in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SimulationRow {
    /// Its id.
    pub id: String,
    /// The first message; `New session` before anything was said.
    pub title: String,
    /// Name of the agent.
    pub agent: String,
    /// The runtime.
    pub runtime: SimulatedRuntime,
    /// The model, in a few words.
    pub model: String,
    /// When it began, RFC 3339.
    pub started_at: String,
    /// When something happened in it last, RFC 3339.
    pub updated_at: String,
    /// Messages of the user.
    pub messages: u32,
    /// Questions to the model.
    pub steps: u32,
    /// Tokens of the largest prompt.
    pub most_tokens: u32,
    /// Why the last turn is over; none while it goes on, or before anything was said.
    pub ended: Option<EndReason>,
    /// Why the last turn did not end with an answer, as a sentence.
    pub problem: Option<String>,
    /// The session whose beginning it shares.
    pub forked_from: Option<SimulationFork>,
    /// Who is at work in it.
    pub work: SimulationWork,
    /// Why it cannot be read; all else but id and times says nothing then.
    pub unreadable: Option<String>,
}

closed! {
    /// Who is at work in a session.
    pub enum SimulationWork {
        /// Nobody.
        Nobody = "nobody",
        /// This program.
        Here = "here",
        /// Another program that has the library open.
        Elsewhere = "elsewhere",
        /// The program that was at work in it ended while it ran. It can be continued.
        Interrupted = "interrupted",
    }
}

/// Where a session parted from another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SimulationFork {
    /// The other session, which may be gone.
    pub id: String,
    /// How many events both share.
    pub events: u32,
}

/// A session with all that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct SimulationView {
    /// The session in the list.
    pub row: SimulationRow,
    /// What it was started with.
    pub setup: SimulationSetup,
    /// Everything that happened, in its order.
    pub events: Vec<SimulationEvent>,
    /// The questions to the model, in their order.
    pub steps: Vec<SimulationPoint>,
    /// How it stands.
    pub state: SimulationState,
    /// What the client's budget did to the list of skills; none where all are listed whole.
    pub listing: Option<SimulationListing>,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct SimulationEvent {
    /// How many events came before it.
    pub index: u32,
    /// What.
    pub event: Event,
}

/// A question to the model: what it was sent, in numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SimulationPoint {
    /// Index of the event.
    pub event: u32,
    /// Tokens by tier.
    pub tiers: TierTokens,
    /// Tokens in all.
    pub tokens: u32,
    /// Tokens that everything up front would have cost.
    pub baseline_tokens: u32,
    /// What came into the context since the question before, or grew.
    pub entered: Vec<ContextPart>,
    /// What left the context since then, or shrank.
    pub left: Vec<ContextPart>,
    /// Names of the tools that can be called since then.
    pub tools_entered: Vec<String>,
    /// Names of the tools that cannot be called any more since then.
    pub tools_left: Vec<String>,
    /// Tokens of descriptions that the client's budget cut from the list of skills.
    pub cut_tokens: u32,
}

/// How a session stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SimulationState {
    /// It runs.
    Running,
    /// It runs in another program, where it can be stopped.
    RunningElsewhere,
    /// It stopped within a turn, and can be stepped or continued.
    Paused,
    /// It waits for the user's next message.
    WaitingForUser {
        /// Why the last turn is over; none before the first.
        ended: Option<EndReason>,
    },
    /// It waits for the author's permission, before a call.
    WaitingForConsent {
        /// What is asked.
        request: Box<ConsentRequest>,
        /// The call.
        call: ModelCall,
    },
}

/// What a client's budget did to the list of skills.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SimulationListing {
    /// The client.
    pub host: Host,
    /// How it cuts, in a sentence.
    pub rule: String,
    /// The skills that are not listed whole.
    pub cut: Vec<CutSkill>,
    /// Tokens of descriptions that are not shown.
    pub cut_tokens: u32,
}

/// A skill that is not listed whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct CutSkill {
    /// Its name.
    pub skill: String,
    /// What became of it.
    pub state: HostState,
}

closed! {
    /// How far a session goes by itself.
    pub enum SimulationPace {
        /// Until the user has to say or allow something.
        Run = "run",
        /// One step at a time.
        Step = "step",
    }
}

/// What is told of a session while it runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SimulationUpdate {
    /// More happened.
    Advanced {
        /// The session.
        id: String,
        /// Index of the first event that is told here.
        from: u32,
        /// What happened since.
        events: Vec<SimulationEvent>,
        /// Questions to the model among them.
        steps: Vec<SimulationPoint>,
        /// How it stands.
        state: SimulationState,
    },
    /// The model said more; the whole is told when its reply is complete.
    Heard {
        /// The session.
        id: String,
        /// What it said since.
        text: String,
    },
}
