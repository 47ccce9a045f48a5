//! Use-cases on one [`Studio`]: what the window and the command line call.
//!
//! A method here takes and gives the plain data of [`dto`], blocks until it is done, and fails with the one [`Error`]
//! a screen sees. Long work reports through the [`EventSink`] and can be cancelled. How a library is stored, read,
//! scored or embedded is decided in the crates below; what these are put together to is decided here.

mod agents;
mod base;
mod calls;
mod capturing;
mod closed;
mod definitions;
pub mod dto;
mod evaluation;
mod finding;
mod kept;
mod library;
mod map;
mod models;
mod packs;
mod secrets;
mod selection;
mod servers;
mod sharing;
mod simulate;
mod skills;
mod state;
mod studio;
mod tools;

pub use base::config::{Config, EventSink, Keychain, Upkeep};
pub use base::error::{Error, ErrorCode};
pub use base::log::PageEnd;
pub use base::named::read_named;
pub use base::paths::expanded;
pub use capturing::{
    Personal, author_home, authors_names, capture_client, captured_listing, client_to_capture, clients_own,
    clients_to_capture, kept_capture, script_host_if_asked,
};
pub use definitions::forms::MEMORY_MB as SCRIPT_MEMORY_MB;
pub use definitions::spec::convert as convert_spec;
pub use evaluation::queries::QueryFile;
pub use library::interrupted::{settle_folder, settle_underway, write_file};
pub use library::lint_paths::{
    LintBasis, Linted, LintedFinding, Off, PathTokens, last_library_has_skill, lint_basis_of_last_library, lint_paths,
    tokens_of_path,
};
pub use library::sample_desk::serve_samples;
pub use library::whole::{
    DescriptionVector, RowState, SkillDefinition, WholeAgent, WholeServer, WholeSkill, WholeTool,
};
pub use packs::PreparedExport;
pub use selection::clients::{list_clients, list_frontmatter_keys};
pub use selection::hosts::host_window;
pub use selection::quick::QuickScores;
pub use servers::sample_server::samples_folder;
pub use simulate::runtimes::check_script;
pub use skills::import::Twins;
pub use state::handle::Studio;
pub use studio::folder::{FolderSkills, folder_for_one_command};
pub use studio_capture::{
    Capture, CapturedEntry, CapturedPiece, Comparison, Difference, LeftOut, Options as CaptureOptions, changes_since,
    skills_folder,
};
pub use studio_clients::{Scope, entry_parts, facts, has_own_order, heading};
pub use studio_connect::sandbox::RunFolder;
pub use studio_embed::keep_runtime_quiet;
pub use studio_model::{is_unseen, one_line, plural, visible};
pub use studio_pack::ImportFormat;
pub use studio_store::sha256_hex;
pub use studio_text::queries::Repeat;
pub use tools::list_import::ListFormat;

/// The time, as rows and screens have it.
pub(crate) fn now() -> String {
    jiff::Timestamp::now().to_string()
}
