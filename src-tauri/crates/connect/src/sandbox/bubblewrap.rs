//! Confinement by Bubblewrap: a program in namespaces of its own, with nothing in its file system but what is bound. The
//! script host goes in first and adds what Landlock and a filter refuse.

use std::{
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::LazyLock,
};

use super::{
    Host, SCRATCH_MB, SYSTEM, Sandbox, find_program,
    recorded::{Mount, Recorded},
    rules::{Beside, ENTER, Rules, SCRIPT_HOST},
};

/// Nobody, by the number all distributions use.
const NOBODY: &str = "65534";

/// What the kernel says of itself beside its processes, and lets be set: what belongs to whoever started us, who may be
/// root.
const HIDDEN_FOLDERS: [&str; 9] = [
    "/proc/sys",
    "/proc/irq",
    "/proc/bus",
    "/proc/acpi",
    "/proc/fs",
    "/proc/driver",
    "/proc/tty",
    "/proc/scsi",
    "/proc/asound",
];

/// The same, where it is a file.
const HIDDEN_FILES: [&str; 13] = [
    "/proc/sysrq-trigger",
    "/proc/kcore",
    "/proc/kmsg",
    "/proc/kallsyms",
    "/proc/keys",
    "/proc/key-users",
    "/proc/kpagecgroup",
    "/proc/kpagecount",
    "/proc/kpageflags",
    "/proc/pagetypeinfo",
    "/proc/slabinfo",
    "/proc/timer_list",
    "/proc/vmallocinfo",
];

/// Files and folders that a program may write to beside those it is allowed.
const SCRATCH: [&str; 2] = ["/dev/shm", "/tmp"];

/// Devices it has.
const DEVICES: [&str; 6] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty"];

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

/// The command that runs a program inside.
pub(super) fn command(sandbox: &Sandbox, host: &Host, argv: &[OsString], folder: &Path) -> Command {
    let bubblewrap = BUBBLEWRAP.as_ref().expect("only chosen where it is there");
    let mut command = Command::new(&bubblewrap.program);
    let read = ["/proc", "/dev"].map(Path::new);
    let write: Vec<&Path> = SCRATCH.iter().chain(&DEVICES).map(Path::new).collect();
    let rules = Rules::of(sandbox, folder, Beside::Bubblewrap, &read, &write);
    command.args(bubblewrap.arguments(sandbox, Inside::Program(folder), Some(&host.program)));
    command.arg("--").arg(&host.program).args([SCRIPT_HOST, ENTER, &rules.argument()]).args(argv);
    command
}

/// The command that runs a recorder inside: it has the rights to set up its network, and is handed the beginning of the
/// command that confines what it starts.
pub(super) fn recorder(sandbox: &Sandbox, host: &Host, recorded: &Recorded<'_>) -> Command {
    let bubblewrap = BUBBLEWRAP.as_ref().expect("only chosen where it is there");
    let mut command = Command::new(&bubblewrap.program);
    let to = |is_writable| {
        let of = move |mount: &&Mount| mount.is_writable == is_writable;
        recorded.mounts.iter().filter(of).map(|mount| mount.to.as_path())
    };
    let read: Vec<&Path> = ["/proc", "/dev"].map(Path::new).into_iter().chain(to(false)).collect();
    let write: Vec<&Path> = SCRATCH.iter().chain(&DEVICES).map(Path::new).chain(to(true)).collect();
    let rules = Rules::of(sandbox, recorded.folder, Beside::Bubblewrap, &read, &write);
    command.args(bubblewrap.arguments(sandbox, Inside::Recorder(recorded), Some(&host.program)));
    command.arg("--").arg(&host.program).args(&recorded.recorder);
    command.arg(&host.program).args([SCRIPT_HOST, ENTER, &rules.argument()]);
    command
}

/// What is run.
#[derive(Clone, Copy)]
enum Inside<'a> {
    /// A program, in a folder it may read.
    Program(&'a Path),
    Recorder(&'a Recorded<'a>),
}

impl Bubblewrap {
    fn works(&self) -> bool {
        let Some(program) = find_program("true") else { return false };
        let mut command = Command::new(&self.program);
        command
            .args(self.arguments(&Sandbox::default(), Inside::Program(Path::new("/usr")), None))
            .arg("--")
            .arg(program);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }

    fn arguments(&self, sandbox: &Sandbox, inside: Inside<'_>, host: Option<&Path>) -> Vec<OsString> {
        let mut list = List::default();
        list.add(["--unshare-all", "--unshare-user", "--die-with-parent", "--new-session"]);
        // A network belongs to the namespace it was made in, and only there anybody has rights over it: a recorder stays in
        // that one, as the user it was made by.
        let (user, is_made_for_recorder) = match inside {
            Inside::Program(_) => (NOBODY, false),
            Inside::Recorder(_) => ("0", true),
        };
        list.add(["--uid", user, "--gid", user, "--cap-drop", "ALL", "--hostname", "sandbox"]);
        if self.can_disable_namespaces && !is_made_for_recorder {
            list.add(["--disable-userns"]);
        }
        if sandbox.network {
            list.add(["--share-net"]);
        }
        for path in SYSTEM.map(Path::new) {
            list.system(path);
        }
        list.add(["--proc", "/proc", "--dev", "/dev"]);
        for folder in HIDDEN_FOLDERS.into_iter().filter(|folder| Path::new(folder).is_dir()) {
            list.add(["--tmpfs", folder, "--remount-ro", folder]);
        }
        for file in HIDDEN_FILES.into_iter().filter(|file| Path::new(file).exists()) {
            list.add(["--ro-bind", "/dev/null", file]);
        }
        for scratch in SCRATCH {
            list.add(["--size", &(u64::from(SCRATCH_MB) * 1024 * 1024).to_string(), "--tmpfs", scratch]);
        }
        for path in sandbox.readable().chain(host) {
            list.bind("--ro-bind", path);
        }
        for path in &sandbox.write {
            list.bind("--bind", path);
        }
        let folder = match inside {
            Inside::Program(folder) => {
                list.bind("--ro-bind", folder);
                folder
            }
            Inside::Recorder(recorded) => {
                list.recorder(recorded);
                recorded.folder
            }
        };
        // What holds the mounts are file systems in memory too, without a limit of their own.
        list.add(["--remount-ro", "/proc", "--remount-ro", "/dev", "--remount-ro", "/", "--chdir"]);
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
        self.bind_at(how, path, path);
    }

    fn bind_at(&mut self, how: &str, from: &Path, to: &Path) {
        self.0.extend([OsStr::new(how), from.as_os_str(), to.as_os_str()].map(OsString::from));
    }

    /// What a recorder has beside a program: rights over its own network, and what lies elsewhere inside.
    fn recorder(&mut self, recorded: &Recorded<'_>) {
        // The last to give all of them away again.
        self.add(["--cap-add", "CAP_NET_ADMIN", "--cap-add", "CAP_NET_BIND_SERVICE", "--cap-add", "CAP_SETPCAP"]);
        for mount in &recorded.mounts {
            self.bind_at(if mount.is_writable { "--bind" } else { "--ro-bind" }, &mount.from, &mount.to);
        }
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
