//! Why a skill stands where it stands for a query, and which of its words keep it there.

use studio_select::{Detail, Entry, Question};

use crate::{
    Error, ErrorCode, Studio,
    base::ids::skill_id,
    dto::{Counterfactual, Explanation, Host, Policy, ScoredField, Scorer, SkillWording},
    selection::{playground::policy_of, scoring::candidate, thresholds},
    state::session::Session,
};
use studio_select::ScorerKind;

/// Words whose absence is tried for one explanation.
const MOST_TRIED: usize = 8;

/// Counterfactuals told for one explanation.
const MOST_TOLD: usize = 5;

impl Studio {
    /// Why one skill stands where it stands for a query, and what would move it; as it is stored, or as it would stand
    /// with another wording; among all skills with their whole texts, or as a host's list shows them.
    pub fn explain_skill(
        &self,
        query: &str,
        scorer: Scorer,
        policy: &Policy,
        skill: &str,
        wording: Option<&SkillWording>,
        host: Option<Host>,
    ) -> Result<Explanation, Error> {
        let session = self.session()?;
        let id = skill_id(skill)?;
        let Some(kind) = thresholds::kind(scorer) else {
            let message = "Chat models can't explain their choice word by word. Choose another scorer.";
            return Err(Error::new(ErrorCode::Invalid, message));
        };
        let stored = session.entry(id)?;
        let tried = wording.map(|wording| session.tried(host, &stored, wording)).transpose()?;
        let vectors = match &tried {
            Some(tried) => session.vectors_of_wording(scorer, tried)?,
            None => Vec::new(),
        };
        let question = session.question(query, scorer)?;
        let limits = policy_of(policy);
        let (own, rival) = {
            let index = session.among(host)?;
            let view = tried.clone().map_or_else(|| index.view(), |tried| index.edited(tried, &vectors));
            let all = kind.explain(&view, &question, &limits, Detail { first: 2, named: &[id], listed: 2 });
            let rival = all.iter().find(|other| other.key != id && other.rank > 0).cloned();
            (all.into_iter().find(|candidate| candidate.key == id), rival)
        };
        let own = own.ok_or_else(|| Error::new(ErrorCode::NotFound, gone(host)))?;
        let entry = match tried {
            Some(tried) => tried,
            None => session.as_seen(host, stored)?,
        };
        let asked = Asked { question: &question, scorer, kind, limits: &limits, host };
        let counterfactuals = session.counterfactuals(&entry, &own, &asked)?;
        let (shared_words, rival_words) = words_of_rival(&own, rival.as_ref());
        Ok(Explanation {
            to_threshold: own.score - policy.min_score,
            to_rival: rival.as_ref().map(|rival| own.score - rival.score),
            shared_words,
            rival_words,
            counterfactuals,
            candidate: candidate(own),
            rival: rival.map(candidate),
        })
    }
}

/// What is asked, of whom, and among which skills.
struct Asked<'a> {
    question: &'a Question,
    scorer: Scorer,
    kind: ScorerKind,
    limits: &'a studio_select::Policy,
    host: Option<Host>,
}

/// Why there is nothing to explain.
fn gone(host: Option<Host>) -> String {
    match host {
        Some(host) if host != Host::Standard && host != Host::Adk => {
            format!("The skill isn't in {}'s list or no longer exists.", host.noun().label())
        }
        _ => "The skill no longer exists.".to_owned(),
    }
}

impl Session {
    /// Where a skill would stand without one of the query's words, those that matter most first.
    fn counterfactuals(
        &self,
        entry: &Entry,
        own: &studio_select::Candidate,
        &Asked { question, scorer, kind, limits, host }: &Asked<'_>,
    ) -> Result<Vec<Counterfactual>, Error> {
        let mut told = Vec::new();
        if own.rank > 0 {
            for (word, field, tried) in without_words(entry, question, own, scorer).into_iter().take(MOST_TRIED) {
                let vectors = self.vectors_of_wording(scorer, &tried)?;
                let index = self.among(host)?;
                let view = index.edited(tried, &vectors);
                let ranking = kind.top(&view, question, limits, 0, &[own.key]);
                if let Some((rank, score)) = ranking.watched.first().copied().flatten() {
                    told.push(counterfactual(word, field, (own.rank as u32, own.score), (rank, score)));
                }
            }
        }
        let effect = |other: &Counterfactual| (other.rank.abs_diff(own.rank as u32), (other.score - own.score).abs());
        told.retain(|other| effect(other).0 > 0 || effect(other).1 > 5e-4);
        told.sort_by(|a, b| effect(b).0.cmp(&effect(a).0).then(effect(b).1.total_cmp(&effect(a).1)));
        told.truncate(MOST_TOLD);
        Ok(told)
    }
}

