//! The crate adk-skill 0.6.0, made to answer the questions this crate answers.

use adk_skill::{CoordinatorConfig, ResolutionStrategy, SelectionPolicy, SkillContext, SkillIndex, SkillMatch};
use studio_select::{Coordinator, Index, Policy, Strategy, ValidationMode};
use studio_testkit::resolve_with_adk;

/// The same skills in an index of ours; keys count up in the peer's order.
pub(crate) fn index_of(peer: &SkillIndex) -> Index {
    crate::samples::entries_of(peer).into_iter().collect()
}

pub(crate) fn select(peer: &SkillIndex, query: &str, policy: &Policy) -> Vec<SkillMatch> {
    adk_skill::select_skills(peer, query, &policy_of(policy))
}

pub(crate) fn resolve(
    peer: &SkillIndex,
    coordinator: &Coordinator,
    strategies: &[Strategy],
    tools: &[String],
) -> Option<SkillContext> {
    let config = CoordinatorConfig {
        policy: policy_of(&coordinator.policy),
        max_instruction_chars: coordinator.max_instruction_chars,
        validation_mode: match coordinator.mode {
            ValidationMode::Strict => adk_skill::ValidationMode::Strict,
            ValidationMode::Permissive => adk_skill::ValidationMode::Permissive,
        },
    };
    let strategies: Vec<_> = strategies
        .iter()
        .map(|strategy| match strategy {
            Strategy::ByName(name) => ResolutionStrategy::ByName(name.clone()),
            Strategy::ByQuery(query) => ResolutionStrategy::ByQuery(query.clone()),
            Strategy::ByTag(tag) => ResolutionStrategy::ByTag(tag.clone()),
        })
        .collect();
    resolve_with_adk(peer, config, &strategies, tools)
}

fn policy_of(policy: &Policy) -> SelectionPolicy {
    SelectionPolicy {
        top_k: policy.top_k,
        min_score: policy.min_score,
        include_tags: policy.include_tags.clone(),
        exclude_tags: policy.exclude_tags.clone(),
    }
}
