//! MCP servers of the clients on this machine, as their settings have them.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::{
    closed::closed,
    dto::{Host, SpecProblem},
};

closed! {
    /// How a server of a client's settings stands to the library.
    pub enum FoundServerStanding {
        /// The library does not have it.
        New = "new",
        /// The library has it.
        Present = "present",
        /// The library has another one of its name.
        NameTaken = "name_taken",
        /// The library does not have it, nor a skill from its project.
        Elsewhere = "elsewhere",
        /// A file before this one has it, too.
        Repeated = "repeated",
        /// It cannot be kept; its note says why.
        Unusable = "unusable",
    }
}

/// The servers that were found, file by file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct FoundServers {
    /// The files that hold servers or could not be read: the library's client's first, those of other projects last.
    pub files: Vec<FoundServerFile>,
    /// How many servers the library does not have.
    pub offered: u32,
    /// In how many files these stand.
    pub offered_files: u32,
}

/// A list of servers in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct FoundServerFile {
    /// Absolute path.
    pub path: String,
    /// The same as it is shown: with `~` for the home folder.
    pub shown: String,
    /// Whose settings they are.
    pub client: Host,
    /// The folder of the project they are for; empty for the user's own.
    pub project: String,
    /// Whether no skill of the library came from that project.
    pub is_elsewhere: bool,
    /// The servers, in the order of the file.
    pub servers: Vec<FoundServer>,
    /// Why the file is not read, as a sentence; empty where it is.
    pub unread: String,
    /// What could not be taken from it.
    pub problems: Vec<SpecProblem>,
}

/// One server of a client's settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct FoundServer {
    /// Its name there.
    pub name: String,
    /// The name it has or would have in the library.
    pub library_name: String,
    /// Its command line or address, secrets as `secret://name`.
    pub reach: String,
    /// Names of the secrets its credentials would become.
    pub secrets: Vec<String>,
    /// Names of the author's own secrets that it refers to.
    pub used_secrets: Vec<String>,
    /// What its client fills in and nothing does here, such as `${TOKEN}`.
    pub variables: Vec<String>,
    /// Whether its client has it switched off; so it is in the library then.
    pub is_disabled: bool,
    /// Keys of its entry that only its client knows, so that they are left out.
    pub left_out: Vec<String>,
    /// How it stands to the library.
    pub standing: FoundServerStanding,
    /// What to know about that, as a sentence; empty where there is nothing.
    pub note: String,
}

/// A server that was found, by where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Type)]
pub struct FoundServerRef {
    /// The file's path.
    pub path: String,
    /// The folder of the project; empty for the user's own.
    pub project: String,
    /// Its name there.
    pub name: String,
}
