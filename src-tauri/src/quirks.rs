//! Platform workarounds that must be in place before anything else starts.

/// Hands back to the system, every now and then, what the program has freed: after a library is read, an import or the
/// embedding model the allocator keeps more than a hundred megabytes otherwise.
pub fn give_freed_memory_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    std::thread::spawn(|| {
        loop {
            std::thread::sleep(linux::BETWEEN_TRIMS);
            linux::trim();
        }
    });
}

/// Prepares the process; called before the first thread starts.
pub fn before_threads() {
    studio_api::keep_runtime_quiet();
    #[cfg(target_os = "linux")]
    {
        linux::choose_renderer();
        linux::collect_often();
    }
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    linux::give_memory_back();
}

#[cfg(target_os = "linux")]
mod linux {
    /// A trim takes some milliseconds.
    #[cfg(target_env = "gnu")]
    pub(super) const BETWEEN_TRIMS: std::time::Duration = std::time::Duration::from_secs(10);

    /// Turns off the DMABUF renderer of `WebKitGTK`, which shows a blank window with some graphics drivers.
    pub(super) fn choose_renderer() {
        set_unless_set("WEBKIT_DISABLE_DMABUF_RENDERER", "1");
    }

    /// Lets the page's garbage collector run as on a small machine. It lets garbage grow with the memory of the machine,
    /// to hundreds of megabytes where there is much, though what the page needs is some eighty.
    pub(super) fn collect_often() {
        set_unless_set("JSC_forceRAMSize", "100000000");
    }

    /// Sets a variable for this process and those it starts. A value the author has set is left alone.
    #[expect(
        unsafe_code,
        reason = "changing the environment is sound only before threads start; main calls this first"
    )]
    fn set_unless_set(name: &str, value: &str) {
        if std::env::var_os(name).is_none() {
            // SAFETY: no other thread runs yet, so nobody reads the environment at the same time.
            unsafe { std::env::set_var(name, value) };
        }
    }

    /// Lets the allocator give large blocks back to the system. glibc raises these limits by itself after the first large
    /// block is freed, and then keeps some 130 MiB of the embedding model long after it is unloaded.
    #[cfg(target_env = "gnu")]
    #[expect(unsafe_code, reason = "the allocator's limits can be set in no other way")]
    pub(super) fn give_memory_back() {
        const BLOCKS_OF_THEIR_OWN: i32 = 256 * 1024;
        const KEPT_FREE: i32 = 128 * 1024;
        // Each further arena keeps its own free memory; threads of commands come and go.
        const ARENAS: i32 = 2;
        // SAFETY: mallopt takes two integers and may be called at any time; an unknown one is refused, not undefined.
        unsafe {
            libc::mallopt(libc::M_MMAP_THRESHOLD, BLOCKS_OF_THEIR_OWN);
            libc::mallopt(libc::M_TRIM_THRESHOLD, KEPT_FREE);
            libc::mallopt(libc::M_ARENA_MAX, ARENAS);
        }
    }

    #[cfg(target_env = "gnu")]
    #[expect(unsafe_code, reason = "the allocator can be asked in no other way")]
    pub(super) fn trim() {
        // SAFETY: malloc_trim takes an integer, may be called at any time and from any thread.
        unsafe { libc::malloc_trim(0) };
    }
}
