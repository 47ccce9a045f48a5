//! What is told of a window that does not do as it is told: what the page, the processes and the logs say of it then.

use std::{fs, path::Path};

use fantoccini::error::CmdError;
use tokio::time::timeout;

use super::{
    Window,
    driver::{PAGE, log, name_of, processes},
    journal,
};
use crate::{patience::PATIENCE, world::PROGRAM};

/// Without one of these nothing is driven.
const NEEDED: [&str; 3] = ["skill-studio", PAGE, "WebKitNetworkPr"];

/// How the page is, in a line.
const STATE: &str = "const { activeElement: at, documentElement: root, readyState, visibilityState } = document;
    const place = at && [at.tagName, at.dataset.testid, at.getAttribute('aria-label')].filter(Boolean).join(' ');
    const focus = document.hasFocus() ? 'has the keyboard' : 'does not have the keyboard';
    return `${location.href}, ${readyState}, ${visibilityState}, ready: ${root.dataset.ready}, ${focus}, at ${place}`;";

impl Window {
    /// What the driver answered; the test ends where that is an error.
    ///
    /// `UnknownError` without a word says that the program, its web process or its network process ended while one of
    /// them was at work on it. That the page loads anew or that what has the focus goes is no error to the driver. The
    /// program notes such an end and loads the page again, in another process.
    pub(super) async fn answered<T>(&self, asked: &str, answer: Result<T, CmdError>) -> T {
        match answer {
            Ok(answer) => answer,
            // Boxed, as everything that is done to the window holds it.
            Err(error) => Box::pin(self.fail(&format!("the driver could not {asked}: {error:?}"))).await,
        }
    }

    /// How things stand, as far as anything can still be asked.
    pub(super) async fn circumstances(&self) -> String {
        let page = match timeout(PATIENCE, self.client.execute(STATE, vec![])).await {
            Ok(Ok(said)) => said.as_str().unwrap_or_default().to_owned(),
            Ok(Err(error)) => format!("no answer, but {error:?}"),
            Err(never) => format!("no answer: {never}"),
        };
        let running: Vec<_> = processes(self.home()).into_iter().filter_map(|pid| Some((pid, name_of(pid)?))).collect();
        let is_gone = |needed: &&str| !running.iter().any(|(_, name)| name == needed);
        let gone: Vec<_> = NEEDED.into_iter().filter(is_gone).collect();
        let complaints = last_lines(&text_of(&log(self.home())));
        let notes = last_lines(&text_of(&self.home().join("data").join(PROGRAM).join("studio.log")));
        let ends = last_lines(&journal::errors().join("\n"));
        format!(
            "the page: {page}\nprocesses that run: {running:?}\nprocesses that are gone: {gone:?}\n\
             what the program and its web view complained of last:\n{complaints}\n\
             what the program noted last:\n{notes}\n\
             what WebKit said last of processes, of all windows:\n{ends}"
        )
    }
}

/// A text file; nothing of one that is not there.
fn text_of(path: &Path) -> String {
    String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into_owned()
}

/// The end of a text.
fn last_lines(text: &str) -> String {
    const MOST: usize = 20;
    let lines: Vec<_> = text.lines().collect();
    lines[lines.len().saturating_sub(MOST)..].join("\n")
}
