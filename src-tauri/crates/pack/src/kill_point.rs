//! Places at which a test ends the program, as `kill -9` would: before and after each step of a change that the file system
//! does not make as one.

/// How many of these places are passed before the program ends. Looked at only in builds with debug assertions.
#[cfg(debug_assertions)]
const VARIABLE: &str = "SKILL_STUDIO_TEST_KILL_AT";

/// Ends the program where a test asked for it.
#[cfg(debug_assertions)]
pub fn kill_point() {
    use std::sync::{
        LazyLock,
        atomic::{AtomicI64, Ordering},
    };

    static LEFT: LazyLock<Option<AtomicI64>> =
        LazyLock::new(|| std::env::var(VARIABLE).ok()?.parse().ok().map(AtomicI64::new));
    if LEFT.as_ref().is_some_and(|left| left.fetch_sub(1, Ordering::Relaxed) == 0) {
        #[cfg(unix)]
        let _ended = rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::KILL);
        std::process::abort();
    }
}

/// Nothing is asked for in other builds.
#[cfg(not(debug_assertions))]
pub const fn kill_point() {}
