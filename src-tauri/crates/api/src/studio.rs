//! The studio itself: what outlives a library, the session of the open one, its settings, its errors, its health.
//!
//! `session`, `handle` and `writing` hold state and know no use-case: every room stands on them. `opening`, `follow`,
//! `warm_up` and `undo` stand above the rooms and say what runs when; nothing else leads back to those.

pub(crate) mod activity;
pub(crate) mod config;
pub(crate) mod diagnostics;
pub(crate) mod doctor;
pub(crate) mod dto;
pub(crate) mod error;
pub(crate) mod export;
pub(crate) mod follow;
pub(crate) mod forms;
pub(crate) mod handle;
pub(crate) mod ids;
pub(crate) mod log;
pub(crate) mod machine;
pub(crate) mod named;
pub(crate) mod opening;
pub(crate) mod paths;
pub(crate) mod program;
pub(crate) mod session;
pub(crate) mod settings;
pub(crate) mod shown;
pub(crate) mod undo;
pub(crate) mod warm_up;
pub(crate) mod writing;
