//! What tests of several crates need: a library in a folder of its own, rows with sensible defaults, a large folder of
//! skills to measure with, the crate our scores are held against, servers that play chat models, drives, figures of long runs,
//! a `PostgreSQL` server, a program that plays an agent client, ports of one's own, what is done when a process is gone, where the repository is, how to wait for
//! what happens elsewhere, and what a process worked.
//!
//! Nothing here is used outside tests.

mod adk;
mod builders;
mod counterparts;
#[cfg(unix)]
mod drives;
mod figures;
mod grown;
#[cfg(unix)]
mod last_will;
mod library;
#[cfg(unix)]
mod played_client;
mod port;
#[cfg(unix)]
mod postgres;
#[cfg(unix)]
mod processes;
mod processor;
mod repository;
mod waiting;

pub use adk::resolve_with_adk;
pub use builders::{AgentBuilder, SkillBuilder, ToolBuilder, agent_skill, parameter, skill_dependency, skill_tool};
pub use counterparts::{ModelServer, counterparts};
#[cfg(unix)]
pub use drives::{Drive, leave_out};
pub use figures::{FIGURES, tell};
pub use grown::{Grown, grow_skills};
#[cfg(unix)]
pub use last_will::LastWill;
pub use library::TempLibrary;
#[cfg(unix)]
pub use played_client::{LOADS_SKILLS, played_client, played_program};
pub use port::Port;
#[cfg(unix)]
pub use postgres::{PASSWORD as POSTGRES_PASSWORD, PostgresServer};
pub use processor::{at_work_here, worked};
pub use repository::repository;
pub use waiting::{PATIENCE, until, until_some, until_some_or};
