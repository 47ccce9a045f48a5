//! Files that hold tools, servers or agents instead of skills, imported as a pipeline asks: whole, in one go.
//!
//! What such a text says is read as the window reads what is pasted ([`Studio::read_tools`]); nothing is chosen one by one.

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
};

use crate::{
    Error, ErrorCode, Studio,
    base::named::read_named,
    dto::{
        AgentDraft, ImportOutcome, ImportReport, ImportWarning, ImportedItem, ImportedKind, Severity, SkipReason,
        Skipped, SpecProblem, ToolEdit, ToolImport,
    },
};

/// What a file that holds no skills is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListFormat {
    /// Agents and tool specifications in gram.
    Gram,
    /// `mcpServers`, as clients keep them in their settings.
    McpServers,
    /// Tools as an MCP server lists them.
    McpTools,
    /// Tools as `OpenAI`'s models are given them.
    OpenAiTools,
    /// Tools as Anthropic's models are given them.
    AnthropicTools,
    /// An `OpenAPI` document.
    OpenApi,
}

impl ListFormat {
    /// Every format.
    pub const ALL: [Self; 6] =
        [Self::Gram, Self::McpServers, Self::McpTools, Self::OpenAiTools, Self::AnthropicTools, Self::OpenApi];

    /// Its stable name, as the command line spells it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Gram => "gram",
            Self::McpServers => "mcp-servers",
            Self::McpTools => "mcp-tools",
            Self::OpenAiTools => "openai-tools",
            Self::AnthropicTools => "anthropic-tools",
            Self::OpenApi => "openapi",
        }
    }

    /// The format a stable name stands for.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.as_str() == name)
    }

    /// Whether a file is no skill but may be one of these, by its name.
    pub fn is_likely(path: &Path) -> bool {
        let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
        path.is_file() && extension.is_some_and(|known| ["gram", "json", "yaml", "yml"].contains(&known.as_str()))
    }
}

impl Studio {
    /// Imports the servers, tools and agents of files: those of a name that is taken are skipped. A file that is none of
    /// the formats, or not the one it is said to be, is refused, and nothing of any file is stored then.
    pub fn import_lists(&self, paths: &[PathBuf], format: Option<ListFormat>) -> Result<ImportReport, Error> {
        let read = paths.iter().map(|path| self.read_list(path, format)).collect::<Result<Vec<_>, _>>()?;
        let mut report = ImportReport::default();
        for (path, import) in read {
            self.bring_in_list(&path, import, &mut report)?;
        }
        Ok(report)
    }

    fn read_list(&self, path: &Path, format: Option<ListFormat>) -> Result<(String, ToolImport), Error> {
        let shown = path.display().to_string();
        let bytes = read_named(path)?;
        let text = studio_text::decode::decode(&bytes).text;
        let import = self.read_tools(&text)?;
        let found = list_format(&import);
        if found.is_none() || format.is_some_and(|wanted| found != Some(wanted)) {
            return Err(not_this(&shown, &import, format));
        }
        Ok((shown, import))
    }

    fn bring_in_list(&self, path: &str, import: ToolImport, report: &mut ImportReport) -> Result<(), Error> {
        let ToolImport { tools, servers, agents, problems, .. } = import;
        for problem in problems {
            match problem.severity {
                Severity::Error => report.skipped.push(lost(path, problem)),
                Severity::Warning | Severity::Info => report.warnings.push(warning(path, problem)),
            }
        }
        let item = |kind: ImportedKind, name: &str, id: &str| ImportedItem {
            kind,
            name: name.to_owned(),
            id: id.to_owned(),
            path: path.to_owned(),
            outcome: ImportOutcome::Added,
        };
        let known: HashSet<String> =
            self.list_servers()?.into_iter().filter(|one| one.aggregate_version > 0).map(|one| one.name).collect();
        for server in servers {
            if known.contains(&server.name) {
                report.skipped.push(taken(path, "server", &server.name));
                continue;
            }
            let stored = self.save_server(&server)?;
            report.imported.push(item(ImportedKind::Server, &stored.name, &stored.id));
        }
        let mut names = HashSet::new();
        let mut edits: Vec<ToolEdit> = Vec::new();
        for draft in tools {
            if draft.is_taken || !names.insert(draft.edit.name.clone()) {
                report.skipped.push(taken(path, "tool", &draft.edit.name));
            } else {
                edits.push(draft.edit);
            }
        }
        for tool in if edits.is_empty() { Vec::new() } else { self.import_tools(&edits)? } {
            report.imported.push(item(ImportedKind::Tool, &tool.name, &tool.id));
        }
        let (there, new): (Vec<AgentDraft>, Vec<AgentDraft>) = agents.into_iter().partition(|draft| draft.is_taken);
        report.skipped.extend(there.iter().map(|draft| taken(path, "agent", &draft.edit.name)));
        for agent in self.import_agents(&new)? {
            let id = agent.edit.id.unwrap_or_default();
            report.imported.push(item(ImportedKind::Agent, &agent.edit.name, &id));
        }
        Ok(())
    }
}

/// What a file holds, where it is one of the formats files have.
fn list_format(import: &ToolImport) -> Option<ListFormat> {
    ListFormat::parse(import.format?.as_str())
}

fn not_this(path: &str, import: &ToolImport, wanted: Option<ListFormat>) -> Error {
    let message = match (wanted, list_format(import)) {
        (Some(wanted), Some(found)) => {
            let (wanted, found) = (wanted.as_str(), found.as_str());
            format!("{path} is not {wanted} but {found}. Import it with --format {found}.")
        }
        (Some(wanted), None) => {
            let why = import.problems.first().map(|problem| problem.message.as_str());
            format!("{path} cannot be read as {}. {}", wanted.as_str(), why.unwrap_or("It is empty."))
        }
        (None, _) => {
            let known = ListFormat::ALL.map(ListFormat::as_str).join(", ");
            format!("{path} holds no tools, servers or agents. Formats that are read: {known}.")
        }
    };
    Error::new(ErrorCode::Invalid, message)
}

/// What a problem of a list is called.
const PROBLEM: &str = "A problem in the text";

fn lost(path: &str, problem: SpecProblem) -> Skipped {
    Skipped {
        path: path.to_owned(),
        code: SkipReason::ListProblem,
        title: PROBLEM.to_owned(),
        message: problem.message,
        line: Some(problem.line),
        column: Some(problem.column),
    }
}

fn warning(path: &str, problem: SpecProblem) -> ImportWarning {
    ImportWarning {
        path: path.to_owned(),
        code: SkipReason::ListProblem.as_str().to_owned(),
        title: PROBLEM.to_owned(),
        message: problem.message,
        line: Some(problem.line),
        column: Some(problem.column),
    }
}

fn taken(path: &str, kind: &str, name: &str) -> Skipped {
    Skipped {
        path: path.to_owned(),
        code: SkipReason::NameTaken,
        title: "The name is taken".to_owned(),
        message: format!("A {kind} named {name} already exists. Rename one of them to import it."),
        line: None,
        column: None,
    }
}
