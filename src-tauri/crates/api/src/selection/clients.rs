//! The agent clients, as whoever offers them is told of them.

use studio_clients::{self as clients, Evidence};
use studio_model::Client;

use crate::dto::{ClientEvidence, ClientInfo, Host};

/// Every client, in the order in which they are offered.
pub fn list_clients() -> Vec<ClientInfo> {
    Client::ALL.into_iter().map(told).collect()
}

fn told(client: Client) -> ClientInfo {
    let facts = clients::facts(client);
    ClientInfo {
        evidence: match facts.evidence {
            Evidence::Measured { version, on } => {
                ClientEvidence::Measured { on: on.to_owned(), version: version.to_owned() }
            }
            Evidence::Documented { source, on } => {
                ClientEvidence::Documented { on: on.to_owned(), source: source.to_owned() }
            }
            Evidence::Agreed => ClientEvidence::Agreed,
        },
        hint: facts.hint.to_owned(),
        is_cut: facts.cuts,
        is_linted: clients::target_of(client).is_some(),
        label: client.label().to_owned(),
        name: Host::from(client),
        old_names: owned(client.old_names()),
        program: clients::recipe(client).map(|recipe| recipe.program.to_owned()),
        project_folders: owned(facts.project_folders),
        user_folders: owned(facts.user_folders),
        window_tokens: clients::window(client),
    }
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}
