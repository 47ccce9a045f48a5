//! A tool, an agent or a server as one looks for it.

use studio_store::{EntityKind, TextRow, sha256_hex};
use uuid::Uuid;

/// What is described beside skills.
pub(crate) const KINDS: [EntityKind; 3] = [EntityKind::Tool, EntityKind::Agent, EntityKind::Server];

/// A tool, an agent or a server as one looks for it.
#[derive(Clone, Debug)]
pub(crate) struct Described {
    pub(crate) kind: EntityKind,
    /// What the index knows it by.
    pub(crate) id: Uuid,
    /// What screens know it by: the same, but for a server that is only named by tools.
    pub(crate) shown_id: String,
    pub(crate) name: String,
    pub(crate) description: String,
    /// The words it is sorted by: a tool's server or kind, an agent's model.
    pub(crate) sorted_by: String,
    /// A tool's parameters, an agent's instruction, a server's tools; a line each.
    pub(crate) body: String,
    /// What the model of meaning is given.
    pub(crate) meaning: String,
}

impl Described {
    /// Hash of what the model of meaning is given.
    pub(crate) fn meaning_hash(&self) -> String {
        sha256_hex(self.meaning.as_bytes())
    }

    pub(crate) fn text_row(&self) -> TextRow {
        let parts = [&self.description, &self.sorted_by, &self.body];
        TextRow {
            id: self.id,
            hash: sha256_hex(parts.map(String::as_str).join("\0").as_bytes()),
            description: self.description.clone(),
            tags: self.sorted_by.clone(),
            body: self.body.clone(),
        }
    }
}
