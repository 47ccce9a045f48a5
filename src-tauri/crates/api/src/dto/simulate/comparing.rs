//! Sessions beside each other, again and again, and what no session ever reads.

use serde::{Deserialize, Serialize};
use specta::Type;
use studio_runtime::context::EndReason;

use crate::{
    closed::closed,
    dto::{ConsentRequest, SimulationRow},
};

/// Two sessions beside each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SimulationComparison {
    /// The first.
    pub a: SimulationRow,
    /// The second.
    pub b: SimulationRow,
    /// Their turns, the first beside the first.
    pub turns: Vec<TurnComparison>,
}

/// A turn of one session beside that of another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct TurnComparison {
    /// Of the first session; none where it has no more.
    pub a: Option<TurnSide>,
    /// Of the second session.
    pub b: Option<TurnSide>,
    /// What differs where both have one.
    pub differences: Vec<TurnDifference>,
}

/// What came of one message in one session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct TurnSide {
    /// Index of its first event.
    pub first_event: u32,
    /// How many events it has.
    pub events: u32,
    /// What the user said.
    pub message: String,
    /// Names of the skills that came into the context.
    pub skills: Vec<String>,
    /// Names of the tools that were carried out, in call order.
    pub tools: Vec<String>,
    /// Questions to the model.
    pub steps: u32,
    /// Tokens that all of them together sent.
    pub tokens: u32,
    /// What the model said last.
    pub answer: String,
    /// Why it is over; none where it is not.
    pub ended: Option<EndReason>,
    /// Whether the conversation was compacted after it.
    pub is_compacted: bool,
}

closed! {
    /// What differs between two turns.
    pub enum TurnDifference {
        /// What the user said.
        Message = "message",
        /// The skills that came into the context.
        Skills = "skills",
        /// The tools that were carried out.
        Tools = "tools",
        /// The tokens that were sent.
        Tokens = "tokens",
        /// What the model said last.
        Answer = "answer",
        /// Why it is over.
        End = "end",
        /// Whether the conversation was compacted after it.
        Compaction = "compaction",
    }
}

/// What the same messages come to, again and again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SimulationSpread {
    /// How often it ran to its end.
    pub times: u32,
    /// Tokens sent in all.
    pub tokens: Spread,
    /// Questions to the model.
    pub steps: Spread,
    /// Tools carried out.
    pub calls: Spread,
    /// Skills that came into the context, and how often.
    pub skills: Vec<Share>,
    /// Tools that were carried out, and how often.
    pub tools: Vec<Share>,
    /// How often it ended with an answer.
    pub answered: u32,
    /// How many last answers differ from each other.
    pub answers: u32,
    /// What the author has to allow before it can run.
    pub asks: Option<ConsentRequest>,
}

/// How far numbers lie from each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Spread {
    /// The least.
    pub min: u32,
    /// The one in the middle.
    pub median: u32,
    /// The most.
    pub max: u32,
}

/// In how many runs something came up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Share {
    /// Its name.
    pub name: String,
    /// In how many.
    pub times: u32,
}

/// Which files of an agent's skills a model can come to read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SimulationReach {
    /// Whether the runtime lets a model read files at all.
    pub can_read_files: bool,
    /// The files, skill by skill in load order.
    pub files: Vec<FileReach>,
}

/// A file of a skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct FileReach {
    /// The skill.
    pub skill: String,
    /// The file's path in it.
    pub path: String,
    /// How a model comes to know of it.
    pub reach: ReachKind,
    /// The file that names it, where only that does.
    pub through: Option<String>,
    /// Its tokens.
    pub tokens: u32,
}

closed! {
    /// How a model comes to know of a file.
    pub enum ReachKind {
        /// The skill's instructions name it.
        Named = "named",
        /// Only another file names it, two hops away.
        TwoHops = "two_hops",
        /// Nothing the model is led to names it.
        Unnamed = "unnamed",
        /// It is not text.
        NotText = "not_text",
        /// The runtime never discloses files.
        Never = "never",
    }
}
