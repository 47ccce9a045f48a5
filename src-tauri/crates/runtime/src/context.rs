//! A session on paper: what there is, what happened, what that comes to, and what the model would be sent.
//!
//! The [`World`] is what there is and does not change; an [`Event`] is something that happened; a [`State`] is what the
//! events so far come to; a [`Prompt`] is what the model would be sent in that state, and a [`Ledger`] what that costs,
//! tier by tier. Nothing here decides what a runtime does or runs anything.

mod agent;
mod call;
mod compacted;
mod event;
mod ledger;
mod listed;
mod prompt;
mod reach;
mod skill;
mod state;
mod world;

pub use agent::{AbsentSkill, AgentFacts, AgentModel};
pub use call::ModelCall;
pub use compacted::{CompactedSkill, Remains};
pub use event::{Cap, EndReason, Event, FailureKind, Usage, Warning};
pub(crate) use ledger::Tally;
pub use ledger::{Ledger, LedgerLine};
pub use listed::{ListedSkill, Shown};
pub use prompt::{Offered, Origin, Part, Piece, Prompt, Role, Tier};
pub use reach::Reach;
pub use skill::{AdkFacts, FileFacts, Requirement, SkillFacts};
pub use state::{Message, State};
pub use world::{ComponentFacts, PinnedTool, ToolFacts, ToolSource, ToolState, UnboundTool, UnknownTool, World};
