//! Tools and servers out of pasted text: a curl line, an `OpenAPI` document, `mcpServers`, a model's tool list, gram.

use std::collections::{HashMap, HashSet};

use serde_json::Value;
use studio_connect::mcp::is_this_machine;
use studio_store::ToolRecord;
use studio_text::{
    gram::carrier::{self, AgentText},
    tool_lists::{self, RestDraft, manifests::Manifest, mcp_servers, model_tools},
};

use crate::{
    Error, ErrorCode, Studio,
    definitions::{forms::specification, places::problems_at, spec as tool_spec, stated},
    dto::{
        AgentDraft, NamedValue, PastedFormat, ServerEdit, ServerSandbox, ServerTransport, Severity, SpecEdit, SpecForm,
        SpecProblem, ToolDraft, ToolEdit, ToolImplementation, ToolImport,
    },
    secrets::{credentials, places::note_uses, stored::with_names},
    skills::offsets::{Offsets, severity},
    tools::drafts::{agent_draft, gram_draft, new_tool},
};

/// Longest text that is read: a large API's description has some megabytes.
const LONGEST: usize = 32 * 1024 * 1024;

impl Studio {
    /// The tools and servers in a pasted text, whatever it is. Nothing is stored; values of secrets stay here until what
    /// refers to them is.
    pub fn read_tools(&self, text: &str) -> Result<ToolImport, Error> {
        if text.len() > LONGEST {
            return Err(Error::new(ErrorCode::Invalid, "The text is longer than 32 MB. Paste only the part you need."));
        }
        let session = self.session()?;
        let records = session.library.list_tool_records()?;
        let records: HashMap<&str, &ToolRecord> = records
            .iter()
            .filter(|record| record.tool.audit.active)
            .map(|record| (record.tool.name.as_str(), record))
            .collect();
        let (mut import, found) = read(text);
        for message in credentials::leave_out_of_import(&mut import)? {
            import.problems.push(SpecProblem { severity: Severity::Warning, ..of_whole(&message) });
        }
        for draft in &mut import.tools {
            let known = records.get(draft.edit.name.as_str());
            draft.is_taken = known.is_some();
            draft.same_as =
                known.filter(|record| is_shared(&draft.edit, record)).map(|record| record.tool.id.to_string());
        }
        let is_another = |draft: &ToolDraft| draft.is_taken && draft.same_as.is_none();
        let another: HashSet<String> =
            import.tools.iter().filter(|draft| is_another(draft)).map(|draft| draft.edit.name.clone()).collect();
        let agents = session.library.list_agents()?;
        for draft in &mut import.agents {
            draft.is_taken = agents.iter().any(|agent| agent.name == draft.edit.name);
            draft.differing = differing(draft, &another);
        }
        import.secrets = found.iter().map(|(name, _)| name.clone()).collect();
        import.secrets.sort();
        import.secrets.dedup();
        let renamed = self.hold_secrets(found)?;
        let mut import = if renamed.is_empty() { import } else { with_names(&import, &renamed)? };
        note_uses(&mut import, &self.shared.secrets);
        Ok(import)
    }
}

/// Whether the library's tool is specified as a text says (S2-03): by name, description and schema, which is that of the
/// signature where both have the same one.
fn is_shared(edit: &ToolEdit, record: &ToolRecord) -> bool {
    let known = specification(record);
    if edit.description != known.description {
        return false;
    }
    let signature = edit.spec.signature.trim();
    let is_same_signature =
        edit.spec.source == SpecForm::Signature && known.signature.as_deref().map(str::trim) == Some(signature);
    is_same_signature
        || tool_spec::understand(&edit.spec).is_ok_and(|read| studio_runtime::is_equal(&read.schema, &known.schema))
}

/// Which tools of an agent are among some, its components' too, in their order.
pub(crate) fn differing(draft: &AgentDraft, another: &HashSet<String>) -> Vec<String> {
    let of_components = draft.component_tools.iter().flatten();
    of_components.chain(&draft.tools).filter(|name| another.contains(*name)).cloned().collect()
}

