//! A folder of skills as a library for one question: the folder is enough, and nothing of it is kept.

use std::{collections::HashMap, ffi::OsString, path::Path};

use studio_connect::sandbox::{RunFolder, folder_of_run};

use crate::{
    Error, ErrorCode, Studio,
    dto::{SkipReason, Skipped},
    skills::import::Twins,
};

/// What a library that is called after no folder is called.
const NAME: &str = "skills";

/// What became of the skills of a folder.
#[derive(Clone, Debug, Default)]
pub struct FolderSkills {
    /// How many were read.
    pub skills: usize,
    /// What was not read, and why.
    pub unread: Vec<Skipped>,
    /// Skills that have a mistake because of which no query finds them: the place of it, as path and line, and what to do.
    pub broken: Vec<(String, String)>,
}

/// A fresh folder for a studio whose libraries are for one command. It is gone when dropped; where the process is killed, a
/// later start removes it.
pub fn folder_for_one_command() -> Result<RunFolder, Error> {
    folder_of_run().map_err(|cause| Error::file("create a folder in", &std::env::temp_dir(), &cause))
}

impl Studio {
    /// Makes a library of the skills of a folder, in this studio's data folder, and opens it. The folder is only read, and a
    /// folder without skills is refused. The library is called as the folder is. `twins` says what becomes of skills that are
    /// identical to others.
    pub fn create_library_of_folder(&self, folder: &Path, twins: Twins) -> Result<FolderSkills, Error> {
        let folder = std::path::absolute(folder).map_err(|cause| Error::file("read", folder, &cause))?;
        let mut name = folder.file_name().map_or_else(|| OsString::from(NAME), OsString::from);
        name.push(".db");
        self.create_library_at(&self.shared.config.data_dir.join(name), false)?;
        let report = self.import_with_twins(&[folder.to_string_lossy().into_owned()], twins)?;
        let unread: Vec<Skipped> = report.skipped.into_iter().filter(|item| is_of_a_skill(item.code)).collect();
        if report.imported.is_empty() {
            return Err(without_skills(&folder, unread.first()));
        }
        let mut paths: HashMap<String, String> =
            report.imported.iter().map(|item| (item.id.clone(), item.path.clone())).collect();
        let broken = self.list_skills()?.into_iter().filter_map(|row| {
            let broken = row.broken?;
            let path = paths.remove(&row.id).unwrap_or(row.name);
            Some((broken.line.map_or_else(|| path.clone(), |line| format!("{path}:{line}")), broken.message))
        });
        let broken = broken.collect();
        Ok(FolderSkills { skills: report.imported.len(), broken, unread })
    }
}

/// Whether something that was left out is a skill, or a part of one, that somebody would miss.
const fn is_of_a_skill(reason: SkipReason) -> bool {
    !matches!(
        reason,
        SkipReason::NoSkill
            | SkipReason::Unsupported
            | SkipReason::IgnoredFolder
            | SkipReason::Duplicate
            | SkipReason::Identical
    )
}

fn without_skills(folder: &Path, unread: Option<&Skipped>) -> Error {
    let folder = folder.display();
    let message = match unread {
        None => format!("No SKILL.md was found in {folder}. A skill is a folder with a SKILL.md in it."),
        Some(Skipped { path, message, .. }) => format!("No skill in {folder} could be read. {path}: {message}"),
    };
    Error::new(ErrorCode::NotFound, message)
}
