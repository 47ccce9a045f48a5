//! From strategies to one context: find candidates, check their tools, write the instruction.
//!
//! The outcome is adk-skill's (one context or none); beside it stands why every other candidate was not taken.

mod rejections;

use std::ops::Range;

use studio_model::SkillId;

use self::rejections::{Closeness, Rejections};
use crate::{
    Candidate, CandidateState, Detail, Entry, Index, Policy, Question, TriggerRule, adk, candidate, instruction,
};

/// How a skill becomes a context. The defaults are adk-skill's.
#[derive(Clone, Debug, PartialEq)]
pub struct Coordinator {
    /// Limits for strategies that score.
    pub policy: Policy,
    /// Longest body in the instruction, in characters; a longer one is cut.
    pub max_instruction_chars: usize,
    /// What a missing tool does.
    pub mode: ValidationMode,
    /// Rejected skills told at most; all are counted.
    pub most_rejected: usize,
    /// What `trigger: true` in a skill's file does.
    pub triggers: TriggerRule,
}

/// Where a skill's body and its tools are read, when it is about to be taken: an index may keep no bodies, and what a
/// library links a skill to may differ from what its file lists.
#[derive(Clone, Copy)]
pub struct Reading<'a> {
    /// The body of a skill.
    pub body_of: &'a dyn Fn(&Entry) -> String,
    /// The tools it names, in its order.
    pub tools_of: &'a dyn Fn(&Entry) -> Vec<String>,
    /// Why a skill cannot be taken whatever its tools, such as a skill it requires that is missing.
    pub refused: &'a dyn Fn(SkillId) -> Option<String>,
}

/// What happens when a skill names a tool that is not there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ValidationMode {
    /// The skill is passed over.
    #[default]
    Strict,
    /// What is there is bound, the rest left out of tools and text.
    Permissive,
}

/// One way of finding a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Exact name, upper and lower case apart; no scoring.
    ByName(String),
    /// Score against a query; the candidates that pass are tried in order.
    ByQuery(String),
    /// The first skill by name that has a tag; no other is tried.
    ByTag(String),
}

/// What resolving came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolution {
    /// The context, or none.
    pub resolved: Option<Context>,
    /// How each strategy fared, in order.
    pub strategies: Vec<StrategyOutcome>,
    /// Every candidate of a tried strategy that was not taken, once each with the reason that came closest to success;
    /// closest first; at most [`Coordinator::most_rejected`].
    pub rejected: Vec<Rejection>,
    /// How many were rejected in all.
    pub rejected_in_all: usize,
}

/// The context an agent would be given: an instruction and exactly the tools it names.
#[derive(Clone, Debug, PartialEq)]
pub struct Context {
    /// The skill.
    pub key: SkillId,
    /// Its name.
    pub name: String,
    /// Its provenance id.
    pub id: String,
    /// SHA-256 of its raw file.
    pub hash: String,
    /// Path of its file.
    pub path: String,
    /// The score that woke it; `f32::MAX` when found by name.
    pub score: f32,
    /// The strategy that found it.
    pub strategy: Strategy,
    /// The instruction text, byte for byte.
    pub instruction: String,
    /// Bytes of the instruction that hold name and description.
    pub heading: Range<usize>,
    /// Bytes of the instruction that hold the line naming the tools; empty if there is none.
    pub tools_line: Range<usize>,
    /// Bytes of the instruction that hold the body.
    pub body: Range<usize>,
    /// Tools bound, in the skill's order, repeats kept.
    pub tools: Vec<String>,
    /// Tools the skill names that are not there; only in [`ValidationMode::Permissive`].
    pub omitted: Vec<String>,
    /// Whether the body was cut.
    pub truncated: bool,
}

/// How one strategy fared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrategyOutcome {
    /// The strategy.
    pub strategy: Strategy,
    /// What came of it.
    pub state: StrategyState,
    /// In words.
    pub detail: String,
}

