//! The library as one picture, links drawn on it, and what is hit when a node stops working.
//!
//! Draws what the other rooms know; a link that also stands in a file is changed by `tools::skill_tools`.

pub(crate) mod blast;
pub(crate) mod key;
pub(crate) mod links;
pub(crate) mod picture;
pub(crate) mod stored_links;
