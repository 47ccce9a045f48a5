//! Child processes that end with their owner, and the few facts about processes tests ask for.

use std::{fs, process::Command};

/// A process that is ended, with its whole group, when this value is dropped.
#[derive(Debug)]
pub struct Child(std::process::Child);

impl Child {
    /// Starts `command` in a process group of its own.
    pub fn start(command: &mut Command) -> std::io::Result<Self> {
        use std::os::unix::process::CommandExt;
        command.process_group(0).spawn().map(Self)
    }

    /// Its standard output, once.
    pub fn take_stdout(&mut self) -> Option<std::process::ChildStdout> {
        self.0.stdout.take()
    }

    /// Its process id.
    pub fn id(&self) -> u32 {
        self.0.id()
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        let _gone = Command::new("kill").args(["-KILL", "--", &format!("-{}", self.0.id())]).status();
        let _reaped = self.0.wait();
    }
}

/// Processes whose environment holds `entry` (`NAME=value`), oldest first.
pub fn pids_with_environment(entry: &str) -> Vec<u32> {
    let Ok(folder) = fs::read_dir("/proc") else { return Vec::new() };
    let mut pids: Vec<u32> = folder
        .filter_map(|found| found.ok()?.file_name().to_str()?.parse().ok())
        .filter(|pid| {
            fs::read(format!("/proc/{pid}/environ"))
                .is_ok_and(|environment| environment.split(|byte| *byte == 0).any(|one| one == entry.as_bytes()))
        })
        .collect();
    pids.sort_unstable();
    pids
}

/// Proportional memory of one process, in KiB.
pub fn memory_pss_kib(pid: u32) -> Option<u64> {
    let rollup = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
    let line = rollup.lines().find(|line| line.starts_with("Pss:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
