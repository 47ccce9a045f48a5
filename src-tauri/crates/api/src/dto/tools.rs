//! What this room gives to screens and pipelines, and takes from them.

pub(super) mod gram;
pub(super) mod implementation;
pub(super) mod problem;
pub(super) mod specification;
pub(super) mod suggestion;
pub(super) mod tool;
