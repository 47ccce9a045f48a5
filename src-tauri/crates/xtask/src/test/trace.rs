//! Holds what a step is said to depend on against the files it really opens: `cargo xtask test --traced`.
//!
//! Each program of a step runs under strace, which notes what it and all it starts open and run. A tracked file among that
//! which the step's inputs lack is an error, and so is a program of the system that nobody listed.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use super::compile::relative;
use super::inputs::{Inputs, Snapshot};
use super::machine::manager_of;
use crate::workspace::cache_dir;
use crate::{Error, Workspace, setup};

/// Runs a program, and ends what it leaves: strace waits for all of them, and some that would go with their parent miss
/// its end while they are traced.
const ENDING: &str = r#""$@"
    ended=$?
    tracer=$(sed -n 's/^TracerPid:[[:space:]]*//p' "/proc/$$/status")
    for left in $(grep -lE "^TracerPid:[[:space:]]+$tracer$" /proc/[0-9]*/status | cut -d / -f 3); do
        [ "$left" = "$$" ] || kill -s KILL "$left" 2>/dev/null
    done
    exit "$ended""#;

/// Where the notes of a run are kept for as long as it lasts.
pub(super) struct Tracer {
    folder: TempDir,
    /// Where programs lie that are no part of the machine.
    ours: Vec<PathBuf>,
}

impl Tracer {
    pub(super) fn new(workspace: &Workspace) -> Result<Self, Error> {
        setup::install_missing("strace")?;
        let temporary = std::env::temp_dir();
        let mut ours = vec![workspace.root.clone(), cache_dir()?, temporary.clone(), PathBuf::from("/proc")];
        ours.extend(std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from));
        Ok(Self { folder: tempfile::tempdir().map_err(Error::file(temporary))?, ours })
    }

    /// The same command under strace. Only calls that are asked for stop the program, so it is hardly slower.
    pub(super) fn wrap(&self, command: &Command, step: &str) -> Command {
        let mut strace = Command::new("strace");
        strace.args(["--follow-forks", "--seccomp-bpf", "--quiet=all", "--successful-only", "--decode-fds=path"]);
        strace.args(["--signal=none", "--trace=open,openat,openat2,execve,execveat", "--output"]);
        strace.arg(self.notes(step)).args(["-A", "--", "sh", "-c", ENDING, "sh"]);
        strace.arg(command.get_program()).args(command.get_args());
        if let Some(folder) = command.get_current_dir() {
            strace.current_dir(folder);
        }
        for (name, value) in command.get_envs() {
            match value {
                Some(value) => strace.env(name, value),
                None => strace.env_remove(name),
            };
        }
        strace
    }

    fn notes(&self, step: &str) -> PathBuf {
        self.folder.path().join(OsString::from(step.replace(' ', "-")))
    }

    /// What a step opened or started though its inputs lack it.
    pub(super) fn unlisted(&self, step: &str, inputs: &Inputs, snapshot: &Snapshot, root: &Path) -> Vec<String> {
        let notes = fs::read(self.notes(step)).unwrap_or_default();
        let managers = inputs.programs.iter().filter_map(|name| manager_of(name));
        let ours: Vec<PathBuf> = self.ours.iter().cloned().chain(managers).collect();
        let mut found = BTreeSet::new();
        for line in String::from_utf8_lossy(&notes).lines() {
            if let Some(path) = opened(line).and_then(|path| relative(Path::new(path), root))
                && snapshot.has(&path)
                && !inputs.have(&path)
            {
                found.insert(format!("{step} opens {path}"));
            }
            if let Some(program) = started(line).map(Path::new)
                && is_of_the_machine(program, &ours)
                && !program.file_name().is_some_and(|name| inputs.programs.iter().any(|listed| name == *listed))
            {
                found.insert(format!("{step} starts {}", program.display()));
            }
        }
        found.into_iter().collect()
    }
}

/// The file that a call opened, by the number it was given: `… = 3</its/whole/path>`.
fn opened(line: &str) -> Option<&str> {
    let (call, answer) = line.rsplit_once(" = ")?;
    let path = answer.split_once('<')?.1.strip_suffix('>')?;
    // Also the second half of a call that was interrupted, `<... openat resumed>`.
    call.contains("open").then_some(path)
}

/// The program that a call started.
fn started(line: &str) -> Option<&str> {
    Some(line.split_once("execve(\"")?.1.split_once('"')?.0)
}

/// Whether a program was installed by hand. Those of the system's packages are part of every key, what the project builds,
/// fetches or writes for a moment lies in folders of its own.
fn is_of_the_machine(program: &Path, ours: &[PathBuf]) -> bool {
    const PACKAGED: [&str; 6] = ["/usr/bin", "/usr/sbin", "/usr/lib", "/usr/libexec", "/bin", "/lib"];
    program.is_absolute()
        && !PACKAGED.iter().any(|folder| program.starts_with(folder))
        && !ours.iter().any(|folder| program.starts_with(folder))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process;

    #[test]
    fn files_and_programs_are_read_from_the_notes() {
        let open =
            r#"12 openat(AT_FDCWD</r/ui>, "../fixtures/a b.json", O_RDONLY|O_CLOEXEC) = 9</r/fixtures/a b.json>"#;
        assert_eq!(opened(open), Some("/r/fixtures/a b.json"));
        assert_eq!(opened("12 <... openat resumed>) = 4</r/b>"), Some("/r/b"));
        assert_eq!(opened(r#"12 execve("/usr/bin/git", ["git"], 0x7 /* 9 vars */) = 0"#), None);
        assert_eq!(started(r#"12 execve("/usr/bin/git", ["git"], 0x7 /* 9 vars */) = 0"#), Some("/usr/bin/git"));
        assert_eq!(started(open), None);
        let ours = [PathBuf::from("/r/target")];
        assert!(is_of_the_machine(Path::new("/usr/local/bin/git"), &ours));
        assert!(!is_of_the_machine(Path::new("/usr/bin/git"), &ours));
        assert!(!is_of_the_machine(Path::new("/r/target/debug/skillctl"), &ours));
    }

    #[test]
    fn what_a_step_opens_or_starts_and_does_not_list_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let workspace = Workspace { root: folder.path().to_path_buf() };
        process::read(Command::new("git").args(["init", "--quiet"]).current_dir(&workspace.root)).unwrap();
        for name in ["listed", "other"] {
            fs::write(workspace.root.join(name), "").unwrap();
        }
        let tracer = Tracer { folder: tempfile::tempdir().unwrap(), ours: Vec::new() };
        let opens = |name: &str| {
            format!("1 openat(AT_FDCWD</r>, \"{name}\", O_RDONLY) = 3<{}>\n", workspace.root.join(name).display())
        };
        let starts = |program: &str| format!("1 execve(\"{program}\", [\"x\"], 0x7 /* 9 vars */) = 0\n");
        let notes = [opens("listed"), opens("other"), opens("made"), starts("/opt/bin/git"), starts("/opt/bin/tool")];
        fs::write(tracer.notes("interface tests"), notes.concat()).unwrap();
        let inputs = Inputs { paths: vec!["listed".to_owned()], programs: vec!["git"], ..Inputs::default() };
        let snapshot = Snapshot::take(&workspace).unwrap();
        let told = tracer.unlisted("interface tests", &inputs, &snapshot, &workspace.root);
        assert_eq!(told, ["interface tests opens other", "interface tests starts /opt/bin/tool"]);
    }
}
