//! The library as one picture, links drawn on it, and what is hit when a node stops working.

pub(crate) mod blast;
pub(crate) mod dto;
pub(crate) mod key;
pub(crate) mod links;
pub(crate) mod picture;
