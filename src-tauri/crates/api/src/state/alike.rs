//! Pairs of skills that are alike, as they are kept while the library stays as it is.

use studio_model::SkillId;

/// The pairs of skills that are alike and not dismissed, the most alike first.
pub(crate) struct Overlaps {
    pub(crate) pairs: Vec<Alike>,
    /// How many there are, of which only the first are in `pairs` where there are very many.
    pub(crate) found: usize,
    pub(crate) limit: f32,
    /// Whether the library is as it was when its skills were compared.
    pub(crate) is_current: bool,
}

/// Two skills that are alike.
#[derive(Clone)]
pub(crate) struct Alike {
    pub(crate) a: SkillId,
    pub(crate) b: SkillId,
    pub(crate) similarity: f32,
    pub(crate) texts_hash: String,
}

/// The pairs found in one state of the library.
pub(crate) struct KeptOverlaps {
    pub(crate) generation: u64,
    pub(crate) limit: u32,
    pub(crate) found: usize,
    pub(crate) pairs: Vec<Alike>,
}
