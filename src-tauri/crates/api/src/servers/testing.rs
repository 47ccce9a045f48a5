//! Trying a server that is not stored yet.

use parking_lot::Mutex;
use std::{sync::Arc, time::Instant};

use studio_connect::mcp::{OnEvent, ServerEvent};
use studio_model::sentence;
use studio_runtime::Stop;

use crate::{
    Error, Studio,
    dto::{ServerEdit, ServerState, ServerTest},
    servers::{
        masks::masked_tools,
        opening::START_LIMIT,
        pool,
        records::{amount, check},
        tools as server_tools,
    },
    state::{
        slot::log_line,
        wait::{NotRunning, Wait},
    },
};
use studio_connect::{mcp::Server, secrets::Mask};

impl Studio {
    /// Starts or dials a server that is not stored yet, lists its tools, and ends it again.
    pub fn test_server(&self, server: &ServerEdit) -> Result<ServerTest, Error> {
        let begun = Instant::now();
        let mut test = ServerTest {
            state: ServerState::Failed,
            message: String::new(),
            info: String::new(),
            tools: Vec::new(),
            log: Vec::new(),
            consent: None,
            elapsed_ms: 0,
        };
        check(server)?;
        let transport = self.shared.resolved(server.transport.clone())?;
        let command = self.shared.server_command(&server.name, &transport);
        let said: Arc<Mutex<Vec<studio_connect::mcp::LogLine>>> = Arc::default();
        let opened = self.shared.allowed(&transport, &command).and_then(|()| {
            let said = Arc::clone(&said);
            let on_event: OnEvent = Arc::new(move |event| {
                if let ServerEvent::NotStarted { log } = event {
                    *said.lock() = log;
                }
            });
            let stop = Stop::new();
            self.shared.open_server(&server.name, &transport, &on_event, Wait::new(START_LIMIT, &stop))
        });
        match opened {
            Ok((running, mask)) => {
                answered(&mut test, &server.name, &running, &mask);
            }
            Err(NotRunning::Consent(request)) => {
                test.state = ServerState::NeedsConsent;
                "Waiting for your permission to start.".clone_into(&mut test.message);
                test.consent = Some(*request);
            }
            Err(NotRunning::Failed(message)) => {
                test.message = message;
                test.log = said.lock().iter().map(log_line).collect();
            }
            Err(NotRunning::Stopped) => test.state = ServerState::Stopped,
        }
        test.elapsed_ms = begun.elapsed().as_millis() as u32;
        Ok(test)
    }
}

/// What a server said that answered.
fn answered(test: &mut ServerTest, name: &str, running: &Server, mask: &Mask) {
    match running.tools(START_LIMIT, &Stop::new()) {
        Ok(tools) => {
            test.state = ServerState::Running;
            test.message = format!("The server responded and offers {}.", amount(tools.len(), "tool"));
            let tools = masked_tools(mask, tools);
            let offered = tools.iter().map(server_tools::offered);
            test.tools = offered.map(|tool| server_tools::shown(name, &tool, &[])).collect();
        }
        Err(error) => test.message = mask.text(&sentence(&error.to_string())),
    }
    test.info = mask.text(&pool::info(running));
    test.log = running.log().iter().map(log_line).collect();
}
