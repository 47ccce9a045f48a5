//! Arguments of imports.

use std::path::PathBuf;

use clap::Args;

use super::{asking::Repeated, running::RuntimeName};

#[derive(Debug, Args)]
pub(crate) struct Import {
    /// Folders, SKILL.md files, .zip or .skill archives; .json, .yaml or .gram files with tools, servers or agents; .sql
    /// files of light-4j.
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Import format: agent-skills, skill-zip, adk, claude-plugin, client-folder, well-known, light4j-sql, light4j-events,
    /// gram, mcp-servers, mcp-tools, openai-tools, anthropic-tools, openapi or evals. Detected by default, except
    /// well-known and evals.
    #[arg(long, value_name = "NAME")]
    pub(crate) format: Option<String>,
    /// Link the folders: saving a skill in the studio also writes its file.
    #[arg(long)]
    pub(crate) link: bool,
    /// Also import what links in the folders of clients lead to outside of the paths, such as a skill folder that is a link.
    /// Each is named before it is read.
    #[arg(long)]
    pub(crate) follow_links: bool,
    /// Import only if every path has a manifest signed by a trusted key, nothing was changed since, and no skill lies
    /// beside it.
    #[arg(long)]
    pub(crate) signed: bool,
    /// With evals: the labels that count when a file repeats a query with different ones.
    #[arg(long, default_value = "first", value_name = "LABELS")]
    pub(crate) repeated_labels: Repeated,
    /// With evals: also save each entry of an evals.json as a test case of this agent, to run with simulate --cases.
    #[arg(long, value_name = "A")]
    pub(crate) agent: Option<String>,
    /// With --agent: who discloses what, and when, in these test cases.
    #[arg(long, value_name = "R", default_value = "agent-skills", requires = "agent")]
    pub(crate) runtime: RuntimeName,
}
