//! Agents as authors edit them, and their components.

pub(crate) mod components;
pub(crate) mod dto;
pub(crate) mod records;
