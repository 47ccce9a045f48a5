//! One way through the strategies: candidates are found, their tools checked, and everybody else told why not.

use studio_model::SkillId;

use super::{
    Coordinator, Reading, Strategy, ValidationMode,
    outcome::{Context, Rejection},
    rejections::{Closeness, Rejections},
};
use crate::{Candidate, CandidateState, Detail, Entry, Index, Policy, Question, adk, candidate, instruction};

/// One call of [`Coordinator::resolve`].
pub(super) struct Attempt<'a> {
    pub(super) coordinator: &'a Coordinator,
    pub(super) index: &'a Index,
    pub(super) available: &'a dyn Fn(&str) -> bool,
    pub(super) reading: Reading<'a>,
}

impl Attempt<'_> {
    pub(super) fn strategy(&self, strategy: &Strategy, rejections: &mut Rejections) -> (Option<Context>, String) {
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
            let what = if first.broken.is_some() { "can't be read" } else { "can't be loaded by adk-rust" };
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
            let reason =
                format!("Of the skills with this tag, only the first in alphabetical order is selected: “{first}”.");
            behind.reason = Some(reason.into());
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
                (_, Some(reason)) => (closeness(candidate.state), reason.beside_score),
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
        let is_bound = |tool: &String| (self.available)(tool) && !(self.reading.lacks)(entry, tool);
        let (tools, omitted): (Vec<_>, Vec<_>) = (self.reading.tools_of)(entry).into_iter().partition(is_bound);
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
        Strategy::ByTag(tag) => {
            format!("“{}” is the first skill with the tag “{tag}” in alphabetical order.", context.name)
        }
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
        (0, Some(reason), _) if best.state == CandidateState::EmptyQuery => reason.sentence.clone(),
        (0, _, Strategy::ByTag(tag)) if best.rank == 0 => format!("No skill with the tag “{tag}” can be selected."),
        (0, reason, _) => {
            let reason = reason.as_ref().map(|reason| reason.sentence.as_str()).unwrap_or_default();
            format!("No skill was picked. “{}”: {reason}", best.name)
        }
    }
}
