//! A tree of files as the walk sees it: on disk, or in an archive.

use std::io;
use std::path::PathBuf;
use std::time::SystemTime;

/// A tree that can be walked.
pub(crate) trait Tree {
    /// What leads to a file or folder of the tree.
    type Node: Clone;

    /// What is in `folder`. Names that could not be read come back as errors of their own.
    fn list(&self, folder: &Self::Node) -> io::Result<Vec<io::Result<Listed<Self::Node>>>>;

    /// What a file's record says about it.
    fn details(&self, file: &Self::Node) -> io::Result<Details>;

    /// Whether archives in the tree are opened: not where it is one itself.
    fn has_archives(&self) -> bool {
        false
    }

    /// A link in `folder` as a folder of its own, where the tree can be walked through links.
    fn through(&self, _folder: &Self::Node, _name: &str) -> Option<Self::Node> {
        None
    }
}

/// One thing in a folder.
pub(crate) struct Listed<N> {
    /// Its name; what is not UTF-8 in it is replaced.
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) node: N,
}

/// What a listed thing is.
pub(crate) enum Kind {
    File,
    Folder,
    Link(Link),
    /// A pipe, a socket, a device.
    Special,
}

/// Where a symbolic link leads.
pub(crate) struct Link {
    /// For people.
    pub(crate) target: String,
    /// The target's path relative to the chosen folder, where it is inside of it.
    pub(crate) within: Option<String>,
    pub(crate) leads_to: LeadsTo,
    /// The skill that clients find through it, which follow links.
    pub(crate) skill: Option<LinkedSkill>,
}

/// A skill at the end of a link.
pub(crate) struct LinkedSkill {
    /// Its Markdown file, absolute and without links.
    pub(crate) file: PathBuf,
    /// Whether the link is really in one of the folders of the author's home that clients look in, and leads to the
    /// skill's folder, which lies in that home, too.
    pub(crate) is_authors: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum LeadsTo {
    Nothing,
    File,
    Folder,
}

/// What a file's record says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Details {
    pub(crate) size: u64,
    pub(crate) is_executable: bool,
    pub(crate) modified: Option<SystemTime>,
}
