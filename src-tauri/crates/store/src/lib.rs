//! The two databases: `library.db`, which holds what authors made, and `index.db`, which holds what can be made again.
//!
//! All SQL of the studio lives here. This crate reads no skill text: what was read out of a `SKILL.md` comes in with it.
//! Everything is blocking, `Send` and `Sync`; one writer at a time, several readers beside it.

mod error;
mod rows;
mod sketch;

pub use error::Error;
pub use rows::*;
pub use sketch::*;
