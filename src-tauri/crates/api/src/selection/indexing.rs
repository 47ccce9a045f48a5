//! Keeping the scorers' index and full text in step with the library.

use std::sync::Arc;

use parking_lot::{RwLockReadGuard, RwLockWriteGuard};
use studio_model::SkillId;
use studio_select::Index;
use studio_store::{EntityKind, StoredSkill, TextRow};
use uuid::Uuid;

use crate::{
    Error,
    dto::StudioEvent,
    selection::entry::entry,
    state::{
        parts::{matching, parts, text_row},
        session::Session,
    },
};

/// Skills read and entered together.
const READ_TOGETHER: usize = 512;

impl Session {
    /// The scorers' index, to ask; made from the library at the first question.
    pub(crate) fn scores(&self) -> Result<RwLockReadGuard<'_, Index>, Error> {
        self.scores.read(|| self.made_scores())
    }

    /// The scorers' index, to change.
    pub(crate) fn scores_mut(&self) -> Result<RwLockWriteGuard<'_, Index>, Error> {
        self.scores.write(|| self.made_scores())
    }

    /// Differs from what it was if the scorers' index may have changed.
    pub(crate) fn generation(&self) -> u64 {
        self.scores.generation()
    }

    fn made_scores(&self) -> Result<Index, Error> {
        // One skill's texts and vectors at a time: all of them are several times what the index keeps of them.
        let mut index = Index::without_bodies();
        self.library.visit_skills(|skill| index.upsert(entry(skill)))?;
        self.index.visit_vectors(self.library.host(), EntityKind::Skill, |of_one| {
            let id = SkillId(of_one[0].id);
            if let Some(vectors) = index.get(id).map(|entry| matching(&parts(entry), of_one)) {
                index.set_vectors(id, &vectors);
            }
        })?;
        index.shrink();
        Ok(index)
    }

    pub(crate) fn build_scores(self: &Arc<Self>) -> Result<(), Error> {
        self.scores().map(drop)
    }

    /// Brings the full text up to date with the library, and forgets what is no longer there.
    pub(crate) fn sync_all(self: &Arc<Self>) -> Result<(), Error> {
        let host = self.library.host();
        let known = self.index.text_hashes(host, EntityKind::Skill)?;
        let rows = self.library.list_skills()?;
        let changed: Vec<SkillId> =
            rows.iter().filter(|row| known.get(&row.id.0) != Some(&row.sha256)).map(|row| row.id).collect();
        let ids: Vec<_> = rows.into_iter().map(|row| row.id.0).collect();
        drop(known);
        self.index.take_up(host, EntityKind::Skill, &ids)?;
        for some in changed.chunks(READ_TOGETHER) {
            let skills = self.stored_skills(some)?;
            self.index.sync_text(host, EntityKind::Skill, &skills.iter().map(text_row).collect::<Vec<_>>())?;
        }
        self.index.retain(host, EntityKind::Skill, &ids)?;
        self.sync_all_files()
    }

    /// Takes skills into full text and scorers, or their newer states.
    pub(crate) fn add_to_indexes(self: &Arc<Self>, ids: &[SkillId]) -> Result<(), Error> {
        self.enter(ids, true)
    }

    /// The same for skills that were not there before: scorers that nobody has asked for yet are not made for them.
    pub(crate) fn add_new_to_indexes(self: &Arc<Self>, ids: &[SkillId]) -> Result<(), Error> {
        self.enter(ids, self.scores.is_made())
    }

    fn enter(self: &Arc<Self>, ids: &[SkillId], are_scored: bool) -> Result<(), Error> {
        for some in ids.chunks(READ_TOGETHER) {
            let skills = self.stored_skills(some)?;
            let rows: Vec<TextRow> = skills.iter().map(text_row).collect();
            self.index.sync_text(self.library.host(), EntityKind::Skill, &rows)?;
            if are_scored {
                self.upsert_scores(skills)?;
            }
        }
        self.sync_files(ids)
    }

    fn stored_skills(&self, ids: &[SkillId]) -> Result<Vec<StoredSkill>, Error> {
        let read = |id: &SkillId| self.library.stored_skill(*id).transpose();
        Ok(ids.iter().filter_map(read).collect::<Result<_, _>>()?)
    }

    /// Brings everything derived from one skill up to date, and tells the screen.
    pub(crate) fn skill_changed(self: &Arc<Self>, id: SkillId) -> Result<(), Error> {
        match self.library.stored_skill(id)? {
            Some(skill) => {
                let row = text_row(&skill);
                self.index.sync_text(self.library.host(), studio_store::EntityKind::Skill, &[row])?;
                self.sync_files(&[id])?;
                self.upsert_scores(vec![skill])?;
                self.embed_one_in_background(id)?;
            }
            None => self.forget(&[id])?,
        }
        self.emit(StudioEvent::SkillChanged { skill_id: id.to_string() });
        Ok(())
    }

    /// Takes skills that are not there any more out of scorers and full text. Their vectors are set aside: they may come
    /// back from the trash.
    pub(crate) fn forget(&self, ids: &[SkillId]) -> Result<(), Error> {
        if ids.is_empty() {
            return Ok(());
        }
        {
            let mut scores = self.scores_mut()?;
            for id in ids {
                scores.remove(*id);
            }
        }
        let ids: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
        Ok(self.index.set_aside(self.library.host(), EntityKind::Skill, &ids)?)
    }

    /// Takes skills into the scorers' index, or their newer states. The scorers forget a skill's vectors with any change;
    /// those of texts that are what they were are given back.
    pub(crate) fn upsert_scores(&self, skills: Vec<StoredSkill>) -> Result<(), Error> {
        let entries: Vec<_> = skills.into_iter().map(entry).collect();
        // Of what is back from the trash.
        let ids: Vec<Uuid> = entries.iter().map(|entry| entry.key.0).collect();
        self.index.take_up(self.library.host(), EntityKind::Skill, &ids)?;
        let (known, is_renamed) = {
            let scores = self.scores()?;
            let known = entries.iter().filter_map(|entry| Some((entry, scores.get(entry.key)?)));
            let is_renamed = known.clone().any(|(entry, before)| entry.name != before.name);
            (known.map(|(entry, _)| (entry.key, parts(entry).len())).collect::<Vec<_>>(), is_renamed)
        };
        let is_known = |id: SkillId| known.iter().any(|(known, _)| *known == id);
        let new: Vec<SkillId> = entries.iter().map(|entry| entry.key).filter(|id| !is_known(*id)).collect();
        {
            let mut scores = self.scores_mut()?;
            for entry in entries {
                scores.upsert(entry);
            }
        }
        for &(id, texts) in &known {
            let count = u16::try_from(texts).unwrap_or(u16::MAX);
            self.index.trim_parts(self.library.host(), studio_store::EntityKind::Skill, id.0, count)?;
        }
        if is_renamed {
            // Their labels followed.
            self.emit(StudioEvent::QueriesChanged);
        }
        self.refresh_vectors(known.iter().map(|(id, _)| *id).chain(new))
    }
}
