//! What this room gives to screens and pipelines, and takes from them.

pub(super) mod find;
pub(super) mod search;
