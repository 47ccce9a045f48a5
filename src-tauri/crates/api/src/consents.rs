//! What the author allowed to run on this machine.
//!
//! Kept beside the libraries, never in one: a library that is given away must not bring its own permissions along. A
//! consent covers exactly what was shown; a changed argument, folder, variable, script or description is asked for anew.

use std::{
    collections::{BTreeMap, HashMap},
    io::Write,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use serde::{Deserialize, Serialize};

use crate::{
    Error, Studio,
    dto::{ConsentInfo, ConsentRequest, NamedValue},
};

/// What would run, by the words that name its parts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Command {
    /// `server` or `tool`.
    pub(crate) kind: String,
    /// Name of the server or tool.
    pub(crate) subject: String,
    /// Program and arguments.
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

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Granted {
    hash: String,
    #[serde(rename = "granted_ts")]
    at: String,
    #[serde(flatten)]
    command: Command,
    /// Fingerprints of a server's tools as they were first seen, or allowed since, by name.
    #[serde(default)]
    tools: BTreeMap<String, String>,
}

/// Whether something may run.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Verdict {
    /// The author allowed exactly this.
    Allowed,
    /// The author has to be asked.
    Ask(Box<ConsentRequest>),
}

/// The consents of this user.
pub(crate) struct Consents {
    file: PathBuf,
    granted: Mutex<Option<Vec<Granted>>>,
    /// What was asked and not answered yet, by hash.
    asked: Mutex<HashMap<String, Command>>,
}

impl Command {
    /// Names all that is asked; equal exactly where everything is.
    pub(crate) fn hash(&self) -> String {
        studio_store::sha256_hex(serde_json::json!(self).to_string().as_bytes())
    }

    fn changes(&self, before: &Self) -> Vec<String> {
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

impl Consents {
    /// The consents kept in a folder; read when first asked.
    pub(crate) fn of(folder: &Path) -> Self {
        Self { file: folder.join("consents.json"), granted: Mutex::default(), asked: Mutex::default() }
    }

    /// Whether a command was allowed exactly so.
    pub(crate) fn is_allowed(&self, command: &Command) -> Result<bool, Error> {
        let hash = command.hash();
        Ok(self.read()?.iter().any(|known| known.hash == hash))
    }

    /// Whether a command may run; where not, the request is remembered for the answer.
    pub(crate) fn check(&self, command: &Command) -> Result<Verdict, Error> {
        let hash = command.hash();
        let granted = self.read()?;
        if granted.iter().any(|known| known.hash == hash) {
            return Ok(Verdict::Allowed);
        }
        let before = granted
            .iter()
            .rev()
            .find(|known| known.command.kind == command.kind && known.command.subject == command.subject)
            .map(|known| known.command.clone());
        drop(granted);
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).insert(hash.clone(), command.clone());
        Ok(Verdict::Ask(Box::new(ConsentRequest {
            hash,
            kind: command.kind.clone(),
            subject: command.subject.clone(),
            argv: command.argv.clone(),
            cwd: command.cwd.clone(),
            environment: command.environment.clone(),
            sandbox: command.sandbox.clone(),
            changed: before.as_ref().map(|before| command.changes(before)).unwrap_or_default(),
            previous_argv: before.map(|before| before.argv),
        })))
    }

    /// Whether a server's tool is as it was allowed: one seen for the first time together with its server is, one that
    /// came or changed later is not.
    pub(crate) fn check_tool(&self, server: &Command, tool: &str, fingerprint: &str) -> Result<Verdict, Error> {
        let hash = server.hash();
        let granted = self.read()?;
        let known = granted.iter().find(|known| known.hash == hash).and_then(|known| known.tools.get(tool));
        if known.is_some_and(|known| known == fingerprint) {
            return Ok(Verdict::Allowed);
        }
        let is_new = known.is_none();
        drop(granted);
        let mut command =
            Command { kind: "tool".to_owned(), subject: format!("{}/{tool}", server.subject), ..server.clone() };
        command.covers.insert("description".to_owned(), fingerprint.to_owned());
        match self.check(&command)? {
            Verdict::Allowed => Ok(Verdict::Allowed),
            Verdict::Ask(request) => {
                let what = if is_new { "the server did not offer it when it was allowed" } else { "description" };
                Ok(Verdict::Ask(Box::new(ConsentRequest {
                    changed: vec![what.to_owned()],
                    previous_argv: Some(request.argv.clone()),
                    ..*request
                })))
            }
        }
    }

    /// Remembers a server's tools as they are seen together with it for the first time.
    pub(crate) fn see_tools(&self, server: &Command, tools: &BTreeMap<String, String>) -> Result<(), Error> {
        let hash = server.hash();
        let mut granted = self.read()?;
        let Some(known) = granted.iter_mut().find(|known| known.hash == hash && known.tools.is_empty()) else {
            return Ok(());
        };
        known.tools.clone_from(tools);
        self.write(&granted)
    }

    /// Allows what was asked.
    pub(crate) fn grant(&self, hash: &str, now: String) -> Result<(), Error> {
        if self.read()?.iter().any(|known| known.hash == hash) {
            return Ok(());
        }
        let asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner).remove(hash);
        let command = asked.ok_or_else(|| {
            let message = "Nothing is waiting for this consent any more. Run it again, and look at what it asks then.";
            Error::new(crate::ErrorCode::NotFound, message)
        })?;
        self.grant_command(&command, now)
    }

