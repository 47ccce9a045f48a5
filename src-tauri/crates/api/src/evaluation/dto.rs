//! What this room gives to screens and pipelines, and takes from them.

pub(crate) mod comparing;
pub(crate) mod overlap;
pub(crate) mod queries;
pub(crate) mod runs;
