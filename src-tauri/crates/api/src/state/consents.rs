//! What the author allowed to run on this machine.
//!
//! Kept beside the libraries, never in one: a library that is given away must not bring its own permissions along. A
//! consent covers exactly what was shown; a changed argument, folder, variable, script or description is asked for anew.
//! Windows and command lines share the file: it is read whenever it is asked, and changed by one of them at a time.

use parking_lot::Mutex;
use std::{
    collections::{BTreeMap, HashMap},
    path::{Path, PathBuf},
};

use studio_model::visible;

use crate::{
    Error,
    dto::{ConsentInfo, ConsentRequest, NamedValue},
    kept::{
        self, Mirror,
        user::{self, Granted},
    },
    state::command::{Command, ConsentKind},
};

/// Says whether something may run on this machine.
pub(crate) type Allows<'a> = dyn Fn(&ConsentRequest) -> bool + Send + Sync + 'a;

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
    /// What was asked and not answered yet, by hash.
    asked: Mutex<HashMap<String, Asked>>,
}

/// Something the author is asked, as it is put to them.
#[derive(Clone)]
struct Asked {
    command: Command,
    request: ConsentRequest,
}

impl Consents {
    /// The consents kept in a folder.
    pub(crate) fn of(folder: &Path) -> Self {
        Self { file: folder.join("consents.json"), asked: Mutex::default() }
    }

    /// Whether a command was allowed exactly so.
    pub(crate) fn is_allowed(&self, command: &Command) -> Result<bool, Error> {
        let hash = command.hash();
        Ok(self.read()?.iter().any(|known| known.hash == hash))
    }

    /// Whether anything was ever allowed for a tool of this name.
    pub(crate) fn knows_tool(&self, name: &str) -> Result<bool, Error> {
        let is_of = |known: &Command| known.kind == ConsentKind::Tool && known.subject == name;
        Ok(self.read()?.iter().any(|known| is_of(&known.command)))
    }

    /// Whether a command may run; where not, the request is remembered for the answer.
    pub(crate) fn check(&self, command: &Command) -> Result<Verdict, Error> {
        let hash = command.hash();
        let granted = self.read()?;
        if granted.iter().any(|known| known.hash == hash) {
            return Ok(Verdict::Allowed);
        }
        let before =
            granted.iter().rev().find(|known| command.stands_for(&known.command)).map(|known| known.command.clone());
        let request = ConsentRequest {
            hash: hash.clone(),
            kind: command.kind.shown(),
            subject: shown(&command.subject),
            argv: shown_argv(&command.argv),
            cwd: command.cwd.as_deref().map(shown),
            environment: command.environment.clone().shown().iter().map(shown_pair).collect(),
            sandbox: command.sandbox.clone(),
            changed: if self.is_damaged() {
                vec![format!("the damaged permissions file, which will be kept as {}", self.kept_damaged().display())]
            } else {
                before.as_ref().map(|before| command.changes(before)).unwrap_or_default()
            },
            previous_argv: before.map(|before| shown_argv(&before.argv)),
        };
        let asked = Asked { command: command.clone(), request: request.clone() };
        self.asked.lock().insert(hash, asked);
        Ok(Verdict::Ask(Box::new(request)))
    }

    /// Says another way what of a request has changed, to whoever asks and in what is put to the author.
    pub(crate) fn asking_anew(&self, request: ConsentRequest, what: &str) -> Verdict {
        let previous_argv = Some(request.argv.clone());
        let request = ConsentRequest { changed: vec![what.to_owned()], previous_argv, ..request };
        if let Some(asked) = self.asked.lock().get_mut(&request.hash) {
            asked.request = request.clone();
        }
        Verdict::Ask(Box::new(request))
    }

    /// What was asked and not answered yet.
    pub(crate) fn request(&self, hash: &str) -> Result<ConsentRequest, Error> {
        let asked = self.asked.lock();
        asked.get(hash).map(|asked| asked.request.clone()).ok_or_else(expired)
    }

    /// Whether a server's tool is as it was allowed: one seen for the first time together with its server is, one that
    /// came or changed later is not.
    pub(crate) fn check_tool(&self, server: &Command, tool: &str, fingerprint: &str) -> Result<Verdict, Error> {
        let hash = server.hash();
        let granted = self.read()?;
        let server_known = granted.iter().find(|known| known.hash == hash);
        let known = server_known.and_then(|known| known.tools.as_ref()?.get(tool));
        if known.is_some_and(|known| known == fingerprint) {
            return Ok(Verdict::Allowed);
        }
        let is_new = known.is_none();
        let mut command =
            Command { kind: ConsentKind::Tool, subject: format!("{}/{tool}", server.subject), ..server.clone() };
        command.covers.insert("description".to_owned(), fingerprint.to_owned());
        match self.check(&command)? {
            Verdict::Allowed => Ok(Verdict::Allowed),
            Verdict::Ask(request) => {
                let what = if is_new { "new since you allowed the server" } else { "description" };
                Ok(self.asking_anew(*request, what))
            }
        }
    }

