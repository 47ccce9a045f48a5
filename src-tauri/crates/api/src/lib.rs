//! Use-cases on one [`Studio`]: what the window and the command line call.
//!
//! A method here takes and gives the plain data of [`dto`], blocks until it is done, and fails with the one [`Error`]
//! a screen sees. Long work reports through the [`EventSink`] and can be cancelled. How a library is stored, read,
//! scored or embedded is decided in the crates below; what these are put together to is decided here.

mod absent;
mod activity;
mod agents;
mod analysis;
mod batch;
mod blast;
mod call_counts;
mod change_sets;
mod components;
mod composition;
mod config;
mod consents;
mod content;
mod credentials;
mod described;
mod displaced;
mod doctor;
pub mod dto;
mod editing;
mod embedding;
mod entities;
mod entry;
mod error;
mod export;
mod file_words;
mod find;
mod first_start;
mod fixes;
mod follow;
mod gram;
mod history;
mod hosts;
mod import;
mod judging;
mod library;
mod library_place;
mod line_endings;
mod links;
mod lint_paths;
mod list_import;
mod log;
mod machine;
mod map;
mod map_links;
mod metrics;
mod model_answer;
mod model_picks;
mod model_run;
mod model_settings;
mod named;
mod namesakes;
mod overlap;
mod paths;
mod playground;
mod problems;
mod queries;
mod recent;
mod roots;
mod runs;
mod salvage;
mod sample_desk;
mod sample_server;
mod samples;
mod search;
mod secret_places;
mod secrets;
mod server_masks;
mod server_pool;
mod server_slot;
mod server_tools;
mod server_watch;
mod servers;
mod session;
mod settings;
mod skill_tools;
mod studio;
mod templates;
mod thresholds;
mod token_counts;
mod tool_calls;
mod tool_cases;
mod tool_forms;
mod tool_handlers;
mod tool_import;
mod tool_libraries;
mod tool_problems;
mod tool_spec;
mod toolbox;
mod tools;
mod trash;
mod undo;
mod uses;
mod what_if;

pub use config::{Config, EventSink, Keychain, Upkeep};
pub use entities::{DescriptionVector, RowState, SkillDefinition, WholeAgent, WholeServer, WholeSkill, WholeTool};
pub use error::{Error, ErrorCode};
pub use lint_paths::{
    LintBasis, Linted, LintedFinding, PathTokens, lint_basis_of_last_library, lint_paths, tokens_of_path,
};
pub use list_import::ListFormat;
pub use named::read_named;
pub use paths::expanded;
pub use queries::QueryFile;
pub use sample_desk::serve_samples;
pub use sample_server::samples_folder;
pub use studio::Studio;
pub use studio_connect::script::script_host_if_asked;
pub use studio_model::{is_unseen, one_line, visible};
pub use studio_pack::ImportFormat;
pub use studio_store::sha256_hex;
pub use studio_text::queries::Repeat;
pub use tool_forms::MEMORY_MB as SCRIPT_MEMORY_MB;
pub use tool_spec::convert as convert_spec;

/// The time, as rows and screens have it.
pub(crate) fn now() -> String {
    jiff::Timestamp::now().to_string()
}
