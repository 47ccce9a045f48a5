//! What keeps work from being lost: drafts and versions.

use studio_store::{self as store, Record};
use studio_text::{decode, merge};

use crate::{
    Error, Studio,
    base::{
        ids::{skill_id, version_id},
        typed::refuse_credential,
    },
    dto::{DraftInfo, SkillDetail, StudioEvent, VersionInfo, VersionReason},
    skills::{
        line_endings,
        storing::{NewBytes, text_for_editor},
    },
};

impl Studio {
    /// Keeps text that was typed and not saved. A text equal to the stored one needs no draft.
    pub fn save_draft(&self, skill_id_text: &str, path: &str, text: &str) -> Result<(), Error> {
        let session = self.session_at_all()?;
        let id = skill_id(skill_id_text)?;
        let stored = match session.library.read_file(id, path) {
            // What it was typed over can't be read any more.
            Err(store::Error::Displaced { .. }) => return session.keep_draft_beside(skill_id_text, path, text, ""),
            stored => stored?,
        };
        if text_for_editor(&stored).as_deref() == Some(text) {
            session.writing().discard_draft(id, path)?;
            session.look_at_skill(id);
            return Ok(());
        }
        match session.library.aside().put_draft(id, path, text, &stored.sha256) {
            // What is typed is kept wherever the library has gone.
            Err(store::Error::Displaced { .. }) => session.keep_draft_beside(skill_id_text, path, text, &stored.sha256),
            kept => Ok(kept?),
        }
    }

    /// Forgets a draft.
    pub fn delete_draft(&self, skill_id_text: &str, path: &str) -> Result<(), Error> {
        let session = self.session()?;
        let id = skill_id(skill_id_text)?;
        session.writing().discard_draft(id, path)?;
        session.look_at_skill(id);
        session.emit(StudioEvent::LibraryChanged);
        Ok(())
    }

    /// Every draft that differs from the stored text, newest first, with that text.
    pub fn list_drafts(&self) -> Result<Vec<DraftInfo>, Error> {
        let session = self.session()?;
        let mut drafts = Vec::new();
        for draft in session.library.list_drafts()? {
            let stored = match session.library.read_file(draft.skill, &draft.path) {
                Ok(stored) => text_for_editor(&stored).unwrap_or_default(),
                // Typed text outlives the file it was typed over.
                Err(store::Error::NotFound { .. }) => String::new(),
                Err(error) => return Err(error.into()),
            };
            if draft.text == stored {
                continue;
            }
            drafts.push(DraftInfo {
                skill_id: draft.skill.to_string(),
                skill_name: draft.skill_name,
                path: draft.path,
                text: draft.text,
                stored,
                saved_at: draft.saved_at,
            });
        }
        Ok(drafts)
    }

    /// A skill's timeline, newest first.
    pub fn list_versions(&self, skill_id_text: &str) -> Result<Vec<VersionInfo>, Error> {
        let versions = self.session()?.library.list_versions(skill_id(skill_id_text)?)?;
        Ok(versions.into_iter().map(version_info).collect())
    }

    /// The text of a version, as an editor holds it.
    pub fn get_version(&self, version_id_text: &str) -> Result<String, Error> {
        let version = self.session()?.library.read_version(version_id(version_id_text)?)?;
        Ok(line_endings::for_editor(&decode::decode(&version.bytes).text))
    }

    /// Makes a version's content the present one, as a new version.
    pub fn restore_version(&self, version_id_text: &str) -> Result<SkillDetail, Error> {
        let session = self.session()?;
        let writing = &session.writing();
        let version = session.library.read_version(version_id(version_id_text)?)?;
        let id = version.row.skill;
        session.refuse_outside_change(writing, id)?;
        let detail = session.library.get_skill(id)?;
        let is_there =
            version.row.path == store::SKILL_FILE || detail.files.iter().any(|file| file.path == version.row.path);
        let present = if is_there { session.library.read_file(id, &version.row.path)?.bytes } else { Vec::new() };
        let (added, removed) = merge::word_counts(&decode::decode(&present).text, &decode::decode(&version.bytes).text);
        let record =
            Record { reason: "restored".to_owned(), added: added as u32, removed: removed as u32, ..Record::default() };
        let expected = detail.skill.audit.aggregate_version;
        let new = NewBytes {
            skill: id,
            path: &version.row.path,
            bytes: version.bytes.clone(),
            is_executable: version.is_executable,
            expected,
        };
        session.keep_bytes(writing, new, record)?;
        session.write_linked(writing, id, &version.row.path, &version.bytes)?;
        writing.discard_draft(id, &version.row.path)?;
        session.skill_changed(id)?;
        session.detail(id)
    }

    /// Names a version as a checkpoint; an empty label takes the name away.
    pub fn label_version(&self, version_id_text: &str, label: &str) -> Result<(), Error> {
        refuse_credential("The checkpoint's name", label)?;
        Ok(self.session()?.writing().label_version(version_id(version_id_text)?, label.trim())?)
    }
}

pub(crate) fn version_info(row: store::VersionRow) -> VersionInfo {
    VersionInfo {
        id: row.id.to_string(),
        aggregate_version: row.aggregate_version as u32,
        created_at: row.created_at,
        user: row.user,
        reason: VersionReason::parse(&row.reason).unwrap_or(VersionReason::Other),
        label: row.label,
        path: row.path,
        added: row.added,
        removed: row.removed,
    }
}
