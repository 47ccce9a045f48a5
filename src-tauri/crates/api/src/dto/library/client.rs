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
    /// In whose folders the skills lie, most first.
    pub found: Vec<FoundInFolders>,
}

/// Skills in the folders of one client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct FoundInFolders {
    /// Whose folders.
    pub client: Host,
    /// How many skills lie there.
    pub skills: u32,
}
