//! What this room gives to screens and pipelines, and takes from them.

pub(crate) mod calls;
pub(crate) mod cases;
pub(crate) mod consents;
pub mod credentials;
pub(crate) mod tool_libraries;
