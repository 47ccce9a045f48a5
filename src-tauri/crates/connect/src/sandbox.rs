//! A confined place for what a tool runs: what it may read, write and reach, and how much it may use.
//!
//! A [`Sandbox`] says what is allowed; [`Sandbox::run`] starts one program in it and watches it until it ends or breaks
//! a cap. Bubblewrap confines where it is there and works, else Landlock; where there is neither, nothing runs. Caps on
//! memory and processes are kept by watching the whole tree of processes, because that works for root and for anybody
//! else, with control groups and without; limits the kernel keeps itself are added where a program sets them.

mod bubblewrap;
mod child;
mod filter;
mod landlock;
mod tree;

use std::{
    ffi::OsString,
    fs::{self, File},
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};

pub(crate) use child::Finished;
use child::{Caps, Watch};
pub(crate) use landlock::confine_and_run;
use studio_runtime::{Failure, Stop};

use crate::script::SCRIPT_HOST_SAYS;

/// Exit status by which our own launchers say that the memory limit was met.
pub(crate) const OUT_OF_MEMORY: i32 = 99;

/// Scratch space a program has, in memory, where Bubblewrap confines it.
const SCRATCH_MB: u32 = 64;

/// Folders with programs and libraries of the system, where they are there.
const SYSTEM: [&str; 8] = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store", "/gnu/store"];

/// Files by which programs find their libraries.
const SYSTEM_FILES: [&str; 4] = ["/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d"];

/// What names and certificates are looked up in. Read only where the network is allowed.
const NETWORK_FILES: [&str; 8] = [
    "/etc/resolv.conf",
    "/etc/hosts",
    "/etc/nsswitch.conf",
    "/etc/services",
    "/etc/ssl/certs",
    "/etc/ca-certificates",
    "/etc/pki/tls/certs",
    "/etc/pki/ca-trust",
];

/// How much a program may use. Its time comes with each call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Memory of all its processes together, in MB.
    pub memory_mb: u32,
    /// Processes at a time.
    pub processes: u32,
    /// Bytes of its answer.
    pub output_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { memory_mb: 256, processes: 64, output_bytes: 10_000_000 }
    }
}

/// What confines a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confinement {
    /// Namespaces of its own, set up by `bwrap`.
    Bubblewrap,
    /// Rules the kernel keeps for it, set up by the script host.
    Landlock,
}

/// Programs of the author's choice that tools are run with; where there is none, the machine's own is looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interpreters {
    /// A Python.
    pub python: Option<PathBuf>,
    /// The `java` of a JDK.
    pub java: Option<PathBuf>,
}

/// The program of ours that starts others inside Landlock and runs JavaScript, and what confines it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Host {
    /// Calls [`crate::script::script_host_if_asked`] first in its `main`.
    pub program: PathBuf,
    /// What to confine with. Nothing: the best there is.
    pub confinement: Option<Confinement>,
    /// What it starts.
    pub interpreters: Interpreters,
}

impl Host {
    /// This very program.
    pub fn current() -> io::Result<Self> {
        Ok(Self { program: std::env::current_exe()?, confinement: None, interpreters: Interpreters::default() })
    }

    /// Whether what it is to confine with works on this machine.
    pub fn works(&self) -> bool {
        self.confinement().is_ok()
    }

    fn confinement(&self) -> Result<Confinement, Failure> {
        let is_there = |wanted| match wanted {
            Confinement::Bubblewrap => bubblewrap::is_there(),
            Confinement::Landlock => landlock::is_there(),
        };
        choose(self.confinement, is_there).ok_or_else(no_confinement)
    }
}

/// What a program may do. Beside what is listed it reads the system's programs and libraries, and nothing else.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sandbox {
    /// Whether it may reach the network.
    pub network: bool,
    /// How much it may use.
    pub limits: Limits,
    /// Files and folders it may read beside the system's.
    pub read: Vec<PathBuf>,
    /// Folders it may write to.
    pub write: Vec<PathBuf>,
    /// Whether it gets to see which processes it has. Java does not start without.
    pub(crate) sees_processes: bool,
}

