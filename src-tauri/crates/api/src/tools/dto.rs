//! What this room gives to screens and pipelines, and takes from them.

pub(crate) mod gram;
pub(crate) mod implementation;
pub(crate) mod specification;
pub(crate) mod suggestion;
pub mod toolbox;
pub(crate) mod tools;
