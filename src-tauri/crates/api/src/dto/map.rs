//! What this room gives to screens and pipelines, and takes from them.

pub(super) mod links;
pub(super) mod picture;
