//! What a tool is, as rows, screens and kept states have it: its specification in every form, and what carries it out.
//!
//! Turns one into the other and says what is missing; asks no library.

pub(crate) mod check;
pub(crate) mod forms;
pub(crate) mod places;
pub(crate) mod settled;
pub(crate) mod spec;
pub(crate) mod stated;
