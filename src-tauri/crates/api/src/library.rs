//! The library as a whole: where it lies, what is in it, its samples, its trash, and changes of many rows at once.

pub(crate) mod absent;
pub(crate) mod batch;
pub(crate) mod change_sets;
pub(crate) mod displaced;
pub(crate) mod dto;
pub(crate) mod entities;
pub(crate) mod first_start;
pub(crate) mod kept_drafts;
pub(crate) mod overview;
pub(crate) mod place;
pub(crate) mod planned;
pub(crate) mod recent;
pub(crate) mod salvage;
pub(crate) mod sample_desk;
pub(crate) mod sample_files;
pub(crate) mod sample_server;
pub(crate) mod sample_tools;
pub(crate) mod samples;
pub(crate) mod trash;
