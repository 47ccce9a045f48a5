//! The words of skills' other files in the full text, kept in step with the library.

use std::{
    collections::{HashMap, HashSet},
    ops::ControlFlow,
};

use studio_model::SkillId;
use studio_store::{FileContent, FileRow, FileText, SKILL_FILE, TextFiles};
use uuid::Uuid;

use crate::{Error, skills::file_texts::text_of, state::session::Session};

/// How many bytes of files are read before their words are stored.
const STORED_TOGETHER: usize = 8 * 1024 * 1024;
/// Most skills that are looked up by themselves; for more of them the whole list is read once.
const ONE_BY_ONE: usize = 64;

impl Session {
    /// Takes in every file that came or changed, and forgets those that are gone.
    pub(crate) fn sync_all_files(&self) -> Result<(), Error> {
        let files = self.library.list_files()?;
        let known = self.index.file_hashes(self.library.host(), None)?;
        self.sync(&files, known)
    }

    /// The same for the files of some skills.
    pub(crate) fn sync_files(&self, ids: &[SkillId]) -> Result<(), Error> {
        let host = self.library.host();
        let (mut files, mut known) = (Vec::new(), HashMap::new());
        if ids.len() > ONE_BY_ONE {
            let wanted: HashSet<SkillId> = ids.iter().copied().collect();
            files = self.library.list_files()?;
            files.retain(|(skill, _)| wanted.contains(skill));
            known = self.index.file_hashes(host, None)?;
            known.retain(|(skill, _), _| wanted.contains(&SkillId(*skill)));
        } else {
            for &id in ids {
                files.extend(self.library.get_skill(id)?.files.into_iter().map(|file| (id, file)));
                known.extend(self.index.file_hashes(host, Some(id.0))?);
            }
        }
        self.sync(&files, known)
    }

    /// `files` are by skill.
    fn sync(&self, files: &[(SkillId, FileRow)], mut known: HashMap<(Uuid, String), String>) -> Result<(), Error> {
        let host = self.library.host();
        let is_new = |(skill, file): &&(SkillId, FileRow)| {
            known.remove(&(skill.0, file.path.clone())).as_ref() != Some(&file.sha256)
        };
        let changed: Vec<&(SkillId, FileRow)> = files.iter().filter(is_new).collect();
        let gone: Vec<(Uuid, String)> = known.into_keys().collect();
        if !gone.is_empty() {
            self.index.sync_files(host, &[], &gone)?;
        }
        let (mut waiting, mut size) = (Vec::new(), 0);
        for of_one in changed.chunk_by(|(one, _), (other, _)| one == other) {
            let wanted: Vec<&FileRow> = of_one.iter().map(|(_, file)| file).collect();
            for file in self.texts(of_one[0].0, &wanted)? {
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
