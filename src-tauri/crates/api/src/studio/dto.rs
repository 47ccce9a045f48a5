//! What this room gives to screens and pipelines, and takes from them.

pub mod asking;
pub mod forms;
pub mod machine;
pub mod status;
