//! What of an author's home folder decides what a client lists, beside their skills and settings.

use serde_json::Value;

/// Reads a JSON file by its path in the home folder, or by a whole path; none where it can't be read.
pub type ReadHome<'a> = dyn Fn(&str) -> Option<Value> + 'a;

/// A plugin that a client has installed for the author in all projects, and enabled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plugin {
    /// Its name, which can be that of a folder.
    pub name: String,
    /// The folder in which its skills lie, each in one of its own.
    pub skills: String,
    /// The file by which a folder is known as a plugin, and what has to stand in it.
    pub manifest: (&'static str, String),
}
