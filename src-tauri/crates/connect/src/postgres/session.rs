//! One server: connections to it, and what each of them is told before it is used.

use std::{future::Future, time::Duration};

use deadpool_postgres::{
    Hook, HookError, ManagerConfig, Object, Pool, PoolError, RecyclingMethod, Runtime, TimeoutType, Timeouts,
};
use rustls_platform_verifier::ConfigVerifierExt as _;
use tokio_postgres_rustls::MakeRustlsConnect;

use super::{Address, Error, dialing, error::STATEMENT, guard::Found};
use crate::{background, secrets::Mask};

/// Longest time a connection may take to be made.
const CONNECT: Duration = Duration::from_secs(10);
/// Longest time anything may take that waits for the server: a little more, so that the server's own word comes first.
const ANSWER: Duration = Duration::from_secs(75);
/// Longest time a transaction of ours may say nothing, after which the server takes it back: other writers wait for it.
const IDLE: Duration = Duration::from_mins(1);
/// Longest time that is waited for somebody else who writes.
const LOCK: Duration = Duration::from_secs(30);
/// Connections at most; one carries out a push or a pull, the other a search beside it.
const CONNECTIONS: usize = 2;

/// How long is waited for what. Tests wait shorter.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For a connection.
    pub connect: Duration,
    /// For an answer.
    pub answer: Duration,
    /// For another writer.
    pub lock: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self { connect: CONNECT, answer: ANSWER, lock: LOCK }
    }
}

/// A database that libraries are shared through. Everything blocks, and ends within its time.
#[derive(Clone)]
pub struct Remote {
    pool: Pool,
    server: String,
    is_encrypted: bool,
    patience: Patience,
    /// What a server said that nobody should have to read.
    found: Found,
    /// Takes the password out of what the server says.
    mask: Mask,
}

impl std::fmt::Debug for Remote {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Remote").field("server", &self.server).finish_non_exhaustive()
    }
}

impl Remote {
    /// Connects, and sees that somebody answers.
    pub fn connect(address: &Address, patience: Patience) -> Result<Self, Error> {
        let manager_config = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let mut config = address.config.clone();
        config.connect_timeout(patience.connect).keepalives_idle(IDLE).application_name("Skill Studio");
        let found = Found::default();
        let manager = if address.is_encrypted {
            let _ = rustls::crypto::ring::default_provider().install_default();
            let tls = rustls::ClientConfig::with_platform_verifier()
                .map_err(|cause| Error::Tls { server: address.server().to_owned(), cause: cause.to_string() })?;
            dialing::encrypted(config, MakeRustlsConnect::new(tls), manager_config, &found)
        } else {
            dialing::open(config, manager_config, &found)
        };
        let timeouts =
            Timeouts { wait: Some(patience.answer), create: Some(patience.connect), recycle: Some(patience.answer) };
        let pool = Pool::builder(manager)
            .max_size(CONNECTIONS)
            .timeouts(timeouts)
            .runtime(Runtime::Tokio1)
            .post_create(prepared(patience))
            .build()
            .map_err(|cause| Error::NotStarted { cause: cause.to_string() })?;
        let (server, is_encrypted) = (address.server().to_owned(), address.is_encrypted);
        let mask = Mask::new(address.password());
        let remote = Self { pool, server, is_encrypted, patience, found, mask };
        remote.connection().map(drop)?;
        Ok(remote)
    }

    /// A connection of its own.
    pub(super) fn connection(&self) -> Result<Object, Error> {
        let runtime = background::runtime().map_err(|cause| Error::NotStarted { cause: cause.to_owned() })?;
        runtime.block_on(self.pool.get()).map_err(|error| self.told(self.not_connected(&error)))
    }

    /// Waits for what the server does, for as long as it may take.
    pub(super) fn wait<T>(&self, work: impl Future<Output = Result<T, tokio_postgres::Error>>) -> Result<T, Error> {
        self.wait_for(self.patience.answer, work)
    }

    /// Waits for this long at most.
    pub(super) fn wait_for<T>(
        &self,
        limit: Duration,
        work: impl Future<Output = Result<T, tokio_postgres::Error>>,
    ) -> Result<T, Error> {
        let runtime = background::runtime().map_err(|cause| Error::NotStarted { cause: cause.to_owned() })?;
        match runtime.block_on(async { tokio::time::timeout(limit, work).await }) {
            Ok(done) => done.map_err(|error| self.told(Error::of(&self.server, &error))),
            Err(_) => Err(self.slow(limit)),
        }
    }

    /// A failure as it is told: why the connection was given up, where that was ours to do, and without the password.
    fn told(&self, error: Error) -> Error {
        match self.found.lock().take() {
            Some(excess) => Error::TooMuch { server: self.server.clone(), sent: excess.to_string() },
            None => error.cleaned(&self.mask),
        }
    }

    /// More than any library of ours has, as it fits after "sent".
    pub(super) fn too_much(&self, sent: &str) -> Error {
        Error::TooMuch { server: self.server.clone(), sent: sent.to_owned() }
    }

    fn slow(&self, limit: Duration) -> Error {
        Error::Slow { server: self.server.clone(), seconds: limit.as_secs() }
    }

    fn not_connected(&self, error: &PoolError) -> Error {
        match error {
            PoolError::Backend(error) | PoolError::PostCreateHook(HookError::Backend(error)) => {
                Error::of_connecting(&self.server, self.is_encrypted, error)
            }
            PoolError::Timeout(TimeoutType::Create) => self.slow(self.patience.connect),
            PoolError::Timeout(_) => self.slow(self.patience.answer),
            PoolError::Closed | PoolError::NoRuntimeSpecified | PoolError::PostCreateHook(_) => {
                Error::NotStarted { cause: error.to_string() }
            }
        }
    }
}

/// What every connection is told first: how long it may take, and that times come in UTC.
fn prepared(patience: Patience) -> Hook {
    let settings = format!(
        "SET statement_timeout = {}; SET lock_timeout = {}; SET idle_in_transaction_session_timeout = {}; \
         SET timezone = 'UTC'; SET client_min_messages = warning",
        STATEMENT.as_millis(),
        patience.lock.as_millis(),
        IDLE.as_millis()
    );
    Hook::async_fn(move |client, _| {
        let settings = settings.clone();
        Box::pin(async move { client.batch_execute(&settings).await.map_err(HookError::Backend) })
    })
}