fn read_gram(text: &str) -> ToolImport {
    let document = carrier::read(text);
    let of_agents = document.agents.iter().flat_map(AgentText::all_tools);
    let mut tools: Vec<ToolDraft> = Vec::new();
    for specification in document.specifications.iter().chain(of_agents) {
        if !tools.iter().any(|known| known.edit.name == specification.name) {
            tools.push(gram_draft(specification));
        }
    }
    let said = problems_at(text, document.problems);
    let agents = document.agents.iter().map(agent_draft).collect();
    ToolImport { agents, ..import(PastedFormat::Gram, tools, Vec::new(), said) }
}

/// What a text holds, and the secrets found in it with their values.
fn read(text: &str) -> (ToolImport, Vec<(String, String)>) {
    let trimmed = text.trim_start();
    if trimmed.is_empty() {
        return (import(None, Vec::new(), Vec::new(), Vec::new()), Vec::new());
    }
    if trimmed.starts_with("curl") || trimmed.starts_with("$ curl") {
        let line = tool_lists::curl::read(text);
        let tools = line.draft.iter().map(rest_draft).collect();
        return (import(PastedFormat::Curl, tools, Vec::new(), problems(text, &line.problems)), line.found_secrets);
    }
    if let Some(manifest) = Manifest::by_text(text) {
        let message = format!("This {}", manifest.sentence());
        return (import(None, Vec::new(), Vec::new(), vec![of_whole(&message)]), Vec::new());
    }
    if is_openapi(trimmed) {
        let api = tool_lists::openapi::read(text);
        let tools = api.operations.iter().map(rest_draft).collect();
        return (import(PastedFormat::Openapi, tools, Vec::new(), problems(text, &api.problems)), Vec::new());
    }
    if is_gram(trimmed) {
        return (read_gram(text), Vec::new());
    }
    let servers = mcp_servers::read(text);
    if !servers.servers.is_empty() {
        let edits = servers.servers.iter().map(server_edit).collect();
        return (
            import(PastedFormat::McpServers, Vec::new(), edits, problems(text, &servers.problems)),
            servers.found_secrets,
        );
    }
    let listed = model_tools::read(text);
    if let Some(first) = listed.tools.first() {
        let format = match first.source {
            tool_lists::model_tools::Source::Mcp => PastedFormat::McpTools,
            tool_lists::model_tools::Source::OpenAi => PastedFormat::OpenaiTools,
            tool_lists::model_tools::Source::Anthropic => PastedFormat::AnthropicTools,
        };
        let tools = listed.tools.iter().map(model_draft).collect();
        return (import(format, tools, Vec::new(), problems(text, &listed.problems)), Vec::new());
    }
    let why = tool_lists::why_nothing(text);
    let found = [&why, &listed.problems, &servers.problems].into_iter().find(|found| !found.is_empty());
    let mut said = found.map(|found| problems(text, found)).unwrap_or_default();
    if said.is_empty() {
        said.push(unknown_format());
    }
    (import(None, Vec::new(), Vec::new(), said), Vec::new())
}

fn unknown_format() -> SpecProblem {
    let message = "Unknown format. Supported: curl commands, OpenAPI, `mcpServers`, tool lists for OpenAI, Anthropic, or MCP, \
                   and gram.";
    of_whole(message)
}

fn of_whole(message: &str) -> SpecProblem {
    SpecProblem { severity: Severity::Error, message: message.to_owned(), start: 0, end: 0, line: 1, column: 1 }
}

fn is_openapi(text: &str) -> bool {
    let mut beginning = text.chars().take(4_000).collect::<String>();
    beginning.retain(|character| character != '"' && character != '\'');
    beginning.lines().flat_map(|line| line.split(['{', ','])).any(|part| {
        let part = part.trim_start();
        part.starts_with("openapi:") || part.starts_with("swagger:") || part.starts_with("openapi :")
    })
}

/// Gram begins with a pattern that carries a specification or an agent, or is the seed's own block.
fn is_gram(text: &str) -> bool {
    let beginning: String = text.chars().take(400).collect();
    let carries = ["ToolSpecification", ":Tool", ":Agent"].iter().any(|word| beginning.contains(word));
    text.starts_with("toolSpecification") || (text.starts_with(['[', '(']) && carries)
}

