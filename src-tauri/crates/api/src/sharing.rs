//! A library shared through a server: what stands how, pushing, pulling, merging, and search there.

mod connecting;
pub(crate) mod contents;
mod disputes;
mod ids;
mod incoming;
mod joining;
mod merging;
mod pairs;
mod pulling;
mod pushing;
mod rows;
mod searching;
mod work;
