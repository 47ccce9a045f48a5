//! What a server may say unasked. It gets no files, no model and no questions to the user: none is offered to it.
#![expect(deprecated, reason = "servers still log through the protocol, whatever its next version does")]

use std::sync::Arc;

use rmcp::{
    ClientHandler, RoleClient,
    model::{ClientCapabilities, ClientConfig, Implementation, LoggingMessageNotificationParam, ProtocolVersion},
    service::NotificationContext,
};

use super::{journal::LogStream, link::Link};

/// The studio, as servers see it.
pub(super) struct Client {
    pub(super) link: Arc<Link>,
}

impl ClientHandler for Client {
    fn get_info(&self) -> ClientConfig {
        let studio = Implementation::new("skill-studio", env!("CARGO_PKG_VERSION")).with_title("Skill Studio");
        ClientConfig::new(ClientCapabilities::default(), studio)
            .with_protocol_version(ProtocolVersion::LATEST_WITH_INITIALIZE)
    }

    async fn on_tool_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.link.tools_changed();
    }

    async fn on_logging_message(&self, message: LoggingMessageNotificationParam, _: NotificationContext<RoleClient>) {
        let level = serde_json::to_value(message.level).unwrap_or_default();
        let logger = message.logger.map(|logger| format!(" {logger}")).unwrap_or_default();
        let text = message.data.as_str().map_or_else(|| message.data.to_string(), str::to_owned);
        self.link.note(LogStream::Protocol, &format!("[{}{logger}] {text}", level.as_str().unwrap_or("log")));
    }
}
