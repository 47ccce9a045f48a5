//! The agent client that a library's skills are for: what the author said, else what the folders tell in which they lie.

use std::{collections::BTreeMap, path::Path};

use studio_clients::{ClientPlace, NotFound, SkillFolders};
use studio_model::Client;
use studio_store::Reading;
use studio_text::lint::{KnownTools, SkillsFor};

use crate::{
    Error, Studio,
    dto::{FoundInFolders, Host, LibraryClient, StudioEvent},
    library::lint_clients::{home_folder, slashed},
    state::session::Session,
};

const CLIENT: &str = "client";
/// What is kept where the author said that the skills are for all clients.
const ALL: &str = "all";

impl Studio {
    /// The client that the skills of the library are for.
    pub fn get_library_client(&self) -> Result<LibraryClient, Error> {
        self.session()?.library_client()
    }

    /// Says which client the skills are for; none where they are for all of them.
    pub fn set_library_client(&self, client: Option<Host>) -> Result<LibraryClient, Error> {
        let session = self.session()?;
        let kept = client.map_or(ALL, |client| client.noun().as_str());
        let before = chosen_client(&session.library)?;
        session.library.aside().set_setting(CLIENT, kept)?;
        if before.as_deref() != Some(kept) {
            session.refresh_tool_findings()?;
            // Every row counts the problems of another client now.
            session.emit(StudioEvent::LibraryChanged);
        }
        session.library_client()
    }
}

impl Session {
    /// The client that the skills are for; none where they are for all of them.
    pub(crate) fn client(&self) -> Result<Option<Client>, Error> {
        match chosen_client(&self.library)? {
            Some(kept) => Ok(Client::parse(&kept)),
            None => lies_with(&self.library),
        }
    }

    /// See [`skills_for`].
    pub(crate) fn skills_for(&self, tools: &KnownTools) -> Result<SkillsFor, Error> {
        skills_for(&self.library, tools)
    }

    fn library_client(&self) -> Result<LibraryClient, Error> {
        let (counts, kept) = (clients_of_folders(&self.library)?, chosen_client(&self.library)?);
        let chosen = kept.as_deref();
        let client = match chosen {
            Some(kept) => Client::parse(kept),
            None => clear_owner(&counts, self.library.counts()?.skills),
        };
        let mut found: Vec<FoundInFolders> =
            counts.into_iter().map(|(client, skills)| FoundInFolders { client: Host::from(client), skills }).collect();
        found.sort_by_key(|one| std::cmp::Reverse(one.skills));
        Ok(LibraryClient { client: client.map(Host::from), is_chosen: chosen.is_some(), found })
    }
}

/// The clients whose own tools count where skills are judged. Where the skills lie is looked up only where that matters.
pub(super) fn skills_for(library: &Reading, tools: &KnownTools) -> Result<SkillsFor, Error> {
    let chosen = chosen_client(library)?.as_deref().and_then(Client::parse);
    if let Some(client) = chosen.filter(|client| *client != Client::Standard) {
        return Ok(SkillsFor::Only(client));
    }
    if !tools.share_names_with_clients() {
        return Ok(SkillsFor::All);
    }
    Ok(lies_with(library)?.map_or(SkillsFor::All, SkillsFor::Mainly))
}

/// What the author said, where that can be read.
fn chosen_client(library: &Reading) -> Result<Option<String>, Error> {
    let kept = library.get_setting(CLIENT)?;
    Ok(kept.filter(|kept| kept == ALL || Client::parse(kept).is_some()))
}

/// See [`clear_owner`]. For who needs it where the author chose no client: with 10,000 skills it takes longer than to judge one.
fn lies_with(library: &Reading) -> Result<Option<Client>, Error> {
    Ok(clear_owner(&clients_of_folders(library)?, library.counts()?.skills))
}

/// How many skills of a library each client finds in its own folders.
fn clients_of_folders(library: &Reading) -> Result<BTreeMap<Client, u32>, Error> {
    let origins = library.list_origins()?;
    let paths: Vec<String> =
        origins.values().map(|origin| slashed(&Path::new(&origin.root).join(&origin.path))).collect();
    Ok(owners_of(&paths))
}

/// How many of the skills whose files lie at these paths each client finds in its own folders.
pub(super) fn owners_of(paths: &[String]) -> BTreeMap<Client, u32> {
    let home = home_folder();
    let skills: SkillFolders<'_> = paths.iter().map(String::as_str).collect();
    let mut counts: BTreeMap<Client, u32> = BTreeMap::new();
    for path in paths {
        let Some(place) = ClientPlace::of(path) else { continue };
        let Some(client) = place.owner() else { continue };
        let not_found = place.not_found(client, home.as_deref(), skills.hold(path, &place));
        if !not_found.is_some_and(NotFound::leaves_out) {
            *counts.entry(client).or_default() += 1;
        }
    }
    counts
}

/// The client whom a library is clearly for, by the clients in whose own folders its skills lie; none where the author is to
/// be asked. It has at least nine of ten skills that lie in such folders, and most of all `skills` of the library: what lies
/// elsewhere may be for anybody. The standard's folder is read by many, so it tells of none.
pub(super) fn clear_owner(counts: &BTreeMap<Client, u32>, skills: u32) -> Option<Client> {
    let owners = || counts.iter().filter(|(client, _)| **client != Client::Standard);
    let owned: u32 = owners().map(|(_, count)| count).sum();
    let (client, most) = owners().max_by_key(|(_, count)| **count)?;
    (most * 10 >= owned * 9 && most * 2 > skills).then_some(*client)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use studio_model::Client::{self, ClaudeCode, Codex, Standard};

    use super::clear_owner;

    #[test]
    fn a_library_is_one_clients_only_where_that_is_clear() {
        for (counts, skills, expected) in [
            (&[(ClaudeCode, 4)][..], 4, Some(ClaudeCode)),
            (&[(ClaudeCode, 2), (Standard, 1)], 3, Some(ClaudeCode)),
            (&[(ClaudeCode, 9), (Codex, 1)], 10, Some(ClaudeCode)),
            (&[(ClaudeCode, 8), (Codex, 1)], 9, None),
            (&[(ClaudeCode, 1)], 501, None),
            (&[(ClaudeCode, 1), (Standard, 500)], 501, None),
            (&[(ClaudeCode, 2)], 4, None),
            (&[(ClaudeCode, 3)], 5, Some(ClaudeCode)),
            (&[(Standard, 5)], 5, None),
            (&[], 0, None),
        ] {
            let counts: BTreeMap<Client, u32> = counts.iter().copied().collect();
            assert_eq!(clear_owner(&counts, skills), expected, "{counts:?} of {skills}");
        }
    }
}
