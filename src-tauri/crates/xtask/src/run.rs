//! Builds the studio and opens it: on the display there is, or on one of its own for a picture.

mod app;
mod display;

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::ValueEnum;

use crate::setup::{self, Needs};
use crate::{Error, Workspace, assets, process};

pub(crate) use app::{build, build_skillctl, executable};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Build with optimizations (slower to build, faster to run).
    #[arg(long)]
    release: bool,
    /// Open the window on a virtual display, save a screenshot to this file and exit.
    #[arg(long, value_name = "FILE")]
    screenshot: Option<PathBuf>,
    /// Color scheme to use; by default the desktop's.
    #[arg(long)]
    theme: Option<Theme>,
    /// Open this library instead of the samples.
    #[arg(long, value_name = "FILE")]
    library: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Theme {
    Light,
    Dark,
}

/// How much the compiler does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    Debug,
    Release,
}

pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<(), Error> {
    // Said before anything is installed or built: both take minutes.
    if options.screenshot.is_none() && !has_display() {
        return Err(Error::NoDisplay);
    }
    setup::run(workspace, if options.screenshot.is_some() { Needs::Tests } else { Needs::Window })?;
    let assets = assets::run()?;
    process::run(workspace.npm().args(["run", "build"]))?;
    let binary = build(workspace, if options.release { Profile::Release } else { Profile::Debug })?;
    let mut studio = command(&binary, &assets, options)?;
    match &options.screenshot {
        None => process::run(&mut studio),
        Some(picture) => display::picture_of(&mut studio, picture),
    }
}

fn has_display() -> bool {
    let is_set = |variable| env::var_os(variable).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}

fn command(binary: &Path, assets: &Path, options: &Options) -> Result<Command, Error> {
    let mut studio = Command::new(binary);
    studio.env("SKILL_STUDIO_ASSETS", assets);
    match &options.library {
        Some(library) => studio.arg("--library").arg(std::path::absolute(library).map_err(Error::file(library))?),
        None => studio.arg("--samples"),
    };
    match options.theme {
        // WebKitGTK answers `prefers-color-scheme` from the toolkit's theme.
        Some(Theme::Light) => studio.env("GTK_THEME", "Adwaita:light"),
        Some(Theme::Dark) => studio.env("GTK_THEME", "Adwaita:dark"),
        None => &mut studio,
    };
    Ok(studio)
}
