//! A client's own tools in a session that begins with skills alone: there by name, answered as a mock. The one that reads
//! files really reads those below a folder the author allowed for this library and this model, and nothing else; a credential
//! that is written out there stays out of the session.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use serde_json::{Map, Value, json};
use studio_clients::{self as clients, Client};
use studio_model::sentence;
use studio_pack::read_below;
use studio_runtime::{
    context::ToolFacts,
    session::{Executed, ToolRequest},
};
use studio_text::credentials::left_out_of_file;

use crate::{
    Error, ErrorCode, Studio,
    base::paths::expanded,
    dto::{CLIENT_RUNTIMES, ConsentRequest, ModelSettings, SimulationSetup},
    models::spec::{is_mock, origin},
    state::{
        command::{Command, ConsentKind},
        consents::{Allows, Verdict},
        live::Log,
        session::Session,
    },
};

/// Most bytes of a file that is read: more of it no model would be given.
const MOST_BYTES: u64 = 1024 * 1024;

/// Who is told what is read in a session that asks no chat model, in a consent.
const NOBODY: &str = "no chat model";

/// The client whose own tools a session of this setup has: where there is an agent, that has what it is given, and the
/// runtimes of other programs have no client.
pub(crate) fn client_of(setup: &SimulationSetup) -> Option<Client> {
    (setup.skills.is_some() && CLIENT_RUNTIMES.contains(&setup.runtime)).then(|| setup.host.noun())
}

/// Whether a tool is one of a client's own in a session. The one that loads skills is the runtime's.
pub(crate) fn has(client: Client, name: &str) -> bool {
    client.session_tools().iter().any(|tool| tool.name == name) && clients::tool(client).0 != name
}

/// A client's own tools as a model is offered them. Of their parameters only the names are known.
pub(crate) fn facts(client: Client) -> Vec<ToolFacts> {
    let loads = clients::tool(client).0;
    let own = client.session_tools().into_iter().filter(|tool| tool.name != loads);
    let facts = own.map(|tool| {
        let parameters: Map<String, Value> =
            tool.parameters.iter().map(|name| ((*name).to_owned(), json!({}))).collect();
        ToolFacts {
            name: tool.name.to_owned(),
            description: format!("A tool built into {}.", client.label()),
            schema: json!({ "type": "object", "properties": parameters }),
        }
    });
    facts.collect()
}

/// What carries a client's own tools out, in a few words.
pub(crate) fn handler(client: Client) -> String {
    format!("mock of {}", client.label())
}

/// A client's own tools at work.
pub(crate) struct OwnTools {
    client: Client,
    /// What may be read, where something may; why not, where its folder is not there any more.
    reads: Option<Result<Reads, Error>>,
}

/// A folder whose files may be read.
struct Reads {
    /// Whole and without links: what is asked about is what is read.
    folder: PathBuf,
    /// What the author has to allow first.
    asks: Command,
}

impl OwnTools {
    /// Those of a session of this setup, which asks this chat model, if any.
    pub(crate) fn of(session: &Session, setup: &SimulationSetup, model: Option<&ModelSettings>) -> Option<Self> {
        let client = client_of(setup)?;
        let reads = |folder: PathBuf| Reads { asks: session.reading(&folder, model), folder };
        Some(Self { client, reads: folder_of(setup).transpose().map(|folder| folder.map(reads)) })
    }

    /// Whether a tool is among them.
    pub(crate) fn have(&self, name: &str) -> bool {
        has(self.client, name)
    }

    /// Answers a call: with a file where that is what the tool does and the author allows it, else as a mock. What has to be
    /// allowed first, where nobody can be asked now, comes back instead.
    pub(crate) fn call(
        &self,
        session: &Session,
        request: &ToolRequest<'_>,
        allows: Option<&Allows<'_>>,
    ) -> Result<Executed, Box<ConsentRequest>> {
        let begun = Instant::now();
        let result = match self.file_of(request) {
            Some((Err(gone), _)) => return Ok(executed(Err(gone.message.clone()), None)),
            Some((Ok(Reads { folder, asks }), path)) => match session.may_read(asks, allows) {
                Ok(None) => read(folder, &path),
                Ok(Some(asked)) if allows.is_none() => return Err(asked),
                Ok(Some(_)) => {
                    let why = format!("You didn't allow reading files in {}.", folder.display());
                    return Ok(executed(Err(why), None));
                }
                Err(error) => return Ok(executed(Err(error.message), None)),
            },
            None => Ok(self.mocked(request)),
        };
        Ok(executed(result, Some(begun)))
    }

