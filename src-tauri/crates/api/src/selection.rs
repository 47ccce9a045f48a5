//! Which skill a query wakes, and why: scorers, thresholds, hosts, meanings, and a chat model that picks.
//!
//! Keeps the index and the vectors in step with the library; writes nothing to it but vectors of descriptions.

pub(crate) mod asked;
pub(crate) mod batch;
pub(crate) mod client_view;
pub(crate) mod clients;
pub(crate) mod embedding;
pub(crate) mod entry;
pub(crate) mod hosts;
pub(crate) mod in_list;
pub(crate) mod indexing;
pub(crate) mod model_answer;
pub(crate) mod model_picks;
pub(crate) mod model_prompt;
pub(crate) mod model_run;
pub(crate) mod playground;
pub(crate) mod query_vectors;
pub(crate) mod quick;
pub(crate) mod scoring;
pub(crate) mod thresholds;
pub(crate) mod vectors;
pub(crate) mod what_if;
