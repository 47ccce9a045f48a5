//! The author at a desktop: questions in windows of their own, the dialogs of the system, its file manager.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use studio_api::{
    Error,
    dto::{PathChoice, Question},
};
use tauri::{AppHandle, Manager, WebviewUrl, WebviewWindowBuilder, WindowEvent, async_runtime::Sender};

use super::{Author, Front, PAGE};
use crate::file_manager;

/// Width of the window of a question, and the least that is left of it.
const WIDTH: (f64, f64) = (560.0, 320.0);

/// The desktop.
pub(super) struct Screen {
    pub(super) app: AppHandle,
}

impl Screen {
    pub(super) fn new(app: AppHandle) -> Self {
        Self { app }
    }
}

impl Front for Screen {
    fn ask(&self, label: &str, question: &Question, _answer: &Sender<bool>) -> tauri::Result<()> {
        let (width, least) = WIDTH;
        let height = height_of(question);
        let page = WebviewUrl::App("asking.html".into());
        let mut window = WebviewWindowBuilder::new(&self.app, label, page)
            .title("Permission needed")
            .inner_size(width, height)
            .min_inner_size(least, height / 2.0)
            .center()
            .maximizable(false)
            .minimizable(false)
            .skip_taskbar(true)
            .focused(true)
            .on_navigation(crate::is_own_page);
        if let Some(page) = self.app.get_webview_window(PAGE) {
            window = window.parent(&page)?;
        }
        let window = window.build()?;
        let (app, label) = (self.app.clone(), label.to_owned());
        window.on_window_event(move |event| {
            if let WindowEvent::Destroyed = event {
                app.state::<Arc<Author>>().close(&label);
            }
        });
        Ok(())
    }

    fn dismiss(&self, label: &str) {
        if let Some(window) = self.app.get_webview_window(label) {
            let _gone = window.destroy();
        }
    }

    fn choose(&self, choice: &PathChoice) -> Vec<PathBuf> {
        self.ask_system(choice).into_iter().filter_map(|path| path.into_path().ok()).collect()
    }

    fn reveal(&self, folder: &Path) -> Result<(), Error> {
        file_manager::show(folder)
    }
}

/// How high its window is: a command has more to say for itself than a path.
const fn height_of(question: &Question) -> f64 {
    match question {
        Question::Consent { .. } | Question::Links { .. } => 380.0,
        Question::Path { .. } | Question::Signature { .. } => 200.0,
    }
}
