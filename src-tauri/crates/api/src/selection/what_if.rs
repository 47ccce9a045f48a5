//! Another wording of one skill, scored without being kept; and why a skill stands where it stands.

mod explain;
mod labelled;
mod seen;
mod tested;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use studio_model::SkillId;
use studio_select::{Detail, Entry, Question, View};
use studio_store::{EntityKind, SKILL_FILE};
use studio_text::{FieldEdit, SkillDocument, apply};

use crate::{
    Error, ErrorCode, Studio,
    base::ids::skill_id,
    dto::{SaveOutcome, Scorer, SkillDetail, SkillWording, WhatIfReport, WhatIfRequest},
    selection::{
        asked::{LONGEST, too_long},
        playground::policy_of,
        scoring::{candidate, detail, report_of},
        thresholds,
    },
    state::{
        parts::{matching, parts},
        session::Session,
    },
};

/// Candidates a report of another wording lists.
const LISTED: u32 = 200;

impl Studio {
    /// What can be worded differently, as it stands.
    pub fn get_skill_wording(&self, skill: &str) -> Result<SkillWording, Error> {
        let session = self.session()?;
        let entry = session.entry(skill_id(skill)?)?;
        Ok(SkillWording { name: entry.name, description: entry.description, tags: entry.tags, body: entry.body })
    }

    /// Scores the library as it would be with another wording of one skill. Nothing is kept.
    pub fn ask_what_if(&self, request: &WhatIfRequest) -> Result<WhatIfReport, Error> {
        let session = self.session()?;
        let start = Instant::now();
        let Some(kind) = thresholds::kind(request.scorer) else {
            let message = "Chat models aren't queried on every keystroke. Choose another scorer.";
            return Err(Error::new(ErrorCode::Invalid, message));
        };
        let id = skill_id(&request.skill_id)?;
        let stored = session.entry(id)?;
        if let Some(reason) = &stored.broken {
            let message = format!("“{}” can't be read: {reason}. Fix its file in the editor first.", stored.name);
            return Err(Error::new(ErrorCode::Invalid, message));
        }
        let tried = session.tried(request.host, &stored, &request.wording)?;
        let vectors = session.vectors_of_wording(request.scorer, &tried)?;
        let question = session.question(&request.query, request.scorer)?;
        let policy = policy_of(&request.policy);
        let index = session.among(request.host)?;
        let own = |view: &View<'_>| {
            let found = kind.explain(view, &question, &policy, Detail { first: 0, named: &[id], listed: 0 });
            found.into_iter().find(|candidate| candidate.key == id).map(candidate)
        };
        let before = own(&index.view());
        let view = index.edited(tried.clone(), &vectors);
        let found = kind.report(&view, &question, &policy, detail(&request.policy, Some(LISTED), &[id]));
        let after = found.candidates.iter().find(|candidate| candidate.key == id).cloned().map(candidate);
        let elapsed = start.elapsed();
        let report = report_of(&request.query, request.scorer, found, elapsed, None);
        drop(index);
        let mut answer = WhatIfReport {
            before,
            after,
            report,
            labelled: 0,
            waiting: 0,
            flips: Vec::new(),
            fixed: 0,
            broken: 0,
            elapsed_us: 0,
        };
        if request.has_queries {
            session.compare_labelled(request, &stored, (tried, vectors.as_slice()), &mut answer)?;
        }
        answer.elapsed_us = start.elapsed().as_micros() as u32;
        Ok(answer)
    }

    /// Saves another wording as a new version of the skill. Only what differs is changed in its file.
    pub fn save_what_if(
        &self,
        skill: &str,
        wording: &SkillWording,
        aggregate_version: u32,
    ) -> Result<SkillDetail, Error> {
        let session = self.session()?;
        let id = skill_id(skill)?;
        let stored = session.entry(id)?;
        let file = self.get_file(skill, SKILL_FILE)?;
        if file.draft.is_some() {
            let message = format!(
                "“{}” has unsaved changes in the editor. Save or discard them, then save this draft.",
                stored.name
            );
            return Err(Error::new(ErrorCode::Stale, message));
        }
        if wording.name.trim() != stored.name {
            session.refuse_taken(crate::skills::making::checked_name(&wording.name)?, Some(id))?;
        }
        let text = rewritten(&file.text, &stored, wording)?;
        match self.save_file(skill, SKILL_FILE, &text, aggregate_version, None)? {
            SaveOutcome::Saved { detail } => Ok(detail),
            SaveOutcome::Conflict { .. } => {
                let message = format!(
                    "“{}” was changed elsewhere. Nothing was written. Review the change, then try again.",
                    stored.name
                );
                Err(Error::new(ErrorCode::Stale, message))
            }
        }
    }
}

