//! Platform workarounds that must be in place before anything else starts.

/// Turns off the DMABUF renderer of WebKitGTK, which shows a blank window with some graphics drivers.
///
/// A value the author has set is left alone. Must run before the first thread starts, because it changes the
/// process's environment.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "changing the environment is sound only before threads start; main calls this first")]
pub fn before_threads() {
    const SWITCH: &str = "WEBKIT_DISABLE_DMABUF_RENDERER";
    if std::env::var_os(SWITCH).is_none() {
        // SAFETY: no other thread runs yet, so nobody reads the environment at the same time.
        unsafe { std::env::set_var(SWITCH, "1") };
    }
}

/// Nothing to work around on this platform.
#[cfg(not(target_os = "linux"))]
pub fn before_threads() {}
