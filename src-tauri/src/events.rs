//! The one stream of events from the studio to the window.

use studio_api::{EventSink, dto::StudioEvent};
use tauri::{AppHandle, Emitter, Runtime};

/// Name of the event the window listens to.
pub(crate) const CHANNEL: &str = "studio";

/// Name of the event that says the window is about to close: the page puts what was typed on disk, then answers with
/// the command `close_window`.
pub(crate) const CLOSING: &str = "closing";

/// Name of the event that says whether a screen reader is there, when that changes; the command `check_screen_reader` says it
/// at any time.
pub(crate) const SCREEN_READER: &str = "screen-reader";

/// A sink that hands every event to the window. An event the window can no longer take is dropped: it is closing.
pub(crate) fn forward_to<R: Runtime>(app: AppHandle<R>) -> EventSink {
    std::sync::Arc::new(move |event: StudioEvent| {
        let _closing = app.emit(CHANNEL, event);
    })
}