    /// Allows a command.
    pub(crate) fn grant_command(&self, command: &Command, now: String) -> Result<(), Error> {
        let mut granted = self.read()?;
        let hash = command.hash();
        // The last one for a subject is what a changed one is compared with; the ones before it stay valid for nothing.
        granted.retain(|known| known.command.kind != command.kind || known.command.subject != command.subject);
        granted.push(Granted { hash, at: now, command: command.clone(), tools: BTreeMap::new() });
        self.write(&granted)
    }

    /// Takes a consent back.
    pub(crate) fn revoke(&self, hash: &str) -> Result<(), Error> {
        let mut granted = self.read()?;
        granted.retain(|known| known.hash != hash);
        self.write(&granted)
    }

    /// Everything allowed, the last first.
    pub(crate) fn list(&self) -> Result<Vec<ConsentInfo>, Error> {
        let info = |known: &Granted| ConsentInfo {
            hash: known.hash.clone(),
            kind: known.command.kind.clone(),
            subject: known.command.subject.clone(),
            argv: known.command.argv.clone(),
            granted_ts: known.at.clone(),
        };
        Ok(self.read()?.iter().rev().map(info).collect())
    }

    fn read(&self) -> Result<Guard<'_>, Error> {
        let mut granted = self.granted.lock().unwrap_or_else(PoisonError::into_inner);
        // Read anew each time: window and command line share the file.
        *granted = Some(match std::fs::read(&self.file) {
            Ok(bytes) => serde_json::from_slice(&bytes).unwrap_or_default(),
            Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            Err(cause) => return Err(Error::file("read the consents in", &self.file, &cause)),
        });
        Ok(Guard(granted))
    }

    fn write(&self, granted: &[Granted]) -> Result<(), Error> {
        let failed = |cause: &std::io::Error| Error::file("keep the consent in", &self.file, cause);
        let folder = self.file.parent().unwrap_or(Path::new("."));
        let mut file = tempfile::NamedTempFile::new_in(folder).map_err(|cause| failed(&cause))?;
        let text = serde_json::to_vec_pretty(granted).map_err(|cause| failed(&cause.into()))?;
        file.write_all(&text).and_then(|()| file.as_file().sync_all()).map_err(|cause| failed(&cause))?;
        file.persist(&self.file).map_err(|cause| failed(&cause.error))?;
        Ok(())
    }
}

/// The consents as the file has them, for as long as it is held.
struct Guard<'a>(MutexGuard<'a, Option<Vec<Granted>>>);

impl std::ops::Deref for Guard<'_> {
    type Target = Vec<Granted>;

    fn deref(&self) -> &Vec<Granted> {
        self.0.as_ref().expect("read before it is handed out")
    }
}

impl std::ops::DerefMut for Guard<'_> {
    fn deref_mut(&mut self) -> &mut Vec<Granted> {
        self.0.as_mut().expect("read before it is handed out")
    }
}

impl Studio {
    /// Allows what a call or a server asked for.
    pub fn grant_consent(&self, hash: &str) -> Result<(), Error> {
        self.shared.consents.grant(hash, crate::now())
    }

    /// Takes a consent back; what runs goes on, the next start asks.
    pub fn revoke_consent(&self, hash: &str) -> Result<(), Error> {
        self.shared.consents.revoke(hash)
    }

    /// Everything the author allowed to run, the last first.
    pub fn list_consents(&self) -> Result<Vec<ConsentInfo>, Error> {
        self.shared.consents.list()
    }
}
