//! A query put to the library: every skill's score under one scorer, and the context that resolving gives.

use crate::skills::offsets::Offsets;
use std::{
    collections::{BTreeSet, HashSet},
    sync::Arc,
    time::{Duration, Instant},
};

use studio_model::SkillId;
use studio_select::{self as select, Coordinator, Detail};
use studio_text::tokens;

use crate::{
    Error, ErrorCode, Studio,
    dto::{
        Candidate, CandidateState, Coverage, FieldScores, Host, InstructionRanges, Meaning, Policy, Rejection,
        Resolution, ResolveRequest, Resolved, ScoreReport, ScoredField, Scorer, Strategy, StrategyKind,
        StrategyOutcome, StrategyState, TextRange, TriggerRule, ValidationMode, WordScore,
    },
    library::absent::Requirements,
    selection::thresholds,
    studio::session::Session,
};

/// Candidates a report holds at most, besides those asked for by name and those a policy lets pass: more than anybody
/// reads through.
pub(crate) const MOST_CANDIDATES: usize = 1_000;

impl Studio {
    /// Every skill's score for one query under one scorer, those outside the policy too.
    pub fn score(&self, query: &str, scorer: Scorer, policy: &Policy) -> Result<ScoreReport, Error> {
        self.score_as_seen(query, scorer, policy, None, None)
    }

    /// The same over what a host's model sees of the library, with so many of the best listed.
    pub fn score_as_seen(
        &self,
        query: &str,
        scorer: Scorer,
        policy: &Policy,
        host: Option<Host>,
        listed: Option<u32>,
    ) -> Result<ScoreReport, Error> {
        self.session()?.score_as_seen(query, scorer, policy, host, listed)
    }

    /// Tries the strategies in order and builds the context of the first that finds a skill.
    pub fn resolve(&self, request: &ResolveRequest) -> Result<Resolution, Error> {
        self.session()?.resolve(request)
    }
}

impl Session {
    /// See [`Studio::score_as_seen`].
    pub(crate) fn score_as_seen(
        self: &Arc<Self>,
        query: &str,
        scorer: Scorer,
        policy: &Policy,
        host: Option<Host>,
        listed: Option<u32>,
    ) -> Result<ScoreReport, Error> {
        let session = self;
        let host = host.unwrap_or(Host::Whole);
        let Some(kind) = thresholds::kind(scorer) else { return session.model_report(query, policy, host, false) };
        let question = match session.question(query, scorer) {
            Ok(question) => question,
            Err(Error { code: ErrorCode::ModelMissing, message, .. }) => {
                return Ok(report_of(query, scorer, select::Report::default(), Duration::ZERO, Some(message)));
            }
            Err(error) => return Err(error),
        };
        let limits = policy_of(policy);
        session.with_view(host, |view| {
            let start = Instant::now();
            let report = kind.report(view, &question, &limits, detail(policy, listed, &[]));
            report_of(query, scorer, report, start.elapsed(), None)
        })
    }

    /// See [`Studio::resolve`].
    pub(crate) fn resolve(self: &Arc<Self>, request: &ResolveRequest) -> Result<Resolution, Error> {
        let session = self;
        let offered: HashSet<String> = match &request.available_tools {
            Some(named) => named.iter().cloned().collect(),
            None => session.tool_names()?.names,
        };
        let coordinator = Coordinator {
            policy: policy_of(&request.policy),
            max_instruction_chars: request.max_instruction_chars as usize,
            mode: match request.mode {
                ValidationMode::Strict => select::ValidationMode::Strict,
                ValidationMode::Permissive => select::ValidationMode::Permissive,
            },
            most_rejected: request.most_rejected.map_or(usize::MAX, |most| most as usize),
            triggers: match request.triggers {
                TriggerRule::Ignored => select::TriggerRule::Ignored,
                TriggerRule::Honored => select::TriggerRule::Honored,
            },
        };
        let strategies: Vec<_> = request.strategies.iter().map(strategy_of).collect();
        let requirements = session.requirements()?;
        let index = session.scores()?;
        let resolution = coordinator.resolve_reading(
            &index,
            &strategies,
            &|tool| offered.contains(tool),
            select::Reading {
                // A skill that is gone by now has no text any more, and no links.
                body_of: &|entry| session.body_of(entry.key).unwrap_or_default(),
                tools_of: &|entry| {
                    let linked = session.effective_list(entry.key, &entry.allowed_tools);
                    linked.unwrap_or_else(|_| entry.allowed_tools.clone())
                },
                refused: &|skill| requirements.refusal(skill),
            },
        );
        drop(index);
        let resolved = resolution.resolved.map(|context| resolved(context, &requirements));
        if let Some(lacking) = resolved.as_ref().filter(|resolved| !resolved.omitted.is_empty()) {
            self.shared.log.omitted(session.library.path(), lacking);
        }
        Ok(Resolution {
            resolved,
            strategies: resolution.strategies.into_iter().map(outcome).collect(),
            rejected: resolution.rejected.into_iter().map(rejection).collect(),
            rejected_in_all: resolution.rejected_in_all as u32,
        })
    }
}

