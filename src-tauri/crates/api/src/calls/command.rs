//! What would run, by the words that name its parts, and what changed of it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::dto::NamedValue;

/// Kind of a consent that sends a secret somewhere; one secret may go to several places.
pub(crate) const SECRET: &str = "secret";

/// What would run, by the words that name its parts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Command {
    /// `server`, `tool` or `secret`.
    pub(crate) kind: String,
    /// Name of the server, tool or secret.
    pub(crate) subject: String,
    /// Program and arguments; for a secret where it goes.
    pub(crate) argv: Vec<String>,
    /// Working folder.
    pub(crate) cwd: Option<String>,
    /// Names of environment variables, with the secret each comes from.
    pub(crate) environment: Vec<NamedValue>,
    /// Hashes of what else counts, by its name: `script`, `description`…
    pub(crate) covers: BTreeMap<String, String>,
    /// What confines it.
    pub(crate) sandbox: String,
}

impl Command {
    /// Names all that is asked; equal exactly where everything is.
    pub(crate) fn hash(&self) -> String {
        studio_store::sha256_hex(serde_json::json!(self).to_string().as_bytes())
    }

    /// Whether it is what another one has become.
    pub(crate) fn stands_for(&self, other: &Self) -> bool {
        self.kind != SECRET && self.kind == other.kind && self.subject == other.subject
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
