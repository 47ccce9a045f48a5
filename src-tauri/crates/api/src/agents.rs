//! Agents as authors edit them, their components, and what they load. No agent runs here.

pub(crate) mod components;
pub(crate) mod loading;
pub(crate) mod records;