impl Studio {
    /// Makes the full text and the vectors that are missing and waits for them: for command lines and tests.
    pub fn wait_until_indexed(&self) -> Result<(), Error> {
        self.session()?.sync_all()?;
        self.resume_embedding()?;
        self.session()?.complete_rows()?;
        loop {
            let status = self.embedding_status()?;
            match status.state {
                crate::dto::EmbeddingState::Ready | crate::dto::EmbeddingState::Paused => return Ok(()),
                crate::dto::EmbeddingState::Missing => {
                    return Err(Error::new(ErrorCode::ModelMissing, status.hint.unwrap_or_default()));
                }
                crate::dto::EmbeddingState::Loading | crate::dto::EmbeddingState::Indexing => {
                    std::thread::sleep(std::time::Duration::from_millis(10));
                }
            }
        }
    }
}

pub(crate) fn policy_of(policy: &Policy) -> select::Policy {
    select::Policy {
        top_k: policy.top_k as usize,
        min_score: policy.min_score,
        include_tags: policy.include_tags.clone(),
        exclude_tags: policy.exclude_tags.clone(),
    }
}

fn strategy_of(strategy: &Strategy) -> select::Strategy {
    match strategy.clone() {
        Strategy::ByName(name) => select::Strategy::ByName(name),
        Strategy::ByQuery(query) => select::Strategy::ByQuery(query),
        Strategy::ByTag(tag) => select::Strategy::ByTag(tag),
    }
}

fn strategy(strategy: select::Strategy) -> Strategy {
    match strategy {
        select::Strategy::ByName(name) => Strategy::ByName(name),
        select::Strategy::ByQuery(query) => Strategy::ByQuery(query),
        select::Strategy::ByTag(tag) => Strategy::ByTag(tag),
    }
}

const fn strategy_kind(strategy: &select::Strategy) -> StrategyKind {
    match strategy {
        select::Strategy::ByName(_) => StrategyKind::ByName,
        select::Strategy::ByQuery(_) => StrategyKind::ByQuery,
        select::Strategy::ByTag(_) => StrategyKind::ByTag,
    }
}

fn outcome(outcome: select::StrategyOutcome) -> StrategyOutcome {
    StrategyOutcome {
        strategy: strategy(outcome.strategy),
        state: match outcome.state {
            select::StrategyState::Won => StrategyState::Won,
            select::StrategyState::Failed => StrategyState::Failed,
            select::StrategyState::NotTried => StrategyState::NotTried,
        },
        detail: outcome.detail,
    }
}

fn rejection(rejection: select::Rejection) -> Rejection {
    Rejection {
        skill_id: rejection.key.to_string(),
        name: rejection.name,
        score: rejection.score,
        reason: rejection.reason,
    }
}

