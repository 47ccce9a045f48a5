//! What is known while the commands of a text go by.

use std::{collections::HashMap, ops::Range};

use super::{Rule, functions::Function, value::Value};

/// A folder into which something was unpacked or cloned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tree {
    /// Its path, from where the text began.
    pub(super) path: String,
    /// Whether it is where the text stands anyway, with files of its own.
    pub(super) is_shared: bool,
}

/// Variables, files and connections as they are after a command.
#[derive(Default)]
pub(super) struct Machine {
    pub(super) variables: HashMap<String, Value>,
    pub(super) functions: HashMap<String, Function>,
    pub(super) aliases: HashMap<String, String>,
    /// Files by path.
    pub(super) files: HashMap<String, Value>,
    /// Open connections by number.
    pub(super) connections: Vec<String>,
    /// The folder that was gone to.
    pub(super) folder: String,
    /// Folders with what nobody has read.
    pub(super) trees: Vec<Tree>,
    /// Whether what is secret was added to a repository.
    pub(super) is_secret_added: bool,
    /// What was deleted that others keep, and how much that is.
    pub(super) lost: Vec<(String, u8)>,
    /// Whether it is PowerShell, in which a backslash is nothing but a part of a path.
    pub(super) is_windows: bool,
    /// How many names were made up for files that go again.
    pub(super) temporary: usize,
    pub(super) nested: usize,
    /// How many bytes of loops were read again.
    pub(super) again: usize,
    pub(super) hits: Vec<(Rule, Range<usize>, &'static str)>,
}
