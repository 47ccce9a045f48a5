//! Packs: what goes out of a library to other systems, and comes in from them. What a target wants, refuses, loses and
//! holds is `studio_pack::targets`' to say; here a library becomes a bundle, and what was read becomes a library's.
//!
//! One skill goes out without a pack: `one_skill`.
//!
//! A pack is kept, planned, checked by gates, written and remembered: `records`, `selecting`, `planning` (with
//! `comparing`, `gates`, `baseline` and `scanning`), `writing`.

mod baseline;
mod bundle;
mod comparing;
mod details;
mod exporting;
mod formats;
mod gates;
mod gram;
mod keys;
mod offering;
mod one_skill;
mod ours;
mod planning;
mod records;
mod rows;
mod scanning;
mod selecting;
mod signing;
mod summing;
mod told;
mod verifying;
mod writing;

pub use exporting::PreparedExport;
