//! The processes a program has started, all of them, found in `/proc`.

use std::{
    collections::{HashMap, HashSet},
    fs,
    thread::sleep,
    time::Duration,
};

use nix::{
    sys::signal::{Signal, kill},
    unistd::{Pid, SysconfVar, sysconf},
};

/// Rounds of looking and killing before giving up: each takes the children the round before had missed.
const KILL_ROUNDS: usize = 200;

/// A program and what came of it. Whoever was seen once belongs to it for good, whoever adopted them since.
#[derive(Debug)]
pub(super) struct Tree {
    root: i32,
    /// Pid to the time it started at, because pids are used again.
    known: HashMap<i32, u64>,
}

/// One process of a tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Process {
    pid: i32,
    parent: i32,
    started: u64,
    is_dead: bool,
    threads: u64,
    /// Bytes of it that are in memory.
    resident: u64,
}

impl Tree {
    /// The tree of a process of ours that was not waited for yet.
    pub(super) fn of(root: u32) -> Self {
        Self { root: root as i32, known: HashMap::new() }
    }

    /// Who of it is alive now.
    pub(super) fn look(&mut self) -> Vec<Process> {
        let all = processes();
        let mut inside: HashSet<i32> =
            all.iter().filter(|it| self.known.get(&it.pid) == Some(&it.started)).map(|it| it.pid).collect();
        inside.insert(self.root);
        loop {
            let before = inside.len();
            inside.extend(all.iter().filter(|it| inside.contains(&it.parent)).map(|it| it.pid).collect::<Vec<_>>());
            if inside.len() == before {
                break;
            }
        }
        let members: Vec<Process> = all.into_iter().filter(|it| inside.contains(&it.pid) && !it.is_dead).collect();
        self.known = members.iter().map(|it| (it.pid, it.started)).collect();
        members
    }

    /// Kills all of it but the root, which its parent has to wait for.
    pub(super) fn kill_below(&mut self) {
        for _ in 0..KILL_ROUNDS {
            let mut members = self.look();
            members.retain(|it| it.pid != self.root);
            if members.is_empty() {
                return;
            }
            for process in members {
                // Gone already is as good.
                let _ = kill(Pid::from_raw(process.pid), Signal::SIGKILL);
            }
            sleep(Duration::from_millis(1));
        }
    }
}

/// Bytes of memory these processes use together. Pages they share count once where the kernel tells, and that is only
/// asked when it matters: above `enough`.
pub(super) fn memory(processes: &[Process], enough: u64) -> u64 {
    let resident = processes.iter().map(|it| it.resident).sum();
    if resident <= enough { resident } else { processes.iter().map(|it| share(it.pid).unwrap_or(it.resident)).sum() }
}

/// Threads these processes have together.
pub(super) fn threads(processes: &[Process]) -> u64 {
    processes.iter().map(|it| it.threads).sum()
}

/// A process's fair share of the pages it has in memory.
fn share(pid: i32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok().map(|kb: u64| kb * 1024)
}

fn processes() -> Vec<Process> {
    let page = sysconf(SysconfVar::PAGE_SIZE).ok().flatten().map_or(4096, |size| size as u64);
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let pids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    pids.filter_map(|pid| parse(pid, &fs::read_to_string(format!("/proc/{pid}/stat")).ok()?, page)).collect()
}

/// Reads what proc(5) says of `stat`. The name in it may hold anything, a bracket too.
fn parse(pid: i32, stat: &str, page: u64) -> Option<Process> {
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_ascii_whitespace().collect();
    Some(Process {
        pid,
        parent: fields.get(1)?.parse().ok()?,
        started: fields.get(19)?.parse().ok()?,
        is_dead: matches!(*fields.first()?, "Z" | "X"),
        threads: fields.get(17)?.parse().ok()?,
        resident: fields.get(21)?.parse::<u64>().ok()? * page,
    })
}

#[cfg(test)]
mod tests {
    use super::{Tree, memory, parse, threads};

    #[test]
    fn a_stat_line_is_read_whatever_the_program_is_called() {
        let line = "42 (a) b) S 7 42 42 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 4711 8192 3 18446744073709551615";
        let process = parse(42, line, 4096).unwrap();
        assert_eq!((process.pid, process.parent, process.started), (42, 7, 4711));
        assert_eq!((process.is_dead, process.resident), (false, 3 * 4096));
        assert!(parse(42, "42 (a", 4096).is_none());
    }

    #[test]
    fn a_tree_has_its_own_root_and_uses_memory() {
        let members = Tree::of(std::process::id()).look();
        assert!(members.iter().any(|it| it.pid == std::process::id() as i32));
        assert!(memory(&members, u64::MAX) > 0 && memory(&members, 0) > 0 && threads(&members) > 0);
    }
}
