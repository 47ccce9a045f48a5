//! What the shapes of several rooms have in common.

use serde::{Deserialize, Serialize};
use specta::Type;
use studio_model::{Level, Levels};

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Something a host rejects or a runtime cannot do.
    Error,
    /// Something that works badly.
    Warning,
    /// Something worth knowing.
    Info,
}

impl Severity {
    /// What it is in the model.
    pub(crate) const fn level(self) -> Level {
        match self {
            Self::Error => Level::Error,
            Self::Warning => Level::Warning,
            Self::Info => Level::Info,
        }
    }

    /// How bad what a rule finds is, as bad as the author finds that rule; none where it is off.
    pub(crate) fn at_level(self, levels: &Levels, rule: &str) -> Option<Self> {
        match levels.told(rule, self.level())? {
            Level::Error => Some(Self::Error),
            Level::Warning => Some(Self::Warning),
            Level::Info => Some(Self::Info),
            Level::Off => None,
        }
    }
}

/// Replaces a range of a text; offsets count UTF-16 units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct TextEdit {
    /// Start offset.
    pub from: u32,
    /// End offset, exclusive.
    pub to: u32,
    /// The text that takes the range's place.
    pub insert: String,
}

/// Why a skill cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Broken {
    /// Stable short name.
    pub code: String,
    /// What, where, what to do.
    pub message: String,
    /// Line from 1, where known.
    pub line: Option<u32>,
    /// Column from 1, where known.
    pub column: Option<u32>,
}

/// A row of the library that cannot be read, listed in its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct UnreadableRow {
    /// Its id, to delete it by.
    pub id: String,
    /// What it is called, as far as that can be read.
    pub name: String,
    /// Why it cannot be read, as a sentence.
    pub reason: String,
}