    /// The folder and the file that a call asks to read, where files may be read at all.
    fn file_of<'a>(&'a self, request: &ToolRequest<'_>) -> Option<(&'a Result<Reads, Error>, String)> {
        let reads = self.reads.as_ref()?;
        let (tool, parameter) = self.client.reading_tool()?;
        let arguments: Value = serde_json::from_str(request.arguments).ok()?;
        let path = arguments.get(parameter).and_then(Value::as_str).filter(|_| request.name == tool)?;
        Some((reads, path.to_owned()))
    }

    fn mocked(&self, request: &ToolRequest<'_>) -> String {
        let arguments = match request.arguments.trim() {
            "" => "{}",
            given => given,
        };
        format!(
            "{} would call {} with {arguments} here. This session uses mocks, so nothing was run.",
            self.client.label(),
            request.name
        )
    }
}

/// What came of a call that began then; where it was refused before it began, why.
fn executed(result: Result<String, String>, begun: Option<Instant>) -> Executed {
    let elapsed = begun.map_or(Duration::ZERO, |begun| begun.elapsed());
    let (result, is_carried_out) = (result.map(Value::String), begun.is_some());
    Executed { result, is_as_read: false, is_carried_out, elapsed, state: None }
}

impl Session {
    /// Reading the files of a folder, as a thing to allow: in sessions of this library, for this model to be told.
    fn reading(&self, folder: &Path, model: Option<&ModelSettings>) -> Command {
        let told = model.filter(|model| !is_mock(model));
        let told = told.map_or_else(|| NOBODY.to_owned(), |model| format!("{} at {}", model.model, origin(model)));
        Command {
            kind: ConsentKind::Folder,
            subject: folder.display().to_string(),
            argv: vec![self.library.path().display().to_string(), told],
            // Another library may come to the same path.
            covers: BTreeMap::from([("library".to_owned(), self.library.host().to_string())]),
            ..Command::default()
        }
    }

    /// What the author has to allow before files of a folder are read; none where that is allowed by now.
    fn may_read(&self, asks: &Command, allows: Option<&Allows<'_>>) -> Result<Option<Box<ConsentRequest>>, Error> {
        let consents = &self.shared.consents;
        let Verdict::Ask(asked) = consents.check(asks)? else { return Ok(None) };
        if allows.is_some_and(|allows| allows(&asked)) {
            consents.grant(&asked.hash, crate::now())?;
            return Ok(None);
        }
        Ok(Some(asked))
    }
}

impl Studio {
    /// What the author has to allow before a session of this setup reads files: the folder they named, as it really is. It is
    /// kept on this computer, for a library may bring a stranger's folder along.
    pub fn asked_for_reading(&self, setup: &SimulationSetup) -> Result<Option<ConsentRequest>, Error> {
        let Some(folder) = folder_of(setup)? else { return Ok(None) };
        let session = self.session()?;
        let model = session.chat_model_of(setup)?;
        match self.shared.consents.check(&session.reading(&folder, model.as_ref()))? {
            Verdict::Allowed => Ok(None),
            Verdict::Ask(asked) => Ok(Some(*asked)),
        }
    }
}

impl Studio {
    /// What the author has to allow before a fork goes on with another model: that is told what the session read in its
    /// folder, and what those it parted from read in theirs, too.
    pub fn asked_for_fork(&self, id: &str, changes: Option<&SimulationSetup>) -> Result<Option<ConsentRequest>, Error> {
        let session = self.session()?;
        let folders = folders_read(&session.simulation(id)?.log.lock());
        let Some(changes) = changes.filter(|_| !folders.is_empty()) else { return Ok(None) };
        let model = session.chat_model_of(changes)?;
        for folder in folders {
            let asks = session.reading(Path::new(&folder), model.as_ref());
            if let Verdict::Ask(asked) = self.shared.consents.check(&asks)? {
                return Ok(Some(*asked));
            }
        }
        Ok(None)
    }
}

