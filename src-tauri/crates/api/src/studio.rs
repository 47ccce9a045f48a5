//! The studio itself: what outlives a library, the session of the open one, its settings, its errors, its health.

pub(crate) mod activity;
pub(crate) mod config;
pub(crate) mod doctor;
pub(crate) mod dto;
pub(crate) mod error;
pub(crate) mod export;
pub(crate) mod follow;
pub(crate) mod forms;
pub(crate) mod handle;
pub(crate) mod log;
pub(crate) mod machine;
pub(crate) mod named;
pub(crate) mod paths;
pub(crate) mod session;
pub(crate) mod settings;
pub(crate) mod undo;
