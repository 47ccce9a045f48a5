//! Drives of a test's own: small ones, ones that are taken away, ones that cannot be written.

use std::{env, path::Path, process::Command};

use nix::unistd::geteuid;

use crate::tell;

/// A drive in memory, mounted for as long as this lives.
#[derive(Debug)]
pub struct Drive<'a>(&'a Path);

impl<'a> Drive<'a> {
    /// Mounts one at a folder, of a size such as `6m` where one is named. None where whoever tests may mount nothing: that
    /// is said aloud, for then the test shows nothing; and for root in continuous integration it is a failure.
    pub fn mount(at: &'a Path, size: Option<&str>) -> Option<Self> {
        let size = size.map(|size| format!("size={size}"));
        let mut arguments = vec!["-t", "tmpfs"];
        arguments.extend(size.iter().flat_map(|size| ["-o", size.as_str()]));
        arguments.push("tmpfs");
        let drive = run("mount", &arguments, at).then_some(Self(at));
        if drive.is_none() {
            leave_out("no drive can be mounted here");
        }
        drive
    }

    /// Lets nothing be written to it from now on.
    pub fn lock(&self) {
        assert!(run("mount", &["-o", "remount,ro"], self.0), "what was mounted can be mounted anew");
    }

    /// Takes it away from under whoever has files on it open.
    pub fn take_away(self) {
        drop(self);
    }
}

impl Drop for Drive<'_> {
    fn drop(&mut self) {
        let _gone = run("umount", &["--lazy"], self.0);
    }
}

/// Says that a test, or a part of it, is left out, and why: `cargo xtask test` tells it at its end. Root in continuous
/// integration may do everything a test needs, so there it fails.
pub fn leave_out(why: &str) {
    let test = std::thread::current().name().unwrap_or("a test").to_owned();
    let is_ci = env::var("CI").is_ok_and(|value| value == "true");
    assert!(!(is_ci && geteuid().is_root()), "{test} shows nothing: {why}");
    tell(&format!("left out: {test}: {why}"));
}

fn run(program: &str, arguments: &[&str], at: &Path) -> bool {
    let output = Command::new(program).args(arguments).arg(at).output();
    output.is_ok_and(|output| output.status.success())
}
