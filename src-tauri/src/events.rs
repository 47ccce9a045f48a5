//! The one stream of events from the studio to the window.

use std::{thread, time::Duration};

use studio_api::{EventSink, dto::StudioEvent};
use tauri::{AppHandle, Emitter};

use crate::quirks;

/// How long after the end of an activity its memory is given back: by then its thread has dropped what it held, and the
/// embedding model is unloaded.
const REST: Duration = Duration::from_secs(6);

/// Name of the event the window listens to.
pub(crate) const CHANNEL: &str = "studio";

/// Name of the event that says the window is about to close: the page puts what was typed on disk, then answers with
/// the command `close_window`.
pub(crate) const CLOSING: &str = "closing";

/// Items from which on an activity leaves memory behind that is worth giving back.
const LARGE: u32 = 200;

/// A sink that hands every event to the window. An event the window can no longer take is dropped: it is closing.
pub(crate) fn forward_to(app: AppHandle) -> EventSink {
    std::sync::Arc::new(move |event: StudioEvent| {
        if matches!(&event, StudioEvent::Activity { activity } if activity.is_finished && activity.total >= LARGE) {
            thread::spawn(|| {
                quirks::give_freed_memory_back();
                thread::sleep(REST);
                quirks::give_freed_memory_back();
            });
        }
        let _closing = app.emit(CHANNEL, event);
    })
}
