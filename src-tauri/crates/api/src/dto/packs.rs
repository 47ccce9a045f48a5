//! Packs: what goes out of a library, and what is told of what comes in.

pub(super) mod exports;
pub(super) mod gates;
pub(super) mod history;
pub(super) mod offer;
pub(super) mod one_skill;
pub(super) mod pack;
pub(super) mod planning;
pub(super) mod scan;
pub(super) mod trust;
