//! Reads the settings of clients, file by file: those in the author's home folder, and those of the projects that skills
//! of the library came from.

use std::{
    collections::{BTreeSet, HashSet},
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
};

use serde_json::json;
use studio_clients::{Beside, ClientPlace, McpSettings, PROJECT_MCP_SETTINGS, USER_MCP_SETTINGS};
use studio_connect::secrets::Reference;
use studio_model::Client;
use studio_pack::{Error as PackError, read_regular};
use studio_store::Origin;
use studio_text::{
    Span,
    decode::decode,
    tool_lists::mcp_servers::{ServerEntry, Settings, read_servers_alone, read_settings},
};

use crate::{
    dto::{ServerEdit, ServerTransport, Severity, SpecProblem},
    library::lint_clients::slashed,
    tools::import::{problems, server_edit},
};

const MB: u64 = 1024 * 1024;
/// Most bytes of a file of settings.
const LARGEST: u64 = MB;
/// Most bytes of a file in which a client keeps its history, too.
const LARGEST_STATE: u64 = 64 * MB;
/// Most projects that are looked into.
const MOST_PROJECTS: usize = 100;
/// What clients write for the folder of the project.
const PROJECT_FOLDER: [&str; 2] = ["${workspaceFolder}", "${workspaceRoot}"];

/// A list of servers in a file, or a file that could not be read.
pub(super) struct Source {
    pub(super) client: Client,
    pub(super) path: PathBuf,
    /// The folder of the project; empty for the user's own.
    pub(super) project: String,
    /// Whether no skill of the library came from that project.
    pub(super) is_elsewhere: bool,
    pub(super) entries: Vec<Entry>,
    /// Why it is not read; empty where it is.
    pub(super) unread: String,
    pub(super) problems: Vec<SpecProblem>,
}

/// A server of a list, as it would be stored.
pub(super) struct Entry {
    pub(super) edit: ServerEdit,
    /// Names and values of the credentials that were taken out of it.
    pub(super) secrets: Vec<(String, String)>,
    /// Keys of it that only its client knows.
    pub(super) left_out: Vec<String>,
}

/// Every list of servers in the author's home folder, then those in the projects.
pub(super) fn sources<'a>(home: Option<&Path>, origins: impl Iterator<Item = &'a Origin>) -> Vec<Source> {
    let projects = projects(origins, home);
    let real: HashSet<PathBuf> = projects.iter().filter_map(|folder| fs::canonicalize(folder).ok()).collect();
    let is_project = |folder: &str| {
        Path::new(folder).is_absolute() && fs::canonicalize(folder).is_ok_and(|folder| real.contains(&folder))
    };
    let mut sources = Vec::new();
    if let Some(home) = home {
        sources.extend(USER_MCP_SETTINGS.iter().flat_map(|file| read(home, "", file, is_project)));
    }
    for folder in &projects {
        let project = folder.display().to_string();
        sources.extend(PROJECT_MCP_SETTINGS.iter().flat_map(|file| read(folder, &project, file, is_project)));
    }
    sources
}

/// The folders of projects that skills came from: what lies around a client's folder of skills, and what was chosen itself.
fn projects<'a>(origins: impl Iterator<Item = &'a Origin>, home: Option<&Path>) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    for origin in origins {
        let root = Path::new(&origin.root);
        let file = slashed(&root.join(&origin.path));
        let base = ClientPlace::of(&file).map(|place| PathBuf::from(place.base));
        if base.as_ref().is_none_or(|base| base.starts_with(root)) {
            found.insert(root.to_path_buf());
        }
        found.extend(base);
    }
    let real_home = home.and_then(|home| fs::canonicalize(home).ok());
    let is_project = |folder: &PathBuf| {
        folder.is_absolute() && fs::canonicalize(folder).is_ok_and(|real| real.is_dir() && Some(real) != real_home)
    };
    found.into_iter().filter(is_project).take(MOST_PROJECTS).collect()
}

