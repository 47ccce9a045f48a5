//! What crosses to a screen of sharing.

pub mod sharing;
