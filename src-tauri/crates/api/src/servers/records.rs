//! MCP servers as authors manage them.

use crate::{
    Error, ErrorCode, Studio,
    base::{
        ids::{row_version, server_id},
        shown::in_row,
    },
    definitions::forms as tool_forms,
    dto::{
        CredentialChoice, LogLine, ServerDetail, ServerEdit, ServerImport, ServerState, ServerTransport, StudioEvent,
        ToolImplementation,
    },
    servers::{
        opening::{self, START_LIMIT},
        tools as server_tools,
    },
    state::{
        session::Session,
        slot::{Known, log_line},
        wait::Wait,
    },
};
use std::sync::Arc;

use studio_runtime::Stop;
use studio_store::{ServerRow, ToolRecord, unsaved};
use uuid::Uuid;

impl Studio {
    /// The servers of the library by name, those that are only named by tools too.
    pub fn list_servers(&self) -> Result<Vec<ServerDetail>, Error> {
        self.session()?.list_servers()
    }

    /// The servers in pasted `mcpServers` JSON. Nothing is stored.
    pub fn read_servers(&self, text: &str) -> Result<ServerImport, Error> {
        let read = self.read_tools(text)?;
        Ok(ServerImport { servers: read.servers, secrets: read.secrets, problems: read.problems })
    }

    /// A command line as its program and arguments, quotes holding words together as in a shell.
    pub fn split_command(&self, text: &str) -> Result<Vec<String>, Error> {
        let unclosed = || Error::new(ErrorCode::Invalid, "This command has an unclosed quote. Close it, then split.");
        studio_text::tool_lists::words(text).ok_or_else(unclosed)
    }

    /// Creates or changes a server. One that runs is ended when something about it changes; one that holds a credential is
    /// refused.
    pub fn save_server(&self, server: &ServerEdit) -> Result<ServerDetail, Error> {
        self.save_server_choosing(server, CredentialChoice::Ask)
    }

    /// Stores a server whose credentials are settled.
    pub(crate) fn store_edited_server(&self, server: &ServerEdit) -> Result<ServerDetail, Error> {
        let session = self.session()?;
        let edited = {
            let writing = session.writing();
            let edited = session.edited_server(server)?;
            writing.put_server(&edited.row)?;
            edited
        };
        self.keep_found_secrets(&edited.row.transport.to_string())?;
        session.server_changed(&edited)?;
        session.emit(StudioEvent::ServersChanged);
        session.embed_described_in_background()?;
        session.server(edited.row.id)
    }

    /// Starts a server, or says why it does not run.
    pub fn start_server(&self, id: &str) -> Result<ServerDetail, Error> {
        let session = self.session()?;
        let row = session.library.get_server(server_id(id)?)?;
        if session.running_server(&row, Wait::new(START_LIMIT, &Stop::new())).is_ok() {
            session.check_server(&row);
        }
        session.server(row.id)
    }

    /// Ends a server. It is started again when one of its tools is called.
    pub fn stop_server(&self, id: &str) -> Result<ServerDetail, Error> {
        let session = self.session()?;
        let id = server_id(id)?;
        session.end_server(id);
        session.server(id)
    }

    /// Does not allow what a server asks for. It asks again when somebody starts it.
    pub fn refuse_server(&self, id: &str) -> Result<ServerDetail, Error> {
        let session = self.session()?;
        let id = server_id(id)?;
        session.end_server(id);
        session.servers.slot(id).set(|known| {
            "You didn't allow this server to start. Start it to be asked again.".clone_into(&mut known.message);
        });
        session.server(id)
    }

    /// Asks every running server whether it answers and what it offers now.
    pub fn check_servers(&self) -> Result<Vec<ServerDetail>, Error> {
        let session = self.session()?;
        for row in session.library.list_servers()? {
            session.check_server(&row);
        }
        session.emit(StudioEvent::ToolsChanged);
        session.list_servers()
    }

    /// The last lines a server said, oldest first.
    pub fn get_server_log(&self, id: &str) -> Result<Vec<LogLine>, Error> {
        let session = self.session()?;
        Ok(session.servers.slot(server_id(id)?).known().log.iter().map(log_line).collect())
    }
}

/// A server as it is to be stored, and as it was.
pub(crate) struct EditedServer {
    pub(crate) row: ServerRow,
    before: Option<ServerRow>,
}

impl Session {
    /// The row of an edited server, if it can be stored.
    pub(crate) fn edited_server(&self, server: &ServerEdit) -> Result<EditedServer, Error> {
        check(server)?;
        let before = match &server.id {
            Some(id) => Some(self.library.get_server(server_id(id)?)?),
            None => None,
        };
        let mut audit = before.as_ref().map_or_else(unsaved, |row| row.audit.clone());
        if before.is_some() {
            audit.aggregate_version = row_version(server.aggregate_version);
        }
        let row = ServerRow {
            id: before.as_ref().map_or_else(Uuid::new_v4, |row| row.id),
            name: server.name.trim().to_owned(),
            transport: opening::kept_transport(&server.transport),
            is_enabled: server.is_enabled,
            audit,
        };
        Ok(EditedServer { row, before })
    }