/// What came of a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrategyState {
    /// It found the skill.
    Won,
    /// It found none.
    Failed,
    /// An earlier one had won.
    NotTried,
}

/// A candidate that was not taken.
#[derive(Clone, Debug, PartialEq)]
pub struct Rejection {
    /// The skill.
    pub key: SkillId,
    /// Its name.
    pub name: String,
    /// Its score, where it was scored.
    pub score: Option<f32>,
    /// Why not, as a full sentence; for missing tools in adk-skill's words.
    pub reason: String,
}

impl Default for Coordinator {
    fn default() -> Self {
        Self {
            policy: Policy::default(),
            max_instruction_chars: 8000,
            mode: ValidationMode::Strict,
            most_rejected: usize::MAX,
            triggers: TriggerRule::Ignored,
        }
    }
}

impl Coordinator {
    /// Tries the strategies in order; the first that finds a skill wins. `available` tells whether a tool is there.
    pub fn resolve(&self, index: &Index, strategies: &[Strategy], available: &dyn Fn(&str) -> bool) -> Resolution {
        let reading = Reading {
            body_of: &|entry| entry.body.clone(),
            tools_of: &|entry| entry.allowed_tools.clone(),
            refused: &|_| None,
        };
        self.resolve_reading(index, strategies, available, reading)
    }

    /// The same where bodies and tools are read elsewhere.
    pub fn resolve_reading(
        &self,
        index: &Index,
        strategies: &[Strategy],
        available: &dyn Fn(&str) -> bool,
        reading: Reading<'_>,
    ) -> Resolution {
        let attempt = Attempt { coordinator: self, index, available, reading };
        let mut resolved: Option<Context> = None;
        let mut rejections = Rejections::default();
        let mut outcomes = Vec::with_capacity(strategies.len());
        for strategy in strategies {
            let (state, detail) = if let Some(context) = &resolved {
                (StrategyState::NotTried, format!("“{}” was already found.", context.name))
            } else {
                let (context, detail) = attempt.strategy(strategy, &mut rejections);
                resolved = context;
                (if resolved.is_some() { StrategyState::Won } else { StrategyState::Failed }, detail)
            };
            outcomes.push(StrategyOutcome { strategy: strategy.clone(), state, detail });
        }
        let taken = resolved.as_ref().map(|context| context.key);
        // Whoever scores looks at every skill.
        let has_scored = outcomes.iter().any(StrategyOutcome::has_scored);
        let mut rejected = rejections.into_list(taken);
        let in_all = if has_scored { index.len() - usize::from(taken.is_some()) } else { rejected.len() };
        rejected.truncate(self.most_rejected);
        Resolution { resolved, strategies: outcomes, rejected, rejected_in_all: in_all }
    }
}

/// One call of [`Coordinator::resolve`].
struct Attempt<'a> {
    coordinator: &'a Coordinator,
    index: &'a Index,
    available: &'a dyn Fn(&str) -> bool,
    reading: Reading<'a>,
}

impl StrategyOutcome {
    fn has_scored(&self) -> bool {
        self.state != StrategyState::NotTried && !matches!(self.strategy, Strategy::ByName(_))
    }
}

