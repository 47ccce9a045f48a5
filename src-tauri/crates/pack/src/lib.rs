//! Skills between the disk and the library: finding them in folders and archives, changing files of linked folders,
//! noticing when somebody else does; and what goes out, to each target in its own form ([`targets`]).
//!
//! It reads bytes and says which belong to which skill. What the bytes mean is `studio-text`'s, what becomes of them
//! the use-cases'. Nothing of a skill is ever run, and nothing is unpacked to disk.

mod archive;
mod beside;
mod discover;
mod disk;
mod error;
mod exchange;
mod files;
mod found;
mod kill_point;
mod leftover;
mod limits;
pub mod manifest;
mod may_run;
mod names;
mod plan;
mod read;
mod regular;
pub mod scan;
pub mod signature;
mod strangers;
mod system_trash;
pub mod targets;
mod tree;
mod unread;
mod walk;
mod watch;
mod whole;

pub use beside::sweep;
pub use discover::discover;
pub use error::Error;
pub use exchange::{Displaced, Exchanged};
pub use files::{LinkedFolder, write_atomically, write_privately};
pub use found::{
    Contents, Discovery, FoundFile, FoundSkill, ImportFormat, Options, SkillKind, SkipReason, Skipped, Watcher,
};
pub use kill_point::kill_point;
pub use leftover::Leftover;
pub use limits::Limits;
pub use names::folded_path;
pub use regular::{FileRead, is_as_written, read_below, read_regular};
pub use strangers::first_stranger;
pub use system_trash::SystemTrash;
pub use watch::FolderWatch;
pub use whole::{Settled, SettledHow, settle};