/// The folders whose files a session could read, or those it parted from: whole and without links, as far as they are there.
pub(crate) fn folders_read(log: &Log) -> BTreeSet<String> {
    let mut folders = log.read_before.clone();
    folders.extend(log.setup.reads.as_ref().map(|folder| {
        let path = expanded(folder);
        fs::canonicalize(&path).unwrap_or(path).display().to_string()
    }));
    folders
}

/// The folder that a setup names to read in, as it really is: whole and without links. Refused where it is none, or is not
/// named whole, or where nothing would read in it.
pub(crate) fn folder_of(setup: &SimulationSetup) -> Result<Option<PathBuf>, Error> {
    let Some(folder) = &setup.reads else { return Ok(None) };
    let client = client_of(setup);
    if client.is_none_or(|client| client.reading_tool().is_none()) {
        let who = client.map_or("This session", Client::label);
        let message =
            format!("{who} has no built-in tool that reads files. Remove “{folder}”, or choose another client.");
        return Err(Error::new(ErrorCode::Invalid, message));
    }
    let path = expanded(folder);
    let why = match (path.is_absolute(), fs::canonicalize(&path).ok().filter(|real| real.is_dir())) {
        (true, Some(real)) => return Ok(Some(real)),
        (true, None) => "The folder doesn't exist",
        (false, _) => "The path must be absolute",
    };
    Err(Error::new(ErrorCode::Invalid, format!("Files can't be read in “{folder}”. {why}. Choose another folder.")))
}

/// The text of a file below a folder, with a mark where a credential is written out. Links are followed, but never out of it.
/// What is outside is answered as what is not there: the model learns nothing of it.
fn read(folder: &Path, path: &str) -> Result<String, String> {
    let found = read_below(folder, Path::new(path), MOST_BYTES).map_err(|cause| sentence(&cause.to_string()))?;
    let bytes = found.ok_or_else(|| {
        format!("{path} doesn't exist or isn't in {}. Only files in that folder can be read.", folder.display())
    })?;
    let text = String::from_utf8(bytes).map_err(|_| format!("{path} is not text."))?;
    Ok(left_out_of_file(&text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clients_tools_are_offered_by_the_names_of_their_parameters() {
        let facts = facts(Client::ClaudeCode);
        let read = facts.iter().find(|tool| tool.name == "Read").unwrap();
        assert!(read.schema["properties"].get("file_path").is_some());
        assert!(facts.iter().all(|tool| tool.name != "Skill"), "the runtime itself loads skills");
        assert!(self::facts(Client::Standard).is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn only_text_below_the_folder_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(folder.path()).unwrap();
        let at = |path: &str| root.join(path);
        fs::create_dir_all(at("open/inner")).unwrap();
        fs::write(at("secret"), "secret").unwrap();
        fs::write(at("open/inner/notes.md"), "notes").unwrap();
        fs::write(at("open/bytes"), [0xff, 0xfe]).unwrap();
        fs::write(at("open/long"), vec![b'a'; MOST_BYTES as usize + 1]).unwrap();
        std::os::unix::fs::symlink(at("secret"), at("open/out")).unwrap();
        std::os::unix::fs::symlink(&root, at("open/up")).unwrap();
        std::os::unix::fs::symlink(at("open/inner"), at("open/within")).unwrap();
        let open = at("open");
        for path in ["inner/notes.md", "./inner/../inner/notes.md", "within/notes.md"] {
            assert_eq!(read(&open, path).as_deref(), Ok("notes"), "{path}");
        }
        assert_eq!(read(&open, at("open/inner/notes.md").to_str().unwrap()).as_deref(), Ok("notes"));
        for path in ["../secret", "out", "up/secret", "inner", "bytes", "long", "nothing", "", "/etc/hostname"] {
            assert!(read(&open, path).is_err(), "{path}");
        }
        let answer = |path: &str| read(&open, path).unwrap_err().replacen(path, "…", 1);
        let missing = answer("nothing");
        for path in ["../secret", "../nothing", "up/secret", "up/nothing", "out", "/etc", "/etc/hostname", "/nowhere"] {
            assert_eq!(answer(path), missing, "{path}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn credentials_stay_in_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(folder.path()).unwrap();
        fs::write(root.join("settings"), "name = tides\napi_key = \"q7Wx3vK9pLmT5zR8nB2c\"\n").unwrap();
        assert_eq!(read(&root, "settings").unwrap(), "name = tides\napi_key = \"••••\"\n");
    }
}
