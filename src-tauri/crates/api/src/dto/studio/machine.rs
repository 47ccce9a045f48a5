//! What settings show of this machine: the programs tools run with, the zoom, and the copies of the library.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::closed::closed;

/// What tools of one language are run with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct InterpreterInfo {
    /// The language.
    pub language: InterpreterLanguage,
    /// The program the author chose; none for the one that is found.
    pub chosen: Option<String>,
    /// The program; none where it is built in or not found.
    pub program: Option<String>,
    /// Its version, where it says one.
    pub version: Option<String>,
    /// Why such tools cannot run here, where they cannot, and what to do.
    pub problem: Option<String>,
}

/// Languages tools are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum InterpreterLanguage {
    /// By the Python of the machine.
    Python,
    /// By the engine inside the program.
    Javascript,
    /// By the JDK of the machine.
    Java,
}

closed! {
    /// How the zoom of the page is changed.
    pub enum ZoomStep {
        /// A step larger.
        In = "in",
        /// A step smaller.
        Out = "out",
        /// To its usual size.
        Reset = "reset",
    }
}

/// The copies of the open library.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct BackupInfo {
    /// Where they are.
    pub folder: String,
    /// How many there are.
    pub copies: u32,
    /// How many are kept.
    pub kept: u32,
    /// When the newest was made, RFC 3339; none where there is none.
    pub newest_at: Option<String>,
}