fn resolved(context: select::Context, requirements: &Requirements) -> Resolved {
    let count = |range: &std::ops::Range<usize>| tokens::count(&context.instruction[range.clone()]) as u32;
    let spent = Coverage {
        description: count(&context.heading),
        body: count(&context.body),
        tools: count(&context.tools_line),
        total: tokens::count(&context.instruction) as u32,
    };
    let offsets = Offsets::new(&context.instruction);
    let place =
        |range: &std::ops::Range<usize>| TextRange { from: offsets.utf16(range.start), to: offsets.utf16(range.end) };
    let ranges = InstructionRanges {
        heading: place(&context.heading),
        tools_line: place(&context.tools_line),
        body: place(&context.body),
    };
    Resolved {
        ranges,
        strategy: strategy_kind(&context.strategy),
        skill_id: context.key.to_string(),
        name: context.name,
        id: context.id,
        hash: context.hash,
        path: context.path,
        score: context.score,
        instruction: context.instruction,
        tools: context.tools,
        omitted: context.omitted,
        truncated: context.truncated,
        tokens: spent,
        requires: requirements.required_by(context.key).iter().map(|id| requirements.name_of(*id)).collect(),
        warnings: requirements.warnings(context.key),
    }
}

/// Which candidates a report lists: so many of the best, all that pass, and those named.
pub(crate) fn detail<'a>(policy: &Policy, listed: Option<u32>, named: &'a [SkillId]) -> Detail<'a> {
    let most = listed.map_or(MOST_CANDIDATES, |listed| (listed as usize).min(MOST_CANDIDATES));
    Detail { named, listed: most.max(policy.top_k as usize), ..Detail::default() }
}

/// A report of what a scorer found.
pub(crate) fn report_of(
    query: &str,
    scorer: Scorer,
    report: select::Report,
    elapsed: Duration,
    unavailable: Option<String>,
) -> ScoreReport {
    ScoreReport {
        query: query.to_owned(),
        scorer,
        skills: report.skills as u32,
        not_indexed: report.not_indexed as u32,
        candidates: report.candidates.into_iter().map(candidate).collect(),
        elapsed_us: elapsed.as_micros() as u32,
        stop_words: stop_words(query),
        unavailable,
    }
}

pub(crate) fn candidate(candidate: select::Candidate) -> Candidate {
    Candidate {
        rank: candidate.rank as u32,
        id: candidate.key.to_string(),
        name: candidate.name,
        score: candidate.score,
        fields: fields(candidate.fields),
        words: candidate.words.iter().map(word).collect(),
        meaning: candidate.meaning.map(meaning),
        state: state(candidate.state),
        reason: candidate.reason,
    }
}

fn meaning(meaning: select::Meaning) -> Meaning {
    Meaning {
        text: meaning.text,
        field: match meaning.field {
            select::MeaningField::Name => ScoredField::Name,
            select::MeaningField::Whole | select::MeaningField::Description => ScoredField::Description,
        },
        similarity: meaning.similarity,
        fields: fields(meaning.fields),
    }
}

fn word(word: &select::WordScore) -> WordScore {
    WordScore {
        word: word.word.to_string(),
        count: word.count as u32,
        is_stop_word: word.is_stop_word,
        fields: fields(word.fields),
    }
}

fn fields(fields: select::FieldScores) -> FieldScores {
    FieldScores { name: fields.name, description: fields.description, tags: fields.tags, body: fields.body }
}

fn state(state: select::CandidateState) -> CandidateState {
    match state {
        select::CandidateState::Passes => CandidateState::Passes,
        select::CandidateState::BeyondTopK => CandidateState::BeyondTopK,
        select::CandidateState::BelowMinScore => CandidateState::BelowMinScore,
        select::CandidateState::ExcludedByTag => CandidateState::ExcludedByTag,
        select::CandidateState::MissingTag => CandidateState::MissingTag,
        select::CandidateState::Broken => CandidateState::Broken,
        select::CandidateState::Dropped => CandidateState::Dropped,
        select::CandidateState::OnlyByName => CandidateState::OnlyByName,
        select::CandidateState::NotIndexed => CandidateState::NotIndexed,
        select::CandidateState::EmptyQuery => CandidateState::EmptyQuery,
    }
}

fn stop_words(query: &str) -> Vec<String> {
    let words: BTreeSet<String> =
        select::adk::query_words(query).into_iter().filter(|word| word.is_stop_word).map(|word| word.word).collect();
    words.into_iter().collect()
}
