//! Tests of studio-text against its public API: one file a theme.

mod adk;
mod corpus;
#[path = "../documents/mod.rs"]
mod documents;
mod editing;
mod find;
mod fixes;
mod gram;
mod gram_syntax;
mod linting;
mod moved_keys;
mod named_files;
mod names;
mod openai_yaml;
mod own_tools;
mod rank;
mod reading;
mod rest;
mod robustness;
mod rule_levels;
mod tool_lists;
