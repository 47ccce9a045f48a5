//! The crate adk-skill 0.6.0, made to answer the questions this crate answers.

use std::sync::Arc;

use adk_core::{Tool, ToolContext, ToolRegistry};
use adk_skill::{
    ContextCoordinator, CoordinatorConfig, ResolutionStrategy, SelectionPolicy, SkillContext, SkillIndex, SkillMatch,
};
use studio_select::{Coordinator, Index, Policy, Strategy, ValidationMode};

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
    ContextCoordinator::new(Arc::new(peer.clone()), Arc::new(Registry(tools.to_vec())), config).resolve(&strategies)
}

fn policy_of(policy: &Policy) -> SelectionPolicy {
    SelectionPolicy {
        top_k: policy.top_k,
        min_score: policy.min_score,
        include_tags: policy.include_tags.clone(),
        exclude_tags: policy.exclude_tags.clone(),
    }
}

struct Registry(Vec<String>);

impl ToolRegistry for Registry {
    fn resolve(&self, name: &str) -> Option<Arc<dyn Tool>> {
        self.0.iter().find(|tool| *tool == name).map(|tool| Arc::new(Named(tool.clone())) as Arc<dyn Tool>)
    }
}

struct Named(String);

#[async_trait::async_trait]
impl Tool for Named {
    fn name(&self) -> &str {
        &self.0
    }

    fn description(&self) -> &'static str {
        "a tool of a test"
    }

    async fn execute(
        &self,
        _: Arc<dyn ToolContext>,
        arguments: serde_json::Value,
    ) -> adk_core::Result<serde_json::Value> {
        Ok(arguments)
    }
}
