//! Token counts with `OpenAI`'s o200k encoding: exact for it, an estimate for other vendors.

/// Number of o200k tokens in `text`. The encoder is built on first use (some 100 ms) and kept.
pub fn count(text: &str) -> usize {
    tiktoken_rs::o200k_base_singleton().count_ordinary(text)
}