impl Attempt<'_> {
    fn strategy(&self, strategy: &Strategy, rejections: &mut Rejections) -> (Option<Context>, String) {
        match strategy {
            Strategy::ByName(name) => self.by_name(strategy, name, rejections),
            Strategy::ByQuery(query) => {
                let candidates = self.candidates(query, &self.coordinator.policy);
                self.first_that_binds(strategy, candidates, rejections)
            }
            Strategy::ByTag(tag) => self.by_tag(strategy, tag, rejections),
        }
    }

    fn by_name(&self, strategy: &Strategy, name: &str, rejections: &mut Rejections) -> (Option<Context>, String) {
        let mut named: Vec<&Entry> = self.index.entries().filter(|entry| entry.name == name).collect();
        named.sort_unstable_by(|a, b| b.is_read_by_adk().cmp(&a.is_read_by_adk()).then_with(|| a.cmp_place(b)));
        let Some((first, others)) = named.split_first() else {
            return (None, self.nobody_named(name));
        };
        for other in others {
            let (closeness, reason) = match unread(other) {
                Some(reason) => (Closeness::RuledOut, reason),
                None => (Closeness::Behind, format!("Another skill with this name comes first: {}.", first.path)),
            };
            rejections.add(closeness, rejection(other, None, reason));
        }
        if let Some(reason) = unread(first) {
            rejections.add(Closeness::RuledOut, rejection(first, None, reason));
            let what = if first.broken.is_some() { "cannot be read" } else { "is dropped by adk" };
            return (None, format!("“{name}” {what}."));
        }
        match self.bind(first, f32::MAX, strategy) {
            Ok(context) => (Some(context), format!("“{name}” was found.")),
            Err(reason) => {
                let what = if (self.reading.refused)(first.key).is_some() { "skills" } else { "tools" };
                rejections.add(Closeness::Unbound, rejection(first, None, reason));
                (None, format!("“{name}” was found, but {what} it requires are missing."))
            }
        }
    }

    fn by_tag(&self, strategy: &Strategy, tag: &str, rejections: &mut Rejections) -> (Option<Context>, String) {
        let policy = Policy {
            include_tags: vec![tag.to_owned()],
            top_k: 1,
            min_score: 0.0,
            exclude_tags: self.coordinator.policy.exclude_tags.clone(),
        };
        let mut candidates = self.candidates("", &policy);
        let first = candidates.first().map(|candidate| candidate.name.clone()).unwrap_or_default();
        for behind in candidates.iter_mut().filter(|candidate| candidate.state == CandidateState::BeyondTopK) {
            behind.reason = Some(format!("A tag selects only the first skill by name, “{first}”."));
        }
        self.first_that_binds(strategy, candidates, rejections)
    }

    /// The candidates that pass, and as many others as are told.
    fn candidates(&self, query: &str, policy: &Policy) -> Vec<Candidate> {
        let listed = policy.top_k.saturating_add(self.coordinator.most_rejected).saturating_add(1);
        let detail = Detail { first: 0, named: &[], listed };
        let view = self.index.view().with_triggers(self.coordinator.triggers);
        adk::explain_view(&view, &Question::new(query, None), policy, detail)
    }

    /// Tries the candidates that pass, in order, and rejects all others with their reasons.
    fn first_that_binds(
        &self,
        strategy: &Strategy,
        candidates: Vec<Candidate>,
        rejections: &mut Rejections,
    ) -> (Option<Context>, String) {
        let failure = failure(&candidates, strategy);
        let mut found: Option<Context> = None;
        for candidate in candidates {
            let (closeness, reason) = match (&found, candidate.reason) {
                (_, Some(reason)) => (closeness(candidate.state), reason),
                (Some(taken), None) => (Closeness::Behind, format!("“{}” ranks higher and was selected.", taken.name)),
                (None, None) => match self.bind(self.entry(candidate.key), candidate.score, strategy) {
                    Ok(context) => {
                        found = Some(context);
                        continue;
                    }
                    Err(reason) => (Closeness::Unbound, reason),
                },
            };
            let score = (candidate.rank > 0).then_some(candidate.score);
            rejections.add(closeness, Rejection { key: candidate.key, name: candidate.name, score, reason });
        }
        let detail = found.as_ref().map_or(failure, success);
        (found, detail)
    }

    /// Checks a skill's tools and writes its instruction; the error says what is missing, of tools in adk-skill's words.
    fn bind(&self, entry: &Entry, score: f32, strategy: &Strategy) -> Result<Context, String> {
        let (tools, omitted): (Vec<_>, Vec<_>) =
            (self.reading.tools_of)(entry).into_iter().partition(|tool| (self.available)(tool));
        if !omitted.is_empty() && self.coordinator.mode == ValidationMode::Strict {
            return Err(format!("Skill '{}' requires tools not in registry: {omitted:?}", entry.name));
        }
        if let Some(reason) = (self.reading.refused)(entry.key) {
            return Err(reason);
        }
        let source = self.first_with_id(entry);
        let max_chars = self.coordinator.max_instruction_chars;
        let body = (self.reading.body_of)(source);
        let written = instruction::engineer(&source.name, &source.description, &body, max_chars, &tools);
        Ok(Context {
            key: entry.key,
            name: entry.name.clone(),
            id: entry.id.clone(),
            hash: entry.hash.clone(),
            path: entry.path.clone(),
            score,
            strategy: strategy.clone(),
            instruction: written.text,
            heading: written.heading,
            tools_line: written.tools,
            body: written.body,
            tools,
            omitted,
            truncated: written.truncated,
        })
    }

    /// The skill whose text is used. Like adk-skill, which looks the chosen skill up again by its id, this takes the
    /// first by name and path of those that share it; they come from identical files, so only made-up ids differ.
    fn first_with_id<'b>(&'b self, entry: &'b Entry) -> &'b Entry {
        let same = self.index.entries().filter(|other| other.id == entry.id && other.is_read_by_adk());
        same.min_by(|a, b| a.cmp_place(b)).unwrap_or(entry)
    }

    fn entry(&self, key: SkillId) -> &Entry {
        self.index.get(key).expect("candidates come from this index")
    }

    fn nobody_named(&self, name: &str) -> String {
        let alike =
            self.index.entries().map(|entry| &entry.name).filter(|other| other.eq_ignore_ascii_case(name)).min();
        match alike {
            Some(alike) => format!("No skill is named “{name}”. Did you mean “{alike}”?"),
            None => format!("No skill is named “{name}”."),
        }
    }
}

