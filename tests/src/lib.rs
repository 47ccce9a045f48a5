//! What the end-to-end tests drive: the real program, in a real window, through the web view's own driver.
//!
//! [`Window`] starts a display, a driver and the program with data folders of its own, waits for the first content,
//! and gives a test the few verbs it needs. Everything it started ends with it.

mod counterparts;
mod display;
mod process;
mod window;

pub use counterparts::{counterparts, node_server};
pub use display::Display;
pub use process::{Child, free_port, memory_pss_kib, pids_with_environment};
pub use window::{Options, Window, binary};
