//! What tests of several crates need: a library in a folder of its own, and rows with sensible defaults.
//!
//! Nothing here asserts anything, and nothing here is used outside tests.

mod builders;
mod library;

pub use builders::{AgentBuilder, SkillBuilder, ToolBuilder, agent_skill, parameter, skill_dependency, skill_tool};
pub use library::TempLibrary;
