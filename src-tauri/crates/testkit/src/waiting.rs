//! Waiting for what happens outside of a test: a file that comes, a process that goes, a thread that gets somewhere. The one
//! place where a test sleeps.

use std::{
    thread,
    time::{Duration, Instant},
};

/// As long as anything is waited for: only what hangs takes longer, on any machine. No test is about time, so that this is
/// also the limit of a call that has to end for another reason.
pub const PATIENCE: Duration = Duration::from_mins(5);

/// Between two looks.
const PAUSE: Duration = Duration::from_millis(5);

/// Waits until something holds; `what` names it where it never does.
///
/// # Panics
///
/// When it does not hold after [`PATIENCE`].
#[track_caller]
pub fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    until_some(what, || is_so().then_some(()));
}

/// Waits until something is there, and gives it.
///
/// # Panics
///
/// When it is not there after [`PATIENCE`].
#[track_caller]
pub fn until_some<T>(what: &str, look: impl FnMut() -> Option<T>) -> T {
    until_some_or(look, || format!("waited for {what}, which never came"))
}

/// Waits until something is there, and gives it; `why` says what can be known where it never comes.
///
/// # Panics
///
/// When it is not there after [`PATIENCE`].
#[track_caller]
pub fn until_some_or<T>(mut look: impl FnMut() -> Option<T>, why: impl FnOnce() -> String) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begun.elapsed() < PATIENCE, "{}", why());
        thread::sleep(PAUSE);
    }
}
