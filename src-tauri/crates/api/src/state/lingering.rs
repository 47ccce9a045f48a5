//! A file whose place was taken, while a program may have it open.

use std::time::Instant;

use studio_model::SkillId;
use studio_pack::Displaced;

/// A file whose place was taken, while a program may have it open.
pub(crate) struct Lingering {
    pub(crate) skill: SkillId,
    pub(crate) path: String,
    pub(crate) since: Instant,
    pub(crate) file: Displaced,
}
