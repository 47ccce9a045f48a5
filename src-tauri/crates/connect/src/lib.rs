//! The outside world: chat models, asked one question at a time.
//!
//! A [`Chat`] owns the connection to one model of one [`Provider`] and answers [`Chat::complete`] on the caller's thread,
//! within a time the caller sets. What is asked, how an answer is read, and which answers are kept is decided by the
//! caller: nothing here knows a skill or a library. A key is sent to the model's own address and appears nowhere else:
//! not in a log, an error or a debug print.

mod background;
mod chat;
mod error;
pub mod java;
pub mod mcp;
mod mock;
mod percent;
pub mod rest;
pub mod sandbox;
pub mod script;
pub mod secrets;
mod spec;

pub use chat::{Chat, MOST_OUTPUT_TOKENS, Reply};
pub use error::Error;
pub use spec::{ModelSpec, Provider};
