//! What this room gives to screens and pipelines, and takes from them.

pub(super) mod comparing;
pub(super) mod found;
pub(super) mod overlap;
pub(super) mod queries;
pub(super) mod runs;
pub(super) mod skill_queries;
