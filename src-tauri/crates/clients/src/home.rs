//! What of an author's home folder decides what a client lists, beside their skills and settings.

use serde_json::Value;

use crate::{
    reading::{Listed, Reading},
    why::Why,
};

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

/// What an author has set for one skill, in the settings of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Override {
    /// The model sees its name alone.
    NameOnly,
    /// The model does not see it; people can call it.
    OnlyForPeople,
    /// The client does not have it.
    Off,
}

impl Override {
    /// What the client makes of a skill for which this is set.
    pub fn over(self, reading: Result<&Listed, &Reading>) -> Reading {
        match (self, reading) {
            (_, Err(reading)) => reading.clone(),
            (Self::NameOnly, Ok(listed)) => Reading::Listed(Listed { name: listed.name.clone(), ..Listed::default() }),
            (Self::OnlyForPeople, Ok(_)) => Reading::Hidden(Why::Overridden("user-invocable-only")),
            (Self::Off, Ok(_)) => Reading::Dropped(Why::Overridden("off")),
        }
    }
}
