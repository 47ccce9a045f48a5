//! The crate adk-skill 0.6.0, asked as a program on it asks: a folder, queries, contexts.

use std::path::{Path, PathBuf};

use adk_skill::{CoordinatorConfig, ResolutionStrategy, SelectionPolicy, SkillIndex};
use studio_api::dto::{Policy, ResolveRequest, Strategy, ValidationMode};
use studio_testkit::resolve_with_adk;

/// What the crate loaded of a folder.
pub(super) type Peer = SkillIndex;

/// A context, with a score that compares bit for bit.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Context {
    pub(super) name: String,
    pub(super) id: String,
    pub(super) hash: String,
    pub(super) path: PathBuf,
    pub(super) score: u32,
    pub(super) tools: Vec<String>,
    pub(super) instruction: String,
}

/// Loads the skills of a project's folder.
pub(super) fn load(root: &Path) -> Peer {
    adk_skill::load_skill_index(root).expect("the root is a folder")
}

/// Name and path of every skill, in order.
pub(super) fn names(peer: &Peer) -> Vec<(&str, &Path)> {
    peer.skills().iter().map(|skill| (skill.name.as_str(), skill.path.as_path())).collect()
}

/// What a query wakes: name, path and the bits of the score, best first.
pub(super) fn select(peer: &Peer, query: &str, policy: &Policy) -> Vec<(String, PathBuf, u32)> {
    let found = adk_skill::select_skills(peer, query, &policy_of(policy));
    found.into_iter().map(|found| (found.skill.name, found.skill.path, found.score.to_bits())).collect()
}

/// The context of the first strategy that finds a skill.
pub(super) fn resolve(peer: &Peer, request: &ResolveRequest) -> Option<Context> {
    let config = CoordinatorConfig {
        policy: policy_of(&request.policy),
        max_instruction_chars: request.max_instruction_chars as usize,
        validation_mode: match request.mode {
            ValidationMode::Strict => adk_skill::ValidationMode::Strict,
            ValidationMode::Permissive => adk_skill::ValidationMode::Permissive,
        },
    };
    let strategies: Vec<_> = request
        .strategies
        .iter()
        .map(|strategy| match strategy.clone() {
            Strategy::ByName(name) => ResolutionStrategy::ByName(name),
            Strategy::ByQuery(query) => ResolutionStrategy::ByQuery(query),
            Strategy::ByTag(tag) => ResolutionStrategy::ByTag(tag),
        })
        .collect();
    let tools = request.available_tools.as_deref().unwrap_or_default();
    let context = resolve_with_adk(peer, config, &strategies, tools)?;
    Some(Context {
        name: context.provenance.skill.name.clone(),
        id: context.provenance.skill.id.clone(),
        hash: context.provenance.skill.hash.clone(),
        path: context.provenance.skill.path.clone(),
        score: context.provenance.score.to_bits(),
        tools: context.active_tools.iter().map(|tool| tool.name().to_owned()).collect(),
        instruction: context.system_instruction.clone(),
    })
}

fn policy_of(policy: &Policy) -> SelectionPolicy {
    SelectionPolicy {
        top_k: policy.top_k as usize,
        min_score: policy.min_score,
        include_tags: policy.include_tags.clone(),
        exclude_tags: policy.exclude_tags.clone(),
    }
}
