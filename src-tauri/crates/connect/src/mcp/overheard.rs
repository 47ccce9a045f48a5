//! How messages travel over HTTP: as `rmcp` speaks it, with an ear on it for when a call left and came back.

use std::{future::Future, sync::Arc, time::Instant};

use rmcp::{
    RoleClient,
    model::{ClientJsonRpcMessage, ServerJsonRpcMessage},
    transport::Transport,
};

use super::{
    link::Link,
    wire::{answered, is_forgotten, stray},
};

/// HTTP as `rmcp` speaks it, with an ear on it.
pub(super) struct Overheard<T> {
    inner: T,
    link: Arc<Link>,
}

impl<T> Overheard<T> {
    pub(super) fn new(inner: T, link: &Arc<Link>) -> Self {
        Self { inner, link: Arc::clone(link) }
    }
}

impl<T: Transport<RoleClient>> Transport<RoleClient> for Overheard<T> {
    type Error = T::Error;

    fn send(&mut self, message: ClientJsonRpcMessage) -> impl Future<Output = Result<(), T::Error>> + Send + 'static {
        self.link.leaves(&message);
        self.inner.send(message)
    }

    async fn receive(&mut self) -> Option<ServerJsonRpcMessage> {
        let message = tokio::select! {
            // Where the end came first, what is said of it afterwards would hide why.
            biased;
            _ = self.link.ended() => None,
            message = self.inner.receive() => message,
        };
        match &message {
            Some(message) => {
                if let Some(id) = answered(message) {
                    self.link.answered(id, Instant::now());
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
