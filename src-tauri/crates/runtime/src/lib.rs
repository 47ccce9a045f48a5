//! Tools at run time: libraries of implementations, binding a specification to one of them, a call and its trace.
//!
//! Nothing here dials, starts a process or keeps anything: what carries a call out is a [`Handler`] that comes in from
//! outside.

mod handler;
mod stop;

pub use handler::{Answer, Call, Failure, Handler};
pub use stop::Stop;
