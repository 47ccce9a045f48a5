//! GTK's file chooser, with hidden folders in sight: there clients keep skills. It begins in a folder, not in what was used
//! lately.

use std::{
    path::PathBuf,
    sync::mpsc::{Sender, channel},
};

use gtk::{FileChooserAction, FileChooserDialog, FileFilter, ResponseType, prelude::*};
use tauri::{AppHandle, Manager};

use super::{
    PAGE,
    dialogs::{Dialog, Kind, What},
    screen::Screen,
};

impl Screen {
    /// Opens a dialog and waits for it. Blocks; none where the author chose nothing.
    pub(super) fn open(&self, dialog: Dialog) -> Vec<PathBuf> {
        let (chosen, chooses) = channel();
        let app = self.app.clone();
        let opened = self.app.run_on_main_thread(move || show(&app, &dialog, chosen));
        // Where the program ends meanwhile nothing was chosen.
        opened.ok().and_then(|()| chooses.recv().ok()).unwrap_or_default()
    }
}

fn show(app: &AppHandle, dialog: &Dialog, chosen: Sender<Vec<PathBuf>>) {
    let page = app.get_webview_window(PAGE).and_then(|page| page.gtk_window().ok());
    let (action, verb) = match dialog.what {
        What::Folder => (FileChooserAction::SelectFolder, "Choose"),
        What::File | What::Files => (FileChooserAction::Open, "Open"),
        What::NewFile => (FileChooserAction::Save, "Save"),
    };
    let buttons = [("Cancel", ResponseType::Cancel), (verb, ResponseType::Accept)];
    let chooser = FileChooserDialog::with_buttons(Some(dialog.title.as_str()), page.as_ref(), action, &buttons);
    chooser.set_modal(true);
    chooser.set_default_response(ResponseType::Accept);
    chooser.set_show_hidden(true);
    chooser.set_select_multiple(dialog.what == What::Files);
    chooser.set_do_overwrite_confirmation(dialog.asks_to_replace);
    dialog.kinds.iter().for_each(|kind| chooser.add_filter(filter(kind)));
    for folder in &dialog.folders {
        // One that is gone has no shortcut.
        let _shortcut = chooser.add_shortcut_folder(folder);
    }
    let home = app.path().home_dir().ok();
    if let Some(folder) = dialog.folder().or(home.as_deref()) {
        chooser.set_current_folder(folder);
    }
    if let Some(name) = dialog.file_name() {
        chooser.set_current_name(&name);
    }
    chooser.connect_response(move |chooser, response| {
        let paths = if response == ResponseType::Accept { chooser.filenames() } else { Vec::new() };
        // Closing is an answer of its own, which nobody waits for.
        let _unheard = chosen.send(paths);
        if response != ResponseType::DeleteEvent {
            chooser.close();
        }
    });
    chooser.show();
}

fn filter(kind: &Kind) -> FileFilter {
    let filter = FileFilter::new();
    filter.set_name(Some(&kind.name));
    for ending in &kind.endings {
        filter.add_pattern(&if ending == "*" { ending.clone() } else { format!("*.{ending}") });
    }
    filter
}
