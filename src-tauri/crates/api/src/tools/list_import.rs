//! Files that hold tools, servers or agents instead of skills, imported as a pipeline asks: whole, in one go.
//!
//! What such a text says is read as the window reads what is pasted ([`Studio::read_tools`]); nothing is chosen one by one.

use std::{
    collections::{HashMap, HashSet},
    path::{Path, PathBuf},
};

use studio_text::tool_lists::manifests::Manifest;

use crate::{
    Error, ErrorCode, Studio,
    base::{named::read_named, shown::in_row},
    dto::{
        ImportOutcome, ImportReport, ImportWarning, ImportedItem, ImportedKind, Severity, SkipReason, Skipped,
        SpecProblem, ToolDraft, ToolImport, ToolboxEdit,
    },
    tools::{import::differing, toolbox::another_tool},
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
        path.is_file()
            && extension.is_some_and(|known| ["gram", "json", "toml", "yaml", "yml"].contains(&known.as_str()))
    }

    /// Whether a file is none of these and no skill either, by its name: a lock file, or another package file.
    pub fn is_named_otherwise(path: &Path) -> bool {
        path.is_file() && path.file_name().is_some_and(|name| Manifest::by_name(&name.to_string_lossy()).is_some())
    }
}

impl Studio {
    /// Imports the servers, tools and agents of files: those of a name that is taken are skipped. A file that is none of
    /// the formats, or not the one it is said to be, is refused, and so is what cannot be stored: nothing of any file is
    /// stored then.
    pub fn import_lists(&self, paths: &[PathBuf], format: Option<ListFormat>) -> Result<ImportReport, Error> {
        let read = paths.iter().map(|path| self.read_list(path, format)).collect::<Result<Vec<_>, _>>()?;
        let servers = self.list_servers()?.into_iter().filter(|one| one.aggregate_version > 0).map(|one| one.name);
        let mut lists = Lists { servers: servers.collect(), ..Lists::default() };
        for (path, import) in read {
            lists.take(&path, import);
        }
        if lists.toolbox == ToolboxEdit::default() {
            return Ok(lists.report);
        }
        let stored = self.import_toolbox(&lists.toolbox)?;
        let servers = stored.servers.into_iter().map(|server| (ImportedKind::Server, server.name, server.id));
        let tools = stored.tools.into_iter().map(|tool| (ImportedKind::Tool, tool.name, tool.id));
        let agents = stored.agents.into_iter().map(|agent| agent.edit);
        let agents = agents.map(|edit| (ImportedKind::Agent, edit.name, edit.id.unwrap_or_default()));
        for (kind, name, id) in servers.chain(tools).chain(agents) {
            let path = lists.of.get(&key(kind, &name)).cloned().unwrap_or_default();
            lists.report.imported.push(ImportedItem { kind, name, id, path, outcome: ImportOutcome::Added });
        }
        Ok(lists.report)
    }

    fn read_list(&self, path: &Path, format: Option<ListFormat>) -> Result<(String, ToolImport), Error> {
        let shown = path.display().to_string();
        let bytes = read_named(path)?;
        let text = studio_text::decode::decode(&bytes).text;
        let import = self.read_tools(&text)?;
        if let Some(manifest) = what_else(path, &text, &import) {
            return Err(Error::new(ErrorCode::Invalid, format!("{shown} {}", manifest.sentence())));
        }
        let found = list_format(&import);
        if found.is_none() || format.is_some_and(|wanted| found != Some(wanted)) {
            return Err(not_this(&shown, &import, format));
        }
        Ok((shown, import))
    }
}

/// What files hold, to be stored together.
#[derive(Default)]
struct Lists {
    toolbox: ToolboxEdit,
    /// The file of each thing.
    of: HashMap<(ImportedKind, String), String>,
    /// Names of the servers there are.
    servers: HashSet<String>,
    report: ImportReport,
}

