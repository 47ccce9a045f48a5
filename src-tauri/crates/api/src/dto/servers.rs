//! What this room gives to screens and pipelines, and takes from them.

pub(super) mod found;
pub(super) mod server;
