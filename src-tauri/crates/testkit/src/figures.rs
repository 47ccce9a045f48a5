//! What a long test tells besides passing.

use std::{
    env,
    fs::OpenOptions,
    io::{self, Write as _},
};

/// Names the file figures are added to.
pub const FIGURES: &str = "SKILL_STUDIO_FIGURES";

/// Says what a long test found, at once: on standard error, which the test runner shows as it comes, and at the end of
/// the file that [`FIGURES`] names. `cargo xtask endure` keeps what stands there when it is cut off.
pub fn tell(figures: &str) {
    let line = format!("{figures}\n");
    io::stderr().write_all(line.as_bytes()).expect("the test is listened to");
    let Some(file) = env::var_os(FIGURES).filter(|file| !file.is_empty()) else { return };
    let file = OpenOptions::new().create(true).append(true).open(file);
    file.and_then(|mut file| file.write_all(line.as_bytes())).expect("the file of figures can be written");
}