impl Session {
    /// A skill as the scorers see it, with its body, which they do not keep.
    pub(crate) fn entry(&self, id: SkillId) -> Result<Entry, Error> {
        let known = self.scores()?.get(id).cloned();
        let known = known.ok_or_else(|| {
            Error::new(ErrorCode::NotFound, "This skill is no longer in the library. It may have been deleted.")
        })?;
        Ok(Entry { body: self.body_of(id)?, ..known })
    }

    /// The instructions of a skill; empty where it is gone.
    pub(crate) fn body_of(&self, id: SkillId) -> Result<String, Error> {
        Ok(self.library.stored_skill(id)?.map(|skill| crate::selection::entry::entry(skill).body).unwrap_or_default())
    }

    /// A query as a scorer takes it, with its vector where that is needed.
    pub(crate) fn question(self: &Arc<Self>, query: &str, scorer: Scorer) -> Result<Question, Error> {
        if query.len() > LONGEST {
            return Err(too_long(query.len()));
        }
        if !thresholds::reads_meaning(scorer) || query.trim().is_empty() {
            return Ok(Question::new(query, None));
        }
        let vector = self.query_vector(query)?;
        Ok(Question::new(query, Some(&vector)))
    }

    /// The vectors of a wording that is not kept: those of texts the skill has anyway, the others made now.
    fn vectors_of_wording(&self, scorer: Scorer, tried: &Entry) -> Result<Vec<Option<Vec<f32>>>, Error> {
        if !thresholds::reads_meaning(scorer) {
            return Ok(Vec::new());
        }
        let rows = self.index.vectors_of(self.library.host(), EntityKind::Skill, tried.key.0)?;
        let by_hash: HashMap<String, Vec<f32>> =
            rows.iter().map(|row| (row.text_hash.clone(), row.vector.clone())).collect();
        let texts = parts(tried);
        let mut vectors = matching(&texts, rows);
        for (vector, part) in vectors.iter_mut().zip(&texts) {
            if vector.is_none() {
                *vector = Some(match by_hash.get(&part.hash) {
                    Some(known) => known.clone(),
                    None => self.shared.embedder.query(&part.text)?,
                });
            }
        }
        Ok(vectors)
    }
}

fn reworded(stored: &Entry, wording: &SkillWording) -> Entry {
    Entry {
        name: wording.name.clone(),
        description: wording.description.clone(),
        tags: wording.tags.clone(),
        body: wording.body.trim().to_owned(),
        ..stored.clone()
    }
}

/// The skill file with another wording: only what differs from the stored one is touched.
fn rewritten(text: &str, stored: &Entry, wording: &SkillWording) -> Result<String, Error> {
    let mut text = text.to_owned();
    let set = |text: &str, edit: &FieldEdit| apply(text, &SkillDocument::read(text).edit(edit));
    if wording.name.trim() != stored.name {
        text = set(&text, &FieldEdit::SetText { key: "name".to_owned(), value: wording.name.trim().to_owned() });
    }
    if wording.description != stored.description {
        let value = wording.description.trim().to_owned();
        text = set(&text, &FieldEdit::SetText { key: "description".to_owned(), value });
    }
    if wording.tags != stored.tags {
        text = set(&text, &FieldEdit::SetItems { key: "tags".to_owned(), items: wording.tags.clone() });
    }
    if wording.body.trim() != stored.body.trim() {
        let span = SkillDocument::read(&text).body_span();
        text.replace_range(span.start..span.end, wording.body.trim());
    }
    let read = SkillDocument::read(&text);
    let is_as_asked = read.name() == Some(wording.name.trim())
        && read.description().map(str::trim) == Some(wording.description.trim());
    if is_as_asked {
        return Ok(text);
    }
    let message = "This description can't be written to the file's frontmatter. Use the editor instead.";
    Err(Error::new(ErrorCode::Invalid, message))
}
