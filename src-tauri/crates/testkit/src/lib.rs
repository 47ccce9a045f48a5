//! What tests of several crates need: a library in a folder of its own, rows with sensible defaults, and a large folder
//! of skills to measure with.
//!
//! Nothing here asserts anything, and nothing here is used outside tests.

mod builders;
mod grown;
mod library;

pub use builders::{AgentBuilder, SkillBuilder, ToolBuilder, agent_skill, parameter, skill_dependency, skill_tool};
pub use grown::{Grown, grow_skills};
pub use library::TempLibrary;
