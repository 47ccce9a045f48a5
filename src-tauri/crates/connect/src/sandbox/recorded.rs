//! A program in a network of its own, in which one of ours listens: what it sends to anybody ends there.
//!
//! Ours is started first, outside Landlock and with the rights to set up that network and to listen where the system's
//! services do. It starts the other one, confined as any script is, by the command it is handed.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    time::Duration,
};

/// A file or folder of ours that has another path inside.
#[derive(Clone, Debug)]
pub struct Mount {
    /// Where it lies.
    pub from: PathBuf,
    /// Its path inside.
    pub to: PathBuf,
    /// Whether it may be written to.
    pub is_writable: bool,
}

/// What listens, and where what it starts runs.
#[derive(Debug)]
pub struct Recorded<'a> {
    /// Arguments of this program of ours with which it listens; the command it is to start comes after them.
    pub recorder: Vec<OsString>,
    /// What is read and written under paths of its own.
    pub mounts: Vec<Mount>,
    /// Where it is started, inside.
    pub folder: &'a Path,
    /// How long it may take.
    pub limit: Duration,
}
