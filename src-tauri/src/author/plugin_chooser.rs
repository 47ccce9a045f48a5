//! The file chooser of the system, where that shows hidden folders when it is asked to.

use std::path::PathBuf;

use tauri::Manager;
use tauri_plugin_dialog::DialogExt;

use super::{
    PAGE,
    dialogs::{Dialog, What},
    screen::Screen,
};

impl Screen {
    /// Opens a dialog and waits for it. Blocks; none where the author chose nothing.
    pub(super) fn open(&self, asked: Dialog) -> Vec<PathBuf> {
        let mut dialog = self.app.dialog().file().set_title(&asked.title);
        for kind in &asked.kinds {
            let endings: Vec<&str> = kind.endings.iter().map(String::as_str).collect();
            dialog = dialog.add_filter(&kind.name, &endings);
        }
        if let Some(folder) = asked.folder() {
            dialog = dialog.set_directory(folder);
        }
        if let Some(name) = asked.file_name() {
            dialog = dialog.set_file_name(name);
        }
        if let Some(page) = self.app.get_webview_window(PAGE) {
            dialog = dialog.set_parent(&page);
        }
        let chosen = match asked.what {
            What::Folder => Vec::from_iter(dialog.blocking_pick_folder()),
            What::File => Vec::from_iter(dialog.blocking_pick_file()),
            What::Files => dialog.blocking_pick_files().unwrap_or_default(),
            What::NewFile => Vec::from_iter(dialog.blocking_save_file()),
        };
        chosen.into_iter().filter_map(|path| path.into_path().ok()).collect()
    }
}
