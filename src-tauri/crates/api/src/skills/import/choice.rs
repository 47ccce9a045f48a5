//! What the author asked an import for, and a skill as it is stored for that.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

use studio_pack::{FoundFile, FoundSkill, ImportFormat};
use studio_store::{NewFile, NewLink, NewSkillRow, Origin, SKILL_FILE};

use crate::{
    dto::ImportRequest,
    skills::{
        content::{Measure, Prepared},
        links::place::synced,
        roots::origin_of,
    },
};

/// What becomes of skills that are identical to one before them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Twins {
    /// They stay out.
    LeftOut,
    /// They come in too.
    Kept,
}

/// What the author asked for, ready to be looked up.
pub(super) struct Choice<'a> {
    /// Paths of the chosen skills; none where nothing was chosen one by one.
    pub(super) chosen: Option<HashSet<&'a str>>,
    pub(super) is_linked: bool,
    group: Option<&'a str>,
    pub(super) twins: Twins,
    /// The chosen folders without links, longest first.
    roots: Vec<PathBuf>,
}

impl<'a> Choice<'a> {
    pub(super) fn of(request: &'a ImportRequest, format: Option<ImportFormat>, paths: &[PathBuf]) -> Self {
        let mut roots: Vec<PathBuf> = paths.iter().filter_map(|path| root_of(path)).collect();
        roots.sort_by_key(|root| std::cmp::Reverse(root.as_os_str().len()));
        Self {
            chosen: request.chosen.as_ref().map(|chosen| chosen.iter().map(String::as_str).collect()),
            is_linked: request.is_linked,
            group: request.group.as_deref(),
            // adk has both.
            twins: if format == Some(ImportFormat::Adk) { Twins::Kept } else { Twins::LeftOut },
            roots,
        }
    }

    /// The chosen folders, as origins name them.
    pub(super) fn roots(&self) -> impl Iterator<Item = String> {
        self.roots.iter().map(|root| root.to_string_lossy().into_owned())
    }

    /// Where a skill comes from; none from an archive.
    pub(super) fn origin(&self, found: &FoundSkill) -> Option<Origin> {
        let file = found.skill_file.as_ref()?;
        let root = self.roots.iter().find(|root| file.starts_with(root)).map(PathBuf::as_path);
        Some(origin_of(root.or_else(|| file.parent())?, file))
    }

    /// A new skill as it is stored.
    pub(super) fn row(&self, found: FoundSkill, mut skill: Prepared) -> NewSkillRow {
        let origin = self.origin(&found);
        let link = if self.is_linked { new_link(&found, &skill.content.bytes) } else { None };
        if link.is_none() {
            skill.leave_folder();
        }
        NewSkillRow {
            id: None,
            parent: None,
            group: self.group.map_or(found.group, str::to_owned),
            files: new_files(found.files, &skill.files),
            content: skill.content,
            link,
            origin,
            reason: "imported".to_owned(),
        }
    }
}

/// The folder that a chosen path stands for.
pub(super) fn root_of(path: &Path) -> Option<PathBuf> {
    let real = fs::canonicalize(path).ok()?;
    if real.is_dir() { Some(real) } else { real.parent().map(Path::to_path_buf) }
}

pub(super) fn new_files(found: Vec<FoundFile>, measures: &[Measure]) -> Vec<NewFile> {
    found
        .into_iter()
        .zip(measures)
        .map(|(file, measure)| NewFile {
            path: file.path,
            bytes: file.bytes,
            is_executable: file.is_executable,
            is_text: measure.is_text,
            tokens: measure.tokens,
        })
        .collect()
}

/// The folder something was found in, with its files as they were read, `skill_bytes` in its own; none from an archive.
pub(super) fn new_link(found: &FoundSkill, skill_bytes: &[u8]) -> Option<NewLink> {
    let skill_file = found.skill_file.as_ref()?;
    let folder = linked_folder(found)?;
    let own = synced(SKILL_FILE, skill_file, skill_bytes);
    let others = found.files.iter().map(|file| synced(&file.path, &folder.join(&file.path), &file.bytes));
    let files = std::iter::once(own).chain(others).collect();
    let skill_file = skill_file.strip_prefix(&folder).ok()?.to_string_lossy().into_owned();
    Some(NewLink { folder: folder.to_string_lossy().into_owned(), skill_file, files })
}

/// The folder something would be linked to; none for what is in an archive.
fn linked_folder(found: &FoundSkill) -> Option<PathBuf> {
    let skill_file = found.skill_file.as_ref()?;
    found.folder.clone().or_else(|| skill_file.parent().map(Path::to_path_buf))
}
