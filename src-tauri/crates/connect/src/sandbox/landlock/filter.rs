//! System calls a program is refused where only Landlock confines it.

use std::{collections::BTreeMap, env::consts::ARCH};

use seccompiler::{
    BackendError, BpfProgram, Error, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, apply_filter,
};

/// Kinds of sockets that are allowed with the network: both internets, and the kernel's word on their addresses. Never
/// those of this machine: behind them are the desktop and services that do what the user may.
const INTERNET: [i32; 3] = [libc::AF_INET, libc::AF_INET6, libc::AF_NETLINK];

/// Changes to a file's rights, owner, dates and attributes, which Landlock does not guard; memory outside any process;
/// the keys of the session; and doors into the kernel that no tool needs.
const REFUSED: [i64; 27] = [
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
    libc::SYS_ptrace,
    libc::SYS_process_vm_writev,
];

/// The same, as older machines call it.
#[cfg(target_arch = "x86_64")]
const REFUSED_OLD: [i64; 6] =
    [libc::SYS_chmod, libc::SYS_chown, libc::SYS_lchown, libc::SYS_utime, libc::SYS_utimes, libc::SYS_futimesat];
#[cfg(not(target_arch = "x86_64"))]
const REFUSED_OLD: [i64; 0] = [];

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
    program(false, true).is_ok()
}

/// Refuses the calls to this thread and all that comes of it.
pub(super) fn apply(network: bool, has_signal_scope: bool) -> Result<(), Error> {
    apply_filter(&program(network, has_signal_scope)?)
}

fn program(network: bool, has_signal_scope: bool) -> Result<BpfProgram, BackendError> {
    let signals = if has_signal_scope { &[][..] } else { &SIGNALS[..] };
    let always = REFUSED.iter().chain(&REFUSED_OLD).chain(signals).map(|call| (*call, Vec::new()));
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> = always.collect();
    rules.insert(libc::SYS_socket, if network { vec![other_sockets()?] } else { Vec::new() });
    let refuse = SeccompAction::Errno(libc::EPERM as u32);
    SeccompFilter::new(rules, SeccompAction::Allow, refuse, TargetArch::try_from(ARCH)?)?.try_into()
}

fn other_sockets() -> Result<SeccompRule, BackendError> {
    let other = |kind: &i32| SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, *kind as u64);
    SeccompRule::new(INTERNET.iter().map(other).collect::<Result<_, _>>()?)
}

#[cfg(test)]
mod tests {
    use super::program;

    #[test]
    fn a_filter_is_made_for_this_machine() {
        for (network, has_signal_scope) in [(false, false), (false, true), (true, false), (true, true)] {
            assert!(!program(network, has_signal_scope).unwrap().is_empty());
        }
    }
}
