//! The words of skills' other files in the full text, kept in step with the library.

use std::{collections::HashMap, ops::ControlFlow};

use studio_model::SkillId;
use studio_store::{FileContent, FileRow, FileText, SKILL_FILE, TextFiles};

use crate::{Error, skills::content::text_of, state::session::Session};

/// How many bytes of files are read before their words are stored.
const STORED_TOGETHER: usize = 8 * 1024 * 1024;

impl Session {
    /// Takes in every file that came or changed, and forgets those that are gone.
    pub(crate) fn sync_all_files(&self) -> Result<(), Error> {
        let files = self.library.list_files()?;
        let known = self.index.file_hashes(self.library.host(), None)?;
        self.sync(&files, known)
    }

    /// The same for the files of one skill.
    pub(crate) fn sync_files(&self, id: SkillId) -> Result<(), Error> {
        let files = self.library.get_skill(id)?.files;
        let files: Vec<(SkillId, FileRow)> = files.into_iter().map(|file| (id, file)).collect();
        let known = self.index.file_hashes(self.library.host(), Some(id.0))?;
        self.sync(&files, known)
    }

    fn sync(
        &self,
        files: &[(SkillId, FileRow)],
        mut known: HashMap<(uuid::Uuid, String), String>,
    ) -> Result<(), Error> {
        let host = self.library.host();
        let mut changed: HashMap<SkillId, Vec<&FileRow>> = HashMap::new();
        for (skill, file) in files {
            if known.remove(&(skill.0, file.path.clone())).as_ref() != Some(&file.sha256) {
                changed.entry(*skill).or_default().push(file);
            }
        }
        let gone: Vec<(uuid::Uuid, String)> = known.into_keys().collect();
        if !gone.is_empty() {
            self.index.sync_files(host, &[], &gone)?;
        }
        let (mut waiting, mut size) = (Vec::new(), 0);
        for (skill, files) in changed {
            for file in self.texts(skill, &files)? {
                size += file.text.len();
                waiting.push(file);
            }
            if size > STORED_TOGETHER {
                self.index.sync_files(host, &waiting, &[])?;
                waiting.clear();
                size = 0;
            }
        }
        if !waiting.is_empty() {
            self.index.sync_files(host, &waiting, &[])?;
        }
        Ok(())
    }

    fn texts(&self, skill: SkillId, wanted: &[&FileRow]) -> Result<Vec<FileText>, Error> {
        let mut texts: HashMap<String, String> = HashMap::new();
        self.library.visit_texts(&[skill], TextFiles::All, |_, FileContent { path, bytes, .. }| {
            if path != SKILL_FILE && wanted.iter().any(|file| file.path == path) {
                texts.insert(path, text_of(&bytes).unwrap_or_default());
            }
            ControlFlow::Continue(())
        })?;
        let text = |file: &&FileRow| FileText {
            skill: skill.0,
            path: file.path.clone(),
            hash: file.sha256.clone(),
            text: texts.remove(&file.path).unwrap_or_default(),
        };
        Ok(wanted.iter().map(text).collect())
    }
}
