//! What is known of a client beside how it reads and lists.

use crate::scope::Scope;

/// What is known of a client, and since when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The version that was measured; empty where nothing needs measuring.
    pub version: &'static str,
    /// The day it was measured, as an ISO date.
    pub measured_on: &'static str,
    /// What sizes of its list are counted in.
    pub unit: Unit,
    /// Folders of a project it reads skills from.
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
    /// Whose skills its list begins with; none where all have one order.
    pub lists_first: Option<Scope>,
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
}
