//! The MCP servers that run for one library: started when they are needed, started again when they ended, ended with it.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use studio_connect::mcp::{McpTool, OnEvent, Server, ServerEvent, fingerprint};
use studio_model::sentence;
use studio_runtime::Stop;
use studio_store::ServerRow;
use uuid::Uuid;

use crate::{
    Error,
    dto::{ServerState, ServerTransport, StudioEvent},
    servers::{
        masks::masked_tools,
        opening::{START_LIMIT, failed, masked, not_started, start_limit},
    },
    state::{
        command::Command,
        consents::Verdict,
        session::Session,
        slot::{Known, Slot},
        wait::{NotRunning, Wait},
    },
};

/// How long a ping may take.
const PING_LIMIT: Duration = Duration::from_secs(5);

impl Session {
    /// The server, running: started where it is not, or again where it ended by itself.
    pub(crate) fn running_server(
        self: &Arc<Self>,
        row: &ServerRow,
        wait: Wait<'_>,
    ) -> Result<(Arc<Server>, Arc<Slot>), NotRunning> {
        let slot = self.servers.slot(row.id);
        if let Some(server) = slot.running() {
            return Ok((server, slot));
        }
        let _changing = slot.turn(&row.name, wait)?;
        if let Some(server) = slot.running() {
            return Ok((server, Arc::clone(&slot)));
        }
        slot.set(|known| known.starts = 0);
        let server = self.start_in_turn(row, &slot, wait)?;
        Ok((server, Arc::clone(&slot)))
    }

    /// Starts a server once more that ended by itself, if it may and nobody else did or does anything about it.
    pub(crate) fn start_again(self: &Arc<Self>, id: Uuid) {
        let slot = self.servers.slot(id);
        let Some(_changing) = slot.free_turn() else { return };
        // Read in its turn: whoever changes or deletes it, or switches it off, ends it after that.
        let Ok(row) = self.library.get_server(id) else { return };
        if row.is_enabled && slot.is_down() {
            slot.set(|known| known.starts += 1);
            // How it went is what is known of it now.
            let _started = self.start_in_turn(&row, &slot, Wait::new(START_LIMIT, &Stop::new()));
        }
    }

    /// Leaves a server that does not stay.
    pub(crate) fn give_up(&self, slot: &Slot) {
        let Some(_changing) = slot.free_turn() else { return };
        if !slot.is_down() {
            return;
        }
        slot.take();
        slot.set(|known| {
            let why = &known.message;
            known.message = format!(
                "{why} It was restarted {} times and kept stopping. Check its log, fix the cause, then select Start.",
                known.starts
            );
            (known.state, known.starts) = (ServerState::Failed, 0);
        });
        self.emit(StudioEvent::ServersChanged);
    }

    /// Marks a server that ended before anybody followed it.
    pub(crate) fn note_end(&self, slot: &Slot) {
        if let Some(message) = slot.unnoticed_end() {
            self.fail(slot, &message);
        }
    }

    /// Ends a server that does not answer; it counts as ended by itself.
    pub(crate) fn end_silent(&self, slot: &Slot, server: &Server, message: &str) {
        self.fail(slot, message);
        server.stop();
    }

    fn fail(&self, slot: &Slot, message: &str) {
        slot.set(|known| {
            // Unless somebody stopped it meanwhile.
            if known.state == ServerState::Running {
                known.state = ServerState::Failed;
                message.clone_into(&mut known.message);
            }
        });
        self.emit(StudioEvent::ServersChanged);
    }

    /// Starts a server whose turn is taken, and says how that went.
    fn start_in_turn(
        self: &Arc<Self>,
        row: &ServerRow,
        slot: &Arc<Slot>,
        wait: Wait<'_>,
    ) -> Result<Arc<Server>, NotRunning> {
        let had_ended = slot.take().is_some() || slot.starts() > 0;
        slot.set_starting(Some(wait.stop.clone()));
        let started = self.start(row, slot, wait);
        slot.set_starting(None);
        match &started {
            Ok(_) if had_ended => slot.set(|known| known.restarts += 1),
            Ok(_) => {}
            Err(NotRunning::Consent(request)) => slot.set(|known| {
                known.state = ServerState::NeedsConsent;
                "Waiting for your permission to start.".clone_into(&mut known.message);
                known.consent = Some((**request).clone());
            }),
            Err(NotRunning::Failed(message)) => slot.set(|known| {
                known.state = ServerState::Failed;
                known.message.clone_from(message);
            }),
            Err(NotRunning::Stopped) => slot.set(|known| known.state = ServerState::Stopped),
        }
        self.emit(StudioEvent::ServersChanged);
        started
    }

