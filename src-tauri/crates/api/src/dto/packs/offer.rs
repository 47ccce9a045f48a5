//! The targets a pack can have, as they are offered.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::{
    closed::closed,
    dto::{ExportTarget, Host},
};

closed! {
    /// What targets that are offered together have in common.
    pub enum PackTargetKind {
        /// They belong to the client that the library is for.
        Own = "own",
        /// They hold skills.
        Skills = "skills",
        /// They hold rows of a registry.
        Rows = "rows",
        /// They list tools.
        Tools = "tools",
        /// They are the folders that agent clients read.
        Folders = "folders",
    }
}

/// The targets a pack can have, as they are offered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct PackTargetOffer {
    /// The client that the library is for; none where it is for all of them.
    pub client: Option<Host>,
    /// All of them, in order: those of the client that the library is for first.
    pub groups: Vec<PackTargetGroup>,
    /// Those that a new pack begins with.
    pub preselected: Vec<PackTargetChoice>,
}

/// Targets that are offered together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct PackTargetGroup {
    /// What they have in common.
    pub kind: PackTargetKind,
    /// They themselves, in order.
    pub choices: Vec<PackTargetChoice>,
}

/// A target as it is offered: the folder of an agent client once for each client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct PackTargetChoice {
    /// Which.
    pub target: ExportTarget,
    /// Whose folder it is, for that target.
    pub client: Option<Host>,
}
