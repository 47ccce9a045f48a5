//! Which links to folders count in an open library.

use std::collections::HashSet;

/// The folders whose links count.
#[derive(Debug, Default)]
pub(crate) enum Followed {
    #[default]
    All,
    Only(HashSet<String>),
}

impl Followed {
    pub(crate) fn has(&self, folder: &str) -> bool {
        match self {
            Self::All => true,
            Self::Only(folders) => folders.contains(folder),
        }
    }
}
