//! Kept calls of tools: what each should give, and how it went last.

use super::{Kept, mirror};
use crate::dto;

mirror! {
    /// What a kept call should give.
    #[serde(tag = "kind", rename_all = "snake_case")]
    enum Expectation of dto::Expectation {
        Success,
        Equals { value: String },
        Contains { text: String },
        Refused,
        Error { text: String },
    }
}

impl Kept for Expectation {}

mirror! {
    /// How it went last.
    struct Last of dto::CaseResult {
        case_id: String,
        #[serde(rename = "passed")]
        is_passed: bool,
        message: String,
        elapsed_us: u32,
        library: Option<String>,
        #[serde(rename = "ran_ts")]
        ran_at: String,
    }
}

impl Kept for Last {}
