//! Confinement by Bubblewrap: a program in namespaces of its own, with nothing in its file system but what is bound.

use std::{
    ffi::{OsStr, OsString},
    fs::File,
    io,
    os::fd::AsRawFd as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::LazyLock,
};

use super::{
    Job, SCRATCH_MB, SYSTEM, Sandbox,
    filter::{self, Beside},
    find_program,
};

/// Nobody, by the number all distributions use.
const NOBODY: &str = "65534";

/// A `bwrap` that works here, and what it knows.
#[derive(Debug)]
struct Bubblewrap {
    program: PathBuf,
    /// Whether it can keep what runs inside from making namespaces, which opens more of the kernel to it.
    can_disable_namespaces: bool,
}

/// Found once, by running it: it is often installed where the kernel does not let it work.
static BUBBLEWRAP: LazyLock<Option<Bubblewrap>> = LazyLock::new(|| {
    let program = find_program("bwrap")?;
    let with = |can_disable_namespaces| Bubblewrap { program: program.clone(), can_disable_namespaces };
    [with(true), with(false)].into_iter().find(Bubblewrap::works)
});

/// Whether it is there and works.
pub(super) fn is_there() -> bool {
    BUBBLEWRAP.is_some()
}

/// The command that runs a job inside, and a file it inherits when it is started.
pub(super) fn command(sandbox: &Sandbox, job: &Job<'_>) -> io::Result<(Command, Option<File>)> {
    let bubblewrap = BUBBLEWRAP.as_ref().expect("only chosen where it is there");
    let mut command = Command::new(&bubblewrap.program);
    command.args(bubblewrap.arguments(sandbox, job.folder));
    let filter = if filter::is_known() {
        let filter = filter::inherited(sandbox.network, Beside::Bubblewrap, job.folder)?;
        command.arg("--seccomp").arg(filter.as_raw_fd().to_string());
        filter::hand_over(&filter, &mut command);
        Some(filter)
    } else {
        None
    };
    command.arg("--").args(&job.argv);
    Ok((command, filter))
}

impl Bubblewrap {
    fn works(&self) -> bool {
        let Some(program) = find_program("true") else { return false };
        let mut command = Command::new(&self.program);
        command.args(self.arguments(&Sandbox::default(), Path::new("/usr"))).arg("--").arg(program);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }

    fn arguments(&self, sandbox: &Sandbox, folder: &Path) -> Vec<OsString> {
        let mut list = List::default();
        list.add(["--unshare-all", "--unshare-user", "--die-with-parent", "--new-session"]);
        list.add(["--uid", NOBODY, "--gid", NOBODY, "--cap-drop", "ALL", "--hostname", "sandbox"]);
        if self.can_disable_namespaces {
            list.add(["--disable-userns"]);
        }
        if sandbox.network {
            list.add(["--share-net"]);
        }
        for path in SYSTEM.map(Path::new) {
            list.system(path);
        }
        list.add(["--proc", "/proc", "--dev", "/dev"]);
        for scratch in ["/dev/shm", "/tmp"] {
            list.add(["--size", &(u64::from(SCRATCH_MB) * 1024 * 1024).to_string(), "--tmpfs", scratch]);
        }
        for path in sandbox.readable().chain([folder]) {
            list.bind("--ro-bind", path);
        }
        for path in &sandbox.write {
            list.bind("--bind", path);
        }
        // What holds the mounts are file systems in memory too, without a limit of their own.
        list.add(["--remount-ro", "/dev", "--remount-ro", "/", "--chdir"]);
        list.0.push(folder.into());
        list.0
    }
}

#[derive(Default)]
struct List(Vec<OsString>);

impl List {
    fn add<const N: usize>(&mut self, arguments: [&str; N]) {
        self.0.extend(arguments.map(OsString::from));
    }

    fn bind(&mut self, how: &str, path: &Path) {
        self.0.extend([OsStr::new(how), path.as_os_str(), path.as_os_str()].map(OsString::from));
    }

    /// A folder of the system as it is: bound, or the link it is on systems where all is in `/usr`.
    fn system(&mut self, path: &Path) {
        if let Ok(target) = path.read_link() {
            self.0.extend([OsStr::new("--symlink"), target.as_os_str(), path.as_os_str()].map(OsString::from));
        } else if path.is_dir() {
            self.bind("--ro-bind", path);
        }
    }
}
