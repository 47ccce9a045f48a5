//! The dialogs of the system. What is chosen in one counts as pointed at.

use std::path::{Path, PathBuf};

use studio_api::dto::{PathChoice, PathUse};
use tauri::Manager;
use tauri_plugin_dialog::{DialogExt, FileDialogBuilder, FilePath};

use super::{Author, PAGE};

impl Author {
    /// Opens a dialog and waits for it. Blocks; none where the author chose nothing.
    pub(crate) fn choose(&self, choice: &PathChoice) -> Vec<String> {
        let (purpose, chosen) = self.ask_system(choice);
        let paths: Vec<PathBuf> = chosen.into_iter().filter_map(|path| path.into_path().ok()).collect();
        for path in &paths {
            self.pointed_at(purpose, path);
        }
        paths.iter().map(|path| path.display().to_string()).collect()
    }

    fn ask_system(&self, choice: &PathChoice) -> (PathUse, Vec<FilePath>) {
        const LIBRARY: (&str, &[&str]) = ("Skill Studio library", &["db"]);
        const ANY: (&str, &[&str]) = ("All files", &["*"]);
        let one = |path: Option<FilePath>| Vec::from_iter(path);
        match choice {
            PathChoice::Folder { title } => (PathUse::Import, one(self.dialog(title, &[]).blocking_pick_folder())),
            PathChoice::Skills { title } => {
                let kinds = [("Skills and archives", &["md", "zip", "skill"][..]), ANY];
                (PathUse::Import, self.dialog(title, &kinds).blocking_pick_files().unwrap_or_default())
            }
            PathChoice::Library => {
                (PathUse::Library, one(self.dialog("Open library", &[LIBRARY]).blocking_pick_file()))
            }
            PathChoice::NewLibrary => {
                let dialog = self.dialog("New library", &[LIBRARY]).set_file_name("library.db");
                (PathUse::Write, one(dialog.blocking_save_file()))
            }
            PathChoice::LibraryCopy { path } => {
                let dialog = at(self.dialog("Save a copy of the library", &[LIBRARY]), path);
                (PathUse::Write, one(dialog.blocking_save_file()))
            }
            PathChoice::Queries => {
                let kinds = [("Labelled queries", &["jsonl", "json", "ndjson"][..]), ANY];
                (PathUse::Import, one(self.dialog("Import queries", &kinds).blocking_pick_file()))
            }
            PathChoice::Export { path, extension } => {
                let name = extension.to_uppercase();
                let dialog = at(self.dialog("Export", &[(name.as_str(), &[extension.as_str()])]), path);
                (PathUse::Write, one(dialog.blocking_save_file()))
            }
        }
    }

    fn dialog(&self, title: &str, kinds: &[(&str, &[&str])]) -> FileDialogBuilder<tauri::Wry> {
        let dialog = self.app.dialog().file().set_title(title);
        let dialog = kinds.iter().fold(dialog, |dialog, (name, endings)| dialog.add_filter(*name, endings));
        match self.app.get_webview_window(PAGE) {
            Some(page) => dialog.set_parent(&page),
            None => dialog,
        }
    }
}

/// Offers a path.
fn at(dialog: FileDialogBuilder<tauri::Wry>, path: &str) -> FileDialogBuilder<tauri::Wry> {
    let path = Path::new(path);
    let dialog = match path.parent().filter(|folder| folder.is_absolute()) {
        Some(folder) => dialog.set_directory(folder),
        None => dialog,
    };
    match path.file_name() {
        Some(file) => dialog.set_file_name(file.to_string_lossy()),
        None => dialog,
    }
}
