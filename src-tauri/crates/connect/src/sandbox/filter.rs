//! System calls a program is refused, beside what Bubblewrap or Landlock keep from it.
//!
//! Neither guards all sockets of this machine, behind which are the desktop and services that do what the user may, nor
//! memory that belongs to no process and that nobody would count. Landlock leaves more open: any socket, and what files
//! are beside their content.

use std::{
    collections::BTreeMap,
    env::consts::ARCH,
    fs::File,
    io::{self, Write as _},
    os::{
        fd::{AsRawFd as _, BorrowedFd},
        unix::process::CommandExt as _,
    },
    path::Path,
    process::Command,
};

use nix::fcntl::{FcntlArg, FdFlag, fcntl};
use seccompiler::{
    BackendError, BpfProgram, Error, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, apply_filter,
};

/// What confines a program beside the filter.
#[derive(Clone, Copy, Debug)]
pub(super) enum Beside {
    /// Namespaces: its network is its own unless it is allowed ours.
    Bubblewrap,
    /// Landlock, on a kernel that guards signals too, or on an older one.
    Landlock {
        /// Whether it keeps signals from others.
        guards_signals: bool,
    },
}

/// Sockets for both internets, and for the kernel's word on their addresses.
const INTERNET: [i32; 3] = [libc::AF_INET, libc::AF_INET6, libc::AF_NETLINK];

/// The same, and those of this machine.
const OWN_NETWORK: [i32; 4] = [libc::AF_INET, libc::AF_INET6, libc::AF_NETLINK, libc::AF_UNIX];

/// Memory outside any process, the keys of the session, and doors into the kernel that no tool needs.
const REFUSED: [i64; 13] = [
    libc::SYS_memfd_create,
    libc::SYS_shmget,
    libc::SYS_msgget,
    libc::SYS_mq_open,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    libc::SYS_io_uring_setup,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_unshare,
    libc::SYS_setns,
];

/// Changes to a file's rights, owner, dates and attributes, and to other processes.
const LEFT_BY_LANDLOCK: [i64; 14] = [
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fchmodat2,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_utimensat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    libc::SYS_ptrace,
    libc::SYS_process_vm_writev,
];

/// The same, as older machines call it.
#[cfg(target_arch = "x86_64")]
const LEFT_BY_LANDLOCK_OLD: [i64; 6] =
    [libc::SYS_chmod, libc::SYS_chown, libc::SYS_lchown, libc::SYS_utime, libc::SYS_utimes, libc::SYS_futimesat];
#[cfg(not(target_arch = "x86_64"))]
const LEFT_BY_LANDLOCK_OLD: [i64; 0] = [];

/// Signals to others, where Landlock does not guard them.
const SIGNALS: [i64; 6] = [
    libc::SYS_kill,
    libc::SYS_tkill,
    libc::SYS_tgkill,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_pidfd_send_signal,
];

/// Whether a filter can be made for this machine.
pub(super) fn is_known() -> bool {
    program(false, Beside::Bubblewrap).is_ok()
}

/// Refuses the calls to this thread and all that comes of it.
pub(super) fn apply(network: bool, beside: Beside) -> Result<(), Error> {
    apply_filter(&program(network, beside)?)
}

/// The filter in a file of no name, as `bwrap` reads it. [`hand_over`] gives it to the one program it is for.
pub(super) fn inherited(network: bool, beside: Beside, folder: &Path) -> io::Result<File> {
    let path = folder.join(".filter");
    let program = program(network, beside).map_err(io::Error::other)?;
    let mut instructions = Vec::new();
    for it in program {
        instructions.extend(it.code.to_ne_bytes());
        instructions.extend([it.jt, it.jf]);
        instructions.extend(it.k.to_ne_bytes());
    }
    File::create_new(&path)?.write_all(&instructions)?;
    let file = File::open(&path)?;
    std::fs::remove_file(path)?;
    Ok(file)
}

/// Lets the program that is started inherit a file, and no other: a flag set here and now would hold for whatever another
/// thread starts meanwhile, too.
pub(super) fn hand_over(file: &File, command: &mut Command) {
    let number = file.as_raw_fd();
    let keep_open = move || {
        #[expect(unsafe_code, reason = "the file is the parent's, and outlives the start")]
        // SAFETY: it is open, as the parent keeps it until the program was started.
        let file = unsafe { BorrowedFd::borrow_raw(number) };
        fcntl(file, FcntlArg::F_SETFD(FdFlag::empty()))?;
        Ok(())
    };
    #[expect(unsafe_code, reason = "the flag has to be set between fork and exec")]
    // SAFETY: `fcntl` may be called there, and nothing is allocated.
    unsafe {
        command.pre_exec(keep_open);
    }
}

fn program(network: bool, beside: Beside) -> Result<BpfProgram, BackendError> {
    let mut refused = REFUSED.to_vec();
    if let Beside::Landlock { guards_signals } = beside {
        refused.extend(LEFT_BY_LANDLOCK);
        refused.extend(LEFT_BY_LANDLOCK_OLD);
        refused.extend(if guards_signals { &[][..] } else { &SIGNALS });
    }
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> = refused.into_iter().map(|call| (call, Vec::new())).collect();
    let sockets = match (network, beside) {
        (true, _) => vec![all_but(&INTERNET)?],
        (false, Beside::Bubblewrap) => vec![all_but(&OWN_NETWORK)?],
        (false, Beside::Landlock { .. }) => Vec::new(),
    };
    rules.insert(libc::SYS_socket, sockets);
    let refuse = SeccompAction::Errno(libc::EPERM as u32);
    SeccompFilter::new(rules, SeccompAction::Allow, refuse, TargetArch::try_from(ARCH)?)?.try_into()
}

fn all_but(kinds: &[i32]) -> Result<SeccompRule, BackendError> {
    let is_other = |kind: &i32| SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, *kind as u64);
    SeccompRule::new(kinds.iter().map(is_other).collect::<Result<_, _>>()?)
}

#[cfg(test)]
mod tests {
    use super::{Beside, program};

    #[test]
    fn a_filter_is_made_for_this_machine() {
        let [old, new] = [false, true].map(|guards_signals| Beside::Landlock { guards_signals });
        for beside in [Beside::Bubblewrap, old, new] {
            let [closed, open] = [false, true].map(|network| program(network, beside).unwrap().len());
            assert!(closed > 0 && open > 0);
        }
    }
}