    /// What a stored server's change brings: tools follow its name, and one that runs as it was is ended.
    pub(crate) fn server_changed(self: &Arc<Self>, EditedServer { row, before }: &EditedServer) -> Result<(), Error> {
        if let Some(before) = before.as_ref().filter(|before| before.name != row.name) {
            self.follow_server(&before.name, &row.name)?;
        }
        let reach = |row: &ServerRow| opening::transport(row).ok();
        let is_other = |before: &ServerRow| reach(before) != reach(row) || before.name != row.name;
        if !row.is_enabled || before.as_ref().is_some_and(is_other) {
            self.end_server(row.id);
        }
        Ok(())
    }

    /// Tools of a server go on being its tools under its new name.
    fn follow_server(self: &Arc<Self>, before: &str, now: &str) -> Result<(), Error> {
        let records = self.library.list_tool_records()?;
        let edits = records.iter().filter_map(|record| {
            let mut edit = tool_forms::edit(record);
            match &mut edit.implementation {
                ToolImplementation::McpServer { server, .. } if server == before => now.clone_into(server),
                _ => return None,
            }
            Some(edit)
        });
        self.store_tools(&edits.collect::<Vec<_>>(), "saved")?;
        self.tools_changed()
    }

    /// The servers of the library, and those its tools only name.
    pub(crate) fn list_servers(&self) -> Result<Vec<ServerDetail>, Error> {
        let records = self.library.list_tool_records()?;
        let mut servers = self
            .library
            .list_servers()?
            .into_iter()
            .map(|row| self.shown_server(row, &records))
            .collect::<Result<Vec<_>, Error>>()?;
        for record in &records {
            let Some(studio_model::Implementation::McpServer { server }) = &record.tool.implementation else {
                continue;
            };
            if !servers.iter().any(|known| known.name == *server) {
                servers.push(only_named(server));
            }
        }
        // One that never was asked offers what its tools say, as far as is known.
        for server in servers.iter_mut().filter(|server| server.checked_at.is_none() && server.tools.is_empty()) {
            server.tools = only_named_tools(&server.name, &records);
        }
        servers.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(servers)
    }

    pub(crate) fn server(&self, id: Uuid) -> Result<ServerDetail, Error> {
        self.shown_server(self.library.get_server(id)?, &self.library.list_tool_records()?)
    }

    fn shown_server(&self, row: ServerRow, records: &[ToolRecord]) -> Result<ServerDetail, Error> {
        let known = self.servers.slot(row.id).known();
        let check = self.library.list_server_checks()?.remove(&row.id);
        let offered = check.as_ref().map(server_tools::tools).unwrap_or_default();
        // One whose settings cannot be read is listed all the same, and says so until it is set up again.
        let (transport, known) = match opening::transport(&row) {
            Ok(transport) => (Some(transport), known),
            Err(error) => (None, Known { state: ServerState::Failed, message: error.message, ..known }),
        };
        Ok(ServerDetail {
            id: row.id.to_string(),
            aggregate_version: row.audit.aggregate_version as u32,
            transport,
            is_enabled: row.is_enabled,
            state: known.state,
            message: known.message,
            ping_us: known.ping_us,
            info: in_row(if known.info.is_empty() {
                check.as_ref().map(|check| check.info.clone()).unwrap_or_default()
            } else {
                known.info
            }),
            restarts: known.restarts,
            tools: offered.iter().map(|tool| server_tools::shown(&row.name, tool, records)).collect(),
            checked_at: check.map(|check| check.checked_ts),
            consent: known.consent,
            name: row.name,
        })
    }
}

fn only_named(name: &str) -> ServerDetail {
    ServerDetail {
        id: name.to_owned(),
        name: name.to_owned(),
        aggregate_version: 0,
        transport: None,
        is_enabled: false,
        state: ServerState::Unknown,
        message: "Tools use this server, but it isn't set up. Set it up to run them.".to_owned(),
        ping_us: None,
        info: String::new(),
        restarts: 0,
        tools: Vec::new(),
        checked_at: None,
        consent: None,
    }
}

fn only_named_tools(server: &str, records: &[ToolRecord]) -> Vec<crate::dto::ServerTool> {
    let of_server = |record: &&ToolRecord| matches!(&record.tool.implementation, Some(studio_model::Implementation::McpServer { server: of }) if of == server);
    let shown = |record: &ToolRecord| crate::dto::ServerTool {
        name: record.tool.name.clone(),
        description: record.tool.description.clone(),
        schema: studio_text::gram::render_schema(&tool_forms::schema(record)).0,
        tool_id: Some(record.tool.id.to_string()),
        drift: Vec::new(),
    };
    records.iter().filter(of_server).map(shown).collect()
}

pub(crate) fn check(server: &ServerEdit) -> Result<(), Error> {
    let invalid = |message: &str| Err(Error::new(ErrorCode::Invalid, message));
    if server.name.trim().is_empty() {
        return invalid("A server needs a name.");
    }
    match &server.transport {
        ServerTransport::Stdio { command, .. } if command.trim().is_empty() => {
            invalid("Enter the program to start, such as npx.")
        }
        ServerTransport::Stdio { sandbox: Some(sandbox), cwd, .. } => match opening::place(sandbox, cwd).problem() {
            Some(problem) => invalid(&format!("The server can't be sandboxed: {problem}.")),
            None => Ok(()),
        },
        ServerTransport::Http { url, .. } if !url.starts_with("http://") && !url.starts_with("https://") => {
            invalid("A server's URL must start with https:// or http://.")
        }
        _ => Ok(()),
    }
}

pub(crate) fn amount(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
