//! Loads the page again when its process ends. `WebKitGTK` runs a page in a process of its own, and shows nothing where that
//! is gone.
//!
//! The page is then where it was, and has what was typed, which the library has as drafts. It learns from its address that it
//! is loaded again ([`CRASHED`]). Why the process ended goes into the log.

use std::{
    cell::RefCell,
    sync::Arc,
    time::{Duration, Instant},
};

use gtk::{ButtonsType, DialogFlags, MessageDialog, MessageType, ResponseType, prelude::*};
use studio_api::PageEnd;
use tauri::{Manager, WebviewWindow};
use webkit2gtk::{WebProcessTerminationReason, WebView, WebViewExt};

use crate::opening::Opening;

/// How often within [`WITHIN`] the page is loaded again unasked: one that ends as soon as it is there would never rest.
const MOST: usize = 3;
const WITHIN: Duration = Duration::from_mins(1);
/// Ends the address of a page whose process ended: `ui/src/lib/state/crash.ts` looks for it.
const CRASHED: &str = "#crashed";

/// Loads the window's page again whenever its process ends; `quit` is for an author who has had enough of that.
pub(crate) fn load_again(window: &WebviewWindow, quit: fn(&WebviewWindow)) -> tauri::Result<()> {
    let ends = RefCell::new(Ends::default());
    on_end(window, move |window, page| {
        // `reload` does nothing for a page that ended before it was there.
        let Some(address) = page.uri().map(|address| after_crash(&address)) else { return };
        if ends.borrow_mut().may_load_again(Instant::now()) {
            page.load_uri(&address);
        } else {
            ask(window, page, address, quit);
        }
    })
}

/// Closes the window of a question whose process ended: nobody can answer it any more.
pub(crate) fn close(window: &WebviewWindow) -> tauri::Result<()> {
    on_end(window, |window, _| {
        let _gone = window.destroy();
    })
}

/// Notes whenever the process of the window's page ends, and then does this.
fn on_end(window: &WebviewWindow, then: impl Fn(&WebviewWindow, &WebView) + Send + 'static) -> tauri::Result<()> {
    let of = window.clone();
    window.with_webview(move |page| {
        page.inner().connect_web_process_terminated(move |page, reason| {
            of.state::<Arc<Opening>>().note_page_end(end(reason));
            then(&of, page);
        });
    })
}

fn end(reason: WebProcessTerminationReason) -> PageEnd {
    match reason {
        WebProcessTerminationReason::Crashed => PageEnd::Crashed,
        WebProcessTerminationReason::ExceededMemoryLimit => PageEnd::OutOfMemory,
        WebProcessTerminationReason::TerminatedByApi => PageEnd::Terminated,
        _ => PageEnd::Unknown,
    }
}

/// The address at which a page is loaded again.
fn after_crash(address: &str) -> String {
    let page = address.split_once('#').map_or(address, |(page, _)| page);
    format!("{page}{CRASHED}")
}

/// Leaves it to the author, in a dialog that needs no page.
fn ask(window: &WebviewWindow, page: &WebView, address: String, quit: fn(&WebviewWindow)) {
    let parent = window.gtk_window().ok();
    let flags = DialogFlags::MODAL | DialogFlags::DESTROY_WITH_PARENT;
    let title = "The window keeps crashing";
    let dialog = MessageDialog::new(parent.as_ref(), flags, MessageType::Error, ButtonsType::None, title);
    dialog.set_secondary_text(Some(
        "It crashed four times within a minute. Your drafts are kept. Reload the window, or quit and start Skill Studio \
         again. To report it, run skillctl doctor --diagnostics in a terminal.",
    ));
    dialog.add_button("Quit", ResponseType::Close);
    dialog.add_button("Reload", ResponseType::Accept);
    dialog.set_default_response(ResponseType::Accept);
    let (window, page) = (window.clone(), page.clone());
    dialog.connect_response(move |dialog, response| {
        if response == ResponseType::Accept {
            // Closing it would be an answer of its own.
            dialog.hide();
            page.load_uri(&address);
        } else {
            quit(&window);
        }
    });
    dialog.show();
}

/// When the page's process ended lately.
#[derive(Default)]
struct Ends(Vec<Instant>);

impl Ends {
    /// Whether the page is loaded again unasked, now that its process ended once more. Asking begins a new count.
    fn may_load_again(&mut self, now: Instant) -> bool {
        self.0.retain(|end| now.duration_since(*end) < WITHIN);
        self.0.push(now);
        let may = self.0.len() <= MOST;
        if !may {
            self.0.clear();
        }
        may
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_learns_from_its_address_that_it_crashed_however_often() {
        let again = after_crash("tauri://localhost/");
        assert_eq!([&again, &after_crash(&again)], ["tauri://localhost/#crashed"; 2]);
    }

    #[test]
    fn a_page_that_ends_again_and_again_is_not_loaded_for_good() {
        let start = Instant::now();
        let mut ends = Ends::default();
        let mut after = |seconds: u64| ends.may_load_again(start + Duration::from_secs(seconds));
        assert_eq!([0, 10, 20, 30].map(&mut after), [true, true, true, false], "the fourth within a minute");
        assert_eq!([31, 32, 33].map(&mut after), [true; 3], "it was loaded because somebody asked for it");
        assert_eq!([93, 200, 300, 400].map(&mut after), [true; 4], "now and then it may");
    }
}
