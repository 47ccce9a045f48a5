//! MCP servers: as authors manage them, as they run, and the tools they offer.

pub(crate) mod dto;
pub(crate) mod masks;
pub(crate) mod opening;
pub(crate) mod pool;
pub(crate) mod records;
pub(crate) mod slot;
pub(crate) mod tools;
pub(crate) mod wait;
pub(crate) mod watch;