    fn start(self: &Arc<Self>, row: &ServerRow, slot: &Arc<Slot>, wait: Wait<'_>) -> Result<Arc<Server>, NotRunning> {
        let transport = self.shared.transport(row).map_err(|error| NotRunning::Failed(error.message))?;
        let command = self.shared.server_command(&row.name, &transport);
        self.shared.allowed(&transport, &command)?;
        slot.set(|known| {
            let log = std::mem::take(&mut known.log);
            let (restarts, starts) = (known.restarts, known.starts);
            *known = Known { restarts, starts, state: ServerState::Starting, log, ..Known::default() };
        });
        self.emit(StudioEvent::ServersChanged);
        let (session, followed) = (Arc::downgrade(self), Arc::downgrade(slot));
        let on_event: OnEvent = Arc::new(move |event| {
            let (Some(session), Some(slot)) = (session.upgrade(), followed.upgrade()) else { return };
            match event {
                ServerEvent::Ended { message } => slot.set(|known| {
                    if known.state == ServerState::Running {
                        known.state = ServerState::Failed;
                        known.message = message;
                    }
                }),
                ServerEvent::NotStarted { log } => slot.keep_log(log),
                ServerEvent::ToolsChanged => {}
                ServerEvent::Log => return,
            }
            session.emit(StudioEvent::ServersChanged);
        });
        let (server, mask) = self.shared.open_server(&row.name, &transport, &on_event, wait)?;
        let listed = server.tools(start_limit(wait), wait.stop).map_err(|error| {
            slot.keep_log(server.log());
            masked(&mask, not_started(error, wait))
        })?;
        let tools = masked_tools(&mask, listed);
        let info = mask.text(&info(&server));
        self.seen(row, &command, &transport, &info, &tools).map_err(|error| NotRunning::Failed(error.message))?;
        let server = Arc::new(server);
        slot.set(|known| {
            known.state = ServerState::Running;
            known.message = String::new();
            known.info = info;
            known.tools = tools;
        });
        slot.put(Arc::clone(&server), mask);
        Ok(server)
    }

    /// Keeps what a server offers, and takes its tools for allowed where they are seen with it for the first time.
    fn seen(
        self: &Arc<Self>,
        row: &ServerRow,
        command: &Command,
        transport: &ServerTransport,
        info: &str,
        tools: &[McpTool],
    ) -> Result<(), Error> {
        let prints: BTreeMap<String, String> =
            tools.iter().map(|tool| (tool.name.clone(), fingerprint(tool))).collect();
        if matches!(transport, ServerTransport::Http { .. })
            && matches!(self.shared.consents.check(command)?, Verdict::Ask(_))
        {
            // Nothing runs on this machine, so nobody was asked; its tools are remembered all the same.
            self.shared.consents.grant_command(command, crate::now())?;
        }
        self.shared.consents.see_tools(command, &prints)?;
        self.keep_check(row.id, info, tools)
    }

    /// Lists the tools of a running server again.
    pub(crate) fn list_again(
        self: &Arc<Self>,
        row: &ServerRow,
        server: &Server,
        slot: &Slot,
        wait: Wait<'_>,
    ) -> Result<(), NotRunning> {
        let mask = slot.mask();
        let listed = server.tools(start_limit(wait), wait.stop).map_err(|error| masked(&mask, failed(&error)));
        slot.set(|known| known.is_unlisted = listed.is_err());
        let tools = masked_tools(&mask, listed?);
        // What cannot be kept now is listed again the next time.
        let kept = self.keep_check(row.id, &mask.text(&info(server)), &tools);
        self.shared.log.dropped("what a server offers was not kept", kept);
        slot.set(|known| known.tools = tools);
        Ok(())
    }

    /// Asks a running server what it offers now and whether it answers.
    pub(crate) fn check_server(self: &Arc<Self>, row: &ServerRow) {
        let slot = self.servers.slot(row.id);
        let Some(server) = slot.running() else { return };
        let trouble = match self.list_again(row, &server, &slot, Wait::new(START_LIMIT, &Stop::new())) {
            Err(NotRunning::Failed(message)) => message,
            Ok(()) | Err(NotRunning::Consent(_) | NotRunning::Stopped) => String::new(),
        };
        let ping = server.ping(PING_LIMIT);
        slot.set(|known| {
            known.ping_us = ping.as_ref().ok().map(|time| time.as_micros() as u32);
            known.message = ping.err().map_or(trouble, |error| sentence(&error.to_string()));
        });
    }

    /// Ends a server; it is started again when it is needed.
    pub(crate) fn end_server(&self, id: Uuid) {
        self.servers.slot(id).end(|slot| {
            slot.set(|known| *known = Known { log: std::mem::take(&mut known.log), ..Known::default() });
        });
        self.emit(StudioEvent::ServersChanged);
    }
}

/// How a server names itself, with its version.
pub(crate) fn info(server: &Server) -> String {
    let info = server.info();
    let name = info.name.clone().unwrap_or_default();
    info.version.as_ref().map_or_else(|| name.clone(), |version| format!("{name} {version}").trim().to_owned())
}
