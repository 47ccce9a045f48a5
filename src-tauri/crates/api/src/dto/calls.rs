//! What this room gives to screens and pipelines, and takes from them.

pub(super) mod call;
pub(super) mod cases;
pub(super) mod consents;
pub(super) mod credentials;
pub(super) mod tool_libraries;
