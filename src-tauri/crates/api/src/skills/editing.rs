//! One skill open for editing: reading it and saving it.

use crate::{
    Error, ErrorCode, Studio,
    base::ids::{row_version, skill_id},
    dto::{FileContent, MergeSource, SaveOutcome, SkillDetail},
    skills::{
        links::{self, Outside, Written},
        storing::{refuse_binary, text_for_editor},
    },
};

impl Studio {
    /// A skill with all an editor needs to open it.
    pub fn get_skill(&self, id: &str) -> Result<SkillDetail, Error> {
        self.session()?.detail(skill_id(id)?)
    }

    /// A file's text as an editor holds it (every line ends with `\n`), with its draft.
    pub fn get_file(&self, skill_id_text: &str, path: &str) -> Result<FileContent, Error> {
        let session = self.session()?;
        let id = skill_id(skill_id_text)?;
        let file = session.library.read_file(id, path)?;
        let text = text_for_editor(&file);
        let draft = session.library.get_draft(id, path)?.map(|draft| draft.text);
        let draft = draft.filter(|draft| Some(draft) != text.as_ref());
        Ok(FileContent {
            path: file.path,
            is_text: text.is_some(),
            text: text.unwrap_or_default(),
            hash: file.sha256,
            aggregate_version: file.aggregate_version as u32,
            draft,
        })
    }

    /// Stores a file as typed and writes it to the linked folder. Where somebody else changed it since it was read,
    /// nothing is written and the merge comes back; saving that names the other side's hash.
    pub fn save_file(
        &self,
        skill_id_text: &str,
        path: &str,
        text: &str,
        aggregate_version: u32,
        their_hash: Option<&str>,
    ) -> Result<SaveOutcome, Error> {
        let session = self.session()?;
        let id = skill_id(skill_id_text)?;
        let writing = &session.writing();
        let reason = if their_hash.is_some() { "merged" } else { "saved" };
        let saved_at = loop {
            let stored = session.library.read_file(id, path)?;
            refuse_binary(&stored)?;
            let read_at = row_version(aggregate_version);
            if let Some(merge) = session.conflict(id, &stored, text, read_at, their_hash)? {
                return Ok(SaveOutcome::Conflict { merge });
            }
            match session.store_text(writing, id, &stored, text, reason) {
                // Another process saved between the two lines above; what it saved is looked at in the next round.
                Err(Error { code: ErrorCode::Stale, .. }) => {}
                outcome => break outcome?,
            }
        };
        let saved = session.library.read_file(id, path)?;
        if session.write_over(writing, id, path, &saved.bytes, their_hash)? == Written::ChangedOutside {
            // The library has the text; the file was changed since it was looked at, and is put to the author.
            session.skill_changed(id)?;
            match session.outside(id, path)? {
                Outside::Differs(theirs) => {
                    let base = session.synced_base(id, path)?.unwrap_or_default();
                    let merge = session.merge(id, &saved, MergeSource::File, &base, text, &theirs)?;
                    return Ok(SaveOutcome::Conflict { merge });
                }
                Outside::Unreadable(cause) => return Err(links::place::not_on_disk(&cause)),
                Outside::Same => {}
            }
        }
        writing.discard_draft(id, path)?;
        session.skill_changed(id)?;
        // Another process may have saved since: the author's text is as of their own save, so that the next one meets
        // what the other side wrote instead of going over it.
        let detail = SkillDetail { aggregate_version: saved_at as u32, ..session.detail(id)? };
        Ok(SaveOutcome::Saved { detail })
    }
}
