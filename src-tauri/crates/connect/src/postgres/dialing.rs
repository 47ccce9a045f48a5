//! Making a connection, with a [`Guard`] on what comes over it, encrypted or not.
//!
//! The client lets a caller have a word where encryption begins, and nowhere else. What is not encrypted is therefore
//! "encrypted" by nothing at all, at once ([`Open`]). A socket in a folder of this computer has no such place; who serves
//! there is whoever may write to that folder.

use std::{
    convert::Infallible,
    future::Future,
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};

use deadpool_postgres::{Manager, ManagerConfig};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::{
    Config, NoTls, Socket,
    config::{Host, SslMode, SslNegotiation},
    tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream},
};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::guard::{Found, Guard, refused};

/// Makes encrypted connections.
pub(super) fn encrypted(config: Config, tls: MakeRustlsConnect, own: ManagerConfig, found: &Found) -> Manager {
    Manager::from_config(config, Guarding { inner: tls, found: Arc::clone(found) }, own)
}

/// Makes connections that anybody on the way can read.
pub(super) fn open(mut config: Config, own: ManagerConfig, found: &Found) -> Manager {
    if config.get_hosts().iter().any(|host| !matches!(host, Host::Tcp(_))) {
        return Manager::from_config(config, NoTls, own);
    }
    config.ssl_mode(SslMode::Require).ssl_negotiation(SslNegotiation::Direct);
    Manager::from_config(config, Open { found: Arc::clone(found) }, own)
}

/// A stream of which all that is read is looked at.
pub(super) struct Guarded<S> {
    stream: S,
    guard: Guard,
    found: Found,
    binding: fn(&S) -> ChannelBinding,
}

impl<S: AsyncRead + Unpin> AsyncRead for Guarded<S> {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let before = into.filled().len();
        ready!(Pin::new(&mut this.stream).poll_read(cx, into))?;
        let looked = this.guard.look(&into.filled()[before..]);
        Poll::Ready(looked.map_err(|excess| {
            into.set_filled(before);
            refused(&this.found, excess)
        }))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Guarded<S> {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().stream).poll_write(cx, bytes)
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(cx)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> TlsStream for Guarded<S> {
    fn channel_binding(&self) -> ChannelBinding {
        (self.binding)(&self.stream)
    }
}

/// Encryption, with a guard on what comes out of it.
#[derive(Clone)]
pub(super) struct Guarding<T> {
    inner: T,
    found: Found,
}

impl<T: MakeTlsConnect<Socket>> MakeTlsConnect<Socket> for Guarding<T>
where
    T::Stream: 'static,
    T::TlsConnect: 'static,
    <T::TlsConnect as TlsConnect<Socket>>::Error: 'static,
    <T::TlsConnect as TlsConnect<Socket>>::Future: Send + 'static,
{
    type Stream = Guarded<T::Stream>;
    type TlsConnect = Guarding<T::TlsConnect>;
    type Error = T::Error;

    fn make_tls_connect(&mut self, domain: &str) -> Result<Self::TlsConnect, Self::Error> {
        let found = Arc::clone(&self.found);
        self.inner.make_tls_connect(domain).map(|inner| Guarding { inner, found })
    }
}

impl<C: TlsConnect<Socket> + 'static> TlsConnect<Socket> for Guarding<C>
where
    C::Stream: 'static,
    C::Error: 'static,
    C::Future: Send + 'static,
{
    type Stream = Guarded<C::Stream>;
    type Error = C::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Stream, Self::Error>> + Send>>;

    fn connect(self, socket: Socket) -> Self::Future {
        let (encrypting, found) = (self.inner.connect(socket), self.found);
        Box::pin(async move {
            let stream = encrypting.await?;
            Ok(Guarded { stream, guard: Guard::default(), found, binding: C::Stream::channel_binding })
        })
    }
}

/// No encryption, with a guard on what comes.
#[derive(Clone)]
pub(super) struct Open {
    found: Found,
}

impl MakeTlsConnect<Socket> for Open {
    type Stream = Guarded<Socket>;
    type TlsConnect = Self;
    type Error = Infallible;

    fn make_tls_connect(&mut self, _: &str) -> Result<Self, Infallible> {
        Ok(self.clone())
    }
}

impl TlsConnect<Socket> for Open {
    type Stream = Guarded<Socket>;
    type Error = Infallible;
    type Future = std::future::Ready<Result<Self::Stream, Infallible>>;

    fn connect(self, stream: Socket) -> Self::Future {
        let binding = |_: &Socket| ChannelBinding::none();
        std::future::ready(Ok(Guarded { stream, guard: Guard::default(), found: self.found, binding }))
    }
}
