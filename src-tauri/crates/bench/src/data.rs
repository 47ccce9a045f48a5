//! The data measured on, whose folders are arguments.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

pub(crate) struct Data {
    /// A folder of skill folders, when it was named and is there.
    corpus: Option<PathBuf>,
    labelled: Option<PathBuf>,
    absences: Vec<String>,
}

/// A labelled set: skills, and queries with the names they should find.
pub(crate) struct LabelledSet {
    pub(crate) skills: Vec<Value>,
    pub(crate) queries: Vec<Value>,
}

impl Data {
    pub(crate) fn new(corpus: Option<PathBuf>, labelled: Option<PathBuf>) -> Self {
        let mut absences = Vec::new();
        let mut present = |flag: &str, folder: Option<PathBuf>| match folder {
            Some(folder) if folder.is_dir() => Some(folder),
            Some(folder) => {
                absences
                    .push(format!("{flag} {}: no such folder; benchmarks that need it are skipped", folder.display()));
                None
            }
            None => {
                absences.push(format!("{flag} not given; benchmarks that need it are skipped"));
                None
            }
        };
        let corpus = present("--corpus", corpus);
        let labelled = present("--labelled", labelled);
        Self { corpus, labelled, absences }
    }

    /// For measurements that need labelled sets, with or without a corpus.
    pub(crate) fn of_selection(folder: PathBuf, corpus: Option<PathBuf>) -> Self {
        let mut absences = Vec::new();
        let mut present = |flag: &str, folder: PathBuf| {
            let is_there = folder.is_dir();
            if !is_there {
                absences.push(format!("{flag} {}: no such folder", folder.display()));
            }
            is_there.then_some(folder)
        };
        let labelled = present("--selection", folder);
        let corpus = corpus.and_then(|corpus| present("--corpus", corpus));
        Self { corpus, labelled, absences }
    }

    /// What was not given or is not there, in words.
    pub(crate) fn absences(&self) -> &[String] {
        &self.absences
    }

    /// The folder of skill folders.
    pub(crate) fn corpus(&self) -> Result<&Path, &'static str> {
        self.corpus.as_deref().ok_or("needs a folder of skills (--corpus)")
    }

    /// A labelled set by its name.
    pub(crate) fn labelled(&self, name: &str) -> Option<LabelledSet> {
        let folder = self.labelled.as_ref()?.join(name);
        Some(LabelledSet {
            skills: lines(&folder.join("skills.jsonl"))?,
            queries: lines(&folder.join("queries.jsonl"))?,
        })
    }

    /// Every labelled set there is, by name.
    pub(crate) fn sets(&self) -> Vec<(String, LabelledSet)> {
        let entries = self.labelled.as_ref().and_then(|folder| fs::read_dir(folder).ok());
        let mut names: Vec<String> =
            entries.into_iter().flatten().filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
        names.sort_unstable();
        names.into_iter().filter_map(|name| self.labelled(&name).map(|set| (name, set))).collect()
    }
}

fn lines(path: &Path) -> Option<Vec<Value>> {
    fs::read_to_string(path)
        .ok()?
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| serde_json::from_str(line).ok())
        .collect()
}

/// Every file named SKILL.md in any case, below `folder`; links are not followed.
pub(crate) fn skill_files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                folders.push(entry.path());
            } else if entry.file_name().eq_ignore_ascii_case("skill.md") {
                found.push(entry.path());
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::Data;

    #[test]
    fn absent_folders_are_said() {
        let data = Data::new(None, Some("no/such/folder".into()));
        assert_eq!(data.absences().len(), 2);
        assert!(data.absences()[1].contains("no/such/folder"));
        assert!(data.labelled("sfskills").is_none() && data.corpus().is_err());
        let data = Data::of_selection("no/such/folder".into(), Some("no/corpus".into()));
        assert!(data.absences()[0].contains("no/such/folder") && data.sets().is_empty());
        assert!(data.absences()[1].contains("no/corpus") && data.corpus().is_err());
    }
}
