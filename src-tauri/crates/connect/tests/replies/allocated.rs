//! What the process has allocated, counted where it allocates.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    sync::atomic::{AtomicUsize, Ordering},
};

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);
static BEGUN: AtomicUsize = AtomicUsize::new(0);

struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

#[expect(unsafe_code, reason = "an allocator is; it hands everything on to the system's")]
// SAFETY: each call is the system's own, with the layout it was called with.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(now, Ordering::Relaxed);
        // SAFETY: the caller's promise is the system's.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's promise is the system's.
        unsafe { System.dealloc(memory, layout) }
    }
}

/// Counts from here on.
pub(crate) fn begin() {
    let now = NOW.load(Ordering::Relaxed);
    BEGUN.store(now, Ordering::Relaxed);
    PEAK.store(now, Ordering::Relaxed);
}

/// The most that was allocated at once since then, beyond what was there already.
pub(crate) fn peak() -> usize {
    PEAK.load(Ordering::Relaxed).saturating_sub(BEGUN.load(Ordering::Relaxed))
}
