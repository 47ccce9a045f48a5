//! The crate adk-skill 0.6.0, asked for a context as an agent would.

use std::sync::Arc;

use adk_core::{Tool, ToolContext, ToolRegistry};
use adk_skill::{ContextCoordinator, CoordinatorConfig, ResolutionStrategy, SkillContext, SkillIndex};

/// The context of the first strategy that finds a skill, where the host has these tools.
pub fn resolve_with_adk(
    peer: &SkillIndex,
    config: CoordinatorConfig,
    strategies: &[ResolutionStrategy],
    tools: &[String],
) -> Option<SkillContext> {
    let tools = Arc::new(Registry(tools.to_vec()));
    ContextCoordinator::new(Arc::new(peer.clone()), tools, config).resolve(strategies)
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
