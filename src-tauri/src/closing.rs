//! Closing the window without losing a keystroke: the page is asked to put what was typed on disk first.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use parking_lot::Mutex;
use tauri::{Emitter, Manager, Runtime, WebviewWindow, WindowEvent};

use crate::{author::Author, events, opening::Opening};

/// How long the page may give no sign before the window closes without its answer. Long enough for a busy page to take the
/// keys that still wait for it, since what is cut off here is lost.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long the page may take in all, however often it says that it is at work.
const LONGEST: Duration = Duration::from_mins(1);

/// When the page last said that it is at work.
struct LastSign(Mutex<Instant>);

/// Lets the page finish before the window closes, whoever asks for it to close.
pub(crate) fn wait_for_page(window: &WebviewWindow) {
    window.manage(LastSign(Mutex::new(Instant::now())));
    let asked = AtomicBool::new(false);
    let closing = window.clone();
    window.on_window_event(move |event| {
        let WindowEvent::CloseRequested { api, .. } = event else { return };
        api.prevent_close();
        if asked.swap(true, Ordering::Relaxed) {
            return;
        }
        if closing.emit(events::CLOSING, ()).is_err() {
            close(&closing);
            return;
        }
        let closing = closing.clone();
        thread::spawn(move || {
            let asked = Instant::now();
            hold(&closing);
            loop {
                let silence = closing.state::<LastSign>().0.lock().elapsed();
                if silence >= PATIENCE || asked.elapsed() >= LONGEST {
                    break;
                }
                thread::sleep(PATIENCE.saturating_sub(silence));
            }
            close(&closing);
        });
    });
}

/// Waits on for a page that is still at work.
pub(crate) fn hold<R: Runtime>(window: &WebviewWindow<R>) {
    *window.state::<LastSign>().0.lock() = Instant::now();
}

/// Closes the window for good, and with it the program.
pub(crate) fn close<R: Runtime>(window: &WebviewWindow<R>) {
    if let Some(author) = window.try_state::<Arc<Author>>() {
        author.dismiss();
    }
    // The program ends without taking apart what it holds.
    if let Some(opening) = window.try_state::<Arc<Opening>>() {
        opening.settle();
    }
    if window.destroy().is_err() {
        window.app_handle().exit(0);
    }
}
