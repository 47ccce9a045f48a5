//! What HTTP clients of this crate have in common, but for the REST tools' guarded ones.

use std::{error::Error as _, sync::Once};

/// A client that says what program it is, tries nothing twice, and has nothing packed on the way.
pub(crate) fn bare() -> reqwest::ClientBuilder {
    static CRYPTOGRAPHY: Once = Once::new();
    CRYPTOGRAPHY.call_once(|| {
        // Fails where another part of the program was first, whose choice is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
    });
    reqwest::Client::builder()
        .user_agent(concat!("skill-studio/", env!("CARGO_PKG_VERSION")))
        .retry(reqwest::retry::never())
        .referer(false)
        .no_gzip()
        .no_brotli()
        .no_deflate()
        .no_zstd()
}

/// What is at the bottom of a chain of errors; the links above name the address again and again.
pub(crate) fn innermost(error: &reqwest::Error) -> String {
    let mut source = error.source();
    let mut text = error.to_string();
    while let Some(inner) = source {
        text = inner.to_string();
        source = inner.source();
    }
    text
}
