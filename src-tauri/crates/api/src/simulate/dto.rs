//! What this room gives to screens and pipelines, and takes from them.

pub mod detail;
pub mod sessions;
pub mod simulation;
