//! What this room gives to screens and pipelines, and takes from them.

pub(super) mod changes;
pub(super) mod client;
pub(super) mod entities;
pub(super) mod library_overview;
pub(super) mod overview;
pub(super) mod toolbox;
pub(super) mod trash;