/// The lists of one file, with those it keeps for other folders, projects of the library or not; none where it is not there
/// or holds nothing about servers.
fn read(folder: &Path, project: &str, file: &McpSettings, is_project: impl Fn(&str) -> bool) -> Vec<Source> {
    let path = folder.join(file.path);
    let source = |project: &str, entries: Vec<Entry>, unread: String| Source {
        client: file.client,
        path: path.clone(),
        project: project.to_owned(),
        is_elsewhere: false,
        entries,
        unread,
        problems: Vec::new(),
    };
    let is_state = file.beside == Beside::State;
    let text = match text_of(folder, &path, if is_state { LARGEST_STATE } else { LARGEST }) {
        None => return Vec::new(),
        Some(Err(why)) => return vec![source(project, Vec::new(), why)],
        Some(Ok(text)) => text,
    };
    let Settings { lists, problems: found, found_secrets } = match file.beside {
        Beside::Nothing => read_servers_alone(&text, file.language, file.key),
        Beside::State => read_settings(&text, file.language, file.key, |_| true),
        Beside::Settings => read_settings(&text, file.language, file.key, |_| false),
    };
    let spans: Vec<Span> = lists.iter().map(|list| list.span).collect();
    let mut sources: Vec<Source> = lists
        .into_iter()
        .map(|list| {
            let is_elsewhere = list.project.as_deref().is_some_and(|folder| !is_project(folder));
            let project = list.project.as_deref().unwrap_or(project);
            let entries = list.servers.iter().map(|server| entry(server, project, &found_secrets)).collect();
            Source { is_elsewhere, ..source(project, entries, String::new()) }
        })
        .collect();
    let told = found.iter().map(|one| one.span.start).zip(problems(&text, &found));
    let of_file = tell_lists(&mut sources, &spans, told.filter(|(_, told)| told.severity != Severity::Info));
    if !of_file.is_empty() {
        match sources.iter().position(|list| list.project == project) {
            Some(at) => sources[at].problems.extend(of_file),
            None => sources.insert(0, Source { problems: of_file, ..source(project, Vec::new(), String::new()) }),
        }
    }
    sources
}

/// Gives each problem, by its place, to the list it is in; gives back those that are in none.
fn tell_lists(
    lists: &mut [Source],
    spans: &[Span],
    problems: impl Iterator<Item = (usize, SpecProblem)>,
) -> Vec<SpecProblem> {
    let mut others = Vec::new();
    for (place, problem) in problems {
        let list = spans.iter().position(|span| span.start <= place && place < span.end);
        match list.and_then(|at| lists.get_mut(at)) {
            Some(list) => list.problems.push(problem),
            None => others.push(problem),
        }
    }
    others
}

/// The text of a file below a folder, of at most `largest` bytes, or why it is not read; none where there is no such file.
fn text_of(folder: &Path, path: &Path, largest: u64) -> Option<Result<String, String>> {
    let real = match fs::canonicalize(path) {
        Ok(real) => real,
        Err(cause) if matches!(cause.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => return None,
        Err(cause) => return Some(Err(format!("The file couldn't be read: {cause}."))),
    };
    if !fs::canonicalize(folder).is_ok_and(|folder| real.starts_with(folder)) {
        let why = "The file is a link to another location, so it wasn't read. Paste its content instead.";
        return Some(Err(why.to_owned()));
    }
    let read = read_regular(&real, largest).map(|bytes| decode(&bytes).text);
    Some(read.map_err(|cause| match cause {
        PackError::TooLarge { .. } => {
            let megabytes = largest / MB;
            format!("The file is larger than {megabytes} MB, so it wasn't read. Paste the part with the servers.")
        }
        PackError::NotAFile { .. } => "This isn't a regular file, so it wasn't read.".to_owned(),
        PackError::Io { source, .. } => format!("The file couldn't be read: {source}."),
        other => format!("The file couldn't be read: failed to {other}."),
    }))
}

fn entry(server: &ServerEntry, project: &str, found: &[(String, String)]) -> Entry {
    let mut edit = server_edit(server);
    if !project.is_empty() {
        start_in(&mut edit.transport, project);
    }
    let text = json!(edit.transport).to_string();
    let names: BTreeSet<&str> = Reference::find(&text).map(|reference| reference.name).collect();
    let secrets = found.iter().filter(|(name, _)| names.contains(name.as_str())).cloned().collect();
    Entry { edit, secrets, left_out: server.left_out.clone() }
}

/// A client starts the programs of a project in its folder.
fn start_in(transport: &mut ServerTransport, project: &str) {
    let ServerTransport::Stdio { command, args, env, cwd, .. } = transport else { return };
    let values = env.iter_mut().map(|pair| &mut pair.value);
    let folder = std::iter::once(&mut *cwd);
    for text in std::iter::once(command).chain(args.iter_mut()).chain(values).chain(folder) {
        for place in PROJECT_FOLDER {
            if text.contains(place) {
                *text = text.replace(place, project);
            }
        }
    }
    if cwd.is_empty() {
        project.clone_into(cwd);
    } else if !cwd.starts_with(['/', '\\', '~', '$', '{']) {
        *cwd = Path::new(project).join(&*cwd).display().to_string();
    }
}
