//! Arguments of what runs installed clients.

use std::path::PathBuf;

use clap::Args;

/// Run an installed client on copies of your skills and show the skill list it sends to its model.
///
/// The client runs in a sandbox with a temporary home folder, no API key, and no network except a local server that stands in
/// for its model. It gets copies of your skills, those of enabled plugins, usage counts, and the few settings that change the
/// list.
/// Credentials, hooks, servers, commands, agents and helper programs aren't copied, including those of plugins. Plugins and
/// usage counts apply to Claude Code only. Your home folder isn't modified.
#[derive(Debug, Args)]
pub(crate) struct Capture {
    /// Client to run: claude-code, codex, copilot, gemini, opencode, qwen, kimi or pi.
    #[arg(long, value_name = "NAME", required_unless_present = "recipes")]
    pub(crate) client: Option<String>,
    /// Folder of skills, or a project with the client's own folders; by default only your personal skills.
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
    /// Exit with 1 if the list differs from the one Skill Studio predicts.
    #[arg(long)]
    pub(crate) check: bool,
    /// Don't copy anything from your home folder: no personal or plugin skills, usage counts or settings.
    #[arg(long)]
    pub(crate) without_own: bool,
    /// Program to run instead of the one on PATH.
    #[arg(long, value_name = "PATH")]
    pub(crate) program: Option<PathBuf>,
    /// Load this skill and show what is added to the context. Some clients run commands in a skill when they load it: this
    /// option allows it, in the sandbox and on copies.
    #[arg(long, value_name = "SKILL")]
    pub(crate) activate: Option<String>,
    /// Arguments to pass to the loaded skill.
    #[arg(long, value_name = "TEXT", requires = "activate")]
    pub(crate) args: Option<String>,
    /// Timeout in seconds.
    #[arg(long, value_name = "N", default_value_t = 120, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(crate) timeout: u64,
    /// Save the capture to this file as JSON. Of the client's own texts, only names and lengths are saved; of your
    /// data, only the list entries of your skills and their usage counts. Replay it with `skillctl simulate --listing`.
    #[arg(long, value_name = "FILE")]
    pub(crate) keep: Option<PathBuf>,
    /// Save the data for a fixture to this file. For `cargo xtask clients`.
    #[arg(long, value_name = "FILE", hide = true)]
    pub(crate) fixture: Option<PathBuf>,
    /// Don't capture; print the known clients and how to install each. For `cargo xtask clients`.
    #[arg(long, hide = true)]
    pub(crate) recipes: bool,
}
