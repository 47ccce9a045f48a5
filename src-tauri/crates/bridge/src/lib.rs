//! The studio for a page in a browser: every command of the window over loopback, the studio's events as a stream, and
//! faults on request. For development, pictures and recorded fixtures; nothing that ships has it.
//!
//! It decides nothing: commands are the window's own ([`skill_studio::headless`]), on a real library.

mod address;
mod faults;
#[cfg(test)]
mod fixtures;
mod home;
mod pages;
mod server;

pub use faults::{Faults, UnknownFault};
pub use home::config;
pub use server::{Bridge, serve};
