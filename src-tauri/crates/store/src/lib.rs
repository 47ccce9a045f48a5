//! The two databases: `library.db`, which holds what authors made, and `index.db`, which holds what can be made again.
//!
//! All SQL of the studio lives here. This crate reads no skill text: what was read out of a `SKILL.md` comes in with it.
//! Everything is blocking, `Send` and `Sync`; one writer at a time, several readers beside it. Every operation is one
//! transaction.

mod agent_edits;
mod agents;
mod assignments;
mod backup;
mod call_counts;
mod change_sets;
mod circles;
mod components;
mod connection;
mod description_vectors;
mod displacement;
mod drafts;
mod error;
mod files;
mod findings;
mod followed;
mod footing;
mod forms;
mod index;
mod left_log;
mod library;
mod links;
mod log_pages;
mod options;
mod origins;
mod overlaps;
mod owned_links;
mod packs;
mod positions;
mod queries;
mod rows;
mod rule_edits;
mod rules;
mod runs;
mod salvage;
mod schema;
mod scrub;
mod servers;
mod settings;
mod sharing;
mod simulation_cases;
mod simulations;
mod skill_tools;
mod skills;
mod standing;
mod table;
mod texts;
mod together;
mod tool_cases;
mod tool_libraries;
mod tool_records;
mod tools;
mod trash;
mod undo;
mod unkept_runs;
mod versions;

pub use backup::{BACKUPS_KEPT, unfinished_copy};
pub use connection::Obstacle;
pub use displacement::Displacement;
pub use error::Error;
pub use index::{Answer, EntityKind, FileText, Index, TextRow, VectorRow, WordPlaces};
pub use left_log::{FileMark, KnownLibrary, LeftLog, LibraryMarks, settle_left_log};
pub use library::{Library, Reading};
pub use options::{OpenReport, Options};
pub use packs::EXPORTS_WITH_TEXTS;
pub use rows::*;
pub use salvage::{SalvageReport, TableSalvage, salvage_scratch};
pub use skills::check_new_skill;
pub use studio_model::sha256_hex;
pub use texts::TextFiles;
pub use together::Together;
