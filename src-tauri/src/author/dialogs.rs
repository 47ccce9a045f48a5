//! The dialogs of the system.

use std::path::Path;

use studio_api::dto::PathChoice;
use tauri::Manager;
use tauri_plugin_dialog::{DialogExt, FileDialogBuilder, FilePath};

use super::{PAGE, screen::Screen};

impl Screen {
    /// Opens a dialog and waits for it. Blocks; none where the author chose nothing.
    pub(super) fn ask_system(&self, choice: &PathChoice) -> Vec<FilePath> {
        const LIBRARY: (&str, &[&str]) = ("Skill Studio library", &["db"]);
        const ANY: (&str, &[&str]) = ("All files", &["*"]);
        let one = |path: Option<FilePath>| Vec::from_iter(path);
        match choice {
            PathChoice::Folder { title } | PathChoice::PackFolder { title } => {
                one(self.dialog(title, &[]).blocking_pick_folder())
            }
            PathChoice::Skills { title } => {
                let kinds = [("Skills and archives", &["md", "zip", "skill"][..]), ANY];
                self.dialog(title, &kinds).blocking_pick_files().unwrap_or_default()
            }
            PathChoice::Library => one(self.dialog("Open library", &[LIBRARY]).blocking_pick_file()),
            PathChoice::NewLibrary => {
                one(self.dialog("New library", &[LIBRARY]).set_file_name("library.db").blocking_save_file())
            }
            PathChoice::LibraryCopy { path } => {
                one(at(self.dialog("Save a copy of the library", &[LIBRARY]), path).blocking_save_file())
            }
            PathChoice::Queries => {
                let kinds = [("Labelled queries", &["jsonl", "json", "ndjson"][..]), ANY];
                one(self.dialog("Import queries", &kinds).blocking_pick_file())
            }
            PathChoice::Export { path, extension } => {
                let name = extension.to_uppercase();
                let dialog = at(self.dialog("Export", &[(name.as_str(), &[extension.as_str()])]), path);
                one(dialog.blocking_save_file())
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
