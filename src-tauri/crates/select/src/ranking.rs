//! What a scorer found out about all skills, in order: who passes under a policy, and why the others don't. All scorers
//! rank through here.

use std::cmp::Ordering;

use studio_model::SkillId;

use crate::{
    Candidate, CandidateState, Detail, Entry, FieldScores, Match, Meaning, Policy, Ranking, Reason, Report, View,
    WordScore, candidate::broken, index::Slot, unscored::Unscored,
};

/// What a scorer found out about all skills of a view for one query.
pub(crate) trait Scored {
    /// A skill's score by field, or why it has none.
    fn fields(&self, number: u32, slot: &Slot) -> Result<FieldScores, Unscored>;

    /// A skill's score.
    fn score(&self, number: u32, slot: &Slot) -> Result<f32, Unscored> {
        self.fields(number, slot).map(|fields| fields.sum())
    }

    /// The score by word.
    fn words(&self, number: u32, slot: &Slot) -> Vec<WordScore>;

    /// What meaning contributed.
    fn meaning(&self, _number: u32, _slot: &Slot) -> Option<Meaning> {
        None
    }
}

/// Best first; equal scores by name, path and key.
pub(crate) fn cmp_rank(a: (&Entry, f32), b: (&Entry, f32)) -> Ordering {
    b.1.total_cmp(&a.1).then_with(|| a.0.cmp_place(b.0))
}

/// What a scorer found out, ranked under a policy. Skills ruled out come after all others.
pub(crate) fn report(view: &View<'_>, scored: &impl Scored, policy: &Policy, detail: Detail<'_>) -> Report {
    let mut drafts: Vec<_> = view.occupied().map(|(number, slot)| draft(number, slot, scored, policy)).collect();
    let listed = detail.listed.min(drafts.len());
    if 0 < listed && listed < drafts.len() {
        drafts.select_nth_unstable_by(listed - 1, Draft::cmp_place);
    }
    drafts[..listed].sort_unstable_by(Draft::cmp_place);
    let is_named = |draft: &Draft<'_>| detail.named.contains(&draft.slot.entry.key);
    let before = |draft: &Draft<'_>| drafts.iter().filter(|other| other.cmp_place(draft).is_lt()).count();
    let mut others: Vec<_> =
        drafts[listed..].iter().filter(|draft| is_named(draft)).map(|draft| (draft, before(draft) + 1)).collect();
    others.sort_unstable_by_key(|&(_, place)| place);
    let candidates = drafts[..listed].iter().zip(1..).chain(others).map(|(draft, place)| {
        let &Draft { number, slot, score, fields, out } = draft;
        let entry = &slot.entry;
        let rank = if out.is_some() { 0 } else { place };
        let (state, reason) =
            match out.map(|out| out.explain(entry, policy)).or_else(|| falls_short(score, rank, policy)) {
                Some((state, reason)) => (state, Some(reason)),
                None => (CandidateState::Passes, None),
            };
        let is_detailed = place <= detail.first || is_named(draft);
        Candidate {
            key: entry.key,
            name: entry.name.clone(),
            rank,
            score,
            fields,
            words: if is_detailed { scored.words(number, slot) } else { Vec::new() },
            meaning: if is_detailed { scored.meaning(number, slot) } else { None },
            state,
            reason,
        }
    });
    let candidates = candidates.collect();
    let not_indexed = drafts.iter().filter(|draft| draft.out.is_some_and(Out::is_not_indexed)).count();
    Report { candidates, skills: drafts.len(), not_indexed }
}

/// The best of what a scorer found out, and where some stand, without a word about why.
pub(crate) fn top(
    view: &View<'_>,
    scored: &impl Scored,
    policy: &Policy,
    how_many: usize,
    watch: &[SkillId],
) -> Ranking {
    let is_in = |slot: &Slot| slot.entry.broken.is_none() && policy.admits(&slot.entry.tags);
    let mut found: Vec<(&Slot, f32)> = view
        .occupied()
        .filter(|(_, slot)| is_in(slot))
        .filter_map(|(number, slot)| Some((slot, scored.score(number, slot).ok()?)))
        .collect();
    let watched = watch.iter().map(|key| {
        let &(slot, score) = found.iter().find(|(slot, _)| slot.entry.key == *key)?;
        let before = found.iter().filter(|other| cmp_rank((&other.0.entry, other.1), (&slot.entry, score)).is_lt());
        Some((before.count() as u32 + 1, score))
    });
    let watched = watched.collect();
    keep_best(&mut found, how_many);
    let top = found.into_iter().map(|(slot, score)| Match { key: slot.entry.key, score }).collect();
    Ranking { top, watched }
}

/// Sorts the best so many to the front and drops the others.
pub(crate) fn keep_best(found: &mut Vec<(&Slot, f32)>, how_many: usize) {
    let by_rank = |a: &(&Slot, f32), b: &(&Slot, f32)| cmp_rank((&a.0.entry, a.1), (&b.0.entry, b.1));
    if how_many == 0 {
        found.clear();
    } else if found.len() > how_many {
        found.select_nth_unstable_by(how_many - 1, by_rank);
        found.truncate(how_many);
    }
    found.sort_unstable_by(by_rank);
}

/// A skill before it is ranked.
struct Draft<'a> {
    number: u32,
    slot: &'a Slot,
    score: f32,
    fields: FieldScores,
    /// Why it is not ranked.
    out: Option<Out>,
}

