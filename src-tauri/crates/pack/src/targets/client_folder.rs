//! The folder an agent client reads: the standard's layout below the client's own folder, with the keys that clients heed.

use studio_clients::{client_of, facts};
use studio_model::Client;
use studio_text::{Target as Rules, outgoing::Form};

use super::{
    bundle::Bundle,
    export::{Export, Exporter, Reader, Settings, Stopped},
    folders::{Wanted, skill_folders},
    loss::{Entity, Field, Loss, Why},
    target::Target,
};
use crate::{ImportFormat, found::Watcher};

/// The target.
pub(super) struct ClientFolder;

/// Whether a client reads a folder of a project, so that skills can be written there for it.
pub fn has_folder(client: Client) -> bool {
    facts(client).own_folder().is_some()
}

/// The folder of a project that skills are written to for a client. Who has none of its own reads the one that is everybody's.
pub fn folder_of(client: Client) -> &'static str {
    facts(client).own_folder().or_else(|| facts(Client::Standard).own_folder()).unwrap_or_default()
}

/// By what rules a skill is written for a client: its own, where it is known what it does with one, else the standard's.
fn rules_of(client: Client) -> &'static [Rules] {
    match Rules::CLIENTS.iter().position(|rules| client_of(*rules) == Some(client)) {
        Some(at) => &Rules::CLIENTS[at..=at],
        None => &[Rules::AgentSkills],
    }
}

/// Whether a client is known to pass over a key that would change what it does with a skill: one that was seen to.
fn ignores(client: Client, key: &str) -> bool {
    facts(client).is_measured() && client.passes_over(key)
}

impl Exporter for ClientFolder {
    fn target(&self) -> Target {
        Target::ClientFolder
    }

    fn rules(&self) -> &'static [Rules] {
        rules_of(Client::Standard)
    }

    fn export(&self, bundle: &Bundle, settings: &Settings, watcher: &dyn Watcher) -> Result<Export, Stopped> {
        let client = settings.client.unwrap_or(Client::Standard);
        let own = folder_of(client);
        let mut out = Export::default();
        for folder in skill_folders(
            bundle,
            Wanted { form: Form::Client, rules: rules_of(client), are_beside: true },
            watcher,
            &mut out,
        )? {
            let place = format!("{own}/{}", folder.name);
            out.files.extend(folder.below(&place));
        }
        for skill in &bundle.skills {
            let document = skill.document();
            let ignored = document.fields().iter().filter(|field| ignores(client, &field.key));
            out.losses.extend(ignored.map(|field| {
                let entity = Entity::skill(&skill.skill.name);
                let loss = Loss::new(entity, Field::Key(field.key.clone()), Why::Ignored(client));
                Loss { skill: Some(skill.skill.id), ..loss }
            }));
        }
        Ok(out.sorted())
    }

    fn reader(&self) -> Reader {
        Reader::Skills(Some(ImportFormat::AgentSkills))
    }
}
