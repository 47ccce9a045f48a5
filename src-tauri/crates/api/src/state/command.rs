//! What would run, by the words that name its parts, and what changed of it.

pub(crate) use crate::kept::user::{Command, ConsentKind};

impl Command {
    /// Names all that is asked; equal exactly where everything is.
    pub(crate) fn hash(&self) -> String {
        studio_store::sha256_hex(serde_json::json!(self).to_string().as_bytes())
    }

    /// Whether it is what another one has become.
    pub(crate) fn stands_for(&self, other: &Self) -> bool {
        // Each of these may go to several places.
        !matches!(self.kind, ConsentKind::Secret | ConsentKind::Model | ConsentKind::Network | ConsentKind::Folder)
            && self.kind == other.kind
            && self.subject == other.subject
    }

    pub(crate) fn changes(&self, before: &Self) -> Vec<String> {
        let mut changes = Vec::new();
        if self.argv.first() != before.argv.first() {
            changes.push("program".to_owned());
        }
        if self.argv.get(1..) != before.argv.get(1..) {
            changes.push("arguments".to_owned());
        }
        if self.cwd != before.cwd {
            changes.push("working folder".to_owned());
        }
        if self.environment != before.environment {
            changes.push("environment".to_owned());
        }
        if self.sandbox != before.sandbox {
            changes.push("sandbox".to_owned());
        }
        let names = self.covers.keys().chain(before.covers.keys().filter(|name| !self.covers.contains_key(*name)));
        changes.extend(names.filter(|name| self.covers.get(*name) != before.covers.get(*name)).cloned());
        changes
    }
}
