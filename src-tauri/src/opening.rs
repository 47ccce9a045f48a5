//! The studio while its library is being opened: the window starts beside it, and whoever asks waits.

use std::{
    sync::{Arc, OnceLock},
    thread,
};

use studio_api::Studio;

use crate::Arguments;

/// A studio whose library is open, or will be in a moment.
pub(crate) struct Opening {
    studio: Studio,
    is_done: OnceLock<()>,
}

impl Opening {
    /// Begins to open the library the program was started with, on a thread of its own.
    pub(crate) fn begin(studio: Studio, arguments: Arguments) -> Arc<Self> {
        let opening = Arc::new(Self { studio, is_done: OnceLock::new() });
        let working = Arc::clone(&opening);
        thread::spawn(move || {
            working.is_done.get_or_init(|| {
                working.studio.open_at_start(arguments.library.as_deref(), arguments.samples);
            });
        });
        opening
    }

    /// The studio, once its library is open or was refused. Blocks until then.
    pub(crate) fn studio(&self) -> &Studio {
        self.is_done.wait();
        &self.studio
    }

    /// How large the page is shown, as a factor. Never waits for a library to be opened.
    pub(crate) fn zoom(&self) -> f64 {
        f64::from(self.studio.get_zoom()) / 100.0
    }

    /// Notes that the process of a page ended. Never waits for a library to be opened.
    #[cfg(target_os = "linux")]
    pub(crate) fn note_page_end(&self, why: studio_api::PageEnd) {
        self.studio.note_page_end(why);
    }

    /// Writes what is still on its way to the disk. Never waits for a library to be opened.
    pub(crate) fn settle(&self) {
        self.studio.settle();
    }
}