    /// Remembers a server's tools as they are seen together with it for the first time.
    pub(crate) fn see_tools(&self, server: &Command, tools: &BTreeMap<String, String>) -> Result<(), Error> {
        let hash = server.hash();
        self.change(|granted| {
            if let Some(known) = granted.iter_mut().find(|known| known.hash == hash && known.tools.is_none()) {
                known.tools = Some(tools.clone());
            }
        })
    }

    /// Allows what was asked.
    pub(crate) fn grant(&self, hash: &str, now: String) -> Result<(), Error> {
        if self.read()?.iter().any(|known| known.hash == hash) {
            return Ok(());
        }
        let asked = self.asked.lock().get(hash).cloned();
        let command = asked.ok_or_else(expired)?.command;
        self.grant_command(&command, now)?;
        self.asked.lock().remove(hash);
        Ok(())
    }

    /// Allows a command.
    pub(crate) fn grant_command(&self, command: &Command, now: String) -> Result<(), Error> {
        let hash = command.hash();
        self.change(|granted| {
            if granted.iter().any(|known| known.hash == hash) {
                return;
            }
            // The last one for a subject is what a changed one is compared with; those before it stay valid for nothing.
            granted.retain(|known| !command.stands_for(&known.command));
            granted.push(Granted { hash, at: now, command: command.clone(), tools: None });
        })
    }

    /// Takes a consent back.
    pub(crate) fn revoke(&self, hash: &str) -> Result<(), Error> {
        self.change(|granted| granted.retain(|known| known.hash != hash))
    }

    /// Takes back all places a secret was allowed to go to.
    pub(crate) fn forget_secret(&self, name: &str) -> Result<(), Error> {
        self.change(|granted| {
            granted.retain(|known| known.command.kind != ConsentKind::Secret || known.command.subject != name);
        })
    }

    /// Everything allowed, the last first.
    pub(crate) fn list(&self) -> Result<Vec<ConsentInfo>, Error> {
        let info = |known: &Granted| ConsentInfo {
            hash: known.hash.clone(),
            kind: known.command.kind.shown(),
            subject: shown(&known.command.subject),
            argv: shown_argv(&known.command.argv),
            granted_at: known.at.clone(),
        };
        Ok(self.read()?.iter().rev().map(info).collect())
    }

    /// The consents as the file has them now.
    pub(crate) fn read(&self) -> Result<Vec<Granted>, Error> {
        match kept::read_file::<user::Consents>(&self.file) {
            Ok(Some(Ok(consents))) => Ok(consents.granted),
            // Nothing in a damaged file counts; see `is_damaged`.
            Ok(_) => Ok(Vec::new()),
            Err(cause) => Err(Error::file("read the permissions in", &self.file, &cause)),
        }
    }

    /// Whether the file is there and cannot be read: then nothing in it counts, and who is asked is told why.
    fn is_damaged(&self) -> bool {
        let is_empty = || std::fs::read(&self.file).is_ok_and(|bytes| bytes.trim_ascii().is_empty());
        matches!(kept::read_file::<user::Consents>(&self.file), Ok(Some(Err(_)))) && !is_empty()
    }

    /// Where a damaged file is kept before another takes its place.
    fn kept_damaged(&self) -> PathBuf {
        self.file.with_extension("damaged.json")
    }

    /// Changes the consents as the file has them now, while no other thread and no other program does.
    fn change(&self, change: impl FnOnce(&mut Vec<Granted>)) -> Result<(), Error> {
        let _changing = kept::lock(&self.file)?;
        let before = self.read()?;
        let mut granted = before.clone();
        change(&mut granted);
        if granted == before { Ok(()) } else { self.write(&granted) }
    }

    fn write(&self, granted: &[Granted]) -> Result<(), Error> {
        let failed = |cause: &std::io::Error| Error::file("save the permission in", &self.file, cause);
        if self.is_damaged() {
            std::fs::rename(&self.file, self.kept_damaged()).map_err(|cause| failed(&cause))?;
        }
        let text =
            kept::file_bytes(&user::Consents { granted: granted.to_vec() }).map_err(|cause| failed(&cause.into()))?;
        studio_pack::write_privately(&self.file, &text).map_err(|cause| failed(&std::io::Error::other(cause)))
    }
}

/// A text as the author is shown it: nothing in it turns round or hides what is asked. Lines stay.
fn shown(text: &str) -> String {
    visible(text).into_owned()
}

fn shown_argv(argv: &[String]) -> Vec<String> {
    argv.iter().map(|word| shown(word)).collect()
}

fn shown_pair(pair: &NamedValue) -> NamedValue {
    NamedValue { name: shown(&pair.name), value: shown(&pair.value) }
}

fn expired() -> Error {
    let message = "This permission request has expired. Run it again and review the new request.";
    Error::new(crate::ErrorCode::NotFound, message)
}

#[cfg(test)]
mod tests {
    use crate::state::consents::*;

