//! What every room stands on and what stands on none: errors, places, ids, words, activities, the log.
//!
//! Nothing here knows a library.

pub(crate) mod activity;
pub(crate) mod config;
pub(crate) mod error;
pub(crate) mod ids;
pub(crate) mod log;
pub(crate) mod named;
pub(crate) mod paths;
pub(crate) mod processors;
pub(crate) mod program;
pub(crate) mod shown;
pub(crate) mod token_counts;
pub(crate) mod typed;