impl Lists {
    /// Takes what a file holds, but for names that the library, or a file before, has.
    fn take(&mut self, path: &str, import: ToolImport) {
        let ToolImport { tools, servers, agents, problems, .. } = import;
        for problem in problems {
            match problem.severity {
                Severity::Error => self.report.skipped.push(lost(path, problem)),
                Severity::Warning | Severity::Info => self.report.warnings.push(warning(path, problem)),
            }
        }
        for server in servers {
            let is_taken = self.servers.contains(&server.name);
            if self.is_free(path, ImportedKind::Server, &server.name, is_taken) {
                self.toolbox.servers.push(server);
            }
        }
        // What is there already is of use where an agent that comes in is given it.
        let coming = agents.iter().filter(|draft| !draft.is_taken);
        let shared: HashSet<String> = coming
            .flat_map(|draft| draft.tools.iter().chain(draft.component_tools.iter().flatten()))
            .cloned()
            .collect();
        let mut another = HashSet::new();
        for draft in tools {
            if !self.takes_tool(path, &draft, shared.contains(&draft.edit.name)) {
                another.insert(draft.edit.name);
            }
        }
        for mut draft in agents {
            draft.differing = differing(&draft, &another);
            if let Some(tool) = draft.differing.first() {
                let message = another_tool(&draft.edit.name, tool);
                self.report.skipped.push(Skipped { message, ..taken(path, "tool", tool) });
            } else if self.is_free(path, ImportedKind::Agent, &draft.edit.name, draft.is_taken) {
                self.toolbox.agents.push(draft);
            }
        }
    }

    /// Takes a tool, or shares the one that is specified alike; false where another one has its name.
    fn takes_tool(&mut self, path: &str, draft: &ToolDraft, is_shared: bool) -> bool {
        let name = &draft.edit.name;
        if let Some(id) = draft.same_as.as_ref().filter(|_| is_shared) {
            let (kind, outcome) = (ImportedKind::Tool, ImportOutcome::Unchanged);
            let (name, path) = (in_row(name.clone()), path.to_owned());
            self.report.imported.push(ImportedItem { kind, name, id: id.clone(), path, outcome });
            return true;
        }
        if self.toolbox.tools.contains(&draft.edit) {
            return true;
        }
        let is_free = self.is_free(path, ImportedKind::Tool, name, draft.is_taken || draft.same_as.is_some());
        if is_free {
            self.toolbox.tools.push(draft.edit.clone());
        }
        is_free
    }

    fn is_free(&mut self, path: &str, kind: ImportedKind, name: &str, is_taken: bool) -> bool {
        // A second one in the same import is as taken as one that is there.
        let is_free = !is_taken && !self.of.contains_key(&key(kind, name));
        if is_free {
            self.of.insert(key(kind, name), path.to_owned());
        } else {
            self.report.skipped.push(taken(path, kind.as_str(), name));
        }
        is_free
    }
}

/// A thing by its name as lists show it.
fn key(kind: ImportedKind, name: &str) -> (ImportedKind, String) {
    (kind, in_row(name.trim().to_owned()))
}

/// What a file holds, where it is one of the formats files have.
fn list_format(import: &ToolImport) -> Option<ListFormat> {
    ListFormat::parse(import.format?.as_str())
}

/// What a file is that brings nothing in; a plugin's manifest, too, may hold servers.
fn what_else(path: &Path, text: &str, import: &ToolImport) -> Option<Manifest> {
    if !import.servers.is_empty() {
        return None;
    }
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Manifest::by_name(&name).or_else(|| Manifest::by_text(text))
}

fn not_this(path: &str, import: &ToolImport, wanted: Option<ListFormat>) -> Error {
    let message = match (wanted, list_format(import)) {
        (Some(wanted), Some(found)) => {
            let (wanted, found) = (wanted.as_str(), found.as_str());
            format!("{path} is {found}, not {wanted}. Import it with --format {found}.")
        }
        (Some(wanted), None) => {
            let why = import.problems.first().map(|problem| problem.message.as_str());
            format!("{path} can't be read as {}. {}", wanted.as_str(), why.unwrap_or("It is empty."))
        }
        (None, _) => {
            let known = ListFormat::ALL.map(ListFormat::as_str).join(", ");
            format!("{path} contains no tools, servers, or agents. Supported formats: {known}.")
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
        leads_to: None,
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
        title: "The name is already in use".to_owned(),
        message: format!("A {kind} named {name} already exists. Rename one of them to import it."),
        line: None,
        column: None,
        leads_to: None,
    }
}
