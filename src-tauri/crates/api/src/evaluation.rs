//! Labelled queries, runs over them, what they measure, and skills that overlap.

pub(crate) mod alike;
pub(crate) mod dto;
pub(crate) mod metrics;
pub(crate) mod overlap;
pub(crate) mod queries;
pub(crate) mod runs;
