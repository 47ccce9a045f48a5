//! What scenarios and end-to-end tests begin with and drive: the sample library as it was made for all of them, and the
//! real program, in a real window, through the web view's own driver.
//!
//! [`Window`] starts a display, a driver and the program with data folders of its own, waits for the first content,
//! and gives a test the few verbs it needs. Everything it started ends with it.

mod counterparts;
mod display;
pub mod packs;
mod patience;
mod process;
pub mod sessions;
pub mod talks;
mod window;
mod world;

pub use counterparts::{counterparts, node_server};
pub use display::Display;
pub use process::{Child, memory_pss_kib, pids_with_environment};
pub use window::{Options, Window, binary, skillctl};
pub use world::{WORLD, World, copy_for_bench, copy_for_window};
