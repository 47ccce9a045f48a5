//! What root may do beside what files allow: capabilities. A confined program has none.

use std::io;

use nix::{errno::Errno, unistd::geteuid};

/// The form of the call that knows all capabilities.
const VERSION: u32 = 0x2008_0522;

/// Capabilities a kernel can have at most.
const MOST: libc::c_ulong = 64;

/// As `capset` is told whose they are.
#[repr(C)]
struct Header {
    version: u32,
    pid: i32,
}

/// Effective, permitted and inheritable ones, thirty-two at a time.
type Sets = [[u32; 3]; 2];

/// Whether this program runs as root.
pub(super) fn is_root() -> bool {
    geteuid().is_root()
}

/// Takes every capability from this thread and all that comes of it. To be called once it cannot gain any more: a program
/// that is started as root would have all of them again otherwise.
pub(super) fn drop_all() -> io::Result<()> {
    for capability in 0..MOST {
        #[expect(unsafe_code, reason = "there is no other way to make the call")]
        // SAFETY: numbers go in, and none comes out. A kernel that has fewer says so, and who has none may not ask.
        unsafe {
            libc::prctl(libc::PR_CAPBSET_DROP, capability, 0, 0, 0);
        }
    }
    let (header, none) = (Header { version: VERSION, pid: 0 }, Sets::default());
    #[expect(unsafe_code, reason = "there is no other way to make the call")]
    // SAFETY: both are as large as this version of the call reads, and outlive it.
    let dropped = unsafe { libc::syscall(libc::SYS_capset, &raw const header, &raw const none) };
    Errno::result(dropped).map(drop).map_err(io::Error::from)
}
