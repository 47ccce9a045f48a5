//! How a session under adk-rust selects the skill of a message: adk's coordinator or its injector over the agent's skills, as
//! they were when the session began. The registry is what the session is bound to, not what the library has.

use std::{
    collections::HashSet,
    sync::{Arc, OnceLock},
};

use studio_model::SkillId;
use studio_runtime::{
    context::{AdkFacts, SkillFacts, World},
    disclosure::{Chosen, Selector, refusal},
};
use studio_select::{self as select, Coordinator, Entry, Index, Reading, Strategy, instruction};

use crate::{
    base::ids::skill_id,
    dto::{AdkSettings, AdkStrategy, AdkWay, ValidationMode},
    selection::playground::{policy_of, rejection},
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

    /// The injector knows the message alone.
    fn strategies(&self, message: &str) -> Vec<Strategy> {
        let by_message = || Strategy::ByQuery(message.to_owned());
        let strategy = |strategy: &AdkStrategy| match strategy {
            AdkStrategy::Message => by_message(),
            AdkStrategy::Name { name } => Strategy::ByName(name.clone()),
            AdkStrategy::Tag { tag } => Strategy::ByTag(tag.clone()),
        };
        match self.settings.way {
            AdkWay::Coordinator => self.settings.strategies.iter().map(strategy).collect(),
            AdkWay::Injector => vec![by_message()],
        }
    }

    fn coordinator(&self) -> Coordinator {
        let AdkSettings { way, mode, policy, .. } = &self.settings;
        let mode = match (way, mode) {
            (AdkWay::Coordinator, ValidationMode::Strict) => select::ValidationMode::Strict,
            // The injector looks at no tools.
            (AdkWay::Coordinator, ValidationMode::Permissive) | (AdkWay::Injector, _) => {
                select::ValidationMode::Permissive
            }
        };
        let (most_rejected, max_instruction_chars) = (MOST_REJECTED, self.max_chars());
        Coordinator { policy: policy_of(policy), mode, most_rejected, max_instruction_chars, ..Coordinator::default() }
    }

    fn max_chars(&self) -> usize {
        self.settings.max_chars.unwrap_or(self.settings.way.usual_chars()) as usize
    }

    /// Whether a tool is there for others and not bound for a skill.
    fn lacks(&self, skill: &str, tool: &str) -> bool {
        self.world.unbound.iter().any(|unbound| unbound.skill == skill && unbound.tool == tool)
    }

    /// Why there is no skill: a line for each that was considered, for each tool of those that is not bound, and for each
    /// skill that is not there.
    fn reasons(&self, rejected: Vec<select::Rejection>) -> Vec<String> {
        let is_considered = |skill: &str| rejected.iter().any(|rejected| rejected.name == skill);
        let unbound = self.world.unbound.iter().filter(|unbound| is_considered(&unbound.skill));
        let mut seen = HashSet::new();
        let lacking: Vec<String> =
            unbound.filter(|unbound| seen.insert(&unbound.why)).map(|unbound| unbound.why.clone()).collect();
        let absent = self.world.absent.iter().map(|absent| format!("{} isn't loaded. {}", absent.skill, absent.why));
        rejected.into_iter().map(|one| rejection(one).line()).chain(lacking).chain(absent).collect()
    }
}

impl Selector for AdkSelector {
    fn select(&self, query: &str) -> Result<Chosen, Vec<String>> {
        let index = self.index();
        let refused = |key| {
            let skill = self.skill(&index.get(key)?.name)?;
            refusal(&self.world, skill)
        };
        let reading = Reading {
            body_of: &|entry| entry.body.clone(),
            tools_of: &|entry| match self.settings.way {
                AdkWay::Coordinator => entry.allowed_tools.clone(),
                AdkWay::Injector => Vec::new(),
            },
            lacks: &|entry, tool| self.lacks(&entry.name, tool),
            refused: &refused,
        };
        let is_bound = |tool: &str| self.tools.contains(tool);
        let resolution = self.coordinator().resolve_reading(index, &self.strategies(query), &is_bound, reading);
        let Some(found) = resolution.resolved else { return Err(self.reasons(resolution.rejected)) };
        let text = match self.settings.way {
            AdkWay::Coordinator => found.instruction,
            AdkWay::Injector => {
                let body = index.get(found.key).map(|entry| entry.body.as_str()).unwrap_or_default();
                instruction::prompt_block(&found.name, body, self.max_chars()).text
            }
        };
        Ok(Chosen { skill: found.name, score: found.score, text, tools: found.tools, left_out: found.omitted })
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
