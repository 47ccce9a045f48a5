//! What a walk is told and what it decides: skills with their files, known but not yet read.

use std::path::PathBuf;

use crate::found::{SkillKind, Skipped};
use crate::tree::Details;

/// Where the walk's root is, for people and for labels.
pub(crate) struct Place {
    /// The chosen path as it was given.
    pub(crate) shown: String,
    /// Names of the folders around the root, outermost first, the root's own last.
    pub(crate) above: Vec<String>,
    /// The label where no folder's name tells anything.
    pub(crate) fallback: String,
    /// The root's own name, as its skill's folder name; `None` where it has none (an archive).
    pub(crate) name: Option<String>,
}

impl Place {
    pub(crate) fn show(&self, relative: &str) -> String {
        match (self.shown.as_str(), relative) {
            (shown, "") => shown.to_owned(),
            (shown, relative) if shown.ends_with('/') => format!("{shown}{relative}"),
            (shown, relative) => format!("{shown}/{relative}"),
        }
    }
}

/// How much of the tree is walked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Every skill below the root.
    Everything,
    /// The skill whose folder is the root, without those nested in it.
    OneSkill,
}

/// A skill whose files are known but not yet read.
pub(crate) struct Planned<N> {
    pub(crate) kind: SkillKind,
    pub(crate) display_path: String,
    pub(crate) group: String,
    pub(crate) folder_name: Option<String>,
    /// The skill's own folder.
    pub(crate) folder: Option<N>,
    pub(crate) skill_file: Leaf<N>,
    pub(crate) files: Vec<Leaf<N>>,
}

/// An archive that lies in a folder, belongs to no skill and is opened after the walk.
pub(crate) struct Archived<N> {
    pub(crate) node: N,
    pub(crate) display_path: String,
    /// The label of its folder.
    pub(crate) group: String,
}

/// A skill's folder at the end of a link.
pub(crate) enum Linked<N> {
    /// The author's own arrangement: read where it really is. Its skill file, absolute and without links.
    There(PathBuf),
    /// As a client sees it: read at the link.
    Here {
        link: N,
        /// The link's path as the author knows it.
        shown: String,
    },
}

/// A file to be read.
pub(crate) struct Leaf<N> {
    /// Relative to the skill's folder; a skill file's own name.
    pub(crate) path: String,
    pub(crate) display_path: String,
    pub(crate) node: N,
    pub(crate) details: Details,
    /// Whether adk-rust would read it as a skill of its own if it has frontmatter, though it lies in a skill's folder.
    pub(crate) is_adk_candidate: bool,
}

/// What a walk found, in no order.
pub(crate) struct Walked<N> {
    pub(crate) planned: Vec<Planned<N>>,
    pub(crate) archives: Vec<Archived<N>>,
    pub(crate) linked: Vec<Linked<N>>,
    /// Bytes of what is planned.
    pub(crate) held: u64,
    pub(crate) skipped: Vec<Skipped>,
    pub(crate) is_cancelled: bool,
}
