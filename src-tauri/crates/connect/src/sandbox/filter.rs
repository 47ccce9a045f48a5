//! System calls a program is refused, beside what Bubblewrap or Landlock keep from it.
//!
//! Neither guards all sockets of this machine, behind which are the desktop and services that do what the user may, nor
//! memory that belongs to no process and that nobody would count. Landlock leaves more open: any socket, and what files
//! are beside their content.

use std::{collections::BTreeMap, env::consts::ARCH};

use seccompiler::{
    BackendError, BpfProgram, Error, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, apply_filter, sock_filter,
};

use super::rules::Beside;

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

/// New namespaces, in which a program would be root and more of the kernel open to it.
const NAMESPACES: [i32; 7] = [
    libc::CLONE_NEWNS,
    libc::CLONE_NEWCGROUP,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWNET,
];

/// Signals to others, where Landlock does not guard them.
const SIGNALS: [i64; 6] = [
    libc::SYS_kill,
    libc::SYS_tkill,
    libc::SYS_tgkill,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_pidfd_send_signal,
];

/// Calls of x32 have a number of this or more, and the architecture of all others: no list of calls names them.
const X32: u32 = 0x4000_0000;

/// Whether a filter can be made for this machine.
pub(super) fn is_known() -> bool {
    programs(false, Beside::Bubblewrap, true).is_ok()
}

/// Refuses the calls to this thread and all that comes of it; those by which signals are sent too, unless Landlock guards
/// them.
pub(super) fn apply(network: bool, beside: Beside, guards_signals: bool) -> Result<(), Error> {
    programs(network, beside, guards_signals)?.iter().try_for_each(|program| apply_filter(program))
}

fn programs(network: bool, beside: Beside, guards_signals: bool) -> Result<[BpfProgram; 3], BackendError> {
    let mut refused = REFUSED.to_vec();
    if beside == Beside::Nothing {
        refused.extend(LEFT_BY_LANDLOCK);
        refused.extend(LEFT_BY_LANDLOCK_OLD);
        refused.extend(if guards_signals { &[][..] } else { &SIGNALS });
    }
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> = refused.into_iter().map(|call| (call, Vec::new())).collect();
    let sockets = match (network, beside) {
        (true, _) => vec![all_but(&INTERNET)?],
        (false, Beside::Bubblewrap) => vec![all_but(&OWN_NETWORK)?],
        (false, Beside::Nothing) => Vec::new(),
    };
    rules.insert(libc::SYS_socket, sockets);
    rules.insert(libc::SYS_clone, NAMESPACES.map(has).into_iter().collect::<Result<_, _>>()?);
    // What this call is to do stands in memory, where no filter sees it. Who hears that there is none makes the older one.
    let unseen = BTreeMap::from([(libc::SYS_clone3, Vec::new())]);
    Ok([no_x32(), filter(rules, libc::EPERM)?, filter(unseen, libc::ENOSYS)?])
}

/// Refuses every call by the numbers of x32.
fn no_x32() -> BpfProgram {
    let step = |code: u32, jt, jf, k| sock_filter { code: code as u16, jt, jf, k };
    vec![
        step(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, 0),
        step(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, 0, 1, X32),
        step(libc::BPF_RET | libc::BPF_K, 0, 0, libc::SECCOMP_RET_ERRNO | libc::EPERM as u32),
        step(libc::BPF_RET | libc::BPF_K, 0, 0, libc::SECCOMP_RET_ALLOW),
    ]
}

fn filter(rules: BTreeMap<i64, Vec<SeccompRule>>, error: i32) -> Result<BpfProgram, BackendError> {
    let refuse = SeccompAction::Errno(error as u32);
    SeccompFilter::new(rules, SeccompAction::Allow, refuse, TargetArch::try_from(ARCH)?)?.try_into()
}

/// Whether a flag is among those of the first argument.
fn has(flag: i32) -> Result<SeccompRule, BackendError> {
    let flag = flag as u64;
    SeccompRule::new(vec![SeccompCondition::new(0, SeccompCmpArgLen::Qword, SeccompCmpOp::MaskedEq(flag), flag)?])
}

fn all_but(kinds: &[i32]) -> Result<SeccompRule, BackendError> {
    let is_other = |kind: &i32| SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, *kind as u64);
    SeccompRule::new(kinds.iter().map(is_other).collect::<Result<_, _>>()?)
}

#[cfg(test)]
mod tests {
    use super::{Beside, programs};

    #[test]
    fn a_filter_is_made_for_this_machine() {
        for beside in [Beside::Bubblewrap, Beside::Nothing] {
            for (network, guards_signals) in [(false, false), (false, true), (true, false), (true, true)] {
                let made = programs(network, beside, guards_signals).unwrap();
                assert!(made.iter().all(|program| !program.is_empty()));
            }
        }
    }
}
