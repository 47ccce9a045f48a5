//! The author in front of the window: what they pointed at in this run, and what only they answer.
//!
//! The page shows what strangers wrote; were it ever made to run some of it, it must not be able to say yes for the
//! author. A question is put in a window of its own, whose commands the page does not have. A path counts as pointed at
//! where it came out of a dialog of the system, was dropped on the window or stood on the command line; any other, such
//! as a typed one, is asked about.

mod dialogs;

use parking_lot::{Mutex, MutexGuard};
use std::{
    collections::HashSet,
    path::{Component, Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use studio_api::{
    Error, ErrorCode,
    dto::{ConsentRequest, PathUse, Question},
};
use tauri::{
    AppHandle, Manager, WebviewUrl, WebviewWindow, WebviewWindowBuilder, WindowEvent,
    async_runtime::{Sender, channel},
};

/// Label of the page's window.
pub(crate) const PAGE: &str = "main";
/// Beginning of the labels of the windows of questions.
const ASKING: &str = "asking-";
/// The commands of these windows, and of no other.
const ANSWERS: [&str; 2] = ["question", "answer_question"];
/// Their width, and the least that is left of it.
const WIDTH: (f64, f64) = (560.0, 320.0);

/// Whether a window may call a command: the page all but the answers, the window of a question only these.
pub(crate) fn is_open_to(label: &str, command: &str) -> bool {
    if ANSWERS.contains(&command) { label.starts_with(ASKING) } else { label == PAGE }
}

/// The author of this run.
pub(crate) struct Author {
    app: AppHandle,
    /// What is below it may be used for anything; named on the command line.
    trusted: Option<PathBuf>,
    pointed: Mutex<HashSet<(PathUse, PathBuf)>>,
    /// One question at a time.
    turn: tauri::async_runtime::Mutex<()>,
    asked: AtomicU64,
    open: Mutex<Option<Open>>,
}

/// The question that is on screen.
struct Open {
    label: String,
    question: Question,
    answer: Sender<bool>,
}

impl Author {
    /// The author who started the program.
    pub(crate) fn new(app: AppHandle, trusted: Option<PathBuf>) -> Arc<Self> {
        Arc::new(Self {
            app,
            trusted,
            pointed: Mutex::default(),
            turn: tauri::async_runtime::Mutex::new(()),
            asked: AtomicU64::new(0),
            open: Mutex::default(),
        })
    }

    /// Remembers what the author pointed at.
    pub(crate) fn pointed_at(&self, purpose: PathUse, path: &Path) {
        self.pointed.lock().insert((purpose, path.to_owned()));
    }

    /// Whether the author pointed at it, for this.
    fn has_pointed_at(&self, purpose: PathUse, path: &Path) -> bool {
        let is_plain = !path.components().any(|part| part == Component::ParentDir);
        let is_trusted = self.trusted.as_ref().is_some_and(|folder| is_plain && path.starts_with(folder));
        let pointed = self.pointed.lock();
        is_trusted || pointed.contains(&(purpose, path.to_owned()))
    }

    /// Refuses a path that the author neither pointed at nor allows now. One there is nothing at needs no question
    /// unless it would be written.
    pub(crate) async fn must_allow(&self, purpose: PathUse, path: &Path) -> Result<(), Error> {
        let exists = path.exists();
        if self.has_pointed_at(purpose, path) || !exists && purpose != PathUse::Write {
            return Ok(());
        }
        let shown = path.display().to_string();
        if self.allows(Question::Path { purpose, path: shown.clone(), exists }).await? {
            self.pointed_at(purpose, path);
            return Ok(());
        }
        let message = match purpose {
            PathUse::Import => format!("{shown} was not read: you did not allow it."),
            PathUse::Library => format!("{shown} was not opened: you did not allow it."),
            PathUse::Write => format!("{shown} was not written: you did not allow it."),
            PathUse::Program => format!("{shown} was not started: you did not allow it."),
        };
        Err(Error::new(ErrorCode::Cancelled, message))
    }

    /// Refuses what the author does not consent to now.
    pub(crate) async fn must_consent(&self, request: ConsentRequest) -> Result<(), Error> {
        let message = format!("{} was not allowed. Nothing was changed.", request.subject);
        let is_allowed = self.allows(Question::Consent { request }).await?;
        if is_allowed { Ok(()) } else { Err(Error::new(ErrorCode::Cancelled, message)) }
    }

    /// Asks in a window of its own and waits for the answer. Closing the window is a no.
    pub(crate) async fn allows(&self, question: Question) -> Result<bool, Error> {
        let _turn = self.turn.lock().await;
        let (answer, mut answered) = channel(1);
        let label = format!("{ASKING}{}", self.asked.fetch_add(1, Ordering::Relaxed));
        let height = height_of(&question);
        *self.open() = Some(Open { label: label.clone(), question, answer });
        if let Err(cause) = self.show(&label, height) {
            self.close(&label);
            return Err(
                Error::new(ErrorCode::Internal, "The window that asks you could not be opened.").with_detail(&cause)
            );
        }
        Ok(answered.recv().await.unwrap_or(false))
    }

    fn show(&self, label: &str, height: f64) -> tauri::Result<()> {
        let (width, least) = WIDTH;
        let page = WebviewUrl::App("asking.html".into());
        let mut window = WebviewWindowBuilder::new(&self.app, label, page)
            .title("Skill Studio asks")
            .inner_size(width, height)
            .min_inner_size(least, height / 2.0)
            .center()
            .maximizable(false)
            .minimizable(false)
            .skip_taskbar(true)
            .focused(true)
            .on_navigation(super::is_own_page);
        if let Some(page) = self.app.get_webview_window(PAGE) {
            window = window.parent(&page)?;
        }
        let window = window.build()?;
        let (app, label) = (self.app.clone(), label.to_owned());
        window.on_window_event(move |event| {
            if let WindowEvent::Destroyed = event {
                app.state::<Arc<Self>>().close(&label);
            }
        });
        Ok(())
    }

    /// What the window of a question asks; none where it is not on any more.
    pub(crate) fn question_of(&self, window: &WebviewWindow) -> Option<Question> {
        self.open().as_ref().filter(|open| open.label == window.label()).map(|open| open.question.clone())
    }

    /// Takes the answer of the question's own window.
    pub(crate) fn answer(&self, window: &WebviewWindow, is_allowed: bool) {
        if let Some(open) = self.open().take_if(|open| open.label == window.label()) {
            // Nobody waits any more where the command that asked was given up.
            let _unheard = open.answer.try_send(is_allowed);
        }
        let _gone = window.destroy();
    }

    /// Ends the question that is on screen, if one is: a no.
    pub(crate) fn dismiss(&self) {
        let label = self.open().as_ref().map(|open| open.label.clone());
        if let Some(window) = label.and_then(|label| self.app.get_webview_window(&label)) {
            let _gone = window.destroy();
        }
    }

    /// A question whose window is gone has no answer, which is a no.
    fn close(&self, label: &str) {
        self.open().take_if(|open| open.label == label);
    }

    fn open(&self) -> MutexGuard<'_, Option<Open>> {
        self.open.lock()
    }
}

/// How high its window is: a command has more to say for itself than a path.
const fn height_of(question: &Question) -> f64 {
    match question {
        Question::Consent { .. } => 380.0,
        Question::Path { .. } => 200.0,
    }
}

#[cfg(test)]
mod tests {
    use super::is_open_to;

    #[test]
    fn the_page_cannot_answer_and_a_question_can_do_nothing_else() {
        assert!(is_open_to("main", "list_skills") && is_open_to("main", "ask_consent"));
        assert!(is_open_to("asking-0", "question") && is_open_to("asking-7", "answer_question"));
        for (label, command) in [
            ("main", "question"),
            ("main", "answer_question"),
            ("asking-0", "list_skills"),
            ("asking-0", "ask_consent"),
        ] {
            assert!(!is_open_to(label, command), "{label}: {command}");
        }
    }
}
