//! How messages travel over HTTP: as `rmcp` speaks it, with an ear on it for when a call left and came back.

use std::{future::Future, sync::Arc, time::Instant};

use rmcp::{
    RoleClient,
    model::{ClientJsonRpcMessage, ServerJsonRpcMessage},
    transport::Transport,
};

use super::{
    link::Link,
    wire::{MOST_ASIDE, answered, is_forgotten, stray},
};

/// HTTP as `rmcp` speaks it, with an ear on it.
pub(super) struct Overheard<T> {
    inner: T,
    link: Arc<Link>,
    /// Messages since the last answer.
    aside: usize,
}

impl<T> Overheard<T> {
    pub(super) fn new(inner: T, link: &Arc<Link>) -> Self {
        Self { inner, link: Arc::clone(link), aside: 0 }
    }
}

impl<T: Transport<RoleClient>> Transport<RoleClient> for Overheard<T> {
    type Error = T::Error;

    fn send(&mut self, message: ClientJsonRpcMessage) -> impl Future<Output = Result<(), T::Error>> + Send + 'static {
        self.link.leaves(&message);
        self.inner.send(message)
    }

    async fn receive(&mut self) -> Option<ServerJsonRpcMessage> {
        let message = self.inner.receive().await;
        match &message {
            Some(_) if self.aside >= MOST_ASIDE => {
                let name = &self.link.name;
                self.link
                    .end(&format!("The MCP server “{name}” sent {MOST_ASIDE} messages in a row that answer nothing."));
                return None;
            }
            Some(message) => {
                self.aside += 1;
                if let Some(id) = answered(message) {
                    self.link.answered(id, Instant::now());
                    self.aside = 0;
                }
                if let Some(said) = stray(message, &self.link)
                    && is_forgotten(&said)
                {
                    self.link.end(&format!("The MCP server “{}” requires a new session: {said}.", self.link.name));
                }
            }
            None => self.link.end(&format!("The connection to the MCP server “{}” was closed.", self.link.name)),
        }
        message
    }

    async fn close(&mut self) -> Result<(), T::Error> {
        let closed = self.inner.close().await;
        self.link.end(&format!("The MCP server “{}” was disconnected.", self.link.name));
        closed
    }
}
