//! How sessions under adk-rust select, as the library keeps it.

use super::mirror;
use crate::dto;

mirror! {
    /// One way in which adk-rust finds the skill of a message.
    #[serde(tag = "kind", rename_all = "snake_case")]
    enum AdkStrategy of dto::AdkStrategy { Message, Name { name: String }, Tag { tag: String } }
}

mirror! {
    /// What a tool does that adk-rust does not find.
    #[serde(rename_all = "snake_case")]
    enum ValidationMode of dto::ValidationMode { Strict, Permissive }
}

mirror! {
    /// Which of its two ways adk-rust goes.
    #[derive(Default)]
    #[serde(rename_all = "snake_case")]
    enum AdkWay of dto::AdkWay { #[default] Coordinator, Injector }
}

mirror! {
    /// What limits adk-rust's candidates.
    struct Policy of dto::Policy { top_k: u32, min_score: f32, include_tags: Vec<String>, exclude_tags: Vec<String> }
}

impl Default for Policy {
    fn default() -> Self {
        super::Mirror::of(&dto::AdkSettings::default().policy)
    }
}

mirror! {
    /// How adk-rust selects the skill of a message. The first ones went the coordinator's way with adk's own limits.
    struct AdkSettings of dto::AdkSettings {
        #[serde(default)]
        way: AdkWay,
        strategies: Vec<AdkStrategy>,
        mode: ValidationMode,
        #[serde(default)]
        policy: Policy,
        #[serde(default)]
        max_chars: Option<u32>,
    }
}

impl Default for AdkSettings {
    fn default() -> Self {
        super::Mirror::of(&dto::AdkSettings::default())
    }
}
