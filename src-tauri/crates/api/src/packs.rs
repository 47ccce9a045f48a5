//! Packs: what goes out of a library to other systems, and comes in from them. What a target wants, refuses, loses and
//! holds is `studio_pack::targets`' to say; here a library becomes a bundle, and what was read becomes a library's.

mod bundle;
mod details;
mod exporting;
mod formats;
mod rows;
mod told;
mod verifying;

pub use exporting::PreparedExport;
