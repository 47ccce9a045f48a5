//! How a session under adk-rust selects the skill of a message: adk's coordinator over the agent's skills, as they were when
//! the session began.

use std::{
    collections::HashSet,
    sync::{Arc, OnceLock},
};

use studio_model::SkillId;
use studio_runtime::{
    context::{AdkFacts, SkillFacts, World},
    disclosure::{Chosen, Selector, refusal},
};
use studio_select::{self as select, Coordinator, Entry, Index, Policy, Reading, Strategy};

use crate::{
    base::ids::skill_id,
    dto::{AdkSettings, AdkStrategy, ValidationMode},
    selection::playground::rejection,
    state::live::AgentWorld,
};

/// Skills that are told when none was selected.
const MOST_REJECTED: usize = 20;

/// Selects among the skills of an agent, with the tools of the session as the registry.
pub(crate) struct AdkSelector {
    world: Arc<World>,
    ids: std::collections::HashMap<String, String>,
    tools: HashSet<String>,
    settings: AdkSettings,
    /// Made once for all messages of a session.
    index: Arc<OnceLock<Index>>,
}

impl AdkSelector {
    pub(crate) fn new(agent: &AgentWorld, settings: AdkSettings) -> Self {
        Self {
            world: Arc::clone(&agent.world),
            ids: agent.skills.clone(),
            tools: agent.tools.keys().cloned().collect(),
            settings,
            index: Arc::clone(&agent.adk),
        }
    }

    fn skill(&self, name: &str) -> Option<&SkillFacts> {
        self.world.assigned().find(|skill| skill.name == name)
    }

    fn key(&self, skill: &SkillFacts) -> Option<SkillId> {
        skill_id(self.ids.get(&skill.name)?).ok()
    }

    fn index(&self) -> &Index {
        self.index.get_or_init(|| {
            let skills = self.world.assigned();
            skills.filter_map(|skill| Some(entry(self.key(skill)?, skill))).collect()
        })
    }

    fn strategies(&self, message: &str) -> Vec<Strategy> {
        let strategy = |strategy: &AdkStrategy| match strategy {
            AdkStrategy::Message => Strategy::ByQuery(message.to_owned()),
            AdkStrategy::Name { name } => Strategy::ByName(name.clone()),
            AdkStrategy::Tag { tag } => Strategy::ByTag(tag.clone()),
        };
        self.settings.strategies.iter().map(strategy).collect()
    }
}

impl Selector for AdkSelector {
    fn select(&self, query: &str) -> Result<Chosen, Vec<String>> {
        let index = self.index();
        let coordinator = Coordinator {
            policy: Policy::default(),
            mode: match self.settings.mode {
                ValidationMode::Strict => select::ValidationMode::Strict,
                ValidationMode::Permissive => select::ValidationMode::Permissive,
            },
            most_rejected: MOST_REJECTED,
            ..Coordinator::default()
        };
        let refused = |key| {
            let skill = self.skill(&index.get(key)?.name)?;
            refusal(&self.world, skill)
        };
        let reading = Reading {
            body_of: &|entry| entry.body.clone(),
            tools_of: &|entry| entry.allowed_tools.clone(),
            refused: &refused,
        };
        let resolution =
            coordinator.resolve_reading(index, &self.strategies(query), &|tool| self.tools.contains(tool), reading);
        let Some(found) = resolution.resolved else {
            return Err(resolution.rejected.into_iter().map(|one| rejection(one).line()).collect());
        };
        Ok(Chosen {
            skill: found.name,
            score: found.score,
            text: found.instruction,
            tools: found.tools,
            left_out: found.omitted,
        })
    }
}

/// A skill of a session as adk sees it.
fn entry(key: SkillId, skill: &SkillFacts) -> Entry {
    // The first sessions kept nothing that is adk's alone.
    let tools = if skill.adk == AdkFacts::default() { &skill.tools } else { &skill.adk.tools };
    Entry {
        key,
        id: key.to_string(),
        name: skill.name.clone(),
        description: skill.description.clone(),
        tags: skill.adk.tags.clone(),
        body: skill.body.trim().to_owned(),
        allowed_tools: tools.clone(),
        path: skill.location.clone(),
        hash: String::new(),
        is_only_by_name: false,
        readings: studio_clients::Readings::default(),
        broken: None,
        dropped: skill.adk.dropped.clone(),
    }
}
