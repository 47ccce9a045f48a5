//! Calling tools: what carries a call out, what is asked before it, what is kept of it.
//!
//! No call goes out that was not allowed, and no secret to a place it was not allowed for. Rows of tools are read, not written.

pub(crate) mod asks;
pub(crate) mod calling;
pub(crate) mod cases;
pub(crate) mod comparing;
pub(crate) mod consenting;
pub(crate) mod counts;
pub(crate) mod deferred;
pub(crate) mod handlers;
pub(crate) mod hosts;
pub(crate) mod libraries;
pub(crate) mod outcome;
