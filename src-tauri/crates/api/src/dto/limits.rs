//! Limits and versions that screens name, where the rule has them.

pub use studio_model::{ADK_SKILL, ADK_WORDS, MAX_RETRIES, MAX_TIMEOUT_S, STANDARD_BODY_TOKENS, STANDARD_DESCRIPTION};
