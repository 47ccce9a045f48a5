//! The program of ours that starts others, and the programs of the author's choice.

use std::{io, path::PathBuf};

/// What confines a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confinement {
    /// Namespaces of its own, set up by `bwrap`, and Landlock's rules inside.
    Bubblewrap,
    /// Landlock's rules alone, which the kernel keeps for it.
    Landlock,
}

/// Programs of the author's choice that tools are run with; where there is none, the machine's own is looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interpreters {
    /// A Python.
    pub python: Option<PathBuf>,
    /// The `java` of a JDK.
    pub java: Option<PathBuf>,
}

/// The program of ours that starts others inside Landlock and runs JavaScript, and what confines it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Host {
    /// Calls [`crate::script::script_host_if_asked`] first in its `main`.
    pub program: PathBuf,
    /// What to confine with. Nothing: the best there is.
    pub confinement: Option<Confinement>,
    /// What it starts.
    pub interpreters: Interpreters,
}

impl Host {
    /// This very program.
    pub fn current() -> io::Result<Self> {
        Ok(Self { program: std::env::current_exe()?, confinement: None, interpreters: Interpreters::default() })
    }
}
