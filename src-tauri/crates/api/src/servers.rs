//! MCP servers: as authors manage them, as they run, and the tools they offer.
//!
//! Starting one asks `calls` whether it may; whoever waits for one says how long ([`wait`]).

pub(crate) mod dto;
pub(crate) mod masks;
pub(crate) mod offering;
pub(crate) mod opening;
pub(crate) mod pool;
pub(crate) mod records;
pub(crate) mod slot;
pub(crate) mod testing;
pub(crate) mod tools;
pub(crate) mod wait;
pub(crate) mod watch;
