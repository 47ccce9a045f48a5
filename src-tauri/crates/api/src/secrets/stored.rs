//! Secrets: their names, and who refers to them. Values go in and never come out to a screen.

use std::collections::BTreeMap;

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use studio_connect::secrets::{Error as SecretError, Kind, Reference, Secret};
use studio_model::sentence;

use crate::{
    Error, ErrorCode, Studio,
    dto::{SecretInfo, SecretList, SecretStore, ToolImport},
    state::session::Session,
};

/// Longest beginning of a name that is numbered: names of secrets have at most 64 characters.
const LONGEST_BASE: usize = 58;

/// New names of secrets by those they had in a text.
pub(crate) type Renamed = BTreeMap<String, String>;

impl Studio {
    /// The secrets there are or should be, never with their values.
    pub fn list_secrets(&self) -> Result<SecretList, Error> {
        let names = self.shared.secrets.names().map_err(|cause| failed(&cause))?;
        let mut secrets: BTreeMap<String, SecretInfo> = BTreeMap::new();
        for name in names {
            secrets.insert(name.clone(), SecretInfo { name, is_set: true, used_by: Vec::new() });
        }
        if let Ok(session) = self.session_at_all() {
            for (user, name) in session.secret_references()? {
                let unset = SecretInfo { name: name.clone(), is_set: false, used_by: Vec::new() };
                let secret = secrets.entry(name).or_insert(unset);
                if !secret.used_by.contains(&user) {
                    secret.used_by.push(user);
                }
            }
        }
        let (kind, place) = match self.shared.secrets.kind() {
            Kind::Keychain => (SecretStore::Keychain, "Secrets are stored in the system keychain.".to_owned()),
            Kind::Vault => (
                SecretStore::Vault,
                format!(
                    "No system keychain found, so secrets are stored encrypted in {}. The key is in a separate file that only \
                     you can read. Anyone with both files can read the secrets.",
                    self.shared.config.data_dir.join("secrets.vault").display()
                ),
            ),
        };
        Ok(SecretList { kind, place, secrets: secrets.into_values().collect() })
    }

    /// Keeps a secret, in place of one of the same name.
    pub fn save_secret(&self, name: &str, value: &str) -> Result<SecretList, Error> {
        self.shared.secrets.set(name.trim(), &Secret::new(value)).map_err(|cause| failed(&cause))?;
        self.list_secrets()
    }

    /// Forgets a secret, and where it was allowed to go. What refers to it fails from now on, and says so.
    pub fn delete_secret(&self, name: &str) -> Result<SecretList, Error> {
        self.shared.secrets.delete(name).map_err(|cause| failed(&cause))?;
        self.shared.consents.forget_secret(name)?;
        self.list_secrets()
    }

    /// Holds back secrets that were found in pasted text, and gives the new names of those whose names stand for other
    /// values already: a second key of the same host must not take the place of the first.
    pub(crate) fn hold_secrets(&self, found: Vec<(String, String)>) -> Result<Renamed, Error> {
        let known = self.shared.secrets.names().map_err(|cause| failed(&cause))?;
        let mut held = self.shared.found_secrets.lock();
        let mut renamed = Renamed::new();
        for (name, value) in found {
            let value = Secret::new(value);
            let stands_for_it = |name: &String| {
                let is_free_or_same = |other: Option<&Secret>| other.is_none_or(|other| *other == value);
                let stored = known.contains(name).then(|| self.shared.secrets.get(name).ok()).flatten();
                is_free_or_same(held.get(name)) && is_free_or_same(stored.as_ref())
            };
            let numbered = (2..).map(|number| format!("{}-{number}", &name[..name.len().min(LONGEST_BASE)]));
            let free = std::iter::once(name.clone()).chain(numbered).find(stands_for_it).unwrap_or(name.clone());
            held.insert(free.clone(), value);
            if free != name {
                renamed.insert(name, free);
            }
        }
        Ok(renamed)
    }

    /// Keeps those of the secrets held back that a text refers to, now that it is stored.
    pub(crate) fn keep_found_secrets(&self, text: &str) -> Result<(), Error> {
        let mut held = self.shared.found_secrets.lock();
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
    /// Who refers to which secret: tools, those of libraries of implementations, servers and agents by name.
    fn secret_references(&self) -> Result<Vec<(String, String)>, Error> {
        let mut found = Vec::new();
        let mut look = |user: &str, text: &str| {
            found.extend(Reference::find(text).map(|reference| (user.to_owned(), reference.name.to_owned())));
        };
        for record in self.library.list_tool_records()? {
            look(&record.tool.name, &serde_json::json!(crate::definitions::forms::implementation(&record)).to_string());
        }
        for library in self.library.list_tool_libraries()? {
            for tool in self.library.library_tools(&library.name)? {
                look(&format!("{} in {}", tool.name, library.name), &tool.behaviour.to_string());
            }
        }
        for server in self.library.list_servers()? {
            look(&server.name, &server.transport.to_string());
        }
        for agent in self.library.list_agents()? {
            look(&agent.name, agent.api_key_ref.as_deref().unwrap_or_default());
        }
        for row in self.library.list_remotes()? {
            look(&format!("the shared library {}", row.name), &row.address);
        }
        // Settings that cannot be read say so where they are shown.
        for model in self.models().unwrap_or_default().models.iter().filter(|model| !model.secret.is_empty()) {
            found.push((model.name.clone(), model.secret.clone()));
        }
        Ok(found)
    }
}

/// The same, its secrets under other names.
pub(crate) fn renamed<T: Serialize + DeserializeOwned + Clone>(what: &T, renamed: &Renamed) -> Result<T, Error> {
    if renamed.is_empty() {
        return Ok(what.clone());
    }
    let mut value = serde_json::json!(what);
    rename_in(&mut value, renamed);
    serde_json::from_value(value).map_err(|cause| Error::interrupted(&cause))
}

/// What was read from a text, its secrets under other names.
pub(crate) fn with_names(import: &ToolImport, new_names: &Renamed) -> Result<ToolImport, Error> {
    let mut import = renamed(import, new_names)?;
    for name in &mut import.secrets {
        if let Some(new) = new_names.get(name) {
            name.clone_from(new);
        }
    }
    Ok(import)
}

fn rename_in(value: &mut Value, renamed: &Renamed) {
    match value {
        Value::String(text) => {
            let places: Vec<_> =
                Reference::find(text).map(|found| (found.span.clone(), found.name.to_owned())).collect();
            for (span, name) in places.into_iter().rev() {
                if let Some(new) = renamed.get(&name) {
                    text.replace_range(span, &format!("secret://{new}"));
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| rename_in(item, renamed)),
        Value::Object(fields) => fields.values_mut().for_each(|field| rename_in(field, renamed)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
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
