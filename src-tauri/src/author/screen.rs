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

#[cfg(target_os = "linux")]
use super::announcer;
use super::{
    Author, Front, PAGE,
    dialogs::{Dialog, with_ending},
};
use crate::{file_manager, opening::Opening};

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
        let zoom = self.app.state::<Arc<Opening>>().zoom();
        let (width, least) = WIDTH;
        let height = height_of(question) * zoom;
        let page = WebviewUrl::App("asking.html".into());
        let mut window = WebviewWindowBuilder::new(&self.app, label, page)
            .title("Permission needed")
            .inner_size(width * zoom, height)
            .min_inner_size(least, height / 2.0)
            .prevent_overflow()
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
        window.set_zoom(zoom)?;
        #[cfg(target_os = "linux")]
        crate::reviving::close(&window)?;
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
        let dialog = Dialog::of(choice);
        let ending = dialog.added_ending();
        let chosen = self.open(dialog);
        chosen.into_iter().map(|path| with_ending(path, ending.as_deref())).collect()
    }

    fn reveal(&self, folder: &Path) -> Result<(), Error> {
        file_manager::show(folder)
    }

    #[cfg(target_os = "linux")]
    fn say(&self, text: &str) {
        announcer::say(&self.app, text);
    }

    /// Elsewhere the web view tells a screen reader of live regions itself.
    #[cfg(not(target_os = "linux"))]
    fn say(&self, _text: &str) {}
}

/// How high its window is: as much as it has to say, and what is more than fits scrolls.
fn height_of(question: &Question) -> f64 {
    const MOST: f64 = 380.0;
    const LINE: f64 = 22.0;
    /// Letters of a command in a line.
    const LETTERS: usize = 60;
    let (least, lines) = match question {
        Question::Consent { request } => {
            let letters: usize = request.argv.iter().map(String::len).sum();
            let facts = request.environment.len() + request.changed.len() + usize::from(request.cwd.is_some());
            (240.0, facts + letters / LETTERS)
        }
        Question::Links { folders } => (180.0, folders.len()),
        Question::Path { .. } | Question::Signature { .. } => (200.0, 0),
    };
    u32::try_from(lines).map_or(MOST, |lines| MOST.min(least + LINE * f64::from(lines)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_has_no_more_room_than_it_needs() {
        let folders = |count: usize| Question::Links { folders: vec!["/home/ann/skills".to_owned(); count] };
        let heights = [1, 3, 100].map(|count| height_of(&folders(count)));
        assert!(heights.is_sorted() && heights[0] < 220.0 && heights[2] < 381.0, "{heights:?}");
    }
}
