//! One conversation: the greeting, then questions, each with its limit, a way to stop it, and an eye on the server's life.

use std::{future::Future, sync::Arc, time::Duration};

use rmcp::{
    RoleClient,
    model::{
        ClientRequest, ErrorCode, ErrorData, ProtocolVersion, RequestId, ServerNotification, ServerResult,
        SubscriptionFilter,
    },
    service::{
        ClientInitializeError, ClientLifecycleMode, Peer, PeerRequestOptions, RequestHandle, RunningService,
        ServiceError, serve_client_with_lifecycle,
    },
    transport::IntoTransport,
};
use studio_model::sentence;
use studio_runtime::Stop;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use super::{McpError, client::Client, http, link::Link};

/// How often somebody looks whether a caller wants to stop.
const LOOK: Duration = Duration::from_millis(20);

/// How long it may take to learn why a connection is closed.
const INQUEST: Duration = Duration::from_secs(4);

/// A server that was greeted.
pub(super) struct Session {
    pub(super) service: RunningService<RoleClient, Client>,
    link: Arc<Link>,
    /// Where it is, if not on this machine's pipes.
    url: Option<String>,
}

/// Which of the protocol's two ways to begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Greeting {
    /// `initialize`, known to all servers so far.
    Initialize,
    /// `server/discover`, for servers that know nothing else.
    Discover,
}

impl Session {
    /// Greets the server; answers when it answered.
    pub(super) async fn greet<T, E, A>(
        transport: T,
        greeting: Greeting,
        link: &Arc<Link>,
        url: Option<&str>,
        limit: Duration,
        stop: &Stop,
    ) -> Result<Self, McpError>
    where
        T: IntoTransport<RoleClient, E, A>,
        E: std::error::Error + Send + Sync + 'static,
    {
        let lifecycle = match greeting {
            Greeting::Initialize => ClientLifecycleMode::Initialize,
            Greeting::Discover => {
                ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] }
            }
        };
        let greeted = serve_client_with_lifecycle(Client { link: Arc::clone(link) }, transport, lifecycle);
        match wait(link, after(limit), limit, stop, greeted).await {
            Ok(Ok(service)) => {
                if greeting == Greeting::Discover {
                    tokio::spawn(hear_of_changes(service.peer().clone(), Arc::clone(link)));
                }
                Ok(Self { service, link: Arc::clone(link), url: url.map(str::to_owned) })
            }
            Ok(Err(cause)) => Err(not_greeted(link, url, cause).await),
            Err(McpError::TimedOut { server, limit }) => {
                Err(McpError::SlowStart { server, limit, said: link.journal.last_words().unwrap_or_default() })
            }
            Err(other) => Err(other),
        }
    }

    /// Asks one thing. A question that is given up is called off at the server, too.
    pub(super) async fn ask(
        &self,
        request: ClientRequest,
        limit: Duration,
        stop: &Stop,
    ) -> Result<(RequestId, ServerResult), McpError> {
        if stop.is_stopped() {
            return Err(McpError::Stopped { server: self.link.name.clone() });
        }
        let until = after(limit);
        let asked = self.service.send_cancellable_request(request, PeerRequestOptions::no_options());
        let mut handle = match wait(&self.link, until, limit, stop, asked).await? {
            Ok(handle) => handle,
            Err(cause) => return Err(self.not_answered(cause).await),
        };
        let id = handle.id.clone();
        let cause = match wait(&self.link, until, limit, stop, &mut handle.rx).await {
            Ok(Ok(Ok(result))) => return Ok((id, result)),
            Ok(Ok(Err(cause))) => self.not_answered(cause).await,
            Ok(Err(_)) => self.not_answered(ServiceError::TransportClosed).await,
            Err(given_up) => {
                call_off(handle);
                given_up
            }
        };
        self.link.took(&id);
        self.link.page(&id);
        Err(cause)
    }

    async fn not_answered(&self, cause: ServiceError) -> McpError {
        let Some(url) = &self.url else {
            return match cause {
                ServiceError::TransportSend(_) | ServiceError::TransportClosed => ended(&self.link).await,
                other => self.not_understood(other),
            };
        };
        let error = match cause {
            ServiceError::TransportClosed if self.link.ending().is_some() => ended(&self.link).await,
            ServiceError::TransportClosed => http::broken(url, &self.link),
            ServiceError::TransportSend(cause) => http::explain(cause.error.as_ref(), url, &self.link),
            other => self.not_understood(other),
        };
        if http::is_lost(&error) {
            self.link.end(&sentence(&error.to_string()));
            self.service.cancellation_token().cancel();
        }
        error
    }

    fn not_understood(&self, cause: ServiceError) -> McpError {
        match cause {
            ServiceError::McpError(error) => refused(&self.link, &error),
            other => McpError::Garbage { server: self.link.name.clone(), wanted: "an answer", said: other.to_string() },
        }
    }
}

