//! The queries of the skill that is tested, each put to the library as it is, or as it would be with a draft of the skill.

use std::time::Instant;

use studio_model::SkillId;
use studio_select::{CandidateState, Detail, Question, ScorerKind, View};

use crate::{
    Error, ErrorCode, Studio,
    base::ids::skill_id,
    dto::{Scorer, SkillQueryResult, SkillQueryResults, SkillQueryTest},
    selection::{
        asked::{Asked, can_be_asked, judged},
        playground::policy_of,
        thresholds,
    },
    state::session::Session,
};

/// Queries that are tested at every keystroke. In a library of ten thousand skills each takes milliseconds.
const MOST_TESTED: usize = 50;

impl Studio {
    /// How each query of a skill goes, as the skill is stored or with a draft of it. Nothing is kept.
    pub fn test_skill_queries(&self, test: &SkillQueryTest) -> Result<SkillQueryResults, Error> {
        let session = self.session()?;
        let start = Instant::now();
        let Some(kind) = thresholds::kind(test.scorer) else {
            let message = "Chat models aren't queried on every keystroke. Choose another scorer.";
            return Err(Error::new(ErrorCode::Invalid, message));
        };
        let found = match session.tested(test, kind) {
            Err(Error { code: ErrorCode::ModelMissing, message, .. }) => {
                SkillQueryResults { unavailable: Some(message), ..SkillQueryResults::default() }
            }
            found => found?,
        };
        Ok(SkillQueryResults { elapsed_us: start.elapsed().as_micros() as u32, ..found })
    }
}

impl Session {
    fn tested(&self, test: &SkillQueryTest, kind: ScorerKind) -> Result<SkillQueryResults, Error> {
        let id = skill_id(&test.skill_id)?;
        let stored = self.entry(id)?;
        let known = self.skill_names()?;
        let mut asked: Vec<Asked> = self
            .queries_of_skill(&stored.name)?
            .into_iter()
            .filter(|row| can_be_asked(row, |name| known.contains(name)))
            .map(Asked::from)
            .collect();
        let untested = asked.len().saturating_sub(MOST_TESTED) as u32;
        asked.truncate(MOST_TESTED);
        let questions = self.questions(test.scorer, &asked)?;
        let tried = test.wording.as_ref().map(|wording| self.tried(test.host, &stored, wording)).transpose()?;
        let vectors = match &tried {
            Some(tried) => self.vectors_of_wording(test.scorer, tried)?,
            None => Vec::new(),
        };
        let index = self.among(test.host)?;
        let view = tried.map_or_else(|| index.view(), |tried| index.edited(tried, &vectors));
        let pairs: Vec<(Asked, Question)> = asked.into_iter().zip(questions).collect();
        let results = results(&view, test, kind, (id, &stored.name), &pairs);
        let has_rank = results.iter().any(|result| result.rank.is_some());
        let unranked = pairs.first().filter(|_| !has_rank).map(|(_, question)| question);
        Ok(SkillQueryResults {
            right: results.iter().filter(|result| result.is_right).count() as u32,
            left_out: unranked.and_then(|question| why_unranked(&view, test, kind, id, question)),
            results,
            untested,
            ..SkillQueryResults::default()
        })
    }

    /// Queries as a scorer takes them, with their vectors where it reads meaning.
    fn questions(&self, scorer: Scorer, asked: &[Asked]) -> Result<Vec<Question>, Error> {
        if !thresholds::reads_meaning(scorer) {
            return Ok(asked.iter().map(|query| Question::new(&query.text, None)).collect());
        }
        let mut questions = Vec::with_capacity(asked.len());
        self.with_vectors(asked, &mut |query, vector| {
            questions.push(Question::new(&query.text, vector));
            Ok(true)
        })?;
        Ok(questions)
    }
}

/// How each query goes; labels know the skill that is tested by the name it is stored under.
fn results(
    view: &View<'_>,
    test: &SkillQueryTest,
    kind: ScorerKind,
    (id, name): (SkillId, &str),
    pairs: &[(Asked, Question)],
) -> Vec<SkillQueryResult> {
    let threshold = test.policy.min_score;
    let result = |(query, question): &(Asked, Question)| {
        let (outcome, own) = judged(view, kind, &test.policy, question, query.label(), Some((id, name)));
        SkillQueryResult {
            id: query.id.clone(),
            is_right: outcome.is_right(threshold),
            triggered: outcome.fired(threshold).map(str::to_owned),
            rank: own.map(|(rank, _)| rank),
            score: own.map(|(_, score)| score),
        }
    };
    let (first, second) = pairs.split_at(pairs.len().div_ceil(2));
    std::thread::scope(|scope| {
        let beside = scope.spawn(|| second.iter().map(result).collect::<Vec<_>>());
        let mut all: Vec<_> = first.iter().map(result).collect();
        all.extend(beside.join().unwrap_or_default());
        all
    })
}

/// Why a scorer gives a skill no rank, where that is for the skill's sake and not for want of words in the query.
fn why_unranked(
    view: &View<'_>,
    test: &SkillQueryTest,
    kind: ScorerKind,
    id: SkillId,
    question: &Question,
) -> Option<String> {
    let detail = Detail { first: 0, named: &[id], listed: 0 };
    let found = kind.explain(view, question, &policy_of(&test.policy), detail);
    let own = found.into_iter().find(|candidate| candidate.key == id)?;
    own.reason.filter(|_| own.state != CandidateState::EmptyQuery).map(|reason| reason.sentence)
}
