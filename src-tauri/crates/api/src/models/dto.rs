//! What this room gives to screens and pipelines, and takes from them.

pub mod settings;