/// One program to run.
#[derive(Clone, Debug)]
pub(crate) struct Job<'a> {
    /// The program, by its whole path, and its arguments.
    pub(crate) argv: Vec<OsString>,
    /// What it reads from its standard input.
    pub(crate) input: &'a [u8],
    /// Where it runs: a fresh folder it may read.
    pub(crate) folder: &'a Path,
}

impl Sandbox {
    /// What confines a program here, in words.
    pub fn describe(&self, host: &Host) -> String {
        let Ok(confinement) = host.confinement() else { return "none, so nothing is run".into() };
        let (name, scratch) = match confinement {
            Confinement::Bubblewrap => ("bubblewrap", format!("{SCRATCH_MB} MB of scratch space that is thrown away")),
            Confinement::Landlock => ("Landlock", "nothing".into()),
        };
        let network = if self.network { "may use the network" } else { "no network" };
        let reads = list("the system's programs and libraries", &self.read);
        let writes = list(&scratch, &self.write);
        let Limits { memory_mb, processes, .. } = self.limits;
        format!("{name}: {network}, reads {reads}, writes {writes}, {memory_mb} MB of memory, {processes} processes")
    }

    /// Runs one program to its end, or to the first cap it breaks.
    pub(crate) fn run(&self, host: &Host, job: &Job<'_>, limit: Duration, stop: &Stop) -> Result<Finished, Failure> {
        // The filter has to stay open until the program is started.
        let (mut command, _filter) = match host.confinement()? {
            Confinement::Bubblewrap => bubblewrap::command(self, job).map_err(|error| not_started(&error))?,
            Confinement::Landlock => (landlock::command(self, host, job), None),
        };
        let input = input(job).map_err(|error| not_started(&error))?;
        command.env_clear().envs(ENVIRONMENT).current_dir(job.folder);
        command.stdin(input).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().map_err(|error| not_started(&error))?;
        let finished = Watch { caps: Caps::of(&self.limits), limit, stop }.over(child)?;
        not_confined(&finished).map_or(Ok(finished), Err)
    }

    /// Everything it may read, without what is not there.
    fn readable(&self) -> impl Iterator<Item = &Path> {
        let network = if self.network { &NETWORK_FILES[..] } else { &[] };
        let system = SYSTEM_FILES.iter().chain(network).map(Path::new);
        system.chain(self.read.iter().map(PathBuf::as_path)).filter(|path| path.exists())
    }
}

/// All a program sees of the environment.
const ENVIRONMENT: [(&str, &str); 3] = [("PATH", "/usr/bin:/bin"), ("LANG", "C.UTF-8"), ("HOME", "/tmp")];

/// Names of the environment's variables a program sees.
pub(crate) fn environment_names() -> Vec<String> {
    ENVIRONMENT.iter().map(|(name, _)| (*name).into()).collect()
}

/// What would be run, for somebody to agree to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommandPreview {
    /// The program and its arguments.
    pub argv: Vec<String>,
    /// Where it runs; nothing: in a fresh empty folder.
    pub cwd: Option<PathBuf>,
    /// Names of the variables it sees.
    pub environment_names: Vec<String>,
    /// The script itself, where the program is but its interpreter.
    pub source: Option<String>,
    /// What confines it, in words.
    pub sandbox: String,
}

/// Start of the names of the folders programs run in, before the number of the process that made them.
const WORK_FOLDER: &str = "skill-studio-run-";
/// A folder that was left is not removed before: another container may share the folder, but not our numbers.
const LEFT_FOR: Duration = Duration::from_secs(60 * 60);

