//! Sessions that are kept: what one is set up with, what happened in it, and how it stands.

use serde::{Deserialize, Serialize};
use specta::Type;
use studio_runtime::context::{EndReason, Event, ModelCall};

use crate::{
    closed::closed,
    dto::{
        ConsentRequest, ContextPart, NotTaken, SimulatedRuntime, SimulationListing, SimulationSetup, TierTokens,
        VersionInfo,
    },
};

/// A skill of an agent, with what a session may take it back to.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
pub struct SkillVersions {
    /// Its name.
    pub skill: String,
    /// The versions of its `SKILL.md` before the present one, newest first.
    pub versions: Vec<VersionInfo>,
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
    /// Skills that it was to begin with and does not have: others of their names are there.
    pub not_taken: Vec<NotTaken>,
    /// The rule by which its client compacts the conversation, for people; none where no rule is known.
    pub compaction: Option<String>,
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
