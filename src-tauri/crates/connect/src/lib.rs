//! The outside world: chat models, MCP servers, REST, `PostgreSQL`, a package index, scripts and Java in a sandbox,
//! secrets.
//!
//! The only crate that dials or starts a program. It carries out what it is handed: what is asked, whether the author
//! allowed it, and what an answer means is decided by the caller; nothing here knows a skill or a library. All calls block
//! and end within the time they are given. A key or secret goes to where it belongs and appears nowhere else: not in a log,
//! an error or a debug print.

mod background;
mod chat;
mod client;
mod error;
pub mod java;
pub mod mcp;
mod mock;
pub mod packages;
mod percent;
pub mod postgres;
pub mod rest;
pub mod sandbox;
pub mod script;
pub mod secrets;
pub mod serve;
mod spec;
mod weight;

pub use chat::{Answered, Ask, Chat, Exchange, MOST_OUTPUT_TOKENS, Patience, Reply, ToolCalling};
pub use error::Error;
pub use spec::{Key, ModelSpec, Provider, is_on_this_machine};
