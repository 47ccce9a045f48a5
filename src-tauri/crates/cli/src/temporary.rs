//! Folders that go with the process, however it ends: after a result or an error, when a reader went away, on a signal that
//! asks it to end.

use std::{
    fs,
    path::{Path, PathBuf},
    process,
};

use parking_lot::Mutex;
use studio_api::{Error, RunFolder, folder_for_one_command};

/// What is removed where the process ends before its folders are dropped.
static THERE: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// How often a folder is tried to be removed.
const TRIES: usize = 3;

/// A folder that goes when it is dropped, or when the process ends before that.
pub(crate) struct Temporary(RunFolder);

impl Temporary {
    /// A fresh empty folder.
    pub(crate) fn create() -> Result<Self, Error> {
        leave_on_signals();
        let folder = folder_for_one_command()?;
        THERE.lock().push(folder.path().to_path_buf());
        Ok(Self(folder))
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        THERE.lock().retain(|there| there != self.0.path());
    }
}

/// Ends the process at once, without what was temporary.
pub(crate) fn leave(status: i32) -> ! {
    for folder in THERE.lock().drain(..) {
        // Another thread may write into it meanwhile. What is left then is removed by a later start.
        let _is_gone = (0..TRIES).any(|_| fs::remove_dir_all(&folder).is_ok());
    }
    process::exit(status);
}

/// Ctrl+C, a request to end and a terminal that was closed remove the folders first. Threads that are started from here on
/// leave these to one that waits for them, so nothing may have been started before.
#[cfg(unix)]
fn leave_on_signals() {
    use std::{sync::Once, thread};

    use nix::sys::signal::{SigSet, Signal};

    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let ignored = ignored_signals();
        let asking = [Signal::SIGHUP, Signal::SIGINT, Signal::SIGTERM];
        let signals: SigSet = asking.into_iter().filter(|signal| ignored & (1 << (*signal as i32 - 1)) == 0).collect();
        if signals.thread_block().is_err() {
            return;
        }
        let wait = move || {
            if let Ok(signal) = signals.wait() {
                // As a shell says of a program that a signal ended.
                leave(128 + signal as i32);
            }
        };
        if thread::Builder::new().name("signals".to_owned()).spawn(wait).is_err() {
            let _as_it_was = signals.thread_unblock();
        }
    });
}

/// The signals that whoever started this had it ignore, as `nohup` does, a bit each from the lowest: one that is waited for
/// would come all the same.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let bits = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    bits.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok()).unwrap_or_default()
}

#[cfg(not(unix))]
fn leave_on_signals() {}
