//! Arguments of what runs installed clients.

use std::path::PathBuf;

use clap::Args;

/// Run an installed client on copies of your skills, and show the list that it puts before its model.
///
/// The client is started in a sandbox with a home folder of its own, no key, and no network but a server of ours that
/// plays its model's. Copied are your skills, those of the plugins you have enabled, how often the client used each, and
/// the few settings that change the list; no credentials, hooks, servers, commands, agents or helper programs are, not
/// even those of plugins. Plugins and use counts are Claude Code's alone. Nothing in your home folder is written.
#[derive(Debug, Args)]
pub(crate) struct Capture {
    /// Client to run: claude-code, codex, copilot, gemini, opencode, qwen, kimi or pi.
    #[arg(long, value_name = "NAME", required_unless_present = "recipes")]
    pub(crate) client: Option<String>,
    /// Folder of skills, or a project with the client's own folders; by default only your own skills.
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
    /// Exit with 1 if the list differs from the one that Skill Studio says the client makes.
    #[arg(long)]
    pub(crate) check: bool,
    /// Leave out what is copied of your home folder: skills, plugins' skills, use counts and settings.
    #[arg(long)]
    pub(crate) without_own: bool,
    /// Program to run instead of the one on the PATH.
    #[arg(long, value_name = "PATH")]
    pub(crate) program: Option<PathBuf>,
    /// Load this skill, and show what comes in with it. Some clients run commands that stand in a skill when they load it:
    /// with this you let them, in the sandbox, on copies.
    #[arg(long, value_name = "SKILL")]
    pub(crate) activate: Option<String>,
    /// What is said after the name of the skill that is loaded.
    #[arg(long, value_name = "TEXT", requires = "activate")]
    pub(crate) args: Option<String>,
    /// Seconds the client may take.
    #[arg(long, value_name = "N", default_value_t = 120, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(crate) timeout: u64,
    /// Keep what was captured in this file, as JSON: texts of the client's own only by name and length, and nothing of you
    /// but your skills' lines and how often the client used them. `skillctl simulate --listing` replays it.
    #[arg(long, value_name = "FILE")]
    pub(crate) keep: Option<PathBuf>,
    /// Keep what a fixture needs of it in this file. For `cargo xtask clients`.
    #[arg(long, value_name = "FILE", hide = true)]
    pub(crate) fixture: Option<PathBuf>,
    /// Capture nothing, and print which clients there are and how each is installed. For `cargo xtask clients`.
    #[arg(long, hide = true)]
    pub(crate) recipes: bool,
}
