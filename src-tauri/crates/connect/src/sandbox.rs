//! A confined place for what a tool runs: what it may read, write and reach, and how much it may use.
//!
//! A [`Sandbox`] says what is allowed; [`Sandbox::run`] starts one program in it and watches it until it ends or breaks
//! a cap. Bubblewrap confines where it is there and works, with Landlock beside it where the kernel has it, else Landlock
//! alone; where there is neither, nothing runs. Root gets nothing less than both where Bubblewrap is used, anybody else is
//! told where there is no Landlock beside it. Caps on
//! memory and processes are kept by watching the whole tree of processes, because that works for root and for anybody
//! else, with control groups and without; limits the kernel keeps itself are added where a program sets them.

mod bubblewrap;
mod child;
mod confining;
mod filter;
mod folders;
mod host;
mod keeper;
mod landlock;
mod privileges;
mod recorded;
mod resident;
mod rules;
mod tree;

use std::{
    ffi::{OsStr, OsString},
    fs::File,
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};

pub use child::Finished;
use child::{Caps, Watch};
pub(crate) use folders::work_folder;
pub use folders::{RunFolder, folder_of_run, sweep_work_folders};
pub use host::{Confinement, Host, Interpreters};
pub(crate) use keeper::{enter, keep};
pub use recorded::{Mount, Recorded};
pub(crate) use resident::{end_below, files_of, is_for_loading, kept};
pub(crate) use rules::{ENTER, JAVASCRIPT, KEEP, SCRIPT_HOST, SCRIPT_HOST_SAYS};
use studio_runtime::{Failure, Stop};

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

/// What is said where nothing confines.
const NO_SANDBOX: &str = "none, so nothing is run";

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
    pub sees_processes: bool,
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
        self.described(host, "")
    }

    /// The same for a call that may take so long.
    pub(crate) fn describe_call(&self, host: &Host, limit: Duration) -> String {
        self.described(host, &format!(", {} s", limit.as_secs_f64()))
    }

    fn described(&self, host: &Host, limit: &str) -> String {
        let Ok(confinement) = host.confinement() else { return NO_SANDBOX.into() };
        let scratch = match confinement {
            Confinement::Bubblewrap => Some(format!("{SCRATCH_MB} MB of scratch space that is thrown away")),
            Confinement::Landlock => None,
        };
        let Limits { memory_mb, processes, .. } = self.limits;
        let place = self.place(confinement, scratch);
        format!("{place}, {memory_mb} MB of memory, {processes} processes{limit}{}", host.warning())
    }

    /// What it may reach, in words.
    fn place(&self, confinement: Confinement, scratch: Option<String>) -> String {
        let name = confinement.in_words();
        let network = if self.network { "may use the network" } else { "no network" };
        let reads = list(Some("the system's programs and libraries".into()), &self.read);
        let writes = list(scratch, &self.write);
        format!("{name}: {network}, reads {reads}, writes {writes}")
    }

    /// Runs one program to its end, or to the first cap it breaks.
    pub(crate) fn run(&self, host: &Host, job: &Job<'_>, limit: Duration, stop: &Stop) -> Result<Finished, Failure> {
        let mut command = self.command(host, &job.argv, job.folder)?;
        let input = input(job).map_err(|error| not_started(&error))?;
        command.env_clear().envs(ENVIRONMENT).current_dir(job.folder);
        command.stdin(input).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().map_err(|error| not_started(&error))?;
        let finished = Watch { caps: Caps::of(&self.limits), limit, stop }.over(child)?;
        not_confined(&finished).map_or(Ok(finished), Err)
    }

    /// Runs a recorder to its end; whatever it starts has no network but that in which the recorder listens. There is no
    /// second best: where nothing makes such a network, nothing is run.
    pub fn record(&self, host: &Host, recorded: &Recorded<'_>, stop: &Stop) -> Result<Finished, Failure> {
        if host.confinement()? != Confinement::Bubblewrap {
            let message = "The client wasn't started: bubblewrap is needed to block its network access, and it isn't \
                           installed or doesn't work. Install bubblewrap (apt-get install bubblewrap).";
            return Err(Failure::Unavailable { message: message.into() });
        }
        let mut command = bubblewrap::recorder(self, host, recorded);
        command.env_clear().envs(ENVIRONMENT);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().map_err(|error| not_started(&error))?;
        let finished = Watch { caps: Caps::of(&self.limits), limit: recorded.limit, stop }.over(child)?;
        not_confined(&finished).map_or(Ok(finished), Err)
    }

    /// The command that runs a program inside, in a folder it may read.
    fn command(&self, host: &Host, argv: &[OsString], folder: &Path) -> Result<Command, Failure> {
        Ok(match host.confinement()? {
            Confinement::Bubblewrap => bubblewrap::command(self, host, argv, folder),
            Confinement::Landlock => landlock::command(self, host, argv, folder),
        })
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

pub(crate) fn not_started(error: &io::Error) -> Failure {
    Failure::Unavailable { message: format!("Couldn't start the tool's program: {error}.") }
}

/// What confines says so itself where it cannot, and then nothing was run.
fn not_confined(finished: &Finished) -> Option<Failure> {
    let is_by_us = ["bwrap: ", SCRIPT_HOST_SAYS].iter().any(|name| finished.log.starts_with(name));
    (is_by_us && !finished.status.success() && finished.output.is_empty()).then(|| {
        let said = finished.log.trim();
        Failure::Unavailable { message: format!("The tool couldn't be sandboxed, so it wasn't run ({said}).") }
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

fn list(first: Option<String>, paths: &[PathBuf]) -> String {
    let paths = paths.iter().map(|path| path.display().to_string());
    let all: Vec<String> = first.into_iter().chain(paths).collect();
    if all.is_empty() { "nothing".into() } else { all.join(" and ") }
}

/// Where a program is, looked up as a shell would.
pub fn find_program(name: &str) -> Option<PathBuf> {
    find_program_in(name, &std::env::var_os("PATH")?)
}

/// The same in the folders of a text of the form that `PATH` has.
pub fn find_program_in(name: &str, path: &OsStr) -> Option<PathBuf> {
    std::env::split_paths(path).map(|folder| folder.join(name)).find(|program| is_executable(program))
}

/// Whether there is a program that may be started.
pub fn is_executable(program: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    program.metadata().is_ok_and(|it| it.is_file() && it.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::{Confinement, confining::choose};

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
