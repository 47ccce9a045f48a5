//! System packages, on Debian and its relatives through apt-get, elsewhere by looking for what they provide.

use std::process::Command;

use super::Needs;
use crate::workspace::exclusive;
use crate::{Error, process};

/// What Tauri and the studio's C dependencies are built against.
const BUILD: &[&str] = &[
    "build-essential",
    "file",
    "libgtk-3-dev",
    "librsvg2-dev",
    "libssl-dev",
    "libwebkit2gtk-4.1-dev",
    "libxdo-dev",
    "patchelf",
    "pkg-config",
];

/// A display without a screen, a driver for the window, tools that look at it, and the bus of screen readers.
const TEST: &[&str] = &[
    "at-spi2-core",
    "dbus-daemon",
    "fonts-dejavu-core",
    "imagemagick",
    "webkit2gtk-driver",
    "x11-utils",
    "xauth",
    "xdotool",
    "xvfb",
];

/// Programs that tests run, with the package that brings each; any other package will do as well.
const TEST_PROGRAMS: &[(&str, &str, &str)] =
    &[("javac", "-version", "default-jdk-headless"), ("bwrap", "--version", "bubblewrap")];

/// On other systems: pkg-config modules and programs that tell whether the packages' counterparts are there.
const MODULES: &[&str] = &["webkit2gtk-4.1", "gtk+-3.0", "librsvg-2.0"];
const PROGRAMS: &[(&str, &str)] = &[("Xvfb", "-help"), ("WebKitWebDriver", "--version"), ("import", "-version")];

pub(super) fn ensure(needs: Needs) -> Result<(), Error> {
    if !cfg!(target_os = "linux") {
        return Ok(());
    }
    if !has_dpkg() {
        return probe(needs);
    }
    let tests = if needs == Needs::Tests { TEST } else { &[] };
    let mut missing: Vec<&str> = missing_of(&[BUILD, tests].concat());
    if needs == Needs::Tests {
        missing.extend(absent_programs().map(|(_, package)| package));
    }
    if missing.is_empty() { Ok(()) } else { install(&missing) }
}

/// Installs with apt-get where that needs no question; otherwise the error says what to type.
pub(super) fn install(missing: &[&str]) -> Result<(), Error> {
    let Some(privilege) = privilege() else {
        return Err(Error::PackagesMissing {
            missing: format!("missing system packages: {}", missing.join(" ")),
            install: format!(
                "sudo apt-get update && sudo apt-get install -y --no-install-recommends {}",
                missing.join(" ")
            ),
        });
    };
    println!("installing system packages: {}", missing.join(" "));
    let _one_at_a_time = exclusive("apt")?;
    process::run(privilege.apt_get().arg("update").arg("-q"))?;
    let install = || process::run(privilege.apt_get().args(["install", "-y", "--no-install-recommends"]).args(missing));
    // An archive can vanish from a mirror between download and unpacking; the second try fetches it anew.
    install().or_else(|_| install())
}

/// Programs of tests that cannot be started, with their packages.
fn absent_programs() -> impl Iterator<Item = (&'static str, &'static str)> {
    let is_absent = |program, flag| Command::new(program).arg(flag).output().is_err();
    TEST_PROGRAMS
        .iter()
        .filter(move |(program, flag, _)| is_absent(program, flag))
        .map(|(program, _, package)| (*program, *package))
}

fn has_dpkg() -> bool {
    process::succeeds(Command::new("dpkg-query").arg("--version"))
        && process::succeeds(Command::new("apt-get").arg("--version"))
}

fn missing_of<'a>(packages: &[&'a str]) -> Vec<&'a str> {
    let mut query = Command::new("dpkg-query");
    query.args(["-W", "-f", "${Package} ${db:Status-Status}\n"]).args(packages);
    // Unknown packages make dpkg-query fail while it still lists the known ones.
    let listed = query.output().map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    not_installed(packages, &listed)
}

/// Packages that `listed` (lines of `name status`) does not call installed.
fn not_installed<'a>(packages: &[&'a str], listed: &str) -> Vec<&'a str> {
    let installed = |name: &str| listed.lines().any(|line| line.split_once(' ') == Some((name, "installed")));
    packages.iter().copied().filter(|name| !installed(name)).collect()
}

enum Privilege {
    Root,
    Sudo,
}

impl Privilege {
    fn apt_get(&self) -> Command {
        let mut command = match self {
            Self::Root => Command::new("env"),
            Self::Sudo => Command::new("sudo"),
        };
        if matches!(self, Self::Sudo) {
            command.args(["-n", "env"]);
        }
        command.args(["DEBIAN_FRONTEND=noninteractive", "apt-get", "-o", "DPkg::Lock::Timeout=300"]);
        command
    }
}

fn privilege() -> Option<Privilege> {
    if process::read(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0") {
        return Some(Privilege::Root);
    }
    process::succeeds(Command::new("sudo").args(["-n", "true"])).then_some(Privilege::Sudo)
}

fn probe(needs: Needs) -> Result<(), Error> {
    let module_missing = |name: &&&str| !process::succeeds(Command::new("pkg-config").args(["--exists", name]));
    let mut missing: Vec<&str> = MODULES.iter().filter(module_missing).copied().collect();
    if needs == Needs::Tests {
        let absent = |(program, flag): &&(&str, &str)| Command::new(program).arg(flag).output().is_err();
        missing.extend(PROGRAMS.iter().filter(absent).map(|(program, _)| *program));
        missing.extend(absent_programs().map(|(program, _)| program));
    }
    if missing.is_empty() {
        return Ok(());
    }
    Err(Error::PackagesMissing {
        missing: format!("missing on this system: {}", missing.join(", ")),
        install: format!(
            "your system's packages for: {}  (Debian names; for others, see https://v2.tauri.app/start/prerequisites)",
            [BUILD, if needs == Needs::Tests { TEST } else { &[] }].concat().join(" ")
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::not_installed;

    #[test]
    fn a_package_counts_only_when_it_is_installed() {
        let listed = "xvfb installed\nxdotool config-files\nfile installed\n";
        assert_eq!(not_installed(&["xvfb", "xdotool", "file", "patchelf"], listed), ["xdotool", "patchelf"]);
    }
}
