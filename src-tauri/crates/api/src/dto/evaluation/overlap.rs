//! Skills whose descriptions mean nearly the same, and queries that tell them apart.

use serde::{Deserialize, Serialize};
use specta::Type;
use specta_typescript::Number;

use crate::closed::closed;

closed! {
    /// What similarity is made of.
    pub enum OverlapBasis {
        /// Words and meaning.
        Hybrid = "hybrid",
        /// Words alone, where vectors are missing.
        Words = "words",
    }
}

/// Skills whose descriptions say nearly the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct OverlapReport {
    /// Pairs at or above the limit, the most alike first, dismissed ones too; a thousand at most.
    pub pairs: Vec<OverlapPair>,
    /// How many pairs there are at or above it, listed or not.
    pub found: u32,
    /// Lowest similarity listed.
    #[specta(type = Number)]
    pub limit: f32,
    /// Names along both sides of the heat map: the skills that overlap most.
    pub names: Vec<String>,
    /// Ids of those skills, in the same order: several may have one name.
    pub ids: Vec<String>,
    /// Row by row, similarity of `names` to one another.
    #[specta(type = Vec<Vec<Number>>)]
    pub matrix: Vec<Vec<f32>>,
    /// What similarity is made of here.
    pub basis: OverlapBasis,
}

/// Two skills that are alike.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct OverlapPair {
    /// Id of the one whose name comes first.
    pub a_id: String,
    /// Its name.
    pub a: String,
    /// The group it is listed under.
    pub a_group: String,
    /// The file it is linked to or was imported from; empty where it was made in the library.
    pub a_path: String,
    /// Id of the other.
    pub b_id: String,
    /// Its name.
    pub b: String,
    /// The group it is listed under.
    pub b_group: String,
    /// The file it is linked to or was imported from; empty where it was made in the library.
    pub b_path: String,
    /// How alike their descriptions are, 0 to 1.
    #[specta(type = Number)]
    pub similarity: f32,
    /// Words both descriptions have, the rarest first.
    pub shared_terms: Vec<String>,
    /// Queries of the newest run of any set in which one fired for the other.
    pub confused: u32,
    /// Dismissed by the author, until either description changes.
    pub is_dismissed: bool,
}

/// A query proposed to test where a skill ends and its neighbour begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct NearMiss {
    /// What a user might say.
    pub query: String,
    /// The skill that should not fire.
    pub skill: String,
    /// The neighbour whose words it uses, and which should.
    pub neighbour: String,
    /// The neighbour's words in it.
    pub terms: Vec<String>,
    /// Why it would be no fair test, where it would not: it repeats a description or a labelled query.
    pub leak: Option<String>,
}
