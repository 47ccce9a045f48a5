//! Why a task ended early, worded for the person at the terminal.

use std::path::PathBuf;
use std::process::ExitStatus;

/// Messages say what to do next where there is something to do.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error("`{command}` failed ({status})")]
    CommandFailed { command: String, status: ExitStatus },
    #[error("`{program}` is not installed; {hint}")]
    ProgramMissing { program: String, hint: &'static str },
    #[error("`{command}` could not be started")]
    CommandNotStarted { command: String, source: std::io::Error },
    #[error("`{command}` answered something unexpected: {answer}")]
    UnexpectedAnswer { command: String, answer: String },
    #[error("{} cannot be used", .path.display())]
    File { path: PathBuf, source: std::io::Error },
    #[error("{missing}\ninstall it with:\n\n    {install}\n")]
    PackagesMissing { missing: String, install: String },
    #[error("Node {found} is too old; the studio's interface needs Node 20.19 or newer")]
    NodeTooOld { found: String },
    #[error("npm installed other versions than ui/package-lock.json says: is it in step with ui/package.json?")]
    NodeModulesDiffer,
    #[error("ui/node_modules is missing, and npm tells of installed packages only; `cargo xtask setup` installs them")]
    NodeModulesMissing,
    #[error("neither XDG_CACHE_HOME nor HOME is set, so there is no place for downloads")]
    NoCacheFolder,
    #[error(transparent)]
    ModelFile(#[from] studio_model_files::Error),
    #[error(
        "there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)\n\
         to see the window without one:   cargo xtask run --screenshot studio.png\n\
         to open it on a remote machine:  ssh -X, or set DISPLAY to a running X server"
    )]
    NoDisplay,
    #[error("the studio ended before its window showed anything ({status})")]
    EndedEarly { status: ExitStatus },
    #[error("the studio's window showed nothing within {seconds} s")]
    NothingShown { seconds: u64 },
    #[error("{findings} of tidy's rules are broken, see above")]
    Untidy { findings: usize },
    #[error("{failed} steps failed, see above")]
    StepsFailed { failed: usize },
    #[error("there is no step `{name}`; there are: {steps}")]
    NoSuchStep { name: String, steps: String },
    #[error("the compiler and clippy found {findings} things in {packages}, see above")]
    Linted { findings: usize, packages: String },
    #[error("not every test of {step} was compiled: run `cargo clean`, and look what cargo says in `compile`")]
    NotCompiled { step: String },
    #[error("{step} panicked, see above: that is a mistake in xtask")]
    StepPanicked { step: String },
    #[error(
        "what a step depends on is not all listed in xtask's `test/packages.rs` or `test/plan.rs`:\n    {unlisted}"
    )]
    Unlisted { unlisted: String },
    #[error("`{command}` ran no test")]
    NothingTested { command: String },
    #[error("{wrong} judges found something wrong, see above")]
    Judged { wrong: usize },
    #[error("there is no client `{name}` that can be captured; there are: {clients}")]
    NoSuchClient { name: String, clients: String },
    #[error("{differences} things differ from fixtures/clients, see above; `cargo xtask clients` writes them")]
    ClientsDiffer { differences: usize },
    #[error("{failed} installations and captures of clients failed, see above; of these nothing was written")]
    NotCaptured { failed: usize },
    #[error("{lagging} dependencies lag, see above: take the newest, or say under workspace.metadata.pins why not")]
    Outdated { lagging: usize },
    #[error("the list of licences is not of today: `cargo xtask codegen` writes it")]
    LicensesStale,
    #[error("the test {name} did not run")]
    TestDidNotRun { name: &'static str },
}

impl Error {
    /// For `map_err` on a file operation.
    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.into();
        move |source| Self::File { path, source }
    }
}