    fn program(name: &str) -> Command {
        let named = name.to_owned();
        Command { kind: ConsentKind::Tool, subject: named.clone(), argv: vec![named], ..Command::default() }
    }

    fn subjects(consents: &Consents) -> Vec<String> {
        consents.list().unwrap().into_iter().map(|known| known.subject).collect()
    }

    #[test]
    fn what_two_studios_grant_and_withdraw_is_seen_by_both() {
        let folder = tempfile::tempdir().unwrap();
        let [window, other] = [Consents::of(folder.path()), Consents::of(folder.path())];
        let (first, second) = (program("first"), program("second"));
        assert!(matches!(window.check(&first).unwrap(), Verdict::Ask(_)));
        assert!(matches!(other.check(&second).unwrap(), Verdict::Ask(_)));
        window.grant(&first.hash(), "1".to_owned()).unwrap();
        other.grant(&second.hash(), "2".to_owned()).unwrap();
        assert_eq!(subjects(&window), ["second", "first"]);
        assert!(window.is_allowed(&second).unwrap() && other.is_allowed(&first).unwrap());
        other.revoke(&first.hash()).unwrap();
        assert!(!window.is_allowed(&first).unwrap(), "what another took back is allowed no more");
        assert!(window.grant(&first.hash(), "3".to_owned()).is_err(), "it has to be asked for anew");
    }

    #[test]
    fn a_damaged_file_allows_nothing_is_said_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let consents = Consents::of(folder.path());
        let first = program("first");
        let asked = || match consents.check(&first).unwrap() {
            Verdict::Ask(request) => request.changed,
            Verdict::Allowed => panic!("nothing is allowed"),
        };
        assert_eq!(asked(), [""; 0]);
        consents.grant(&first.hash(), "1".to_owned()).unwrap();
        let damaged = std::fs::read_to_string(&consents.file).unwrap().replace("first", "first\"");
        std::fs::write(&consents.file, &damaged).unwrap();
        let told = asked();
        assert!(told[0].contains("damaged permissions file"), "{told:?}");
        consents.grant(&first.hash(), "2".to_owned()).unwrap();
        assert!(consents.is_allowed(&first).unwrap());
        assert_eq!(std::fs::read_to_string(consents.kept_damaged()).unwrap(), damaged);
    }

    #[test]
    fn no_consent_is_lost_where_many_are_granted_at_once() {
        let folder = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for studio in 0..4 {
                let consents = Consents::of(folder.path());
                scope.spawn(move || {
                    for tool in 0..10 {
                        consents.grant_command(&program(&format!("{studio} {tool}")), "1".to_owned()).unwrap();
                    }
                });
            }
        });
        assert_eq!(subjects(&Consents::of(folder.path())).len(), 40);
    }

    #[test]
    fn a_tool_that_comes_after_an_empty_list_is_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        let consents = Consents::of(folder.path());
        let server = program("server");
        consents.grant_command(&server, "1".to_owned()).unwrap();
        consents.see_tools(&server, &BTreeMap::new()).unwrap();
        let later = BTreeMap::from([("work".to_owned(), "print".to_owned())]);
        consents.see_tools(&server, &later).unwrap();
        let Verdict::Ask(asked) = consents.check_tool(&server, "work", "print").unwrap() else {
            panic!("it was never shown to the author");
        };
        assert_eq!(asked.changed, ["new since you allowed the server"]);
        assert_eq!(consents.request(&asked.hash).unwrap(), *asked);
    }

    #[test]
    fn what_is_asked_is_shown_whole_and_turns_nothing_round() {
        let folder = tempfile::tempdir().unwrap();
        let consents = Consents::of(folder.path());
        let command =
            Command { argv: vec!["sh".to_owned(), "\u{202e}mr\u{1b}[2K".to_owned()], ..program("a\u{2066}b") };
        let Verdict::Ask(asked) = consents.check(&command).unwrap() else { panic!("nothing is allowed") };
        assert_eq!((asked.subject.as_str(), asked.argv[1].as_str()), ("a\\u{2066}b", "\\u{202e}mr\\u{1b}[2K"));
        consents.grant(&asked.hash, "1".to_owned()).unwrap();
        assert!(consents.is_allowed(&command).unwrap(), "what is allowed is what was asked, as it is");
        assert_eq!(consents.list().unwrap()[0].subject, "a\\u{2066}b");
    }

    #[test]
    fn what_is_granted_twice_keeps_the_tools_that_were_seen() {
        let folder = tempfile::tempdir().unwrap();
        let consents = Consents::of(folder.path());
        let server = program("server");
        let tools = BTreeMap::from([("work".to_owned(), "print".to_owned())]);
        consents.grant_command(&server, "1".to_owned()).unwrap();
        consents.see_tools(&server, &tools).unwrap();
        consents.grant_command(&server, "2".to_owned()).unwrap();
        assert_eq!(consents.check_tool(&server, "work", "print").unwrap(), Verdict::Allowed);
    }
}
