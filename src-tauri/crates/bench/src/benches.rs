//! The measurements, one a file.

pub(crate) mod client_first;
pub(crate) mod commands;
pub(crate) mod embed;
pub(crate) mod evaluate;
pub(crate) mod export;
pub(crate) mod host_lists;
pub(crate) mod import;
pub(crate) mod import_many;
pub(crate) mod lint;
pub(crate) mod promises;
pub(crate) mod quality;
pub(crate) mod save;
pub(crate) mod select;
pub(crate) mod select_speed;
pub(crate) mod sharing;
pub(crate) mod sharing_pull;
pub(crate) mod sharing_search;
pub(crate) mod simulate;
pub(crate) mod start;
pub(crate) mod store;
pub(crate) mod tools;
pub(crate) mod typing;
pub(crate) mod unseen;
