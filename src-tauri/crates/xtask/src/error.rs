//! Why a task ended early, worded for the person at the terminal.

use std::path::PathBuf;
use std::process::ExitStatus;

/// Messages say what to do next where there is something to do.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error("`{command}` failed ({status})")]
    CommandFailed { command: String, status: ExitStatus },
    #[error("`{program}` isn't installed; {hint}")]
    ProgramMissing { program: String, hint: &'static str },
    #[error("couldn't start `{command}`")]
    CommandNotStarted { command: String, source: std::io::Error },
    #[error("unexpected output from `{command}`: {answer}")]
    UnexpectedAnswer { command: String, answer: String },
    #[error("can't use {}", .path.display())]
    File { path: PathBuf, source: std::io::Error },
    #[error("{missing}\nInstall with:\n\n    {install}\n")]
    PackagesMissing { missing: String, install: String },
    #[error("Node {found} is too old; the studio's UI needs Node 20.19 or newer")]
    NodeTooOld { found: String },
    #[error("npm installed different versions than in ui/package-lock.json: is it in sync with ui/package.json?")]
    NodeModulesDiffer,
    #[error("ui/node_modules is missing; run `cargo xtask setup` to install it")]
    NodeModulesMissing,
    #[error("XDG_CACHE_HOME or HOME must be set to store downloads")]
    NoCacheFolder,
    #[error(transparent)]
    ModelFile(#[from] studio_model_files::Error),
    #[error(
        "no display (DISPLAY and WAYLAND_DISPLAY aren't set)\n\
         to see the window without one:   cargo xtask run --screenshot studio.png\n\
         to open it on a remote machine:  ssh -X, or set DISPLAY to a running X server"
    )]
    NoDisplay,
    #[error("the studio exited before its window showed anything ({status})")]
    EndedEarly { status: ExitStatus },
    #[error("the studio's window showed nothing within {seconds} s")]
    NothingShown { seconds: u64 },
    #[error("{findings} tidy problems, see above")]
    Untidy { findings: usize },
    #[error("{failed} steps failed, see above")]
    StepsFailed { failed: usize },
    #[error("unknown step `{name}`; available steps: {steps}")]
    NoSuchStep { name: String, steps: String },
    #[error("the compiler and clippy reported {findings} problems in {packages}, see above")]
    Linted { findings: usize, packages: String },
    #[error("not every test of {step} was compiled: run `cargo clean` and check cargo's output in `compile`")]
    NotCompiled { step: String },
    #[error("{step} panicked, see above: this is a bug in xtask")]
    StepPanicked { step: String },
    #[error(
        "what a step depends on is not all listed in xtask's `test/packages.rs` or `test/plan.rs`:\n    {unlisted}"
    )]
    Unlisted { unlisted: String },
    #[error("`{command}` ran no tests")]
    NothingTested { command: String },
    #[error("{wrong} checks found problems, see above")]
    Judged { wrong: usize },
    #[error("unknown client `{name}`; clients that can be captured: {clients}")]
    NoSuchClient { name: String, clients: String },
    #[error("{differences} differences from fixtures/clients, see above; run `cargo xtask clients` to update them")]
    ClientsDiffer { differences: usize },
    #[error("{failed} client installations or captures failed, see above; nothing was written for these")]
    NotCaptured { failed: usize },
    #[error("{lagging} outdated dependencies, see above: update them, or add a reason under workspace.metadata.pins")]
    Outdated { lagging: usize },
    #[error("the license list is out of date: run `cargo xtask codegen`")]
    LicensesStale,
    #[error("the test {name} didn't run")]
    TestDidNotRun { name: &'static str },
}

impl Error {
    /// For `map_err` on a file operation.
    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.into();
        move |source| Self::File { path, source }
    }
}
