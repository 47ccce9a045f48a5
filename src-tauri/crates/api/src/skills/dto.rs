//! What this room gives to screens and pipelines, and takes from them.

pub mod analysis;
pub mod editing;
pub mod import;
pub mod problems;
pub mod roots;
