//! The state: the studio, the session of an open library, who may write to it, and what each room keeps while it is open.
//!
//! Nothing here knows a use-case: every room stands on it. What is kept looks after itself; what it means, its room says.

pub(crate) mod alike;
pub(crate) mod baseline;
pub(crate) mod client_findings;
pub(crate) mod command;
pub(crate) mod consents;
pub(crate) mod described;
pub(crate) mod exported;
pub(crate) mod followed;
pub(crate) mod handle;
pub(crate) mod interpreters;
pub(crate) mod kept_drafts;
pub(crate) mod lingering;
pub(crate) mod live;
pub(crate) mod parts;
pub(crate) mod plans;
pub(crate) mod recent;
pub(crate) mod references;
pub(crate) mod running;
pub(crate) mod scores;
pub(crate) mod seen;
pub(crate) mod session;
pub(crate) mod slot;
pub(crate) mod steps;
pub(crate) mod underway;
pub(crate) mod wait;
pub(crate) mod waiting;
pub(crate) mod writing;
