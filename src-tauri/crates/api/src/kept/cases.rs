//! What simulated sessions should come to.

use super::{
    Kept, mirror,
    simulations::{Setup, WHOLE},
};
use crate::dto;

mirror! {
    /// Something that should hold of an answer.
    #[serde(tag = "kind", rename_all = "snake_case")]
    enum Assertion of dto::CaseAssertion {
        Contains { text: String },
        NotContains { text: String },
        Judged { text: String },
    }
}

mirror! {
    /// Something a program can check of a session.
    #[serde(tag = "kind", rename_all = "snake_case")]
    enum Expectation of dto::CaseExpectation {
        Answered,
        Skill { name: String },
        Tool { name: String },
        Contains { text: String },
        NotContains { text: String },
        Schema,
        Tokens { most: u32 },
    }
}

mirror! {
    /// One thing that was expected, and whether it held.
    struct Check of dto::CaseCheck { expected: Expectation, why: Option<String> }
}

mirror! {
    /// What came of a case. The first ones kept no more than what failed.
    struct Outcome of dto::SimulationCaseResult {
        is_passed: bool,
        failures: Vec<String>,
        #[serde(default)]
        checks: Vec<Check>,
        #[serde(default)]
        skills: Vec<String>,
        #[serde(default)]
        tools: Vec<String>,
        unchecked: u32,
        most_tokens: u32,
        answer: String,
        ran_at: String,
    }
}

mirror! {
    /// What is said, what should come of it, and what did.
    struct Case of dto::SimulationCase {
        id: String,
        name: String,
        setup: Setup,
        messages: Vec<String>,
        expected_skills: Vec<String>,
        expected_tools: Vec<String>,
        expected_text: Option<String>,
        expected_schema: Option<String>,
        max_tokens: Option<u32>,
        assertions: Vec<Assertion>,
        expected_output: String,
        /// Under the name it had when no file was given to any session.
        #[serde(rename = "files")]
        missing_files: Vec<String>,
        last: Option<Outcome>,
    }
}

impl Kept for Case {
    const FORMAT: u32 = WHOLE;
}
