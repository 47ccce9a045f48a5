//! Limits that screens name, where the rule has them.

pub use studio_model::{MAX_RETRIES, MAX_TIMEOUT_S, STANDARD_BODY_TOKENS, STANDARD_DESCRIPTION};