/// The newest protocol tells of changed tools only where it was asked to.
async fn hear_of_changes(peer: Peer<RoleClient>, link: Arc<Link>) {
    let Some(server) = peer.peer_info() else { return };
    let wanted = SubscriptionFilter::builder().tools_list_changed().build().supported_by(&server.capabilities);
    if wanted == SubscriptionFilter::new() {
        return;
    }
    let Ok(mut changes) = peer.listen(wanted).await else { return };
    while let Ok(Some(ServerNotification::ToolListChangedNotification(_))) = changes.next().await {
        link.tools_changed();
    }
}

/// The moment when a limit is over, even of one that never is.
fn after(limit: Duration) -> Instant {
    Instant::now() + limit.min(Duration::from_hours(8760))
}

/// Waits for what comes first: the awaited, the server's end, the limit, the caller's wish to stop.
async fn wait<F: Future>(
    link: &Link,
    until: Instant,
    limit: Duration,
    stop: &Stop,
    awaited: F,
) -> Result<F::Output, McpError> {
    let wish = async {
        while !stop.is_stopped() {
            sleep(LOOK).await;
        }
    };
    tokio::select! {
        // An answer that came counts, even if the server ended after it.
        biased;
        output = awaited => Ok(output),
        message = link.ended() => Err(McpError::Ended { message }),
        () = wish => Err(McpError::Stopped { server: link.name.clone() }),
        () = sleep_until(until) => Err(McpError::TimedOut { server: link.name.clone(), limit }),
    }
}

/// Tells the server that nobody waits any more. Not waited for: it may not read.
fn call_off(handle: RequestHandle<RoleClient>) {
    tokio::spawn(async move {
        let _nobody_asks = handle.cancel(Some("the caller is no longer waiting".to_owned())).await;
    });
}

async fn not_greeted(link: &Arc<Link>, url: Option<&str>, cause: ClientInitializeError) -> McpError {
    let garbage = |said: String| McpError::Garbage {
        server: link.name.clone(),
        wanted: "a valid handshake",
        said: super::journal::cut(&link.journal.clean(&said), 300),
    };
    match cause {
        ClientInitializeError::JsonRpcError(error) => refused(link, &error),
        ClientInitializeError::TransportError { error, .. } => match url {
            Some(url) => http::explain(error.error.as_ref(), url, link),
            None => ended(link).await,
        },
        ClientInitializeError::ConnectionClosed(_) => ended(link).await,
        // What it answered is said as it came.
        ClientInitializeError::ExpectedInitResult(Some(result)) => {
            garbage(serde_json::to_string(&result).unwrap_or_default())
        }
        other => garbage(other.to_string()),
    }
}

/// How the server ended; it is known that it did, or will in a moment.
async fn ended(link: &Link) -> McpError {
    let message = timeout(INQUEST, link.ended()).await;
    let message = message.unwrap_or_else(|_| format!("The connection to the MCP server “{}” was closed.", link.name));
    McpError::Ended { message }
}

fn refused(link: &Link, error: &ErrorData) -> McpError {
    let ErrorCode(code) = error.code;
    let message = super::journal::cut(&link.journal.clean(&error.message), 2_000);
    McpError::Refused { server: link.name.clone(), code, message }
}
