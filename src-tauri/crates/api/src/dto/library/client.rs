//! The agent client that the skills of a library are for.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::dto::Host;

/// The client that the skills of a library are for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct LibraryClient {
    /// The client; none where they are for all clients.
    pub client: Option<Host>,
    /// Whether the author said so. Otherwise it is read off the folders the skills lie in, where these are clearly one's.
    pub is_chosen: bool,
    /// Who finds skills in their own folders, most first.
    pub found: Vec<FoundInFolders>,
}

/// Skills that one client finds in its own folders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct FoundInFolders {
    /// Whose folders.
    pub client: Host,
    /// How many skills it finds there.
    pub skills: u32,
}
