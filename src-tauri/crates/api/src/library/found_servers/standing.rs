//! How servers that were found stand to the library and to each other, and the names they would have there.

use std::{collections::HashSet, path::Path};

use serde_json::json;
use studio_connect::secrets::Reference;
use studio_model::MAX_NAME;

use super::reading::{Entry, Source};
use crate::{
    Error,
    dto::{FoundServerStanding, ServerTransport},
    servers::{opening, records},
    state::session::Session,
};

/// What stands for every secret where only their places count.
const ANY_SECRET: &str = "secret://";

/// How one server stands.
pub(super) struct Placed {
    /// The name it has or would have in the library.
    pub(super) library_name: String,
    pub(super) standing: FoundServerStanding,
    /// What to know about that; empty where there is nothing.
    pub(super) note: String,
}

/// What is there already: the library's servers, then what was placed.
pub(super) struct Known {
    /// Names and reach of the library's.
    library: Vec<(String, String)>,
    taken: HashSet<String>,
    /// Reach and name of what was placed, with the file it stands in.
    placed: Vec<(String, String, String)>,
}

impl Known {
    pub(super) fn of(session: &Session) -> Result<Self, Error> {
        let rows = session.library.list_servers()?;
        let library: Vec<(String, String)> = rows
            .into_iter()
            .map(|row| {
                // One that cannot be read is like no other.
                let reached = opening::transport(&row).map(|transport| reach(&transport, |_| ANY_SECRET.to_owned()));
                (row.name, reached.unwrap_or_default())
            })
            .collect();
        let taken = library.iter().map(|(name, _)| name.clone()).collect();
        Ok(Self { library, taken, placed: Vec::new() })
    }

    /// Places a server of a list that is shown as `file`.
    pub(super) fn place(&mut self, entry: &Entry, source: &Source, file: &str) -> Placed {
        use FoundServerStanding::{Elsewhere, NameTaken, New, Present, Repeated, Unusable};
        let name = &entry.edit.name;
        if let Some(known) = self.same_in_library(entry) {
            let is_other = known != *name;
            let note = if is_other { format!("Already in the library as {known}.") } else { String::new() };
            return Placed { library_name: known, standing: Present, note };
        }
        if let Some(note) = why_unusable(entry, source) {
            return Placed { library_name: name.clone(), standing: Unusable, note };
        }
        let reached = reach(&entry.edit.transport, |secret| value_of(entry, secret));
        if let Some((_, known, before)) = self.placed.iter().find(|(other, ..)| *other == reached) {
            let (library_name, note) = (known.clone(), format!("Same as in {before}."));
            return Placed { library_name, standing: Repeated, note };
        }
        let is_there = self.library.iter().any(|(known, _)| known == name);
        let library_name = if self.taken.contains(name) { self.free(name, source) } else { name.clone() };
        let note = match (is_there, library_name == *name) {
            (true, _) => {
                format!("The library has a different server with this name, so this one is added as {library_name}.")
            }
            (false, false) => {
                format!("Another file has a server with this name, so this one is added as {library_name}.")
            }
            (false, true) => String::new(),
        };
        self.taken.insert(library_name.clone());
        self.placed.push((reached, library_name.clone(), file.to_owned()));
        let standing = match (is_there, source.is_elsewhere) {
            (true, _) => NameTaken,
            (false, true) => Elsewhere,
            (false, false) => New,
        };
        Placed { library_name, standing, note }
    }

    /// The library's server that is reached in the same way, by preference the one of the same name. Where a credential goes
    /// along it is one of that name, for another may be there with another key.
    fn same_in_library(&self, entry: &Entry) -> Option<String> {
        let reached = reach(&entry.edit.transport, |_| ANY_SECRET.to_owned());
        let same = self.library.iter().filter(|(_, known)| *known == reached).map(|(name, _)| name);
        let (name, numbered) = (&entry.edit.name, format!("{}-", entry.edit.name));
        let is_it = |known: &&String| entry.secrets.is_empty() || *known == name || known.starts_with(&numbered);
        let mut same = same.filter(is_it);
        let first = same.next()?;
        let named = std::iter::once(first).chain(same).find(|known| *known == name);
        Some(named.unwrap_or(first).clone())
    }

    /// A name that nothing has: with the project's, or the client's.
    fn free(&self, name: &str, source: &Source) -> String {
        let project = source.project.trim_end_matches(['/', '\\']).rsplit(['/', '\\']).next().unwrap_or_default();
        let beside = if project.is_empty() { source.client.as_str() } else { project };
        let longest = MAX_NAME.saturating_sub(beside.chars().count() + 6);
        let base = format!("{}-{beside}", name.chars().take(longest).collect::<String>());
        let numbered = (2..10_000).map(|number| format!("{base}-{number}"));
        std::iter::once(base.clone()).chain(numbered).find(|name| !self.taken.contains(name)).unwrap_or(base)
    }
}

fn why_unusable(entry: &Entry, source: &Source) -> Option<String> {
    let project = Path::new(&source.project);
    if source.is_elsewhere && !(project.is_absolute() && project.is_dir()) {
        return Some("Its project folder doesn't exist on this computer.".to_owned());
    }
    if entry.edit.name.chars().count() > MAX_NAME {
        return Some(format!("Its name has more than {MAX_NAME} characters."));
    }
    records::check(&entry.edit).err().map(|error| error.message)
}

/// The value of a secret that was taken out; the reference where it is another one's.
fn value_of(entry: &Entry, secret: &str) -> String {
    let value = entry.secrets.iter().find(|(name, _)| name == secret).map(|(_, value)| value.clone());
    value.unwrap_or_else(|| format!("{ANY_SECRET}{secret}"))
}

/// How a server is reached, without what is only set here; `secret` gives what stands for one.
fn reach(transport: &ServerTransport, secret: impl Fn(&str) -> String) -> String {
    let mut transport = transport.clone();
    match &mut transport {
        ServerTransport::Stdio { env, sandbox, .. } => {
            *sandbox = None;
            env.sort_by(|a, b| a.name.cmp(&b.name));
        }
        ServerTransport::Http { headers, allow_private, .. } => {
            *allow_private = false;
            headers.sort_by(|a, b| a.name.cmp(&b.name));
        }
    }
    let text = json!(transport).to_string();
    let mut reach = String::with_capacity(text.len());
    let mut at = 0;
    for reference in Reference::find(&text) {
        reach.push_str(&text[at..reference.span.start]);
        reach.push_str(&secret(reference.name));
        at = reference.span.end;
    }
    reach.push_str(&text[at..]);
    reach
}
