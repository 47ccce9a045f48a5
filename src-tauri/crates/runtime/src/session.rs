//! A session: one agent, one runtime, one conversation, as a log of events that everything else is read from.
//!
//! A [`Session`] adds events one step at a time: a question to the [`ChatModel`], a call by the [`ToolExecutor`]. Because
//! nothing but the events is kept, a session can be looked at as it was after any of them, forked there, and replayed.

mod bounds;
mod calling;
mod compacting;
mod executor;
mod machine;
mod metrics;
mod mock_model;
mod model;
mod recorded_tools;
mod reply_models;
mod telling;
mod turns;

pub use compacting::NotCompacted;
pub use executor::{Executed, ToolExecutor, ToolRequest};
pub use machine::{Limits, Session, Step};
pub use metrics::{SkillMetrics, ToolMetrics, metrics};
pub use mock_model::{MockModel, Picks};
pub use model::{ChatModel, ModelError, ModelReply, ModelRequest};
pub use recorded_tools::RecordedTools;
pub use reply_models::{Recorded, Script, ScriptedCall, ScriptedReply};
pub use turns::{Turn, turns};
