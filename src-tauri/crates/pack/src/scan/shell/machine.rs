//! What is known while the commands of a text go by.

use std::{collections::HashMap, ops::Range};

use super::{Rule, value::Value};

/// Variables, files and connections as they are after a command.
#[derive(Default)]
pub(super) struct Machine {
    pub(super) variables: HashMap<String, Value>,
    /// Files by path.
    pub(super) files: HashMap<String, Value>,
    /// Open connections by number.
    pub(super) connections: Vec<String>,
    /// The folder that was gone to.
    pub(super) folder: String,
    pub(super) nested: usize,
    pub(super) hits: Vec<(Rule, Range<usize>, &'static str)>,
}