/// Why adk does not have a skill, as a sentence.
fn unread(entry: &Entry) -> Option<String> {
    let broken = entry.broken.as_deref().map(candidate::broken);
    broken.or_else(|| entry.dropped.as_deref().map(candidate::dropped))
}

fn rejection(entry: &Entry, score: Option<f32>, reason: String) -> Rejection {
    Rejection { key: entry.key, name: entry.name.clone(), score, reason }
}

fn closeness(state: CandidateState) -> Closeness {
    match state {
        CandidateState::Passes | CandidateState::BeyondTopK => Closeness::Behind,
        CandidateState::BelowMinScore => Closeness::TooLow,
        CandidateState::ExcludedByTag
        | CandidateState::MissingTag
        | CandidateState::Broken
        | CandidateState::Dropped
        | CandidateState::OnlyByName
        | CandidateState::NotIndexed
        | CandidateState::EmptyQuery => Closeness::RuledOut,
    }
}

fn success(context: &Context) -> String {
    match &context.strategy {
        Strategy::ByTag(tag) => format!("“{}” is the first skill by name with the tag “{tag}”.", context.name),
        Strategy::ByName(_) | Strategy::ByQuery(_) => format!("“{}” scores {:.2}.", context.name, context.score),
    }
}

/// Why none of the candidates was taken, should that be so.
fn failure(candidates: &[Candidate], strategy: &Strategy) -> String {
    let passing = candidates.iter().filter(|candidate| candidate.state == CandidateState::Passes).count();
    let Some(best) = candidates.first() else {
        return "There are no skills.".to_owned();
    };
    match (passing, &best.reason, strategy) {
        (1, _, _) => format!("“{}” was found, but tools it requires are missing.", best.name),
        (2.., _, _) => format!("{passing} skills were found, but each requires tools that are missing."),
        (0, Some(reason), _) if best.state == CandidateState::EmptyQuery => reason.clone(),
        (0, _, Strategy::ByTag(tag)) if best.rank == 0 => format!("No skill with the tag “{tag}” can be selected."),
        (0, reason, _) => format!("No skill passes. “{}”: {}", best.name, reason.as_deref().unwrap_or_default()),
    }
}
