//! Clients that dial no other address than the one that was checked.
//!
//! A name is looked up once for each connection, by the guard: it checks all answers and hands on the very addresses it
//! checked, so an answer that changes a moment later (DNS rebinding) changes nothing. Addresses written into a URL are
//! checked before the client sees them. A proxy would look names up by itself, behind the guard's back, so the system's
//! proxy is not used.

use std::{future::Future, net::SocketAddr, sync::Arc, time::Duration};

use reqwest::{
    Client, Url,
    dns::{Addrs, Name, Resolve, Resolving},
    redirect,
};
use studio_runtime::{Failure, Stop};
use tokio::runtime::Runtime;

use super::address::{self, Rule};

/// How long a server may take to accept a connection.
pub(super) const CONNECT_LIMIT: Duration = Duration::from_secs(10);

/// How long a connection is kept for the next call. Shorter than servers keep it, so that none is hung up on in between.
const IDLE_LIMIT: Duration = Duration::from_secs(4);

/// How soon a wish to stop is seen.
const GLANCE: Duration = Duration::from_millis(20);

/// What all REST tools dial with: a thread, and connections that are kept open for the next call.
#[derive(Debug)]
pub struct Dialer {
    guarded: Client,
    open: Client,
    rule: Rule,
    /// Taken when dropped.
    runtime: Option<Runtime>,
}

impl Dialer {
    /// Starts the thread. Nothing is dialled yet.
    pub fn start() -> Result<Self, Failure> {
        Self::start_with(Arc::new(SystemResolver), address::not_public)
    }

    /// The same with another way to look names up, and another idea of what is public.
    pub(super) fn start_with(resolver: Arc<dyn Resolve>, rule: Rule) -> Result<Self, Failure> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("rest")
            .enable_all()
            .build()
            .map_err(|cause| not_started(&cause))?;
        let guarded = client(Arc::new(Guard { resolver: Arc::clone(&resolver), rule }))?;
        Ok(Self { guarded, open: client(resolver)?, rule, runtime: Some(runtime) })
    }

    /// The client for one URL, if it may be dialled.
    pub(super) fn client(&self, url: &Url, allow_private: bool) -> Result<&Client, Failure> {
        if allow_private {
            return Ok(&self.open);
        }
        check_literal(url, self.rule)?;
        Ok(&self.guarded)
    }

    /// Waits for `work` on the caller's thread, as long as the limit allows and nobody asks to stop.
    pub(super) fn wait<T>(
        &self,
        limit: Duration,
        stop: &Stop,
        work: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        if stop.is_stopped() {
            return Err(Failure::Stopped);
        }
        self.runtime.as_ref().expect("it is taken only when dropped").block_on(async {
            tokio::select! {
                done = tokio::time::timeout(limit, work) => done.unwrap_or(Err(Failure::TimedOut { limit })),
                () = stopped(stop) => Err(Failure::Stopped),
            }
        })
    }
}

impl Drop for Dialer {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            // A name that is being looked up cannot be interrupted; nobody should wait for it.
            runtime.shutdown_background();
        }
    }
}

/// A client for requests to `address` that dials nothing but public addresses unless `allow_private`. Follows no
/// redirection, uses no proxy, keeps no cookies. Every other address must go through this function again: one that is
/// written as a number is checked here, not by the client.
pub fn guarded_client(address: &str, allow_private: bool) -> Result<Client, Failure> {
    let refused = |cause: &dyn std::fmt::Display| Failure::Refused {
        message: format!("“{address}” isn't a valid server URL: {cause}."),
    };
    let url = Url::parse(address).map_err(|cause| refused(&cause))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(refused(&"it doesn't start with http:// or https://"));
    }
    if allow_private {
        return client(Arc::new(SystemResolver));
    }
    check_literal(&url, address::not_public)?;
    client(Arc::new(Guard { resolver: Arc::new(SystemResolver), rule: address::not_public }))
}

/// Whether an address is written as a number that is dialled only where private addresses are allowed. A name may turn out
/// to be one, too: that is known once it is looked up.
pub fn is_private_number(address: &str) -> bool {
    Url::parse(address).is_ok_and(|url| check_literal(&url, address::not_public).is_err())
}

fn client(resolver: Arc<dyn Resolve>) -> Result<Client, Failure> {
    // Fails where another part of the program was first, whose choice is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder()
        .user_agent(concat!("skill-studio/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(CONNECT_LIMIT)
        .pool_idle_timeout(IDLE_LIMIT)
        .redirect(redirect::Policy::none())
        .retry(reqwest::retry::never())
        .referer(false)
        // What an answer unpacks to could be far larger than what came.
        .no_gzip()
        .no_brotli()
        .no_deflate()
        .no_zstd()
        .no_proxy()
        .dns_resolver(resolver)
        .build()
        .map_err(|cause| not_started(&cause))
}

fn check_literal(url: &Url, rule: Rule) -> Result<(), Failure> {
    let Some(literal) = address::literal(url) else { return Ok(()) };
    address::check(&literal.to_string(), [literal], rule)
        .map_err(|forbidden| Failure::Refused { message: forbidden.to_string() })
}

fn not_started(cause: &dyn std::error::Error) -> Failure {
    Failure::Unavailable { message: format!("Can't make network connections on this computer: {cause}.") }
}

async fn stopped(stop: &Stop) {
    while !stop.is_stopped() {
        tokio::time::sleep(GLANCE).await;
    }
}

/// Asks the system.
struct SystemResolver;

impl Resolve for SystemResolver {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            // The port is set by whoever dials.
            let addresses: Vec<SocketAddr> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            Ok(Box::new(addresses.into_iter()) as Addrs)
        })
    }
}

/// Hands on only answers that may all be dialled.
struct Guard {
    resolver: Arc<dyn Resolve>,
    rule: Rule,
}

impl Resolve for Guard {
    fn resolve(&self, name: Name) -> Resolving {
        let (host, rule) = (name.as_str().to_owned(), self.rule);
        let answer = self.resolver.resolve(name);
        Box::pin(async move {
            let addresses: Vec<SocketAddr> = answer.await?.collect();
            address::check(&host, addresses.iter().map(SocketAddr::ip), rule)?;
            Ok(Box::new(addresses.into_iter()) as Addrs)
        })
    }
}
