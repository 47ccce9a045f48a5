//! Skills as authors write them: reading, saving, importing, linking, and what is found wrong with them.
//!
//! A file on disk is written by `links` only, after the library has the text. What a skill is to a query is not asked here.

pub(crate) mod absent;
pub(crate) mod analysis;
pub(crate) mod clients;
pub(crate) mod composition;
pub(crate) mod content;
pub(crate) mod detail;
pub(crate) mod editing;
pub(crate) mod file_texts;
pub(crate) mod files;
pub(crate) mod fixes;
pub(crate) mod following;
pub(crate) mod history;
pub(crate) mod import;
pub(crate) mod judging;
pub(crate) mod line_endings;
pub(crate) mod linking;
pub(crate) mod links;
pub(crate) mod making;
pub(crate) mod merging;
pub(crate) mod misnamed;
pub(crate) mod namesakes;
pub(crate) mod offsets;
pub(crate) mod own_folder;
pub(crate) mod places;
pub(crate) mod planned;
pub(crate) mod references;
pub(crate) mod renaming_folder;
pub(crate) mod roots;
pub(crate) mod same_names;
pub(crate) mod storing;
pub(crate) mod templates;
pub(crate) mod tool_links;
pub(crate) mod users;
