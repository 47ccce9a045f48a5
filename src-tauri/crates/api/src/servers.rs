//! MCP servers: as authors manage them, as they run, and the tools they offer.
//!
//! Starting one asks the consents whether it may; whoever waits for one says how long (`state::wait`).

pub(crate) mod masks;
pub(crate) mod offering;
pub(crate) mod opening;
pub(crate) mod pool;
pub(crate) mod records;
pub(crate) mod sample_server;
pub(crate) mod testing;
pub(crate) mod tools;
pub(crate) mod watch;
