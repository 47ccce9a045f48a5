//! Every skill's score for a query under one scorer.

use std::{
    collections::BTreeSet,
    sync::Arc,
    time::{Duration, Instant},
};

use studio_model::SkillId;
use studio_select::{self as select, Detail};

use crate::{
    Error, ErrorCode, Studio,
    dto::{Candidate, CandidateState, FieldScores, Host, Meaning, Policy, ScoreReport, ScoredField, Scorer, WordScore},
    selection::{playground::policy_of, thresholds},
    state::session::Session,
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
        let host = host.unwrap_or(Host::Standard);
        let Some(kind) = thresholds::kind(scorer) else { return session.model_report(query, policy, host, false) };
        let question = match session.question(query, scorer) {
            Ok(question) => question,
            Err(Error { code: ErrorCode::ModelMissing, message, .. }) => {
                return Ok(report_of(query, scorer, select::Report::default(), Duration::ZERO, Some(message)));
            }
            Err(error) => return Err(error),
        };
        let limits = policy_of(policy);
        session.with_view(host, kind, |view| {
            let start = Instant::now();
            let report = kind.report(view, &question, &limits, detail(policy, listed, &[]));
            report_of(query, scorer, report, start.elapsed(), None)
        })
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
        reason: candidate.reason.map(|reason| reason.sentence),
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
