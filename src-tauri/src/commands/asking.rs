//! Commands that reach the author: questions only they answer, the system's dialogs, and what is said to them.
//!
//! `get_question` and `answer_question` belong to the window of a question, all other commands to the page; see
//! [`crate::author::is_open_to`].

use std::sync::Arc;

use studio_api::{
    Error,
    dto::{PathChoice, Question},
};
use tauri::{Runtime, WebviewWindow};

use super::{Asked, Shared, run};

/// Asks the author to allow what a call or a server asked for, in a window of its own. True where they do.
#[tauri::command]
#[specta::specta]
pub(crate) async fn ask_consent(studio: Shared<'_>, author: Asked<'_>, hash: String) -> Result<bool, Error> {
    let asked = hash.clone();
    let Some(request) = run(studio.clone(), move |studio| studio.asked_consent(&asked)).await? else { return Ok(true) };
    let is_allowed = author.allows(Question::Consent { request }).await?;
    if is_allowed {
        run(studio, move |studio| studio.grant_consent(&hash)).await?;
    }
    Ok(is_allowed)
}

/// Opens the system's dialog; what is chosen there may be used from then on. None where the author chose nothing.
#[tauri::command]
#[specta::specta]
pub(crate) async fn choose_paths(author: Asked<'_>, choice: PathChoice) -> Result<Vec<String>, Error> {
    let author = Arc::clone(&author);
    let chosen = tauri::async_runtime::spawn_blocking(move || author.choose(&choice));
    chosen.await.map_err(|stopped| Error::interrupted(&stopped))
}

/// Has a screen reader say what changed on the page, where the web view itself tells it nothing of that.
#[tauri::command]
#[specta::specta]
#[expect(clippy::needless_pass_by_value, reason = "a command takes what belongs to it by value")]
pub(crate) fn say_aloud(author: Asked<'_>, text: String) {
    author.say(&text);
}

/// Whether a screen reader is there that hears of live regions by `say_aloud` only. An event tells when that changes.
#[tauri::command]
#[specta::specta]
#[expect(clippy::needless_pass_by_value, reason = "a command takes what belongs to it by value")]
pub(crate) fn check_screen_reader(author: Asked<'_>) -> bool {
    author.has_screen_reader()
}

/// What the window of a question asks.
#[tauri::command]
#[specta::specta]
#[expect(clippy::needless_pass_by_value, reason = "a command takes what belongs to it by value")]
pub(crate) fn get_question<R: Runtime>(window: WebviewWindow<R>, author: Asked<'_>) -> Option<Question> {
    author.question_of(window.label())
}

/// Takes the author's answer, and closes the window of the question.
#[tauri::command]
#[specta::specta]
#[expect(clippy::needless_pass_by_value, reason = "a command takes what belongs to it by value")]
pub(crate) fn answer_question<R: Runtime>(window: WebviewWindow<R>, author: Asked<'_>, is_allowed: bool) {
    author.answer(window.label(), is_allowed);
    let _gone = window.destroy();
}
