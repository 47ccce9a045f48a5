//! The queries of one skill, and how each goes with the skill as it is or with a draft of it.

use serde::{Deserialize, Serialize};
use specta::Type;
use specta_typescript::Number;

use crate::{
    closed::closed,
    dto::{FoundEvals, Host, LabelledQuery, Policy, Scorer, SkillWording},
};

closed! {
    /// What a query expects of the skill that is tested.
    pub enum QueryExpectation {
        /// It should trigger.
        ThisSkill = "this_skill",
        /// It must not trigger; another skill may, or none.
        NotThisSkill = "not_this_skill",
        /// No skill should trigger.
        NoSkill = "no_skill",
    }
}

closed! {
    /// How the file of queries in a skill's folder stands to those in the library.
    pub enum QueryFileState {
        /// The skill is not linked to a folder.
        NotLinked = "not_linked",
        /// There is no such file.
        Missing = "missing",
        /// It has these queries.
        Same = "same",
        /// It has others, or other labels.
        Differs = "differs",
    }
}

/// A query of the skill that is tested.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SkillQuery {
    /// The query with its labels.
    pub labelled: LabelledQuery,
    /// What it expects of this skill; none where its labels name only others.
    pub expectation: Option<QueryExpectation>,
    /// Whether it is not tested: it expects a skill that the library does not have.
    pub is_left_out: bool,
}

/// The queries of one skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SkillQueries {
    /// The skill's id.
    pub skill_id: String,
    /// Its name.
    pub skill: String,
    /// Those of the set named after it, and those whose labels name it, in the order they came.
    pub queries: Vec<SkillQuery>,
    /// Files of queries in its folder that were not imported as they are now.
    pub found: Vec<FoundEvals>,
    /// Where its queries are written in its folder.
    pub file: String,
    /// How that file stands to them.
    pub file_state: QueryFileState,
}

/// What the queries of a skill are tested with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct SkillQueryTest {
    /// The skill.
    pub skill_id: String,
    /// A draft of it; as it is stored where there is none.
    pub wording: Option<SkillWording>,
    /// Who scores.
    pub scorer: Scorer,
    /// Limits; the first skill at or above its threshold triggers.
    pub policy: Policy,
    /// Through whose list the skills are seen; with their whole texts where none is named.
    pub host: Option<Host>,
}

/// How the queries of a skill go.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, Type)]
pub struct SkillQueryResults {
    /// The queries that were tested, in their order.
    pub results: Vec<SkillQueryResult>,
    /// How many of them go as they should.
    pub right: u32,
    /// Queries that were not tested, since there are more than are tested at every keystroke.
    pub untested: u32,
    /// Why the scorer gives the skill no rank for any query, as a sentence; none where it does.
    pub left_out: Option<String>,
    /// Why the scorer cannot answer, where it cannot.
    pub unavailable: Option<String>,
    /// Time it took, in microseconds.
    pub elapsed_us: u32,
}

/// How one query of a skill goes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct SkillQueryResult {
    /// Id of the query.
    pub id: String,
    /// Whether what triggers is what it expects.
    pub is_right: bool,
    /// The skill that triggers, if any.
    pub triggered: Option<String>,
    /// The rank of the skill that is tested; none where it has none.
    pub rank: Option<u32>,
    /// Its score; none where it has none.
    #[specta(type = Option<Number>)]
    pub score: Option<f32>,
}
