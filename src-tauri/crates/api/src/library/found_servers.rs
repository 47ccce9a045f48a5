//! MCP servers that the author has set up for clients on this machine: found in the clients' settings, and taken into the
//! library as the author chooses. Nothing is started or kept before.

mod reading;
mod standing;

use std::{
    collections::{BTreeSet, HashSet},
    path::Path,
};

use serde_json::json;
use studio_connect::secrets::Reference;
use studio_text::tool_lists::mcp_servers::variables_in;

use crate::{
    Error, ErrorCode, Studio,
    base::shown::in_row,
    dto::{
        FoundServer, FoundServerFile, FoundServerRef, FoundServerStanding, FoundServers, Host, NamedValue, ServerEdit,
        ServerTransport, Toolbox, ToolboxEdit,
    },
    library::lint_clients::slashed,
    secrets::stored::renamed,
    state::session::Session,
};
use reading::{Entry, Source};
use standing::{Known, Placed};

impl Studio {
    /// The servers in the settings of clients: in the author's home folder, and in the projects that skills of the library
    /// were imported from on this computer; those of other projects are offered to nobody who does not choose them. Values of
    /// credentials stay where they are.
    pub fn list_found_servers(&self) -> Result<FoundServers, Error> {
        let session = self.session()?;
        let home = self.shared.config.home_dir.as_deref();
        let placed = self.placed_servers(&session)?;
        let files: Vec<FoundServerFile> =
            placed.iter().map(|(source, placed)| shown_file(source, placed, home)).collect();
        let is_new = |server: &&FoundServer| server.standing == FoundServerStanding::New;
        let counts = files.iter().map(|file| (&file.path, file.servers.iter().filter(is_new).count()));
        let counts: Vec<(&String, usize)> = counts.filter(|(_, count)| *count > 0).collect();
        let offered = counts.iter().map(|(_, count)| *count).sum::<usize>() as u32;
        let offered_files = counts.iter().map(|(path, _)| *path).collect::<HashSet<_>>().len() as u32;
        Ok(FoundServers { files, offered, offered_files })
    }

    /// Takes servers that were found into the library, their credentials as secrets: all of them or none. Those that it has
    /// by now are passed over.
    pub fn import_found_servers(&self, chosen: &[FoundServerRef]) -> Result<Toolbox, Error> {
        let session = self.session()?;
        let mut wanted: HashSet<FoundServerRef> = chosen.iter().cloned().collect();
        let mut picked: Vec<(String, Entry)> = Vec::new();
        for (source, placed) in self.placed_servers(&session)? {
            let (path, project) = (source.path.display().to_string(), source.project);
            for (entry, placed) in source.entries.into_iter().zip(placed) {
                let name = entry.edit.name.clone();
                if !wanted.remove(&FoundServerRef { path: path.clone(), project: project.clone(), name }) {
                    continue;
                }
                match placed.standing {
                    FoundServerStanding::Unusable => return Err(unusable(&entry.edit.name, &placed.note)),
                    FoundServerStanding::Present => {}
                    _ if picked.iter().any(|(name, _)| *name == placed.library_name) => {}
                    _ => picked.push((placed.library_name, entry)),
                }
            }
        }
        if let Some(gone) = wanted.iter().next() {
            let message = format!("{} is no longer in {}. Refresh the list.", gone.name, gone.path);
            return Err(Error::new(ErrorCode::NotFound, message));
        }
        let mut servers = Vec::with_capacity(picked.len());
        for (name, entry) in picked {
            let transport = renamed(&entry.edit.transport, &self.hold_secrets(entry.secrets)?)?;
            servers.push(ServerEdit { name, transport, ..entry.edit });
        }
        self.import_toolbox(&ToolboxEdit { servers, ..ToolboxEdit::default() })
    }

    /// Every list with how its servers stand; those of the library's client first, those of other projects last.
    fn placed_servers(&self, session: &Session) -> Result<Vec<(Source, Vec<Placed>)>, Error> {
        let home = self.shared.config.home_dir.as_deref();
        let origins = session.own_origins()?;
        let mut sources = reading::sources(home, origins.values());
        let client = session.client()?;
        // What has a place here goes before what has none, so that it is no repetition of that.
        sources.sort_by_key(|source| (source.is_elsewhere, client.is_some_and(|client| source.client != client)));
        let mut known = Known::of(session)?;
        let mut placed = Vec::with_capacity(sources.len());
        for source in sources {
            let file = shown_path(&source.path, home);
            let servers = source.entries.iter().map(|entry| known.place(entry, &source, &file)).collect();
            placed.push((source, servers));
        }
        Ok(placed)
    }
}

fn unusable(name: &str, why: &str) -> Error {
    Error::new(ErrorCode::Invalid, format!("{name} can't be added. {why}"))
}

fn shown_file(source: &Source, placed: &[Placed], home: Option<&Path>) -> FoundServerFile {
    FoundServerFile {
        path: source.path.display().to_string(),
        shown: shown_path(&source.path, home),
        client: Host::from(source.client),
        project: source.project.clone(),
        is_elsewhere: source.is_elsewhere,
        servers: source.entries.iter().zip(placed).map(|(entry, placed)| shown_server(entry, placed)).collect(),
        unread: source.unread.clone(),
        problems: source.problems.clone(),
    }
}

fn shown_server(entry: &Entry, placed: &Placed) -> FoundServer {
    let texts = texts_of(&entry.edit.transport);
    let secrets: Vec<String> = entry.secrets.iter().map(|(name, _)| name.clone()).collect();
    let all = json!(entry.edit.transport).to_string();
    let used: BTreeSet<&str> = Reference::find(&all).map(|reference| reference.name).collect();
    let used = used.into_iter().filter(|name| secrets.iter().all(|own| own != name));
    let variables: BTreeSet<String> = texts.iter().flat_map(|text| variables_in(text)).map(str::to_owned).collect();
    FoundServer {
        name: entry.edit.name.clone(),
        library_name: placed.library_name.clone(),
        reach: in_row(reach_of(&entry.edit.transport)),
        used_secrets: used.map(str::to_owned).collect(),
        secrets,
        variables: variables.into_iter().collect(),
        is_disabled: !entry.edit.is_enabled,
        left_out: entry.left_out.iter().cloned().map(in_row).collect(),
        standing: placed.standing,
        note: placed.note.clone(),
    }
}

/// A command line or an address.
fn reach_of(transport: &ServerTransport) -> String {
    match transport {
        ServerTransport::Stdio { command, args, .. } => {
            let words: Vec<&str> = std::iter::once(command).chain(args).map(String::as_str).collect();
            words.join(" ")
        }
        ServerTransport::Http { url, .. } => url.clone(),
    }
}

/// Every text in which a client might have to fill something in.
fn texts_of(transport: &ServerTransport) -> Vec<&str> {
    match transport {
        ServerTransport::Stdio { command, args, env, cwd, .. } => {
            let words = std::iter::once(command).chain(args).map(String::as_str);
            words.chain(values(env)).chain([cwd.as_str()]).collect()
        }
        ServerTransport::Http { url, headers, .. } => std::iter::once(url.as_str()).chain(values(headers)).collect(),
    }
}

fn values(pairs: &[NamedValue]) -> impl Iterator<Item = &str> {
    pairs.iter().map(|pair| pair.value.as_str())
}

/// A path with `~` for the author's home folder.
fn shown_path(path: &Path, home: Option<&Path>) -> String {
    in_row(match home.and_then(|home| path.strip_prefix(home).ok()) {
        Some(below) => format!("~/{}", slashed(below)),
        None => path.display().to_string(),
    })
}
