//! What this room gives to screens and pipelines, and takes from them.

pub(super) mod hosts;
pub(super) mod in_list;
pub(super) mod playground;
pub(super) mod scoring;
pub(super) mod what_if;
