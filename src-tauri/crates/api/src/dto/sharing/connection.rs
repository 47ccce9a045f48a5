//! The way to a server: as somebody types it, what was found there, and the shared libraries that are known here.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{SetUpPlan, SharingPlace};

/// A database as somebody types it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SharingConnection {
    /// Its address. A password in it is taken out and kept as a secret.
    pub address: String,
    /// A password that was typed, which is kept as a secret; empty where there is none.
    pub password: String,
    /// Name of the secret that is the password; empty where there is none.
    pub secret: String,
}

/// A library on a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SharedLibraryInfo {
    /// Its name.
    pub name: String,
    /// The tenant its rows bear.
    pub tenant: String,
    /// How often was pushed to it.
    pub revision: u32,
}

/// A database that was looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SharingServer {
    /// Its address as it is kept; the library that would be taken where none is chosen, if there is one.
    pub place: SharingPlace,
    /// What it still needs.
    pub plan: SetUpPlan,
    /// The libraries it has; none where it is not set up.
    pub libraries: Vec<SharedLibraryInfo>,
    /// What a new library would be called.
    pub new_name: String,
}

/// A library this one is shared through, in short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SharingSummary {
    /// Where it is.
    pub place: SharingPlace,
    /// Host and port, as people call it.
    pub server: String,
    /// The library's name there.
    pub library: String,
    /// When somebody looked last, RFC 3339.
    pub seen_at: String,
    /// Whether this user has allowed to connect there.
    pub is_allowed: bool,
    /// Things that a push would bring there.
    pub to_push: u32,
    /// Things that a pull would bring here.
    pub to_pull: u32,
    /// Things that both sides changed.
    pub both_changed: u32,
}
