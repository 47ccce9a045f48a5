//! The agent client that a library's skills are for: what the author said, else what the folders tell in which they lie.

use std::{collections::BTreeMap, path::Path};

use studio_clients::owner_of;
use studio_model::Client;

use crate::{
    Error, Studio,
    dto::{FoundInFolders, Host, LibraryClient},
    library::lint_clients::slashed,
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
        session.library.aside().set_setting(CLIENT, kept)?;
        session.library_client()
    }
}

impl Session {
    /// The client that the skills are for; none where they are for all of them.
    pub(crate) fn client(&self) -> Result<Option<Client>, Error> {
        Ok(self.library_client()?.client.map(Host::noun))
    }

    fn library_client(&self) -> Result<LibraryClient, Error> {
        let mut counts: BTreeMap<Client, u32> = BTreeMap::new();
        for origin in self.library.list_origins()?.values() {
            if let Some(client) = owner_of(&slashed(&Path::new(&origin.root).join(&origin.path))) {
                *counts.entry(client).or_default() += 1;
            }
        }
        let kept = self.library.get_setting(CLIENT)?;
        let chosen = kept.as_deref().filter(|kept| *kept == ALL || Client::parse(kept).is_some());
        let client = match chosen {
            Some(kept) => Client::parse(kept),
            None => only_one(&counts),
        };
        let mut found: Vec<FoundInFolders> =
            counts.into_iter().map(|(client, skills)| FoundInFolders { client: Host::from(client), skills }).collect();
        found.sort_by_key(|one| std::cmp::Reverse(one.skills));
        Ok(LibraryClient { client: client.map(Host::from), is_chosen: chosen.is_some(), found })
    }
}

/// The one client in whose own folders skills lie. The standard's folder is read by many, so it tells of none.
fn only_one(counts: &BTreeMap<Client, u32>) -> Option<Client> {
    let mut clients = counts.keys().copied().filter(|client| *client != Client::Standard);
    let client = clients.next()?;
    clients.next().is_none().then_some(client)
}
