//! Arguments of imports.

use std::path::PathBuf;

use clap::Args;

use super::{asking::Repeated, running::RuntimeName};

#[derive(Debug, Args)]
pub(crate) struct Import {
    /// Folders, SKILL.md files, .zip or .skill archives; .json, .yaml or .gram files with tools, servers or agents; light-4j
    /// .sql files.
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Import format: agent-skills, skill-zip, adk, claude-plugin, client-folder, well-known, light4j-sql, light4j-events,
    /// gram, mcp-servers, mcp-tools, openai-tools, anthropic-tools, openapi or evals. Detected automatically, except
    /// well-known and evals.
    #[arg(long, value_name = "NAME")]
    pub(crate) format: Option<String>,
    /// Link the folders: saving a skill in Skill Studio also writes its file.
    #[arg(long)]
    pub(crate) link: bool,
    /// Also follow symbolic links in client folders that point outside the given paths, such as a linked skill folder. Each
    /// link is printed before it is read.
    #[arg(long)]
    pub(crate) follow_links: bool,
    /// Import only if every path has a manifest signed by a trusted key, no file has been modified since, and there are no
    /// other skills next to it.
    #[arg(long)]
    pub(crate) signed: bool,
    /// With evals: which expected skills to accept if a file repeats a query with different ones.
    #[arg(long, default_value = "first", value_name = "WHICH")]
    pub(crate) repeated_labels: Repeated,
    /// With evals: also save each entry of an evals.json as a test of this agent, to run with simulate --cases.
    #[arg(long, value_name = "A")]
    pub(crate) agent: Option<String>,
    /// With --agent: the runtime for these tests.
    #[arg(long, value_name = "R", default_value = "agent-skills", requires = "agent")]
    pub(crate) runtime: RuntimeName,
}
