//! The author in front of the window: what they pointed at in this run, and what only they answer.
//!
//! The page shows what strangers wrote; were it ever made to run some of it, it must not be able to say yes for the
//! author. A question is put in a window of its own, whose commands the page does not have. A path counts as pointed at
//! where it came out of a dialog of the system, was dropped on the window or stood on the command line; any other, such
//! as a typed one, is asked about.

#[cfg(target_os = "linux")]
mod announcer;
mod dialogs;
#[cfg(target_os = "linux")]
mod gtk_chooser;
#[cfg(target_os = "linux")]
pub(crate) mod listeners;
#[cfg(not(target_os = "linux"))]
mod plugin_chooser;
mod screen;

use parking_lot::{Mutex, MutexGuard};
use std::{
    collections::HashSet,
    path::{Component, Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use studio_api::{
    Error, ErrorCode,
    dto::{ConsentRequest, PathChoice, PathUse, Question},
    expanded,
};
use tauri::{
    AppHandle,
    async_runtime::{Sender, channel},
};

/// Label of the page's window.
pub(crate) const PAGE: &str = "main";
/// Beginning of the labels of the windows of questions.
const ASKING: &str = "asking-";
/// The commands of these windows, and of no other.
const ANSWERS: [&str; 2] = ["get_question", "answer_question"];

/// Whether a window may call a command: the page all but the answers, the window of a question only these.
pub(crate) fn is_open_to(label: &str, command: &str) -> bool {
    if ANSWERS.contains(&command) { label.starts_with(ASKING) } else { label == PAGE }
}

/// What stands between the author and the program: the desktop, or, for a bridge without one, answers given beforehand.
pub(crate) trait Front: Send + Sync {
    /// Puts a question in a window of this label. The answer comes through [`Author::answer`], or here and now.
    fn ask(&self, label: &str, question: &Question, answer: &Sender<bool>) -> tauri::Result<()>;

    /// Takes the window of a question away.
    fn dismiss(&self, label: &str);

    /// Asks for paths and waits; none where the author chose nothing.
    fn choose(&self, choice: &PathChoice) -> Vec<PathBuf>;

    /// Shows a folder in the file manager.
    fn reveal(&self, folder: &Path) -> Result<(), Error>;

    /// Has a screen reader say a text; where none runs nothing happens.
    fn say(&self, text: &str);
}

/// The author of this run.
pub(crate) struct Author {
    front: Box<dyn Front>,
    /// What is below it may be used for anything; named on the command line.
    trusted: Option<PathBuf>,
    pointed: Mutex<HashSet<(PathUse, PathBuf)>>,
    /// One question at a time.
    turn: tauri::async_runtime::Mutex<()>,
    asked: AtomicU64,
    open: Mutex<Option<Open>>,
    /// Whether a screen reader is there that hears of live regions from the window only.
    has_screen_reader: AtomicBool,
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
        Self::behind(Box::new(screen::Screen::new(app)), trusted)
    }

    /// An author who is reached through `front`.
    pub(crate) fn behind(front: Box<dyn Front>, trusted: Option<PathBuf>) -> Arc<Self> {
        Arc::new(Self {
            front,
            trusted,
            pointed: Mutex::default(),
            turn: tauri::async_runtime::Mutex::new(()),
            asked: AtomicU64::new(0),
            open: Mutex::default(),
            has_screen_reader: AtomicBool::new(false),
        })
    }

    /// Remembers what the author pointed at.
    pub(crate) fn pointed_at(&self, purpose: PathUse, path: &Path) {
        self.pointed.lock().insert((purpose, path.to_owned()));
    }

    /// Whether this path, and no other, may be written without another question: the author chose or allowed it. A folder
    /// around it is not enough, since links below it lead anywhere.
    pub(crate) fn may_write(&self, typed: &str) -> bool {
        self.has_pointed_at(PathUse::Write, &expanded(typed))
    }

    /// Whether a folder may be shown as one that was written: the author chose or allowed it, or a folder around it.
    pub(crate) fn may_show(&self, typed: &str) -> bool {
        let path = expanded(typed);
        is_plain(&path) && path.ancestors().any(|above| self.has_pointed_at(PathUse::Write, above))
    }

    /// Whether the author pointed at it, for this.
    fn has_pointed_at(&self, purpose: PathUse, path: &Path) -> bool {
        let is_trusted = self.trusted.as_ref().is_some_and(|folder| is_plain(path) && path.starts_with(folder));
        let pointed = self.pointed.lock();
        is_trusted || pointed.contains(&(purpose, path.to_owned()))
    }

    /// Refuses a path that the author neither pointed at nor allows now. One there is nothing at needs no question
    /// unless it would be written. Answers with the whole path that was asked about: it is what has to be used, and no
    /// other reading of what was typed.
    pub(crate) async fn must_allow(&self, purpose: PathUse, typed: &str) -> Result<String, Error> {
        let path = expanded(typed);
        let path = path.as_path();
        // The command line's word for what is typed into it: here nobody types, and whoever reads it waits for good.
        if path == Path::new("-") {
            let message = "“-” isn't a file. Choose one, or enter its full path.";
            return Err(Error::new(ErrorCode::Invalid, message));
        }
        let is_there = path.exists();
        let shown = path.display().to_string();
        if self.has_pointed_at(purpose, path) || !is_there && purpose != PathUse::Write {
            return Ok(shown);
        }
        if self.allows(Question::Path { purpose, path: shown.clone(), is_there }).await? {
            self.pointed_at(purpose, path);
            return Ok(shown);
        }
        let message = match purpose {
            PathUse::Import => format!("{shown} wasn't read because you didn't allow it."),
            PathUse::Link => format!("{shown} wasn't linked because you didn't allow it."),
            PathUse::Library => format!("{shown} wasn't opened because you didn't allow it."),
            PathUse::Write => format!("{shown} wasn't written because you didn't allow it."),
            PathUse::Program => format!("{shown} wasn't started because you didn't allow it."),
        };
        Err(Error::new(ErrorCode::Cancelled, message))
    }

    /// Refuses to link skills to folders that the author neither pointed at, or at one around them, nor allows now. All of
    /// them are one question.
    pub(crate) async fn must_allow_links(&self, folders: impl IntoIterator<Item = PathBuf>) -> Result<(), Error> {
        let is_asked = |folder: &PathBuf| !folder.ancestors().any(|above| self.has_pointed_at(PathUse::Link, above));
        let asked: Vec<PathBuf> = folders.into_iter().filter(|folder| !is_plain(folder) || is_asked(folder)).collect();
        if asked.is_empty() {
            return Ok(());
        }
        let folders = asked.iter().map(|folder| folder.display().to_string()).collect();
        if self.allows(Question::Links { folders }).await? {
            for folder in &asked {
                self.pointed_at(PathUse::Link, folder);
            }
            return Ok(());
        }
        Err(Error::new(ErrorCode::Cancelled, "Nothing was linked because you didn't allow it."))
    }

    /// Refuses what the author does not consent to now.
    pub(crate) async fn must_consent(&self, request: ConsentRequest) -> Result<(), Error> {
        let message = format!("{} wasn't allowed. Nothing was changed.", request.subject);
        let is_allowed = self.allows(Question::Consent { request }).await?;
        if is_allowed { Ok(()) } else { Err(Error::new(ErrorCode::Cancelled, message)) }
    }

    /// Asks in a window of its own and waits for the answer. Closing the window is a no.
    pub(crate) async fn allows(&self, question: Question) -> Result<bool, Error> {
        let _turn = self.turn.lock().await;
        let (answer, mut answered) = channel(1);
        let label = format!("{ASKING}{}", self.asked.fetch_add(1, Ordering::Relaxed));
        *self.open() = Some(Open { label: label.clone(), question: question.clone(), answer: answer.clone() });
        let asked = self.front.ask(&label, &question, &answer);
        drop(answer);
        if let Err(cause) = asked {
            self.close(&label);
            return Err(Error::new(ErrorCode::Internal, "Couldn't open the permission window.").with_detail(&cause));
        }
        Ok(answered.recv().await.unwrap_or(false))
    }

    /// Asks for paths in the system's dialog; what is chosen counts as pointed at. Blocks; none where the author chose
    /// nothing.
    pub(crate) fn choose(&self, choice: &PathChoice) -> Vec<String> {
        let paths = self.front.choose(choice);
        for path in &paths {
            self.pointed_at(use_of(choice), path);
            if matches!(choice, PathChoice::Folder { .. } | PathChoice::Skills { .. }) {
                self.pointed_at(PathUse::Link, path);
            }
        }
        paths.iter().map(|path| path.display().to_string()).collect()
    }

    /// Shows a folder in the file manager.
    pub(crate) fn reveal(&self, folder: &Path) -> Result<(), Error> {
        self.front.reveal(folder)
    }

    /// Has a screen reader say what changed on the page.
    pub(crate) fn say(&self, text: &str) {
        self.front.say(text);
    }

    /// Whether there is a screen reader to say it.
    pub(crate) fn has_screen_reader(&self) -> bool {
        self.has_screen_reader.load(Ordering::Relaxed)
    }

    /// Takes in whether a screen reader is there. True where that is news.
    #[cfg(any(target_os = "linux", test))]
    fn note_screen_reader(&self, is_there: bool) -> bool {
        self.has_screen_reader.swap(is_there, Ordering::Relaxed) != is_there
    }

    /// What the window of a question asks; none where it is not on any more.
    pub(crate) fn question_of(&self, label: &str) -> Option<Question> {
        self.open().as_ref().filter(|open| open.label == label).map(|open| open.question.clone())
    }

    /// Takes the answer of the question's own window.
    pub(crate) fn answer(&self, label: &str, is_allowed: bool) {
        if let Some(open) = self.open().take_if(|open| open.label == label) {
            // Nobody waits any more where the command that asked was given up.
            let _unheard = open.answer.try_send(is_allowed);
        }
    }

    /// Ends the question that is on screen, if one is: a no.
    pub(crate) fn dismiss(&self) {
        let label = self.open().as_ref().map(|open| open.label.clone());
        if let Some(label) = label {
            self.front.dismiss(&label);
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

/// Whether nothing of a path leads back out of it.
fn is_plain(path: &Path) -> bool {
    !path.components().any(|part| part == Component::ParentDir)
}

/// What may be done with a path that was chosen.
const fn use_of(choice: &PathChoice) -> PathUse {
    match choice {
        PathChoice::Folder { .. } | PathChoice::Skills { .. } | PathChoice::Queries => PathUse::Import,
        PathChoice::Library => PathUse::Library,
        PathChoice::NewLibrary
        | PathChoice::LibraryCopy { .. }
        | PathChoice::Export { .. }
        | PathChoice::SkillArchive { .. }
        | PathChoice::ClientFolder { .. }
        | PathChoice::PackFolder { .. } => PathUse::Write,
    }
}

#[cfg(test)]
mod tests {
    use super::{Author, Error, Front, Path, PathBuf, PathChoice, PathUse, Question, Sender, expanded, is_open_to};

    /// An author who says nothing.
    struct Nobody;

    impl Front for Nobody {
        fn ask(&self, _label: &str, _question: &Question, _answer: &Sender<bool>) -> tauri::Result<()> {
            Ok(())
        }

        fn dismiss(&self, _label: &str) {}

        fn choose(&self, _choice: &PathChoice) -> Vec<PathBuf> {
            Vec::new()
        }

        fn reveal(&self, _folder: &Path) -> Result<(), Error> {
            Ok(())
        }

        fn say(&self, _text: &str) {}
    }

    #[test]
    fn a_chosen_folder_lets_nothing_be_written_below_it() {
        let author = Author::behind(Box::new(Nobody), None);
        author.pointed_at(PathUse::Write, &expanded("/home/me"));
        assert!(author.may_write("/home/me") && author.may_write("/home/me/"));
        assert!(!author.may_write("/home/me/.config/autostart") && !author.may_write("/home"));
        assert!(author.may_show("/home/me/.config/autostart"), "it may be shown");
        assert!(!author.may_show("/home") && !author.may_show("/home/me/../you"));
    }

    #[test]
    fn a_screen_reader_is_news_when_it_comes_and_when_it_goes() {
        let author = Author::behind(Box::new(Nobody), None);
        assert!(!author.has_screen_reader() && !author.note_screen_reader(false));
        assert!(author.note_screen_reader(true) && author.has_screen_reader());
        assert!(!author.note_screen_reader(true), "it has asked for something else");
        assert!(author.note_screen_reader(false) && !author.has_screen_reader());
    }

    #[test]
    fn the_page_cannot_answer_and_a_question_can_do_nothing_else() {
        assert!(is_open_to("main", "list_skills") && is_open_to("main", "ask_consent"));
        assert!(is_open_to("asking-0", "get_question") && is_open_to("asking-7", "answer_question"));
        for (label, command) in [
            ("main", "get_question"),
            ("main", "answer_question"),
            ("asking-0", "list_skills"),
            ("asking-0", "ask_consent"),
        ] {
            assert!(!is_open_to(label, command), "{label}: {command}");
        }
    }
}
