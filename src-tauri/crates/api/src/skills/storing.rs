//! How a file of a skill is stored: its bytes, what is read out of them, and how it went into the timeline.
//!
//! Whether somebody else changed it meanwhile is asked before; the linked folder is written after.

use studio_model::SkillId;
use studio_store::{self as store, FileChange, Record, SKILL_FILE, SkillChange};
use studio_text::{decode, merge};

use crate::{
    Error, ErrorCode,
    skills::{
        content::file_row,
        file_texts::text_of,
        judging::{Judging, other_files},
        line_endings,
    },
    state::{session::Session, writing::Writing},
};

/// What one of a skill's files is to hold.
pub(crate) struct NewBytes<'a> {
    pub(crate) skill: SkillId,
    pub(crate) path: &'a str,
    pub(crate) bytes: Vec<u8>,
    pub(crate) is_executable: bool,
    /// The row version it was read at.
    pub(crate) expected: i64,
}

impl<'a> NewBytes<'a> {
    /// In the place of what is stored.
    pub(crate) fn over(skill: SkillId, stored: &'a store::FileContent, bytes: Vec<u8>) -> Self {
        let (path, expected) = (stored.path.as_str(), stored.aggregate_version);
        Self { skill, path, bytes, is_executable: stored.is_executable, expected }
    }
}

impl Session {
    /// Stores the text of a file over `stored`, in the encoding and with the line ends that has; the linked folder is left
    /// alone. A text equal to the stored one is no change. Gives the row version it stands at.
    pub(crate) fn store_text(
        &self,
        writing: &Writing<'_>,
        id: SkillId,
        stored: &store::FileContent,
        text: &str,
        reason: &str,
    ) -> Result<i64, Error> {
        let before = decode::decode(&stored.bytes);
        let is_same = line_endings::for_editor(&before.text) == text;
        if is_same {
            return Ok(stored.aggregate_version);
        }
        let bytes = line_endings::encode_like(&stored.bytes, text);
        let (added, removed) = merge::word_counts(&before.text, &line_endings::restore(&before.text, text));
        let record =
            Record { reason: reason.to_owned(), added: added as u32, removed: removed as u32, ..Record::default() };
        self.keep_bytes(writing, NewBytes::over(id, stored, bytes), record)
    }

    /// Stores the bytes of a file; the linked folder is left alone. Gives the new row version.
    pub(crate) fn keep_bytes(&self, writing: &Writing<'_>, new: NewBytes<'_>, record: Record) -> Result<i64, Error> {
        let NewBytes { skill, path, bytes, is_executable, expected } = new;
        let change = if path == SKILL_FILE {
            let content = self.prepare_stored(skill, bytes)?;
            SkillChange { content: Some(content), record, ..SkillChange::default() }
        } else {
            let files = vec![FileChange::Put(file_row(path, bytes, is_executable))];
            SkillChange { files, record, ..SkillChange::default() }
        };
        Ok(writing.update_skill(skill, expected, &change)?)
    }

    /// Reads a stored skill file in its surroundings.
    pub(crate) fn prepare_stored(&self, id: SkillId, bytes: Vec<u8>) -> Result<store::SkillContent, Error> {
        let detail = self.library.get_skill(id)?;
        Ok(Judging::of(self)?.content(&detail, bytes, &other_files(&detail)))
    }

    /// Reads the skill file again, because what lies around it has changed.
    pub(crate) fn refresh_findings(&self, writing: &Writing<'_>, id: SkillId) -> Result<(), Error> {
        let stored = self.library.read_file(id, SKILL_FILE)?;
        let content = self.prepare_stored(id, stored.bytes)?;
        let change = SkillChange { content: Some(content), ..SkillChange::default() };
        writing.update_skill(id, stored.aggregate_version, &change)?;
        Ok(())
    }

    /// The text of `SKILL.md` as stored, line ends and all.
    pub(crate) fn skill_text(&self, id: SkillId) -> Result<String, Error> {
        Ok(decode::decode(&self.library.read_file(id, SKILL_FILE)?.bytes).text)
    }
}

/// A stored file's text as an editor holds it; none for a binary file. A skill's own file always has one.
pub(crate) fn text_for_editor(file: &store::FileContent) -> Option<String> {
    let text = if file.path == SKILL_FILE { Some(decode::decode(&file.bytes).text) } else { text_of(&file.bytes) };
    text.map(|text| line_endings::for_editor(&text))
}

/// Refuses to store text over a file that holds none: its bytes would be lost.
pub(crate) fn refuse_binary(stored: &store::FileContent) -> Result<(), Error> {
    if text_for_editor(stored).is_some() {
        return Ok(());
    }
    let message = format!("{} isn't a text file, so it can't be edited here.", stored.path);
    Err(Error::new(ErrorCode::Invalid, message))
}
