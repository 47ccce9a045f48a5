//! What is known of a client beside how it reads and lists.

use crate::scope::Scope;

/// What is known of a client, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// How it is known, and since when.
    pub evidence: Evidence,
    /// How it lists skills, in a few words.
    pub hint: &'static str,
    /// Whether its model sees less than every description in full, where there are many and long ones.
    pub cuts: bool,
    /// What sizes of its list are counted in.
    pub unit: Unit,
    /// Folders of a project it reads skills from, the one that is its own first.
    pub project_folders: &'static [&'static str],
    /// Folders in the user's home folder it reads skills from.
    pub user_folders: &'static [&'static str],
    /// Those of its folders in which skills may lie in groups.
    pub nested: &'static [&'static str],
    /// Whether it finds a skill that lies inside another skill's folder.
    pub finds_inside_skills: bool,
    /// Whether it reads a `SKILL.md` that is a link.
    pub follows_linked_files: bool,
    /// Whom it takes of two skills of one name.
    pub same_name: SameName,
    /// Whose skills its list begins with, a plugin's at its end; none where all have one order.
    pub lists_first: Option<Scope>,
}

impl Facts {
    /// The version that was measured; empty where none was.
    pub const fn version(&self) -> &'static str {
        match self.evidence {
            Evidence::Measured { version, .. } => version,
            Evidence::Documented { .. } | Evidence::Agreed => "",
        }
    }

    /// The day it was measured, as an ISO date; empty where it was not.
    pub const fn measured_on(&self) -> &'static str {
        match self.evidence {
            Evidence::Measured { on, .. } => on,
            Evidence::Documented { .. } | Evidence::Agreed => "",
        }
    }

    /// The documentation it is known from; none where more is known than that.
    pub const fn source(&self) -> Option<&'static str> {
        match self.evidence {
            Evidence::Documented { source, .. } => Some(source),
            Evidence::Measured { .. } | Evidence::Agreed => None,
        }
    }

    /// Whether it was seen what it does.
    pub const fn is_measured(&self) -> bool {
        matches!(self.evidence, Evidence::Measured { .. })
    }

    /// The folder of a project that skills are written to for it; none where it reads none.
    pub fn own_folder(&self) -> Option<&'static str> {
        self.project_folders.first().copied()
    }
}

/// How something is known of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// It was run, and what it sent was recorded.
    Measured {
        /// Its version.
        version: &'static str,
        /// The day, as an ISO date.
        on: &'static str,
    },
    /// It was not run: its documentation says so.
    Documented {
        /// The address of the documentation.
        source: &'static str,
        /// The day it was read, as an ISO date.
        on: &'static str,
    },
    /// Nothing needs measuring: it is a standard, or a program whose source says what it does.
    Agreed,
}

/// What a client does otherwise since a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The first version that was seen to do it.
    pub version: &'static str,
    /// The day that was seen, as an ISO date.
    pub on: &'static str,
    /// What is different, as the end of a sentence.
    pub what: &'static str,
}

/// What the size of a list is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Unicode scalar values.
    Characters,
    /// Units of UTF-16: a character beyond the first 65,536 takes two.
    Utf16,
    /// Columns of a terminal: a Chinese or Japanese character takes two.
    Columns,
    /// Tokens, taken for four bytes of UTF-8 each and rounded up line by line.
    Tokens,
}

/// Whom a client takes of two skills of one name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SameName {
    /// The user's, before one of the project; of one scope the earlier folder's.
    User,
    /// The project's, before one of the user; of one scope the earlier folder's.
    Project,
    /// All of them are listed.
    All,
    /// The one it reads last: the project's after the user's, and of one scope the later folder's.
    Last,
    /// Now this one, now that one.
    Random,
    /// Its documentation does not say.
    Unknown,
}

impl SameName {
    /// Whether the same skill is taken each time, wherever they lie.
    pub const fn is_told(self) -> bool {
        !matches!(self, Self::Last | Self::Random)
    }
}
