//! Servers of the Model Context Protocol: started or dialled, greeted, asked for their tools, called, ended.
//!
//! The protocol itself is `rmcp`'s. Here is what surrounds it: a server's life from its first process to its last, what
//! it may print, how long it may take, and words for everything that can go wrong. All calls block and may come from
//! several threads at once, but not from asynchronous code.
//!
//! A server on this machine gets an argument array (never a shell), a clean environment ([`INHERITED`] and what its
//! specification adds, nothing else) and a process group of its own. The script host stays beside it and adopts what leaves
//! that group, so that nothing of the server is left when it ends; only one that kills the host gets away, unless it is
//! confined.
//!
//! What a specification's environment and headers hold is taken for secret wherever something of the server is shown.

mod answer;
mod child;
mod client;
mod error;
mod handler;
mod http;
mod journal;
mod lines;
mod link;
mod listing;
mod overheard;
mod program;
mod server;
mod session;
mod spec;
mod tool;
mod verbatim;
mod wire;

pub use error::McpError;
pub use handler::McpHandler;
pub use journal::{LogLine, LogStream};
pub use link::{OnEvent, ServerEvent};
pub use program::INHERITED;
pub use server::{Server, ServerInfo};
pub use spec::{ServerSpec, Transport, is_this_machine};
pub use tool::{HintedEffect, McpTool, fingerprint, fingerprint_of_words, fingerprint_with};