/// The words a rival scores with: those the skill has too, and those it has not.
fn words_of_rival(
    own: &studio_select::Candidate,
    rival: Option<&studio_select::Candidate>,
) -> (Vec<String>, Vec<String>) {
    let has = |candidate: &studio_select::Candidate, word: &str| {
        candidate.words.iter().any(|own| &*own.word == word && own.fields.sum() > 0.0)
    };
    let rivals = rival.into_iter().flat_map(|rival| rival.words.iter().map(move |word| (rival, word)));
    let words = rivals
        .filter(|(rival, word)| !word.is_stop_word && has(rival, &word.word))
        .map(|(_, word)| word.word.to_string());
    words.partition(|word| has(own, word))
}

/// The skill without one of the query's words in one of its fields, those with the most to lose first.
fn without_words(
    entry: &Entry,
    question: &Question,
    own: &studio_select::Candidate,
    scorer: Scorer,
) -> Vec<(String, ScoredField, Entry)> {
    let worth = |word: &str, field: fn(&studio_select::FieldScores) -> f32| {
        own.words.iter().find(|own| &*own.word == word).map_or(0.0, |own| field(&own.fields))
    };
    let mut tried = Vec::new();
    for term in question.terms() {
        let is_exact = scorer == Scorer::Adk;
        let cut = |text: &str| without(text, &term.stem, &term.surface, is_exact);
        let word = &*term.surface;
        if let Some((description, written)) = cut(&entry.description) {
            let edited = Entry { description, ..entry.clone() };
            tried.push((worth(word, |fields| fields.description), written, ScoredField::Description, edited));
        }
        if let Some((name, written)) = cut(&entry.name) {
            tried.push((
                worth(word, |fields| fields.name),
                written,
                ScoredField::Name,
                Entry { name, ..entry.clone() },
            ));
        }
        let kept: Vec<String> = entry.tags.iter().filter(|tag| cut(tag).is_none()).cloned().collect();
        if kept.len() < entry.tags.len() {
            let edited = Entry { tags: kept, ..entry.clone() };
            tried.push((worth(word, |fields| fields.tags), word.to_owned(), ScoredField::Tags, edited));
        }
        if let Some((body, written)) = cut(&entry.body) {
            tried.push((
                worth(word, |fields| fields.body),
                written,
                ScoredField::Body,
                Entry { body, ..entry.clone() },
            ));
        }
    }
    tried.sort_by(|a, b| b.0.total_cmp(&a.0));
    tried.into_iter().map(|(_, word, field, entry)| (word, field, entry)).collect()
}

/// A text without every form of a word, and the first form it had; none where it does not have the word.
fn without(text: &str, stem: &str, surface: &str, is_exact: bool) -> Option<(String, String)> {
    let spans: Vec<_> = studio_select::terms(text)
        .into_iter()
        .filter(|term| term.stem == stem)
        .map(|term| term.span)
        .filter(|span| !is_exact || text[span.clone()].eq_ignore_ascii_case(surface))
        .collect();
    let written = text[spans.first()?.clone()].to_owned();
    let mut left = String::with_capacity(text.len());
    let mut from = 0;
    for span in spans {
        if span.start >= from {
            left.push_str(&text[from..span.start]);
        }
        from = from.max(span.end);
    }
    left.push_str(&text[from..]);
    Some((left, written))
}

fn counterfactual(word: String, field: ScoredField, now: (u32, f32), then: (u32, f32)) -> Counterfactual {
    let ((now_rank, now_score), (rank, score)) = (now, then);
    let difference = (score - now_score).abs();
    let sentence = match rank.cmp(&now_rank) {
        std::cmp::Ordering::Greater => {
            format!("Without “{word}” in the {field}, it drops from rank {now_rank} to {rank}.")
        }
        std::cmp::Ordering::Less => {
            format!("Without “{word}” in the {field}, it rises from rank {now_rank} to {rank}.")
        }
        std::cmp::Ordering::Equal if score < now_score => {
            format!("Without “{word}” in the {field}, it stays at rank {rank} and scores {difference:.3} lower.")
        }
        std::cmp::Ordering::Equal => {
            format!("Without “{word}” in the {field}, it stays at rank {rank} and scores {difference:.3} higher.")
        }
    };
    Counterfactual { word, field, rank, score, sentence }
}
