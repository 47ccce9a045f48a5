//! The library as a whole: where it lies, what is in it, its samples, its trash, and changes of many rows at once.
//!
//! What only one kind of row needs is in that kind's room; a set of changes says what, the room of skills says how.

pub(crate) mod batch;
pub(crate) mod change_sets;
pub(crate) mod client;
mod client_findings;
pub(crate) mod client_problems;
pub(crate) mod dependents;
pub(crate) mod displaced;
pub(crate) mod entities;
pub(crate) mod first_skill;
pub(crate) mod first_start;
mod fixable;
pub(crate) mod found_servers;
pub(crate) mod interrupted;
pub(crate) mod library_overview;
pub(crate) mod lint_clients;
pub(crate) mod lint_paths;
pub(crate) mod overview;
pub(crate) mod place;
pub(crate) mod problems;
pub(crate) mod restoring;
mod restoring_many;
pub(crate) mod rules;
pub(crate) mod salvage;
pub(crate) mod sample_desk;
pub(crate) mod sample_examples;
pub(crate) mod sample_files;
pub(crate) mod sample_tools;
pub(crate) mod sample_update;
pub(crate) mod samples;
pub(crate) mod trash;
pub(crate) mod trash_kinds;
pub(crate) mod whole;
