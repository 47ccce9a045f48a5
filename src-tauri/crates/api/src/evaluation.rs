//! Labelled queries, runs over them, what they measure, and skills that overlap.
//!
//! How a query is scored is asked of `selection`; here the answers are judged and kept.

pub(crate) mod found;
pub(crate) mod metrics;
pub(crate) mod overlap;
pub(crate) mod queries;
pub(crate) mod query_import;
pub(crate) mod running;
pub(crate) mod runs;
pub(crate) mod skill_queries;
