//! What this room gives to screens and pipelines, and takes from them.

pub mod hosts;
pub mod playground;
pub mod scoring;
pub mod what_if;
