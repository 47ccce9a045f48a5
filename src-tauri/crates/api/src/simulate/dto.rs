//! What this room gives to screens and pipelines, and takes from them.

pub mod cases;
pub mod comparing;
pub mod detail;
pub mod models;
pub mod sessions;
pub mod simulation;
