//! The agent clients, as whoever offers them is told of them, and the keys they read.

use studio_clients::{self as clients, Evidence};
use studio_model::Client;

use crate::dto::{ClientEvidence, ClientInfo, FrontmatterKey, Host, KeyEffect, KeyEffectAt};

/// Every client, in the order in which they are offered.
pub fn list_clients() -> Vec<ClientInfo> {
    Client::ALL.into_iter().map(told).collect()
}

/// Every key of a skill's frontmatter that is known, with what each client makes of it. The standard is none of them.
pub fn list_frontmatter_keys() -> Vec<FrontmatterKey> {
    clients::keys().into_iter().map(key).collect()
}

fn key(key: clients::Key) -> FrontmatterKey {
    let at = |effect: clients::KeyEffect| {
        let is_so = |client: &Client| *client != Client::Standard && clients::key_effect(*client, key.name) == effect;
        let found: Vec<Host> = Client::ALL.into_iter().filter(is_so).map(Host::from).collect();
        (!found.is_empty()).then_some(KeyEffectAt { clients: found, effect: effect_of(effect) })
    };
    FrontmatterKey {
        effects: clients::KeyEffect::ALL.into_iter().filter_map(at).collect(),
        is_standard: key.is_standard,
        key: key.name.to_owned(),
        meaning: key.meaning.to_owned(),
    }
}

const fn effect_of(effect: clients::KeyEffect) -> KeyEffect {
    match effect {
        clients::KeyEffect::Needs => KeyEffect::Needs,
        clients::KeyEffect::Reads => KeyEffect::Reads,
        clients::KeyEffect::Hides => KeyEffect::Hides,
        clients::KeyEffect::HoldsBack => KeyEffect::HoldsBack,
        clients::KeyEffect::Drops => KeyEffect::Drops,
        clients::KeyEffect::Ignores => KeyEffect::Ignores,
    }
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
        has_reading_tool: client.reading_tool().is_some(),
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
