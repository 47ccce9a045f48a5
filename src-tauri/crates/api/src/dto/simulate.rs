//! What this room gives to screens and pipelines, and takes from them.

pub(super) mod cases;
pub(super) mod comparing;
pub(super) mod detail;
pub(super) mod listing;
pub(super) mod metrics;
pub(super) mod models;
pub(super) mod sessions;
pub(super) mod setup;
pub(super) mod simulation;
