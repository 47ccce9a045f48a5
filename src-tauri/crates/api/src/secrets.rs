//! Secrets: their names, and who refers to them. Values go in and never come out to a screen.

use std::{collections::BTreeMap, sync::PoisonError};

use studio_connect::secrets::{Error as SecretError, Kind, Reference, Secret};

use crate::{
    Error, ErrorCode, Studio,
    dto::{SecretInfo, SecretList},
    session::Session,
};

impl Studio {
    /// The secrets there are or should be, never with their values.
    pub fn list_secrets(&self) -> Result<SecretList, Error> {
        let names = self.shared.secrets.names().map_err(|cause| failed(&cause))?;
        let mut secrets: BTreeMap<String, SecretInfo> = BTreeMap::new();
        for name in names {
            secrets.insert(name.clone(), SecretInfo { name, is_set: true, used_by: Vec::new() });
        }
        if let Ok(session) = self.session() {
            for (user, name) in session.secret_references()? {
                let unset = SecretInfo { name: name.clone(), is_set: false, used_by: Vec::new() };
                let secret = secrets.entry(name).or_insert(unset);
                if !secret.used_by.contains(&user) {
                    secret.used_by.push(user);
                }
            }
        }
        let (kind, place) = match self.shared.secrets.kind() {
            Kind::Keychain => ("keychain", "The keychain of this system keeps the values.".to_owned()),
            Kind::Vault => (
                "vault",
                format!(
                    "No keychain answers here, so the values are kept encrypted in {}. Its key lies apart, readable by \
                     you alone; whoever has both can read them.",
                    self.shared.config.data_dir.join("secrets.vault").display()
                ),
            ),
        };
        Ok(SecretList { kind: kind.to_owned(), place, secrets: secrets.into_values().collect() })
    }

    /// Keeps a secret, in place of one of the same name.
    pub fn set_secret(&self, name: &str, value: &str) -> Result<SecretList, Error> {
        self.shared.secrets.set(name.trim(), &Secret::new(value)).map_err(|cause| failed(&cause))?;
        self.list_secrets()
    }

    /// Forgets a secret. What refers to it fails from now on, and says so.
    pub fn delete_secret(&self, name: &str) -> Result<SecretList, Error> {
        self.shared.secrets.delete(name).map_err(|cause| failed(&cause))?;
        self.list_secrets()
    }

    /// Holds back secrets that were found in pasted text.
    pub(crate) fn hold_secrets(&self, found: Vec<(String, String)>) {
        let mut held = self.shared.found_secrets.lock().unwrap_or_else(PoisonError::into_inner);
        held.extend(found.into_iter().map(|(name, value)| (name, Secret::new(value))));
    }

    /// Keeps those of the secrets held back that a text refers to, now that it is stored.
    pub(crate) fn keep_found_secrets(&self, text: &str) -> Result<(), Error> {
        let mut held = self.shared.found_secrets.lock().unwrap_or_else(PoisonError::into_inner);
        for reference in Reference::find(text) {
            if let Some(value) = held.get(reference.name) {
                self.shared.secrets.set(reference.name, value).map_err(|cause| failed(&cause))?;
                held.remove(reference.name);
            }
        }
        Ok(())
    }
}

impl Session {
    /// Who refers to which secret: tools, servers and agents by name.
    fn secret_references(&self) -> Result<Vec<(String, String)>, Error> {
        let mut found = Vec::new();
        let mut look = |user: &str, text: &str| {
            found.extend(Reference::find(text).map(|reference| (user.to_owned(), reference.name.to_owned())));
        };
        for record in self.library.list_tool_records()? {
            look(&record.tool.name, &serde_json::json!(crate::tool_forms::implementation(&record)).to_string());
        }
        for server in self.library.list_servers()? {
            look(&server.name, &server.transport.to_string());
        }
        for agent in self.library.list_agents()? {
            look(&agent.name, agent.api_key_ref.as_deref().unwrap_or_default());
        }
        Ok(found)
    }
}

/// A failure of the store of secrets, as a screen takes it.
fn failed(cause: &SecretError) -> Error {
    let code = match cause {
        SecretError::Missing { .. } => ErrorCode::NotFound,
        _ => ErrorCode::Invalid,
    };
    Error::new(code, sentence(&cause.to_string()))
}

/// A fragment as a sentence.
pub(crate) fn sentence(fragment: &str) -> String {
    let mut characters = fragment.chars();
    let first = characters.next().map(|first| first.to_uppercase().collect::<String>()).unwrap_or_default();
    let end = if fragment.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{first}{}{end}", characters.as_str())
}
