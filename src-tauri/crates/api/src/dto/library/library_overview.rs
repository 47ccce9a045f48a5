//! A large library at a glance. Each number is one of a list that can be asked for.

use serde::{Deserialize, Serialize};
use specta::Type;
use specta_typescript::Number;

use crate::{
    closed::closed,
    dto::{Severity, SkillPlace, Tokens},
};

/// What there is in a library, or in one group of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct LibraryOverview {
    /// Every group, by name; also where the rest is about one of them.
    pub groups: Vec<GroupOverview>,
    /// Skills.
    pub skills: u32,
    /// Their tokens.
    pub tokens: Tokens,
    /// The rules that found something in them, the gravest first, then those with the most problems.
    pub rules: Vec<RuleOverview>,
    /// How many of these problems are in other files of the skills, which no row of a skill counts.
    pub in_other_files: u32,
    /// Skills whose files are the same, byte for byte.
    pub identical: DuplicateSets,
    /// Skills of one name whose files differ.
    pub same_name: DuplicateSets,
    /// Skills of different names whose descriptions say nearly the same; none before descriptions were compared.
    pub near: Option<NearDuplicates>,
    /// Skills that are not as the file they are linked to.
    pub links: StaleLinks,
    /// What test queries reach.
    pub queries: QueryReach,
}

/// What there is in a group.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct GroupOverview {
    /// Its name.
    pub name: String,
    /// Skills.
    pub skills: u32,
    /// Their tokens.
    pub tokens: Tokens,
    /// Problems that are errors.
    pub errors: u32,
    /// Problems that are warnings.
    pub warnings: u32,
    /// Problems that are hints.
    pub hints: u32,
    /// Skills of it that are identical to others, or have the name of others.
    pub duplicates: u32,
    /// Skills that are not as the file they are linked to.
    pub stale_links: u32,
    /// Skills that no test query expects.
    pub without_queries: u32,
}

/// How often a rule found something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct RuleOverview {
    /// Stable short name of the rule.
    pub code: String,
    /// What it means, in a few words.
    pub meaning: String,
    /// The gravest it says.
    pub severity: Severity,
    /// Problems that are so grave.
    pub gravest: u32,
    /// Problems.
    pub problems: u32,
    /// Skills that have them.
    pub skills: u32,
    /// Problems with an automatic fix.
    pub fixable: u32,
}

/// Sets of skills that are alike.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct DuplicateSets {
    /// How many sets there are.
    pub found: u32,
    /// Skills in all of them.
    pub skills: u32,
    /// The first of them, by name.
    pub sets: Vec<DuplicateSet>,
}

/// Skills that are alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct DuplicateSet {
    /// The name of the first.
    pub name: String,
    /// How many there are.
    pub skills: u32,
    /// The first of them, by group.
    pub places: Vec<SkillPlace>,
}

/// Pairs of skills whose descriptions say nearly the same. Dismissed ones are not among them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct NearDuplicates {
    /// How many pairs there are.
    pub found: u32,
    /// Skills in all of them.
    pub skills: u32,
    /// Whether there are more than were counted.
    pub has_more: bool,
    /// Lowest similarity counted.
    #[specta(type = Number)]
    pub limit: f32,
    /// Whether skills are as they were when they were compared.
    pub is_current: bool,
    /// The first of them, the most alike first.
    pub pairs: Vec<NearPair>,
}

/// Two skills whose descriptions say nearly the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct NearPair {
    /// The one whose name comes first.
    pub a: SkillPlace,
    /// The other.
    pub b: SkillPlace,
    /// How alike their descriptions are, 0 to 1.
    #[specta(type = Number)]
    pub similarity: f32,
}

/// Skills that are not as the file they are linked to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct StaleLinks {
    /// A file changed outside, and the change is not taken over.
    pub changed: u32,
    /// The file is gone.
    pub missing: u32,
    /// The folder is not followed on this computer.
    pub held: u32,
}

/// What test queries reach.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct QueryReach {
    /// Test queries of the library.
    pub queries: u32,
    /// Skills that none of them expects.
    pub without: u32,
    /// Skills that the newest run expected and that were never picked in it; none where there is no run that can be read.
    pub never_picked: Option<u32>,
    /// When that run ended, RFC 3339.
    pub run_finished_at: Option<String>,
}

closed! {
    /// A number of the overview whose skills can be listed.
    pub enum OverviewPart {
        /// All skills.
        Skills = "skills",
        /// Those that are identical to others.
        Identical = "identical",
        /// Those that have the name of others and differ.
        SameName = "same-name",
        /// Those that are identical to others or have the name of others.
        Duplicates = "duplicates",
        /// Those whose descriptions say nearly the same.
        Near = "near",
        /// Those whose file changed outside.
        Changed = "changed",
        /// Those whose file is gone.
        Missing = "missing",
        /// Those whose folder is not followed.
        Held = "held",
        /// Those that are not as the file they are linked to.
        StaleLinks = "stale-links",
        /// Those that no test query expects.
        WithoutQueries = "without-queries",
        /// Those that the newest run expected and never picked.
        NeverPicked = "never-picked",
    }
}
