//! Chat models as authors set them up: a list in the library, each with where it is and what it costs. One of them may pick
//! skills; sessions choose theirs. A key is named, never kept.

pub(crate) mod keys;
pub(crate) mod of_agents;
pub(crate) mod settings;
pub(crate) mod spec;