/// What keeps a skill from being compared. Put into words only for those that are listed.
#[derive(Clone, Copy)]
enum Out {
    Broken,
    Tags,
    Unscored(Unscored),
}

fn draft<'a>(number: u32, slot: &'a Slot, scored: &impl Scored, policy: &Policy) -> Draft<'a> {
    let found = scored.fields(number, slot).and_then(|fields| Ok((fields, scored.score(number, slot)?)));
    let (fields, score) = found.as_ref().copied().unwrap_or_default();
    let out = Out::of(&slot.entry, policy).or_else(|| found.err().map(Out::Unscored));
    Draft { number, slot, score, fields, out }
}

impl Draft<'_> {
    /// Best first; those that are not ranked last.
    fn cmp_place(&self, other: &Self) -> Ordering {
        let is_out = self.out.is_some().cmp(&other.out.is_some());
        is_out.then_with(|| cmp_rank((&self.slot.entry, self.score), (&other.slot.entry, other.score)))
    }
}

impl Out {
    /// What keeps a skill from being compared at all, whatever the scorer says.
    fn of(entry: &Entry, policy: &Policy) -> Option<Self> {
        if entry.broken.is_some() {
            return Some(Self::Broken);
        }
        if policy.admits(&entry.tags) { None } else { Some(Self::Tags) }
    }

    fn is_not_indexed(self) -> bool {
        matches!(self, Self::Unscored(why) if why.is_not_indexed())
    }

    /// The state it stands for, and why.
    fn explain(self, entry: &Entry, policy: &Policy) -> (CandidateState, Reason) {
        let (state, sentence) = match self {
            Self::Broken => (CandidateState::Broken, broken(entry.broken.as_deref().unwrap_or_default())),
            Self::Tags => wrong_tags(entry, policy),
            Self::Unscored(why) => why.explain(entry),
        };
        (state, sentence.into())
    }
}

fn wrong_tags(entry: &Entry, policy: &Policy) -> (CandidateState, String) {
    let excluded = policy.excluded(&entry.tags);
    match (excluded.as_slice(), policy.include_tags.as_slice()) {
        ([], [only]) => (CandidateState::MissingTag, format!("It doesn't have the tag “{only}”.")),
        ([], wanted) => (CandidateState::MissingTag, format!("It has none of these tags: {}.", quoted(wanted))),
        (tags, _) => (CandidateState::ExcludedByTag, format!("Excluded by tag: {}.", quoted(tags))),
    }
}

/// What keeps a compared skill from passing.
fn falls_short(score: f32, rank: usize, policy: &Policy) -> Option<(CandidateState, Reason)> {
    // The negation matters: no score is at or above a minimum that is not a number.
    let is_at_minimum = score >= policy.min_score;
    if !is_at_minimum {
        let (score, minimum) = told_apart(score, policy.min_score);
        let reason = Reason {
            sentence: format!("Scored {score}, below the {minimum} threshold."),
            beside_score: format!("Below the {minimum} threshold."),
        };
        return Some((CandidateState::BelowMinScore, reason));
    }
    if rank <= policy.top_k {
        return None;
    }
    let taken = match policy.top_k {
        0 => "no result is used".to_owned(),
        1 => "only the top result is used".to_owned(),
        some => format!("only the top {some} results are used"),
    };
    let place = ordinal(rank);
    let reason = Reason {
        sentence: format!("Scored {score:.2} and ranked {place}; {taken}."),
        beside_score: format!("Ranked {place}; {taken}."),
    };
    Some((CandidateState::BeyondTopK, reason))
}

/// A rank as people write it: 1st, 2nd, 11th.
fn ordinal(rank: usize) -> String {
    let end = match (rank % 10, rank % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{rank}{end}")
}

/// Two different numbers with as many decimals as it takes to see the difference, at least two.
fn told_apart(a: f32, b: f32) -> (String, String) {
    (2..8)
        .map(|decimals| (format!("{a:.decimals$}"), format!("{b:.decimals$}")))
        .find(|(a, b)| a != b)
        .unwrap_or_else(|| (a.to_string(), b.to_string()))
}

fn quoted(texts: &[impl AsRef<str>]) -> String {
    texts.iter().map(|text| format!("“{}”", text.as_ref())).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_just_below_the_minimum_are_told_apart() {
        for (score, minimum, said, least) in [
            (0.86, 1.0, "0.86", "1.00"),
            (0.9996, 1.0, "0.9996", "1.0000"),
            (0.0, f32::MIN_POSITIVE, "0", "0.000000000000000000000000000000000000011754944"),
            (2.0, f32::NAN, "2.00", "NaN"),
        ] {
            let policy = Policy { min_score: minimum, ..Policy::default() };
            let reason = Reason {
                sentence: format!("Scored {said}, below the {least} threshold."),
                beside_score: format!("Below the {least} threshold."),
            };
            assert_eq!(falls_short(score, 1, &policy), Some((CandidateState::BelowMinScore, reason)));
        }
    }

    #[test]
    fn the_place_beyond_the_last_taken_is_named() {
        for (top_k, expected) in [
            (0, "anked 4th; no result is used."),
            (1, "anked 4th; only the top result is used."),
            (3, "anked 4th; only the top 3 results are used."),
        ] {
            let policy = Policy { top_k, ..Policy::default() };
            let reason =
                Reason { sentence: format!("Scored 1.75 and r{expected}"), beside_score: format!("R{expected}") };
            assert_eq!(falls_short(1.75, 4, &policy), Some((CandidateState::BeyondTopK, reason)));
        }
    }
}
