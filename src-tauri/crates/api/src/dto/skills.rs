//! What this room gives to screens and pipelines, and takes from them.

pub(super) mod analysis;
pub(super) mod editing;
pub(super) mod import;
pub(super) mod place;
pub(super) mod problems;
pub(super) mod roots;
pub(super) mod users;
