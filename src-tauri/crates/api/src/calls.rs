//! Calling tools: what carries a call out, what the author allowed, what is kept of it.

pub(crate) mod calling;
pub(crate) mod cases;
pub(crate) mod consenting;
pub(crate) mod consents;
pub(crate) mod counts;
pub(crate) mod credentials;
pub(crate) mod deferred;
pub(crate) mod dto;
pub(crate) mod handlers;
pub(crate) mod libraries;
pub(crate) mod running;
pub(crate) mod secret_places;
pub(crate) mod secrets;
