//! What this room gives to screens and pipelines, and takes from them.

pub mod changes;
pub mod entities;
pub mod library;
pub mod trash;