/// A fresh empty folder, gone when dropped.
pub(crate) fn work_folder() -> Result<tempfile::TempDir, Failure> {
    let prefix = format!("{WORK_FOLDER}{}-", std::process::id());
    tempfile::Builder::new().prefix(&prefix).tempdir().map_err(|error| not_started(&error))
}

/// Removes the folders that programs ran in when the studio was killed.
pub fn sweep_work_folders() {
    let Ok(entries) = fs::read_dir(std::env::temp_dir()) else { return };
    for entry in entries.filter_map(Result::ok) {
        let name = entry.file_name();
        let maker =
            name.to_str().and_then(|name| name.strip_prefix(WORK_FOLDER)?.split('-').next()?.parse::<u32>().ok());
        let is_left = maker.is_some_and(|maker| !Path::new("/proc").join(maker.to_string()).exists())
            && entry.metadata().is_ok_and(|folder| {
                folder.is_dir() && folder.modified().is_ok_and(|then| then.elapsed().is_ok_and(|age| age > LEFT_FOR))
            });
        if is_left {
            // Another user's is left to them.
            let _others = fs::remove_dir_all(entry.path());
        }
    }
}

pub(crate) fn not_started(error: &io::Error) -> Failure {
    Failure::Unavailable { message: format!("The tool's program could not be started: {error}.") }
}

/// What confines says so itself where it cannot, and then nothing was run.
fn not_confined(finished: &Finished) -> Option<Failure> {
    let is_by_us = ["bwrap: ", SCRIPT_HOST_SAYS].iter().any(|name| finished.log.starts_with(name));
    (is_by_us && !finished.status.success() && finished.output.is_empty()).then(|| {
        let said = finished.log.trim();
        Failure::Unavailable { message: format!("The tool could not be sandboxed, so it was not run ({said}).") }
    })
}

/// A file rather than a pipe: nobody has to feed it, and a program may read it twice.
fn input(job: &Job<'_>) -> io::Result<Stdio> {
    let path = job.folder.join(".input");
    File::create_new(&path)?.write_all(job.input)?;
    let input = File::open(&path)?;
    std::fs::remove_file(path)?;
    Ok(input.into())
}

fn choose(wanted: Option<Confinement>, is_there: impl Fn(Confinement) -> bool) -> Option<Confinement> {
    let any = [Confinement::Bubblewrap, Confinement::Landlock];
    any.into_iter().filter(|one| wanted.is_none_or(|wanted| wanted == *one)).find(|one| is_there(*one))
}

fn no_confinement() -> Failure {
    let message = "This machine has no sandbox for scripts, so the script was not run. Install bubblewrap \
                   (apt-get install bubblewrap), or use a kernel with Landlock (Linux 6.2 or newer).";
    Failure::Unavailable { message: message.into() }
}

fn list(first: &str, paths: &[PathBuf]) -> String {
    let paths = paths.iter().map(|path| path.display().to_string());
    std::iter::once(first.to_owned()).chain(paths).collect::<Vec<_>>().join(" and ")
}

/// Where a program is, looked up as a shell would.
pub(crate) fn find_program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|program| is_executable(program))
}

/// Whether there is a program that may be started.
pub fn is_executable(program: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    program.metadata().is_ok_and(|it| it.is_file() && it.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::{Confinement, choose};

    #[test]
    fn bubblewrap_comes_first_then_landlock_then_nothing_runs() {
        use Confinement::{Bubblewrap, Landlock};
        let with = |wanted, there: &[Confinement]| choose(wanted, |one| there.contains(&one));
        assert_eq!(with(None, &[Bubblewrap, Landlock]), Some(Bubblewrap));
        assert_eq!(with(None, &[Landlock]), Some(Landlock));
        assert_eq!(with(Some(Landlock), &[Bubblewrap, Landlock]), Some(Landlock));
        assert_eq!(with(Some(Landlock), &[Bubblewrap]), None);
        assert_eq!(with(None, &[]), None);
    }
}
