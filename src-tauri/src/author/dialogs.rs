//! The dialogs of the system as they are asked for: what is chosen, and where one begins.

use std::path::{Path, PathBuf};

use studio_api::dto::PathChoice;

/// What is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    Folder,
    File,
    Files,
    /// A name, which may be another file's.
    NewFile,
}

/// A kind of files, with its endings; `*` for any.
pub(super) struct Kind {
    pub(super) name: String,
    pub(super) endings: Vec<String>,
}

/// A dialog of the system.
pub(super) struct Dialog {
    pub(super) title: String,
    pub(super) what: What,
    /// Files that are shown, the usual ones first; all where there is none.
    pub(super) kinds: Vec<Kind>,
    /// The path that is offered: a folder, or a new file's.
    pub(super) offered: Option<PathBuf>,
    /// Folders that are one click away.
    pub(super) folders: Vec<PathBuf>,
    /// Whether the dialog asks before a file is replaced; else whoever writes it does.
    pub(super) asks_to_replace: bool,
}

impl Dialog {
    /// The dialog for a choice.
    pub(super) fn of(choice: &PathChoice) -> Self {
        let library = || vec![kind("Skill Studio library", &["db"])];
        let any = || kind("All files", &["*"]);
        match choice {
            PathChoice::Folder { title } | PathChoice::PackFolder { title } => {
                Self::new(title, What::Folder, Vec::new())
            }
            PathChoice::Skills { title } => {
                let kinds = vec![kind("Skills and archives", &["md", "zip", "skill"]), any()];
                Self::new(title, What::Files, kinds)
            }
            PathChoice::Library => Self::new("Open library", What::File, library()),
            PathChoice::NewLibrary => Self::new("New library", What::NewFile, library()).at("library.db"),
            PathChoice::LibraryCopy { path } => {
                Self::new("Save a copy of the library", What::NewFile, library()).at(path)
            }
            PathChoice::Queries => {
                let kinds = vec![kind("Test queries", &["jsonl", "json", "ndjson"]), any()];
                Self::new("Import test queries", What::File, kinds)
            }
            PathChoice::SkillArchive { path } => {
                let dialog = Self::new("Export as .skill", What::NewFile, vec![kind("Skill", &["skill"])]).at(path);
                Self { asks_to_replace: false, ..dialog }
            }
            PathChoice::ClientFolder { path, folders } => {
                let dialog = Self::new("Copy to client folder", What::Folder, Vec::new()).at(path);
                Self { folders: folders.iter().map(PathBuf::from).collect(), ..dialog }
            }
            PathChoice::Export { path, extension } => {
                let kinds = vec![kind(&extension.to_uppercase(), &[extension.as_str()])];
                Self::new("Export", What::NewFile, kinds).at(path)
            }
        }
    }

    fn new(title: &str, what: What, kinds: Vec<Kind>) -> Self {
        let title = title.to_owned();
        Self { title, what, kinds, offered: None, folders: Vec::new(), asks_to_replace: true }
    }

    /// Offers a path.
    fn at(self, path: impl AsRef<Path>) -> Self {
        Self { offered: Some(path.as_ref().to_owned()), ..self }
    }

    /// The folder it begins in; none where that is of no account.
    pub(super) fn folder(&self) -> Option<&Path> {
        let offered = self.offered.as_deref()?;
        let folder = if self.what == What::NewFile { offered.parent()? } else { offered };
        Some(folder).filter(|folder| folder.is_absolute())
    }

    /// The name of a new file that is offered.
    pub(super) fn file_name(&self) -> Option<String> {
        let offered = self.offered.as_deref().filter(|_| self.what == What::NewFile)?;
        Some(offered.file_name()?.to_string_lossy().into_owned())
    }

    /// What a name without it is given at its end: not where the dialog has asked about the name as it was typed.
    pub(super) fn added_ending(&self) -> Option<String> {
        let ending = self.kinds.first()?.endings.first()?;
        (self.what == What::NewFile && !self.asks_to_replace).then(|| ending.clone())
    }
}

fn kind(name: &str, endings: &[&str]) -> Kind {
    Kind { name: name.to_owned(), endings: endings.iter().map(|ending| (*ending).to_owned()).collect() }
}

/// A path with an ending, where it has another one or none.
pub(super) fn with_ending(path: PathBuf, ending: Option<&str>) -> PathBuf {
    match ending {
        Some(ending) if path.extension().is_none_or(|there| there != ending) => {
            let mut name = path.into_os_string();
            name.push(".");
            name.push(ending);
            name.into()
        }
        _ => path,
    }
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::{Dialog, PathChoice, What, with_ending};

    #[test]
    fn a_skill_is_saved_under_a_name_that_ends_in_skill_and_the_studio_asks_before_it_replaces_one() {
        let dialog = Dialog::of(&PathChoice::SkillArchive { path: "/home/ann/tides.skill".to_owned() });
        assert_eq!((dialog.what, dialog.asks_to_replace), (What::NewFile, false));
        assert_eq!(
            (dialog.folder(), dialog.file_name().as_deref()),
            (Some(Path::new("/home/ann")), Some("tides.skill"))
        );
        let ending = dialog.added_ending();
        for (typed, path) in
            [("/a/tides", "/a/tides.skill"), ("/a/b.skill", "/a/b.skill"), ("/a/v1.2", "/a/v1.2.skill")]
        {
            assert_eq!(with_ending(PathBuf::from(typed), ending.as_deref()), Path::new(path));
        }
        // What the dialog asked about is written under the very name.
        let chart = Dialog::of(&PathChoice::Export { path: "chart.svg".to_owned(), extension: "svg".to_owned() });
        assert_eq!((chart.asks_to_replace, chart.added_ending(), chart.folder()), (true, None, None));
    }

    #[test]
    fn a_folder_is_chosen_from_where_clients_keep_skills() {
        let (path, folders) = ("/home/ann/.claude/skills".to_owned(), vec!["/home/ann/.claude/skills".to_owned()]);
        let dialog = Dialog::of(&PathChoice::ClientFolder { path, folders });
        assert_eq!((dialog.what, dialog.folder()), (What::Folder, Some(Path::new("/home/ann/.claude/skills"))));
        assert_eq!((dialog.file_name(), dialog.folders.len()), (None, 1));
    }
}