fn import(
    format: impl Into<Option<PastedFormat>>,
    tools: Vec<ToolDraft>,
    servers: Vec<ServerEdit>,
    problems: Vec<SpecProblem>,
) -> ToolImport {
    ToolImport { format: format.into(), tools, servers, agents: Vec::new(), secrets: Vec::new(), problems }
}

pub(crate) fn problems(text: &str, found: &[tool_lists::Problem]) -> Vec<SpecProblem> {
    let offsets = Offsets::new(text);
    let problem = |problem: &tool_lists::Problem| SpecProblem {
        severity: severity(problem.severity),
        message: problem.message.clone(),
        start: offsets.utf16(problem.span.start),
        end: offsets.utf16(problem.span.end),
        line: problem.line as u32,
        column: problem.column as u32,
    };
    found.iter().map(problem).collect()
}

fn rest_draft(draft: &RestDraft) -> ToolDraft {
    let implementation = ToolImplementation::Rest {
        method: draft.method.clone(),
        url: draft.url_template.clone(),
        headers: named(&draft.headers),
        query: named(&draft.query),
        body: draft.body.clone().unwrap_or_default(),
        allow_private: false,
    };
    let mut notes = Vec::new();
    if !draft.secrets.is_empty() {
        notes.push(format!(
            "The tool uses {}.",
            draft.secrets.iter().map(|name| format!("secret://{name}")).collect::<Vec<_>>().join(", ")
        ));
    }
    let description = if draft.description.trim().is_empty() {
        notes.push("The tool has no description. Describe when and how to use it.".to_owned());
        format!("{} {}", draft.method, draft.url_template)
    } else {
        draft.description.clone()
    };
    let parameters = draft.parameters.iter().map(tool_spec::shown_parameter).collect();
    let spec = SpecEdit { source: SpecForm::Parameters, parameters, ..SpecEdit::default() };
    ToolDraft { edit: new_tool(&draft.name, description, spec, implementation), is_taken: false, same_as: None, notes }
}

fn model_draft(tool: &model_tools::ModelTool) -> ToolDraft {
    let schema = schema_text(&tool.schema);
    let spec = SpecEdit { source: SpecForm::Schema, schema, ..SpecEdit::default() };
    let mut notes = vec!["This list doesn't include implementations.".to_owned()];
    let description = if tool.description.trim().is_empty() {
        notes.push("The tool has no description. Describe when and how to use it.".to_owned());
        tool.name.clone()
    } else {
        tool.description.clone()
    };
    let edit = ToolEdit {
        effect: stated::effect(&tool.stated),
        stated: Some(tool.stated.to_string()),
        ..new_tool(&tool.name, description, spec, ToolImplementation::None)
    };
    ToolDraft { edit, is_taken: false, same_as: None, notes }
}

fn schema_text(schema: &Value) -> String {
    studio_text::gram::render_schema(schema).0
}

pub(crate) fn server_edit(entry: &mcp_servers::ServerEntry) -> ServerEdit {
    let transport = match &entry.transport {
        mcp_servers::Transport::Stdio { command, args, env, cwd, sandbox } => ServerTransport::Stdio {
            command: command.clone(),
            args: args.clone(),
            env: named(env),
            cwd: cwd.clone().unwrap_or_default(),
            sandbox: sandbox.clone().map(|mcp_servers::Sandbox { read, write, network }| ServerSandbox {
                read,
                write,
                allow_network: network,
            }),
        },
        mcp_servers::Transport::Http { url, headers } => {
            // Who writes `localhost` into their settings means it.
            ServerTransport::Http { url: url.clone(), headers: named(headers), allow_private: is_this_machine(url) }
        }
    };
    ServerEdit { id: None, aggregate_version: 0, name: entry.name.clone(), transport, is_enabled: !entry.is_disabled }
}

fn named(pairs: &[(String, String)]) -> Vec<NamedValue> {
    pairs.iter().map(|(name, value)| NamedValue { name: name.clone(), value: value.clone() }).collect()
}
