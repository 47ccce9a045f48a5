//! Steps that can be undone, in every place one works in.

use serde::{Deserialize, Serialize};
use specta::Type;

/// A place one works in, whose steps can be undone after a restart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum UndoScope {
    /// The map.
    Map,
    /// A file of a skill, `SKILL.md` included.
    File {
        /// Skill id.
        skill_id: String,
        /// Path within the skill.
        path: String,
    },
    /// The form of a tool.
    Tool {
        /// Tool id.
        id: String,
    },
    /// The form of a server.
    Server {
        /// Server id.
        id: String,
    },
    /// The form of an agent.
    Agent {
        /// Agent id.
        id: String,
    },
    /// A pack.
    Pack {
        /// Pack id.
        id: String,
    },
}

/// Steps that can be undone and done again, each as JSON text of the screen that made it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct UndoHistory {
    /// What was done, the oldest first: the last one is undone next.
    pub done: Vec<String>,
    /// What was undone: the last one is done again next.
    pub undone: Vec<String>,
    /// What the steps lead to, as a hash or a version the screen compares before it offers them; may be empty.
    pub basis: String,
}
