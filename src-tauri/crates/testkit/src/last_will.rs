//! What is done when a process of tests is gone, however it ended: the server it started ends and the folder it made goes.
//!
//! A value that lives as long as the process is never dropped, and nothing is dropped in one that is killed. So a small
//! shell waits at the end of a pipe for whoever is gone.

use std::{
    io::Write as _,
    os::unix::process::CommandExt as _,
    path::Path,
    process::{Child, ChildStdin, Command, Stdio},
};

/// Carried out when dropped, or when the process is gone that holds it.
#[derive(Debug)]
pub struct LastWill {
    shell: Child,
    pipe: Option<ChildStdin>,
}

impl LastWill {
    /// What is left is this folder, which goes with all that is in it.
    pub fn of(folder: &Path) -> Self {
        const SCRIPT: &str = r#"
            while read -r line; do group=$line; done
            if [ -n "$group" ]; then kill -s KILL -- "-$group" 2>/dev/null; fi
            rm -rf -- "$1""#;
        let mut command = Command::new("sh");
        command.args(["-c", SCRIPT, "sh"]).arg(folder).stdin(Stdio::piped()).stdout(Stdio::null());
        // What a terminal sends to the tests it sends to their group; the shell outlives them.
        let mut shell = command.process_group(0).spawn().expect("a shell starts");
        let pipe = shell.stdin.take();
        Self { shell, pipe }
    }

    /// This group of processes is to end first, in place of one that was named before.
    pub fn names(&mut self, group: Option<u32>) {
        let group = group.map(|group| group.to_string()).unwrap_or_default();
        let pipe = self.pipe.as_mut().expect("it is open until this is dropped");
        writeln!(pipe, "{group}").expect("the shell reads");
    }
}

impl Drop for LastWill {
    fn drop(&mut self) {
        drop(self.pipe.take());
        let _ended = self.shell.wait();
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, io::Read as _};

    use super::*;

    #[test]
    fn what_was_left_is_gone_when_it_is_dropped() {
        let folder = tempfile::tempdir().unwrap().keep();
        fs::write(folder.join("left"), "behind").unwrap();
        let mut server = Command::new("sleep");
        let mut server = server.arg("1000").process_group(0).spawn().unwrap();
        let mut will = LastWill::of(&folder);
        will.names(Some(server.id()));
        drop(will);
        assert!(!server.wait().unwrap().success(), "it was killed");
        assert!(!folder.exists());
    }

    #[test]
    fn what_is_taken_back_is_left_alone() {
        let folder = tempfile::tempdir().unwrap().keep();
        let mut server = Command::new("cat");
        server.stdin(Stdio::piped()).stdout(Stdio::piped()).process_group(0);
        let mut server = server.spawn().unwrap();
        let mut will = LastWill::of(&folder);
        will.names(Some(server.id()));
        will.names(None);
        drop(will);
        let mut pipe = server.stdin.take().unwrap();
        pipe.write_all(b"alive").unwrap();
        drop(pipe);
        let mut said = String::new();
        server.stdout.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!((said.as_str(), server.wait().unwrap().success()), ("alive", true));
    }
}
