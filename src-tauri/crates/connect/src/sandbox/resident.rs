//! Programs that stay: servers, kept from leaving anything behind, and confined where the author chose so.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    process::Command,
};

use studio_runtime::Failure;

use super::{Confinement, Host, NO_SANDBOX, Sandbox, bubblewrap, keeper, landlock, tree::Tree};

/// Places that are not files of anybody: what is there is the kernel's.
const NO_FILES: [&str; 3] = ["/proc", "/sys", "/dev"];

/// What begins the names of variables that change how any program is loaded, that confines another one too.
const LOADING: [&str; 3] = ["LD_", "GLIBC_", "BASH_FUNC_"];

/// The command that starts a program unconfined, and ends all that came of it with it.
pub(crate) fn kept(host: &Host, argv: &[OsString]) -> Command {
    let (program, arguments) = argv.split_first().expect("there is a program");
    let mut command = Command::new(program);
    command.args(arguments);
    keeper::command(host, &command)
}

/// Ends all that a process started, whoever adopted it since. It is left to whoever started it.
pub(crate) fn end_below(process: u32) {
    Tree::of(process).kill_below();
}

impl Sandbox {
    /// What confines a server here, in words.
    pub fn describe_server(&self, host: &Host) -> String {
        let Ok(confinement) = host.confinement() else { return NO_SANDBOX.into() };
        let home = Some("a home folder of its own that is thrown away".to_owned());
        format!("{}{}", self.place(confinement, home), host.warning())
    }

    /// The command that runs a program inside until it ends, in a folder it may read. Beside what it is allowed it may write
    /// to `home`.
    pub(crate) fn kept(&self, host: &Host, argv: &[OsString], folder: &Path, home: &Path) -> Result<Command, Failure> {
        let write = self.write.iter().cloned().chain([home.to_path_buf()]).collect();
        let inside = Self { write, sees_processes: true, ..self.clone() };
        Ok(match host.confinement()? {
            Confinement::Bubblewrap => keeper::command(host, &bubblewrap::command(&inside, host, argv, folder)),
            Confinement::Landlock => landlock::command(&inside, host, argv, folder),
        })
    }

    /// Why a server cannot be confined so, if it cannot.
    pub fn problem(&self) -> Option<String> {
        self.read.iter().chain(&self.write).find_map(|path| problem_of(path))
    }
}

/// Why a path cannot be allowed.
fn problem_of(path: &Path) -> Option<String> {
    let shown = path.display();
    if !path.is_absolute() {
        return Some(format!("“{shown}” isn't a full path, such as /home/you/notes"));
    }
    let Ok(real) = path.canonicalize() else { return Some(format!("no folder or file found at {shown}")) };
    let is_all = real == Path::new("/") || NO_FILES.iter().any(|place| real.starts_with(place));
    is_all.then(|| format!("{shown} can't be shared with a sandboxed server; choose a different folder"))
}

/// Whether a variable takes effect before a program is confined.
pub(crate) fn is_for_loading(variable: &str) -> bool {
    LOADING.iter().any(|start| variable.starts_with(start))
}

/// What of a program has to be read for it to start: where it is, and where it is really.
pub(crate) fn files_of(program: &Path) -> Vec<PathBuf> {
    let real = program.canonicalize().ok().filter(|real| real != program);
    std::iter::once(program.to_path_buf()).chain(real).collect()
}

#[cfg(test)]
mod tests {
    use super::{Sandbox, is_for_loading};

    #[test]
    fn only_files_of_somebody_can_be_opened_to_a_server() {
        let problem = |path: &str| Sandbox { read: vec![path.into()], ..Sandbox::default() }.problem();
        assert_eq!(problem("/usr/bin"), None);
        assert_eq!(problem("notes").unwrap(), "“notes” isn't a full path, such as /home/you/notes");
        assert_eq!(problem("/nowhere/at/all").unwrap(), "no folder or file found at /nowhere/at/all");
        for closed in ["/", "/proc", "/proc/self/root", "/proc/sys/kernel", "/sys", "/dev/../proc", "/usr/.."] {
            assert!(problem(closed).unwrap().contains("choose a different folder"), "{closed}");
        }
    }

    #[test]
    fn variables_of_the_loader_are_known() {
        assert!(["LD_PRELOAD", "LD_LIBRARY_PATH", "GLIBC_TUNABLES"].into_iter().all(is_for_loading));
        assert!(!["PATH", "HOME", "OLD_PWD"].into_iter().any(is_for_loading));
    }
}
